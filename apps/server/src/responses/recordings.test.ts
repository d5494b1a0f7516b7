import { createHash } from 'node:crypto'
import { readdir } from 'node:fs/promises'
import { expect, test } from 'vitest'
import { withClient } from '../../testing/database-setup.ts'
import { type Prepared, prepare, upload } from '../../testing/prepared-session.ts'
import { formOf, toneFlac, toneWav } from '../../testing/recordings.ts'
import { follow, isFromStore, storedKeys } from '../../testing/stored.ts'

const storedFiles = ({ demo, organizationId }: Prepared) => storedKeys(demo, `${organizationId}/takes/`)

test('stores a recording byte for byte, with the browser’s metadata', async () => {
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
  if (isFromStore()) return // the store's clock cannot be moved
  demo.clock.advance(5 * 60)
  const expired = await app.inject({ url: link.url })
  expect([expired.statusCode, expired.json()]).toEqual([403, { code: 'invalid_link' }])
})

test('stores and serves a FLAC recording as FLAC', async () => {
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

test('stores a take once when it is sent again, also eight times at once', async () => {
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

/** The same recording with another rate in its header. */
function atRate(wav: Buffer, sampleRateHz: number): Buffer {
  const copy = Buffer.from(wav)
  copy.writeUInt32LE(sampleRateHz, 24)
  copy.writeUInt32LE(2 * sampleRateHz, 28)
  return copy
}

test('stores gaps in order and without overlap, whatever the browser sends', async () => {
  const { demo, headers, items, itemUrl } = await prepare()
  const gaps = '[{"at":2,"length":0.5},{"at":1,"length":0.5},{"at":1.25,"length":0.5}]'
  const stored = await upload(demo, itemUrl(items[0]!), headers, toneWav(4), { gaps })
  expect(stored.json().capture.gaps).toEqual([
    { at: 1, length: 0.75 },
    { at: 2, length: 0.5 },
  ])
})

test('refuses an invalid recording with its reason and keeps no file', async () => {
  const prepared = await prepare({ MAX_AUDIO_MB: '2' })
  const { app, demo, headers, items, itemUrl } = prepared
  const url = itemUrl(items[0]!)
  const wav = toneWav(4)
  const flac = await toneFlac()
  const endless = Buffer.from(flac)
  endless.fill(0, 22, 26) // the number of samples
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
    ['not a recording', Buffer.from('<html><script>alert(1)</script>'), {}, 415, { code: 'file_type_not_allowed' }],
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

test('answers malformed multipart with 400', async () => {
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

test('a recording whose row cannot be written leaves no bytes in the store, and can be sent again', async () => {
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

test('stores an interrupted take of any length', async () => {
  const { demo, headers, items, itemUrl } = await prepare()
  const settings = JSON.stringify({ interrupted: true })
  expect((await upload(demo, itemUrl(items[0]!), headers, toneWav(0.5), { settings })).statusCode).toBe(201)
})

test('the key of a stored object contains the organisation', async () => {
  const prepared = await prepare()
  const { demo, database, organizationId, headers, items, itemUrl } = prepared
  await upload(demo, itemUrl(items[0]!), headers, toneWav(4))
  const takes = await database.tenant(organizationId, (tx) => tx.selectFrom('takes').select('object_key').execute())
  expect(takes[0]?.object_key.startsWith(`${organizationId}/takes/`)).toBe(true)
})
