import { createHash } from 'node:crypto'
import { readdir } from 'node:fs/promises'
import { expect, test } from 'vitest'
import { withClient } from '../testing/database-setup.ts'
import { formOf, startTestSession, toneFlac, toneWav } from '../testing/recordings.ts'
import { follow, isFromStore, storedKeys } from '../testing/stored.ts'
import { buildTestApp, type TestApp } from '../testing/test-app.ts'

type Headers = { authorization: string }
const email = 'examiner@demo.example'
const absentId = '01a1998e-4400-79f8-8df2-d308536f5cdb'

async function prepare(environment: Record<string, string> = {}) {
  const demo = await buildTestApp(environment)
  const headers = await demo.signIn(email)
  return { ...demo, demo, headers, ...(await startTestSession(demo, headers)) }
}
type Prepared = Awaited<ReturnType<typeof prepare>>

function upload({ app }: TestApp, url: string, headers: Headers, file: Buffer, fields: Record<string, string> = {}) {
  const form = formOf(file, fields)
  return app.inject({ method: 'POST', url, headers: { ...headers, ...form.headers }, payload: form.payload })
}
const skip = ({ app }: TestApp, url: string, headers: Headers, payload: object) =>
  app.inject({ method: 'POST', url, headers, payload })
const storedFiles = ({ demo, organizationId }: Prepared) => storedKeys(demo, `${organizationId}/takes/`)

test('a recording is stored byte for byte, with what the browser said of it', async () => {
  const prepared = await prepare()
  const { demo, app, headers, items, itemUrl } = prepared
  const wav = toneWav(4)
  const sha256 = createHash('sha256').update(wav).digest('hex')
  const response = await upload(demo, itemUrl(items[0]!), headers, wav, {
    take: '1',
    sha256,
    settings: JSON.stringify({ device_label: 'USB', auto_gain_control: false, sample_rate: 16000 }),
    gaps: JSON.stringify([{ at: 1, length: 0.01 }]),
    window: JSON.stringify({ start: 0.25, end: 3.75 }),
  })
  expect(response.statusCode).toBe(201)
  expect(response.json()).toMatchObject({
    is_skipped: false,
    duration: 3.5,
    take: 1,
    takes: [{ take: 1, superseded: false }],
    capture: {
      settings: { device_label: 'USB', auto_gain_control: false, sample_rate: 16000 },
      gaps: [{ at: 1, length: 0.01 }],
      window: { start: 0.25, end: 3.75 },
    },
    feature_extraction_res: ['prosody', 'voice_quality', 'timing', 'spectrum', 'recording_quality'].map((entry) => ({
      feature_extraction_func: { entry },
      status: 'pending',
    })),
  })
  const source = await app.inject({ url: `${itemUrl(items[0]!)}audio_src/`, headers })
  expect(source.rawPayload.equals(wav)).toBe(true)
  expect(source.headers).toMatchObject({
    'content-type': 'audio/wav',
    'content-disposition': expect.stringContaining('attachment'),
    'content-security-policy': expect.stringContaining('sandbox'),
  })
  const part = await app.inject({
    url: `${itemUrl(items[0]!)}audio_src/`,
    headers: { ...headers, range: 'bytes=44-99' },
  })
  expect([part.statusCode, part.headers['content-range']]).toEqual([206, `bytes 44-99/${wav.length}`])
  expect(part.rawPayload.equals(wav.subarray(44, 100))).toBe(true)
  const link = (await app.inject({ url: `${itemUrl(items[0]!)}audio_presigned_url/`, headers })).json()
  expect((await follow(demo, link.url)).rawPayload.equals(wav)).toBe(true)
  if (isFromStore()) return // whose clock nobody moves
  demo.clock.advance(5 * 60)
  const expired = await app.inject({ url: link.url })
  expect([expired.statusCode, expired.json()]).toEqual([403, { code: 'invalid_link' }])
})

test('a FLAC recording is stored and served as what it is', async () => {
  const prepared = await prepare()
  const { demo, app, headers, items, itemUrl } = prepared
  const flac = await toneFlac()
  const response = await upload(demo, itemUrl(items[0]!), headers, flac)
  expect([response.statusCode, response.json()]).toMatchObject([201, { duration: 4 }])
  expect(await storedFiles(prepared)).toEqual([expect.stringMatching(/\.flac$/)])
  const source = await app.inject({ url: `${itemUrl(items[0]!)}audio_src/`, headers })
  expect(source.rawPayload.equals(flac)).toBe(true)
  expect(source.headers).toMatchObject({
    'content-type': 'audio/flac',
    'content-disposition': expect.stringContaining('.flac"'),
  })
  const link = (await app.inject({ url: `${itemUrl(items[0]!)}audio_presigned_url/`, headers })).json()
  expect((await follow(demo, link.url)).headers['content-type']).toBe('audio/flac')
})

