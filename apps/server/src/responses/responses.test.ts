import { randomUUID } from 'node:crypto'
import { expect, test } from 'vitest'
import { impersonate } from '../../testing/access-actors.ts'
import { type Prepared, prepare, upload } from '../../testing/prepared-session.ts'
import { startTestSession, toneWav } from '../../testing/recordings.ts'
import type { TestApp } from '../../testing/test-app.ts'

type Headers = { authorization: string }
const email = 'examiner@demo.example'
const absentId = '01a1998e-4400-79f8-8df2-d308536f5cdb'

const skip = ({ app }: TestApp, url: string, headers: Headers, payload: object) =>
  app.inject({ method: 'POST', url, headers, payload })

test('a skip needs a purpose and a skippable item', async () => {
  const { demo, headers, items, itemUrl } = await prepare()
  const skippable = items.find((item) => item.skippable)!
  const fixed = items.find((item) => !item.skippable)!
  for (const payload of [{}, { skipped_purpose: '' }, { skipped_purpose: '   ' }]) {
    const response = await skip(demo, itemUrl(skippable), headers, payload)
    expect([response.statusCode, response.json()]).toEqual([400, { skipped_purpose: ['required'] }])
  }
  expect((await skip(demo, itemUrl(fixed), headers, { skipped_purpose: 'cansancio' })).json()).toEqual({
    non_field_errors: ['not_skippable'],
  })
  const skipped = await skip(demo, itemUrl(skippable), headers, { skipped_purpose: 'cansancio' })
  expect([skipped.statusCode, skipped.json()]).toMatchObject([201, { is_skipped: true, skipped_purpose: 'cansancio' }])
  expect((await skip(demo, itemUrl(skippable), headers, { skipped_purpose: 'cansancio' })).statusCode).toBe(200)
  expect((await skip(demo, itemUrl(skippable), headers, { skipped_purpose: 'otra' })).statusCode).toBe(409)
  const after = await upload(demo, itemUrl(skippable), headers, toneWav(10))
  expect([after.statusCode, after.json()]).toMatchObject([201, { is_skipped: false, skipped_purpose: null }])
  expect((await skip(demo, itemUrl(skippable), headers, { skipped_purpose: 'cansancio' })).statusCode).toBe(409)
})

test('a session names its examiner and the user who started it', async () => {
  const { demo, session } = await prepare()
  const examiner = { first_name: 'examiner', last_name: 'Prueba' }
  expect(session).toMatchObject({ examiner, recorded_by: examiner })
  const { headers } = await impersonate(demo, 'helper', 'full')
  const theirs = await startTestSession(demo, headers, 'P-2')
  const read = (await demo.app.inject({ url: theirs.sessionUrl, headers })).json()
  expect(read).toMatchObject({ examiner, recorded_by: { first_name: 'helper', last_name: 'Prueba' } })
})

async function answerAll({ demo, headers, items, itemUrl }: Prepared) {
  for (const item of items) await upload(demo, itemUrl(item), headers, toneWav(Math.max(item.min_duration, 3) + 1))
}

test('the last item completes a session, and retakes count for another day', async () => {
  const prepared = await prepare()
  const { app, demo, headers, sessionUrl, items, itemUrl, participant } = prepared
  await answerAll(prepared)
  const session = (await app.inject({ url: sessionUrl, headers })).json()
  expect(session.is_completed).toBe(true)
  expect(session.responses.map((answer: { protocol_item: { id: string } }) => answer.protocol_item.id)).toEqual(
    items.map(({ id }) => id),
  )
  const list = (await app.inject({ url: `/api/protocols/responses/${participant.id}/`, headers })).json()
  expect(list).toMatchObject([{ id: session.id, is_completed: true, answered_count: 4, protocol: { item_count: 4 } }])
  expect(list[0].responses).toBeUndefined()

  demo.clock.advance(23 * 3600)
  const retake = toneWav(6)
  const nextDay = await demo.signIn(email)
  expect((await upload(demo, itemUrl(items[0]!), nextDay, retake, { take: '2' })).json()).toMatchObject({ take: 2 })
  demo.clock.advance(2 * 3600)
  const later = await demo.signIn(email)
  const late = await upload(demo, itemUrl(items[0]!), later, toneWav(7), { take: '3' })
  expect([late.statusCode, late.json()]).toMatchObject([201, { take: 2, duration: 6 }])
  expect((await upload(demo, itemUrl(items[0]!), later, retake, { take: '2' })).statusCode).toBe(200)
})

