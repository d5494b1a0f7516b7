import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { formOf, startTestSession, toneWav } from '../../testing/recordings.ts'
import { buildTestApp } from '../../testing/test-app.ts'

const interrupted = JSON.stringify({ interrupted: true })

async function prepare() {
  const demo = await buildTestApp()
  const headers = await demo.signIn('examiner@demo.example')
  const started = await startTestSession(demo, headers)
  const post = (url: string, file: Buffer, fields: Record<string, string> = {}) => {
    const form = formOf(file, fields)
    return demo.app.inject({ method: 'POST', url, headers: { ...headers, ...form.headers }, payload: form.payload })
  }
  const readSession = async () => (await demo.app.inject({ url: started.sessionUrl, headers })).json()
  return { ...demo, ...started, headers, post, readSession }
}

test('stores an interrupted take, which does not answer its item', async () => {
  const { app, headers, participant, items, itemUrl, post, readSession } = await prepare()
  const answer = await post(itemUrl(items[0]!), toneWav(0.5), { settings: interrupted })
  expect([answer.statusCode, answer.json()]).toMatchObject([
    201,
    { is_skipped: false, take: 1, takes: [{ take: 1, duration: 0.5, interrupted: true, superseded: false }] },
  ])
  for (const item of items.slice(1)) await post(itemUrl(item), toneWav(Math.max(item.min_duration, 3) + 1))
  expect((await readSession()).is_completed).toBe(false)
  const list = (await app.inject({ url: `/api/protocols/responses/${participant.id}/`, headers })).json()
  expect(list).toMatchObject([{ answered_count: 3, is_completed: false }])
  await post(itemUrl(items[0]!), toneWav(4), { take: '2' })
  expect((await readSession()).is_completed).toBe(true)
})

test('a take carries what its browser said of its completeness, and null where it said nothing that is known', async () => {
  const { items, itemUrl, post, readSession } = await prepare()
  const said = ['verified', 'by_clock', 'unverified', 'certainly', undefined]
  for (const [i, completeness] of said.entries())
    await post(itemUrl(items[0]!), toneWav(4), {
      take: String(i + 1),
      settings: JSON.stringify({ sample_rate: 48_000, ...(completeness && { completeness }) }),
    })
  const { takes } = (await readSession()).responses[0]
  const shown = Object.fromEntries(
    takes.map((take: { take: number; completeness: string | null }) => [take.take, take.completeness]),
  )
  expect(shown).toEqual({ 1: 'verified', 2: 'by_clock', 3: 'unverified', 4: null, 5: null })
})

test('an interrupted take never replaces a complete one', async () => {
  const { app, headers, items, itemUrl, post } = await prepare()
  const url = itemUrl(items[0]!)
  const whole = toneWav(4)
  await post(url, whole)
  const answer = await post(url, toneWav(6), { take: '2', settings: interrupted })
  expect(answer.json()).toMatchObject({
    take: 1,
    duration: 4,
    takes: [
      { take: 1, interrupted: false, superseded: false },
      { take: 2, interrupted: true, superseded: true },
    ],
  })
  expect((await app.inject({ url: `${url}audio_src/`, headers })).rawPayload.equals(whole)).toBe(true)
})

test('a resumed item keeps its takes with the gap between them, and their durations are added', async () => {
  const { app, headers, items, itemUrl, post } = await prepare()
  const url = itemUrl(items[0]!)
  const [begun, resumed] = [toneWav(2.5), toneWav(0.75)]
  await post(url, begun, { settings: interrupted })
  expect((await post(url, resumed, { take: '2' })).json()).toEqual({ speech: ['too_short'] })
  const gaps = [{ at: 0, length: 7.5, pause: true }]
  const answer = await post(url, resumed, { take: '2', continues: '1', gaps: JSON.stringify(gaps) })
  expect([answer.statusCode, answer.json()]).toMatchObject([
    201,
    {
      take: 2,
      capture: { gaps },
      takes: [
        { take: 2, continues: 1, interrupted: false, gaps, superseded: false },
        { take: 1, continues: null, interrupted: true, gaps: [], superseded: true },
      ],
    },
  ])
  for (const [take, file] of [
    [1, begun],
    [2, resumed],
  ] as const) {
    const source = await app.inject({ url: `${url}audio_src/?take=${take}`, headers })
    expect(source.rawPayload.equals(file)).toBe(true)
  }
  expect((await app.inject({ url: `${url}audio_src/?take=3`, headers })).statusCode).toBe(404)
})