test('sending the same take again, even eight times at once, stores it once', async () => {
  const prepared = await prepare()
  const { demo, headers, items, itemUrl } = prepared
  const wav = toneWav(4)
  const answers = await Promise.all(Array.from({ length: 8 }, () => upload(demo, itemUrl(items[0]!), headers, wav)))
  expect(answers.map(({ statusCode }) => statusCode).sort()).toEqual([200, 200, 200, 200, 200, 200, 200, 201])
  expect(await storedFiles(prepared)).toHaveLength(1)
  const other = await upload(demo, itemUrl(items[0]!), headers, toneWav(4, 200))
  expect([other.statusCode, other.json()]).toEqual([409, { code: 'already_answered' }])
  expect(await storedFiles(prepared)).toHaveLength(1)
})

test('a higher take counts, and the earlier one stays', async () => {
  const prepared = await prepare()
  const { app, demo, headers, items, itemUrl } = prepared
  const [first, second] = [toneWav(4), toneWav(5)]
  await upload(demo, itemUrl(items[0]!), headers, second, { take: '2' })
  await upload(demo, itemUrl(items[0]!), headers, first, { take: '1' })
  const again = await upload(demo, itemUrl(items[0]!), headers, second, { take: '2' })
  expect(again.json()).toMatchObject({
    take: 2,
    duration: 5,
    takes: [
      { take: 2, superseded: false },
      { take: 1, superseded: true },
    ],
  })
  expect(await storedFiles(prepared)).toHaveLength(2)
  const link = (await app.inject({ url: `${itemUrl(items[0]!)}audio_presigned_url/?take=1`, headers })).json()
  expect((await follow(demo, link.url)).rawPayload.equals(first)).toBe(true)
})

/** The same bytes with another rate in their header. */
function atRate(wav: Buffer, sampleRateHz: number): Buffer {
  const copy = Buffer.from(wav)
  copy.writeUInt32LE(sampleRateHz, 24)
  copy.writeUInt32LE(2 * sampleRateHz, 28)
  return copy
}

test('gaps are stored in order and without overlap, whoever sends them', async () => {
  const { demo, headers, items, itemUrl } = await prepare()
  const gaps = '[{"at":2,"length":0.5},{"at":1,"length":0.5},{"at":1.25,"length":0.5}]'
  const stored = await upload(demo, itemUrl(items[0]!), headers, toneWav(4), { gaps })
  expect(stored.json().capture.gaps).toEqual([
    { at: 1, length: 0.75 },
    { at: 2, length: 0.5 },
  ])
})

test('a bad recording is refused by its reason and leaves no file', async () => {
  const prepared = await prepare({ MAX_AUDIO_MB: '2' })
  const { app, demo, headers, items, itemUrl } = prepared
  const url = itemUrl(items[0]!)
  const wav = toneWav(4)
  const flac = await toneFlac()
  const endless = Buffer.from(flac)
  endless.fill(0, 22, 26) // how many samples there are
  const slow = Buffer.from(flac)
  slow.set([7999 >> 12, (7999 >> 4) & 255, ((7999 & 15) << 4) | (flac[20]! & 15)], 18)
  const hour = Buffer.from(flac.subarray(0, 1000))
  hour.writeUInt32BE(2 ** 28, 22)
  const oneByteFrames = Buffer.from(wav)
  oneByteFrames.writeUInt16LE(1, 32)
  const cases: [string, Buffer, Record<string, string>, number, object][] = [
    ['wrong hash', wav, { sha256: '0'.repeat(64) }, 400, { sha256: ['mismatch'] }],
    ['too short', toneWav(1), {}, 400, { speech: ['too_short'] }],
    ['short window', wav, { window: '{"start":1,"end":2}' }, 400, { speech: ['too_short'] }],
    ['no samples', wav.subarray(0, 44), {}, 400, { speech: ['no_audio'] }],
    ['empty', Buffer.alloc(0), {}, 400, { speech: ['no_audio'] }],
    [
      'endless chunks',
      Buffer.concat([wav.subarray(0, 12), Buffer.alloc(2 ** 20), wav.subarray(12)]),
      {},
      415,
      { code: 'file_type_not_allowed' },
    ],
    ['no WAV', Buffer.from('<html><script>alert(1)</script>'), {}, 415, { code: 'file_type_not_allowed' }],
    ['FLAC of unknown length', endless, {}, 400, { speech: ['no_audio'] }],
    ['FLAC cut off in its header', flac.subarray(0, 30), {}, 415, { code: 'file_type_not_allowed' }],
    ['1 Hz', atRate(wav, 1), {}, 400, { speech: ['unusable_sample_rate'] }],
    ['7999 Hz', atRate(wav, 7999), {}, 400, { speech: ['unusable_sample_rate'] }],
    ['192001 Hz', atRate(toneWav(60), 192_001), {}, 400, { speech: ['unusable_sample_rate'] }],
    ['FLAC of 7999 Hz', slow, {}, 400, { speech: ['unusable_sample_rate'] }],
    ['FLAC that claims 0.9 h', hour, {}, 415, { code: 'file_type_not_allowed' }],
    ['frames of one byte', oneByteFrames, {}, 415, { code: 'file_type_not_allowed' }],
    ['too large', toneWav(70), {}, 413, { code: 'file_too_large' }],
    ['bad take', wav, { take: '0' }, 400, { take: ['out_of_range'] }],
    ['bad settings', wav, { settings: '{' }, 400, { settings: ['invalid'] }],
    ['backward window', wav, { window: '{"start":3,"end":2}' }, 400, { window: ['invalid'] }],
    ['unknown field', wav, { organization_id: 'x' }, 400, { organization_id: ['unknown_field'] }],
  ]
  for (const [name, file, fields, status, body] of cases) {
    const response = await upload(demo, url, headers, file, fields)
    expect([name, response.statusCode, response.json()]).toEqual([name, status, body])
  }
  const elsewhere = formOf(wav, {}, 'file')
  const misnamed = await app.inject({
    method: 'POST',
    url,
    headers: { ...headers, ...elsewhere.headers },
    payload: elsewhere.payload,
  })
  expect([misnamed.statusCode, misnamed.json()]).toEqual([400, { file: ['unknown_field'] }])
  expect(await storedFiles(prepared)).toEqual([])
  for (const folder of demo.stagingFolders) expect(await readdir(folder)).toEqual([])
  expect((await upload(demo, url, headers, wav)).statusCode).toBe(201)
})