test('comments, archives and restores a session; an archived one refuses changes', async () => {
  const { app, demo, headers, sessionUrl, items, itemUrl } = await prepare()
  const patch = (address: string, payload?: object) =>
    app.inject({ method: 'PATCH', url: address, headers, ...(payload && { payload }) })
  expect((await patch(sessionUrl, { comment: 'Participó con ánimo' })).json().comment).toBe('Participó con ánimo')
  expect((await patch(sessionUrl, {})).json()).toEqual({ non_field_errors: ['empty_data'] })
  expect((await patch(sessionUrl, { comment: '' })).json().comment).toBeNull()
  expect((await patch(`${sessionUrl}inactivate/`)).json().active).toBe(false)
  const refused = await upload(demo, itemUrl(items[0]!), headers, toneWav(4))
  expect([refused.statusCode, refused.json()]).toEqual([409, { code: 'response_archived' }])
  expect((await patch(sessionUrl, { comment: 'x' })).json()).toEqual({ code: 'response_archived' })
  expect((await patch(`${sessionUrl}activate/`)).json().active).toBe(true)
})

test('refuses a comment that is based on an older one', async () => {
  const { app, headers, sessionUrl } = await prepare()
  const patch = (payload: object) => app.inject({ method: 'PATCH', url: sessionUrl, headers, payload })
  expect((await patch({ comment: 'first', based_on: '' })).statusCode).toBe(200)
  const both = await Promise.all([
    patch({ comment: 'second', based_on: 'first' }),
    patch({ comment: 'third', based_on: 'first' }),
  ])
  expect(both.map(({ statusCode }) => statusCode).sort()).toEqual([200, 409])
  expect(both.find(({ statusCode }) => statusCode === 409)?.json()).toEqual({ code: 'conflict' })
  const kept = both.find(({ statusCode }) => statusCode === 200)?.json().comment
  expect((await app.inject({ url: sessionUrl, headers })).json().comment).toBe(kept)
  // A repeat whose first answer was lost is no conflict.
  expect((await patch({ comment: kept, based_on: 'first' })).json().comment).toBe(kept)
  expect((await patch({ comment: 'x', based_on: 7 })).statusCode).toBe(400)
})

test('starts a session for an assigned protocol and an active participant, once per key', async () => {
  const { app, headers, participant, protocol } = await prepare()
  const url = `/api/protocols/responses/${participant.id}/`
  const start = (payload: object, more: object = {}) =>
    app.inject({ method: 'POST', url, headers: { ...headers, ...more }, payload })
  expect((await start({ protocol_id: absentId })).json()).toEqual({ protocol_id: ['invalid'] })
  expect((await start({})).json()).toEqual({ protocol_id: ['required'] })
  const key = { 'idempotency-key': 'once' }
  const [one, two] = await Promise.all([
    start({ protocol_id: protocol.id }, key),
    start({ protocol_id: protocol.id }, key),
  ])
  expect(one.json().id).toBe(two.json().id)
  await app.inject({ method: 'PATCH', url: `/api/user/participants/${participant.id}/inactivate/`, headers })
  const archived = await start({ protocol_id: protocol.id })
  expect([archived.statusCode, archived.json()]).toEqual([409, { code: 'participant_archived' }])
})

test('a client that records without a network chooses the id of its session, and repeats create nothing', async () => {
  const { app, demo, headers, participant, protocol, session } = await prepare()
  const start = (payload: object, { of = participant.id, as = headers, key = '' } = {}) =>
    app.inject({
      method: 'POST',
      url: `/api/protocols/responses/${of}/`,
      headers: { ...as, ...(key !== '' && { 'idempotency-key': key }) },
      payload,
    })
  const body = { protocol_id: protocol.id, id: randomUUID() }
  const answers = await Promise.all([start(body), start(body), start(body)])
  for (const answer of answers) expect([answer.statusCode, answer.json().id]).toEqual([201, body.id])
  expect((await start(body, { key: body.id })).statusCode).toBe(201)
  const list = (await app.inject({ url: `/api/protocols/responses/${participant.id}/`, headers })).json()
  expect(list.filter(({ id }: { id: string }) => id === body.id)).toHaveLength(1)

  const refusals = [
    // Other content under the same id.
    [await start({ ...body, visit_id: absentId }), 'idempotency_key_reused'],
    [await start(body, { key: 'another' }), 'id_taken'],
    // A session that began with a network.
    [await start({ ...body, id: session.id }), 'id_taken'],
  ] as const
  for (const [answer, code] of refusals) expect([answer.statusCode, answer.json()]).toEqual([409, { code }])

  const second = await startTestSession(demo, headers, 'P-2')
  expect((await start(body, { of: second.participant.id })).json()).toEqual({ code: 'idempotency_key_reused' })
  expect((await start(body, { of: second.participant.id, key: 'third' })).json()).toEqual({ code: 'id_taken' })
  const theirs = await demo.signIn('examiner@other.example')
  const other = await startTestSession(demo, theirs, 'P-3')
  const taken = await start({ protocol_id: other.protocol.id, id: body.id }, { of: other.participant.id, as: theirs })
  expect([taken.statusCode, taken.json()]).toEqual([409, { code: 'id_taken' }])
  expect((await start(body, { as: theirs })).statusCode).toBe(404)
  expect((await start({ ...body, id: 'mine' })).json()).toEqual({ id: ['invalid'] })
})