test('an interrupted item can be skipped, and its takes stay', async () => {
  const { app, headers, items, itemUrl, post, readSession } = await prepare()
  const skippable = items.find((item) => item.skippable)!
  const url = itemUrl(skippable)
  const file = toneWav(1)
  await post(url, file, { settings: interrupted })
  const payload = { skipped_purpose: 'cansancio' }
  const skipped = await app.inject({ method: 'POST', url, headers, payload })
  expect([skipped.statusCode, skipped.json()]).toMatchObject([
    201,
    { is_skipped: true, take: null, duration: null, capture: null, takes: [{ take: 1, interrupted: true }] },
  ])
  // An interrupted take that arrives afterwards does not remove the skip.
  await post(url, toneWav(1.5), { take: '2', settings: interrupted })
  const [answer] = (await readSession()).responses
  expect(answer).toMatchObject({ is_skipped: true, skipped_purpose: 'cansancio', takes: [{ take: 2 }, { take: 1 }] })
  expect((await app.inject({ url: `${url}audio_src/`, headers })).statusCode).toBe(404)
  const kept = await app.inject({ url: `${url}audio_src/?take=1`, headers })
  expect(kept.rawPayload.equals(file)).toBe(true)
})

/** A session that was completed so long ago that it is closed. */
async function prepareClosed(days = 3) {
  const prepared = await prepare()
  const { items, itemUrl, post, clock } = prepared
  for (const item of items) await post(itemUrl(item), toneWav(Math.max(item.min_duration, 3) + 1))
  const completedAt = clock.now().getTime()
  clock.advance(days * 24 * 3600)
  const headers = await prepared.signIn('examiner@demo.example')
  const url = itemUrl(items[0]!)
  const send = (fields: Record<string, string>, file = toneWav(5)) => {
    const form = formOf(file, { take: '2', ...fields })
    return prepared.app.inject({ method: 'POST', url, headers: { ...headers, ...form.headers }, payload: form.payload })
  }
  const choose = (payload: object, as = headers) =>
    prepared.app.inject({ method: 'PATCH', url, headers: as, payload: { reason: 'the louder one', ...payload } })
  const readSession = async () => (await prepared.app.inject({ url: prepared.sessionUrl, headers })).json()
  return { ...prepared, headers, url, send, choose, completedAt, readSession }
}

test('stores a take that arrives after the retake period as late; it does not count', async () => {
  const { send, completedAt, clock, app, url, headers, readSession } = await prepareClosed()
  const before = await readSession()
  const recordings = [
    '0001-01-01T00:00:00.000Z',
    new Date(completedAt - 60_000).toISOString(),
    '9000-01-01T00:00:00.000Z',
  ]
  for (const [i, recorded_at] of recordings.entries()) {
    const answer = await send({ take: String(i + 2), recorded_at }, toneWav(5 + i))
    expect([answer.statusCode, answer.json()]).toMatchObject([201, { take: 1, duration: 4 }])
  }
  const { responses, ...session } = await readSession()
  expect(session).toEqual({ ...before, responses: undefined })
  const stored_at = clock.now().toISOString()
  const late = { late: true, status: 'late', superseded: true, stored_at, interrupted: false }
  expect(responses[0]).toMatchObject({
    take: 1,
    takes: [
      { take: 1, late: false, status: 'counting' },
      { ...late, take: 4, recorded_at: recordings[2], date_doubtful: true },
      { ...late, take: 3, recorded_at: recordings[1], date_doubtful: true },
      { ...late, take: 2, recorded_at: recordings[0], date_doubtful: true },
    ],
  })
  expect((await app.inject({ url: `${url}audio_src/?take=2`, headers })).rawPayload.equals(toneWav(5))).toBe(true)
})