test('malformed multipart is the sender’s fault', async () => {
  const { app, headers, items, itemUrl } = await prepare()
  const form = formOf(toneWav(4))
  const bodies: [string, string, Buffer][] = [
    ['no boundary', 'multipart/form-data', form.payload],
    ['cut off', form.headers['content-type'], form.payload.subarray(0, 5000)],
    ['no end', form.headers['content-type'], form.payload.subarray(0, form.payload.length - 10)],
    ['nothing', form.headers['content-type'], Buffer.alloc(0)],
    ['noise', form.headers['content-type'], Buffer.from('noise')],
  ]
  for (const [name, type, payload] of bodies) {
    const response = await app.inject({
      method: 'POST',
      url: itemUrl(items[0]!),
      headers: { ...headers, 'content-type': type },
      payload,
    })
    expect([name, response.statusCode]).toEqual([name, 400])
  }
})

test('a recording whose row cannot be written leaves no bytes behind, and can be sent again', async () => {
  const prepared = await prepare()
  const { demo, url, headers, items, itemUrl } = prepared
  const as = (statement: string) => withClient(url, (client) => client.query(statement))
  await as('revoke insert on feature_results from fonema_app')
  const failed = await upload(demo, itemUrl(items[0]!), headers, toneWav(4))
  expect([failed.statusCode, failed.json()]).toEqual([500, { code: 'server_error', request_id: expect.any(String) }])
  expect(await storedFiles(prepared)).toEqual([])
  await as('grant insert on feature_results to fonema_app')
  expect((await upload(demo, itemUrl(items[0]!), headers, toneWav(4))).statusCode).toBe(201)
  expect(await storedFiles(prepared)).toHaveLength(1)
})

test('an interrupted take is kept whatever its length', async () => {
  const { demo, headers, items, itemUrl } = await prepare()
  const settings = JSON.stringify({ interrupted: true })
  expect((await upload(demo, itemUrl(items[0]!), headers, toneWav(0.5), { settings })).statusCode).toBe(201)
})

test('a skip needs a purpose and an item that may be skipped', async () => {
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

async function answerAll({ demo, headers, items, itemUrl }: Prepared) {
  for (const item of items) await upload(demo, itemUrl(item), headers, toneWav(Math.max(item.min_duration, 3) + 1))
}

test('a session is completed with its last item, and a retake counts for another day', async () => {
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

test('comment, archive and restore; an archived session takes nothing', async () => {
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
  expect((await patch({ comment: 'x', based_on: 7 })).statusCode).toBe(400)
})

test('a session starts with an assigned protocol and an active participant, once for each key', async () => {
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

test('another examiner and another clinic find neither the session nor its audio', async () => {
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

test('the stored object’s key carries the organisation', async () => {
  const prepared = await prepare()
  const { demo, database, organizationId, headers, items, itemUrl } = prepared
  await upload(demo, itemUrl(items[0]!), headers, toneWav(4))
  const takes = await database.tenant(organizationId, (tx) => tx.selectFrom('takes').select('object_key').execute())
  expect(takes[0]?.object_key.startsWith(`${organizationId}/takes/`)).toBe(true)
})

test('the protocols of an examiner, and of the organisation for a manager', async () => {
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