test('a client that records without a network keeps the order of a protocol without random blocks', async () => {
  const { app, headers, items, participant, protocol } = await prepare()
  const url = `/api/protocols/responses/${participant.id}/`
  const start = (item_order: string[]) =>
    app.inject({ method: 'POST', url, headers, payload: { protocol_id: protocol.id, item_order } })
  const ids = items.map(({ id }) => id)
  const swapped = [ids[0]!, ids[2]!, ids[1]!, ids[3]!]
  expect((await start(swapped)).json()).toEqual({ item_order: ['invalid'] })
  expect((await start(ids.slice(1))).json()).toEqual({ item_order: ['invalid'] })
  expect((await start(ids)).statusCode).toBe(201)
})

test('nested ids must agree', async () => {
  const { app, demo, headers, items, session, sessionUrl, itemUrl, participant } = await prepare()
  const second = await startTestSession(demo, headers, 'P-2')
  const otherProtocol = (await app.inject({ url: '/api/protocols/examiner/', headers }))
    .json()
    .find((candidate: { id: string }) => candidate.id !== session.protocol.id)
  await upload(demo, itemUrl(items[0]!), headers, toneWav(4))
  const addresses = [
    `/api/protocols/responses/${second.participant.id}/${session.id}/`,
    `/api/protocols/responses/${participant.id}/${second.session.id}/`,
    `/api/protocols/responses/${second.participant.id}/${session.id}/item/${items[0]!.id}/audio_src/`,
    `${sessionUrl}item/${otherProtocol.items[0].id}/audio_src/`,
    `${sessionUrl}item/${items[1]!.id}/audio_presigned_url/`,
  ]
  for (const url of addresses)
    expect([url, (await app.inject({ url, headers })).json()]).toEqual([url, { code: 'not_found' }])
  const misplaced = await upload(demo, `${sessionUrl}item/${otherProtocol.items[0].id}/`, headers, toneWav(4))
  expect(misplaced.statusCode).toBe(404)
})

test('another examiner or clinic finds neither the session nor its audio', async () => {
  const { app, demo, headers, items, sessionUrl, itemUrl, participant } = await prepare()
  await upload(demo, itemUrl(items[0]!), headers, toneWav(4))
  for (const stranger of ['colleague@demo.example', 'examiner@other.example']) {
    const theirs = await demo.signIn(stranger)
    const calls = [
      app.inject({ url: `/api/protocols/responses/${participant.id}/`, headers: theirs }),
      app.inject({ url: sessionUrl, headers: theirs }),
      app.inject({ url: `${itemUrl(items[0]!)}audio_src/`, headers: theirs }),
      app.inject({ url: `${itemUrl(items[0]!)}audio_presigned_url/`, headers: theirs }),
      app.inject({ method: 'PATCH', url: sessionUrl, headers: theirs, payload: { comment: 'x' } }),
      app.inject({ method: 'PATCH', url: `${sessionUrl}inactivate/`, headers: theirs }),
      app.inject({ method: 'PATCH', url: `${sessionUrl}activate/`, headers: theirs }),
      upload(demo, itemUrl(items[0]!), theirs, toneWav(4)),
      skip(demo, itemUrl(items[0]!), theirs, { skipped_purpose: 'x' }),
    ]
    for (const response of await Promise.all(calls))
      expect([response.statusCode, response.json()]).toEqual([404, { code: 'not_found' }])
  }
})

test('lists the protocols of an examiner, and those of the organisation for a manager', async () => {
  const { app, signIn, headers } = await prepare()
  const mine = (await app.inject({ url: '/api/protocols/examiner/', headers })).json()
  expect(mine.length).toBeGreaterThanOrEqual(8)
  const short = mine.filter(
    (protocol: { item_count: number; is_practice: boolean }) => !protocol.is_practice && protocol.item_count === 4,
  )
  for (const kind of ['image', 'audio', 'video'])
    expect(short[0].items.some((item: Record<string, unknown>) => item[kind] !== null)).toBe(true)
  const image = short[0].items.find((item: { image: string | null }) => item.image !== null).image
  const served = await app.inject({ url: image })
  expect([served.statusCode, served.headers['cache-control']]).toEqual([200, 'public, max-age=31536000, immutable'])
  const manager = await signIn('manager@demo.example')
  const offered = await app.inject({ url: '/api/protocols/organization/', headers: manager })
  expect(offered.json()).toHaveLength(mine.length)
  const refused = await app.inject({ url: '/api/protocols/organization/', headers })
  expect([refused.statusCode, refused.json()]).toEqual([403, { code: 'permission_denied' }])
})