test('marks a recording date more than five minutes in the future as doubtful', async () => {
  const { items, itemUrl, post, clock, readSession } = await prepare()
  const soon = clock.now().getTime() + 5 * 60_000
  for (const [i, ahead] of [0, 1].entries()) {
    const recorded_at = new Date(soon + ahead).toISOString()
    const answer = await post(itemUrl(items[i]!), toneWav(5), { recorded_at })
    expect(answer.json().takes).toMatchObject([{ recorded_at, date_doubtful: ahead > 0 }])
  }
  expect(new Date((await readSession()).timestamp).getTime()).toBeLessThanOrEqual(clock.now().getTime())
})

test('a backdated recording neither counts nor reopens the retake period, and is stored once', async () => {
  const { send, completedAt } = await prepareClosed()
  const recorded_at = new Date(completedAt + 3_600_000).toISOString()
  const first = await send({ recorded_at })
  expect([first.statusCode, first.json()]).toMatchObject([
    201,
    { take: 1, takes: [{}, { take: 2, date_doubtful: false }] },
  ])
  const again = await send({ recorded_at })
  expect([again.statusCode, again.json()]).toEqual([200, first.json()])
})

test('an examiner can choose a late take; its results become those of the item', async () => {
  const { send, choose, database, organizationId, app, url, headers } = await prepareClosed()
  await send({})
  const chosen = await choose({ take: 2 })
  const takes = [
    { take: 2, late: true, status: 'counting', superseded: false },
    { take: 1, late: false, status: 'superseded', superseded: true },
  ]
  expect([chosen.statusCode, chosen.json()]).toMatchObject([200, { take: 2, duration: 5, takes }])
  expect(chosen.json().feature_extraction_res.length).toBeGreaterThan(0)
  expect((await choose({ take: 2 })).json()).toEqual(chosen.json())
  expect((await app.inject({ url: `${url}audio_src/`, headers })).rawPayload.equals(toneWav(5))).toBe(true)
  const entries = await database.tenant(organizationId, (tx) =>
    sql`select action, old, new from audit_entries where subject = 'takes' and action <> 'create'`.execute(tx),
  )
  expect(entries.rows).toEqual([
    {
      action: 'change',
      old: { counts: false, chosen_because: null },
      new: { counts: true, chosen_because: 'the louder one' },
    },
  ])
  // Takes that arrive later do not change the examiner's choice.
  expect((await send({ take: '3' }, toneWav(6))).json()).toMatchObject({ take: 2, duration: 5 })
  expect((await choose({ take: 1 })).json()).toMatchObject({ take: 1, duration: 4 })
})

test('the take of a complete session changes only with a reason, every one of which is in the audit log', async () => {
  const { send, app, url, headers, database, organizationId } = await prepareClosed()
  await send({})
  const choose = (payload: object) => app.inject({ method: 'PATCH', url, headers, payload })
  for (const reason of [undefined, '', '  ']) {
    const refused = await choose({ take: 2, ...(reason !== undefined && { reason }) })
    expect([refused.statusCode, refused.json()]).toEqual([400, { reason: ['required'] }])
  }
  expect((await choose({ take: 2, reason: 'x'.repeat(501) })).json()).toEqual({ reason: ['too_long'] })
  for (const take of [2, 1, 2]) expect((await choose({ take, reason: 'less noise' })).statusCode).toBe(200)
  // A repeat, after the first answer was lost, changes nothing.
  expect((await choose({ take: 2, reason: 'less noise' })).json()).toMatchObject({ take: 2 })
  const entries = await database.tenant(organizationId, (tx) =>
    sql<{ why: string }>`select new ->> 'chosen_because' as why from audit_entries
      where subject = 'takes' and action = 'change'`.execute(tx),
  )
  expect(entries.rows.map(({ why }) => why)).toEqual(['less noise', 'less noise', 'less noise'])
})

test('until its session is complete, another take counts without a reason', async () => {
  const { app, headers, items, itemUrl, post } = await prepare()
  const url = itemUrl(items[0]!)
  await post(url, toneWav(4))
  await post(url, toneWav(5), { take: '2' })
  const chosen = await app.inject({ method: 'PATCH', url, headers, payload: { take: 1 } })
  expect([chosen.statusCode, chosen.json()]).toMatchObject([200, { take: 1, duration: 4 }])
})

test('refuses to choose a take that does not exist, is another examiner’s or is in an archived session', async () => {
  const { send, choose, app, sessionUrl, signIn, headers } = await prepareClosed()
  await send({})
  const statusOf = async (answer: ReturnType<typeof choose>) => [(await answer).statusCode, (await answer).json()]
  expect(await statusOf(choose({ take: 3 }))).toEqual([404, { code: 'not_found' }])
  expect(await statusOf(choose({ take: 0 }))).toEqual([400, { take: ['out_of_range'] }])
  expect(await statusOf(choose({ take: 2, counts: true }))).toEqual([400, { counts: ['unknown_field'] }])
  for (const stranger of ['colleague@demo.example', 'examiner@other.example'])
    expect(await statusOf(choose({ take: 2 }, await signIn(stranger)))).toEqual([404, { code: 'not_found' }])
  await app.inject({ method: 'PATCH', url: `${sessionUrl}inactivate/`, headers })
  expect(await statusOf(choose({ take: 2 }))).toEqual([409, { code: 'response_archived' }])
})

test('an examiner can choose an interrupted take of a required item, which completes the session', async () => {
  const { app, headers, items, itemUrl, post, readSession } = await prepare()
  const required = items.find((item) => !item.skippable)!
  const url = itemUrl(required)
  const holder = randomUUID()
  await post(url, toneWav(0.5), { settings: interrupted, holder })
  for (const item of items.filter((item) => item !== required))
    await post(itemUrl(item), toneWav(Math.max(item.min_duration, 3) + 1))
  const used = await app.inject({ method: 'PATCH', url, headers, payload: { take: 1, holder } })
  expect([used.statusCode, used.json()]).toMatchObject([
    200,
    { take: 1, is_skipped: false, takes: [{ status: 'counting', interrupted: true }] },
  ])
  expect((await readSession()).is_completed).toBe(true)
  // A later recording replaces it like any other take.
  expect((await post(url, toneWav(4), { take: '2', holder })).json()).toMatchObject({ take: 2, duration: 4 })
})

test('a required item can be skipped only after an interrupted take', async () => {
  const { app, headers, items, itemUrl, post, readSession } = await prepare()
  const required = items.find((item) => !item.skippable)!
  const url = itemUrl(required)
  const skip = () => app.inject({ method: 'POST', url, headers, payload: { skipped_purpose: 'fatigue' } })
  expect((await skip()).json()).toEqual({ non_field_errors: ['not_skippable'] })
  await post(url, toneWav(0.5), { settings: interrupted })
  const closed = await skip()
  expect([closed.statusCode, closed.json()]).toMatchObject([
    201,
    { is_skipped: true, skipped_purpose: 'fatigue', take: null, takes: [{ status: 'interrupted' }] },
  ])
  for (const item of items.filter((item) => item !== required))
    await post(itemUrl(item), toneWav(Math.max(item.min_duration, 3) + 1))
  expect((await readSession()).is_completed).toBe(true)
  // The examiner may still choose the recording.
  const payload = { take: 1, reason: 'it is complete enough' }
  const used = await app.inject({ method: 'PATCH', url, headers, payload })
  expect(used.json()).toMatchObject({ is_skipped: false, skipped_purpose: null, take: 1 })
})
