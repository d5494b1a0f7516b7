import { createHash, randomUUID } from 'node:crypto'
import { writeWav16 } from '@fonema/speech'
import { expect, test } from 'vitest'
import { prepare } from '../../../testing/prepared-session.ts'
import { formOf, sampleRateHz, toneWav } from '../../../testing/recordings.ts'
import { storedKeys } from '../../../testing/stored.ts'
import { buildBeside } from '../../../testing/test-app.ts'

const hashOf = (bytes: Buffer) => createHash('sha256').update(bytes).digest('hex')

/** A tone of four seconds in the first half, one of another pitch in the second, in pieces of 1.6 s. */
function conversation() {
  const samples = Buffer.concat([toneWav(4).subarray(44), toneWav(4, 200).subarray(44)])
  const step = 2 * Math.round(1.6 * sampleRateHz)
  const parts = Array.from({ length: 5 }, (_, piece) => samples.subarray(piece * step, (piece + 1) * step))
  return { samples, pieces: parts.map((part) => wavOf(part)), frames: samples.length / 2 }
}

const wavOf = (samples: Buffer) => {
  const aligned = new Int16Array(samples.length / 2)
  for (let at = 0; at < aligned.length; at++) aligned[at] = samples.readInt16LE(2 * at)
  return Buffer.from(writeWav16(aligned, sampleRateHz))
}

async function start() {
  const prepared = await prepare()
  const { app, headers, sessionUrl } = prepared
  const id = randomUUID()
  const body = { id, sample_rate_hz: sampleRateHz, recorded_at: '2026-11-20T08:38:00.000Z', settings: { browser: 'x' } }
  const url = `${sessionUrl}recordings/${id}/`
  const post = (path: string, payload: object, as = headers) =>
    app.inject({ method: 'POST', url: `${url}${path}`, headers: as, payload })
  const begin = (changes: object = {}) =>
    app.inject({ method: 'POST', url: `${sessionUrl}recordings/`, headers, payload: { ...body, ...changes } })
  const piece = (number: number, wav: Buffer, fields: Record<string, string> = {}) => {
    const form = formOf(wav, { piece: String(number), sha256: hashOf(wav), ...fields })
    return app.inject({
      method: 'POST',
      url: `${url}pieces/`,
      headers: { ...headers, ...form.headers },
      payload: form.payload,
    })
  }
  const get = (path = '') => app.inject({ url: `${url}${path}`, headers })
  const talk = conversation()
  const whole = {
    pieces: 5,
    frames: talk.frames,
    sha256: hashOf(talk.samples),
    interrupted: false,
    completeness: 'verified',
  }
  return { ...prepared, ...talk, id, url, post, begin, piece, get, whole }
}

/** A finished recording. */
async function finish() {
  const started = await start()
  await started.begin()
  for (const [number, wav] of started.pieces.entries()) await started.piece(number, wav)
  expect((await started.post('finish/', started.whole)).statusCode).toBe(200)
  return started
}

test('pieces in any order, some twice, are the recording: equal bytes, hash and length', async () => {
  const { begin, piece, pieces, post, get, samples, whole, id } = await start()
  expect([(await begin()).statusCode, (await begin()).json().id]).toEqual([200, id])
  for (const number of [1, 0, 1, 4, 3]) expect((await piece(number, pieces[number]!)).statusCode).toBe(200)
  expect((await get()).json()).toMatchObject({
    pieces: 2,
    duration_s: 3.2,
    finished_at: null,
    completeness: null,
    stored: [{ piece: 0 }, { piece: 1 }, { piece: 3 }, { piece: 4 }],
  })
  const early = await post('finish/', whole)
  expect([early.statusCode, early.json()]).toEqual([409, { code: 'pieces_missing', missing: [2] }])
  await piece(2, pieces[2]!)
  const finished = await post('finish/', whole)
  expect(finished.json()).toMatchObject({ duration_s: 8, pieces: 5, verified: true, sha256: hashOf(samples) })
  expect(finished.json()).toMatchObject({ completeness: 'verified' })
  expect((await post('finish/', whole)).json()).toEqual(finished.json())
  const { rawPayload } = await get('audio_src/')
  expect(rawPayload.equals(wavOf(samples))).toBe(true)
  expect(Buffer.from((await get()).json().peaks, 'base64')).toHaveLength(80)
})

test('other bytes at the same place, a wrong hash, rate or kind are refused and leave nothing', async () => {
  const { begin, piece, pieces, get, demo, organizationId } = await start()
  expect((await piece(0, pieces[0]!)).statusCode).toBe(404)
  await begin()
  expect((await begin({ sample_rate_hz: 48_000 })).json()).toEqual({ code: 'conflict' })
  await piece(0, pieces[0]!)
  expect((await piece(0, pieces[3]!)).json()).toEqual({ code: 'conflict' })
  expect((await piece(1, pieces[1]!, { sha256: hashOf(pieces[3]!) })).json()).toEqual({ sha256: ['mismatch'] })
  const faster = Buffer.from(pieces[1]!)
  faster.writeUInt32LE(48_000, 24)
  expect((await piece(1, faster)).json()).toEqual({ speech: ['mismatch'] })
  const stereo = Buffer.from(pieces[1]!)
  stereo.writeUInt16LE(2, 22)
  expect((await piece(1, stereo)).json()).toEqual({ code: 'file_type_not_allowed' })
  expect((await piece(1, Buffer.concat([pieces[1]!, Buffer.alloc(9)]))).json()).toEqual({
    code: 'file_type_not_allowed',
  })
  expect((await get()).json().stored).toHaveLength(1)
  expect(await storedKeys(demo, `${organizationId}/recordings/`)).toHaveLength(1)
})

test('a recording whose samples differ from the browser’s is not finished; one without a browser is, as stored', async () => {
  const { begin, piece, pieces, post, samples, whole } = await start()
  await begin()
  for (const number of [0, 1, 3]) await piece(number, pieces[number]!)
  const changed = { ...whole, pieces: 4 }
  expect((await post('finish/', changed)).json()).toEqual({ code: 'pieces_missing', missing: [2] })
  await piece(2, pieces[2]!)
  expect((await post('finish/', changed)).json()).toEqual({ frames: ['mismatch'] })
  const frames = whole.frames - (pieces[4]!.length - 44) / 2
  expect((await post('finish/', { ...changed, frames })).json()).toEqual({ sha256: ['mismatch'] })
  expect((await post('finish/', { as_stored: true })).json()).toMatchObject({
    pieces: 4,
    verified: false,
    interrupted: true,
    sha256: hashOf(samples.subarray(0, 2 * frames)),
  })
  // What its browser still has is not lost, but it does not change the recording.
  expect((await piece(4, pieces[4]!)).json()).toEqual({ code: 'conflict' })
})

test('a cut is a take of its item with the very samples, its source and its place', async () => {
  const { post, samples, app, headers, items, itemUrl, sessionUrl, id, get, demo } = await finish()
  const cut = { protocol_item_id: items[0]!.id, start_s: 3.5, end_s: 7.9 }
  const first = await post('cuts/', cut)
  expect([first.statusCode, first.json()]).toMatchObject([200, { ...cut, take: 1 }])
  const response = () => app.inject({ url: sessionUrl, headers }).then((answer) => answer.json().responses[0])
  expect(await response()).toMatchObject({
    take: 1,
    takes: [{ status: 'counting' }],
    capture: {
      settings: { browser: 'x', cut_from: id, cut_start_s: 3.5, cut_end_s: 7.9, completeness: 'verified' },
    },
    feature_extraction_res: expect.arrayContaining([expect.objectContaining({ status: 'pending' })]),
  })
  const heard = await app.inject({ url: `${itemUrl(items[0]!)}audio_src/`, headers })
  const [from, to] = [3.5, 7.9].map((seconds) => 2 * Math.round(seconds * sampleRateHz)) as [number, number]
  expect(heard.rawPayload.equals(wavOf(samples.subarray(from, to)))).toBe(true)
  expect((await post('cuts/', cut)).json()).toEqual(first.json())
  const other = await post('cuts/', { ...cut, end_s: 7.8 })
  expect([other.statusCode, other.json().take, (await response()).takes.length]).toEqual([200, 2, 2])
  expect((await get()).json().cuts).toMatchObject([
    { ...cut, end_s: 7.8, take: 2 },
    { ...cut, take: 1 },
  ])
  expect((await post('cuts/', { ...cut, end_s: 8.1 })).json()).toEqual({ end_s: ['out_of_range'] })
  expect((await post('cuts/', { ...cut, protocol_item_id: randomUUID() })).json()).toEqual({
    protocol_item_id: ['invalid'],
  })
  const owner = await demo.signIn('owner@demo.example')
  const entries = (
    await app.inject({ url: '/api/organizations/audit/?subject=session_recording_cuts', headers: owner })
  )
    .json()
    .filter(({ action }: { action: string }) => action === 'create')
  expect(entries).toHaveLength(2)
  expect(entries[1]).toMatchObject({ new: { session_recording_id: id, start_frame: 56_000, end_frame: 126_400 } })
})

test('gaps of the pieces are in the recording and in a cut, each at its time', async () => {
  const { begin, piece, pieces, post, whole, get, items, app, headers, sessionUrl } = await start()
  await begin()
  for (const [number, wav] of pieces.entries())
    await piece(number, wav, number === 1 ? { gaps: JSON.stringify([{ at: 0.4, length: 0.5 }]) } : {})
  await post('finish/', whole)
  expect((await get()).json().gaps).toEqual([{ at: 2, length: 0.5 }])
  const cut = await post('cuts/', { protocol_item_id: items[0]!.id, start_s: 2.25, end_s: 7 })
  expect(cut.statusCode).toBe(200)
  const [answer] = (await app.inject({ url: sessionUrl, headers })).json().responses
  expect(answer.capture.gaps).toEqual([{ at: 0, length: 0.25 }])
})

test('marks are stored once, in their order, with an item of this protocol only', async () => {
  const { begin, post, get, items } = await start()
  await begin()
  const subtest = { id: randomUUID(), at_s: 5, kind: 'subtest', protocol_item_id: items[0]!.id }
  const name = { id: randomUUID(), at_s: 2.5, kind: 'name_spoken', protocol_item_id: null }
  for (const mark of [subtest, name, subtest]) expect((await post('marks/', mark)).json()).toEqual(mark)
  expect((await get()).json().marks).toEqual([name, subtest])
  const foreign = { ...subtest, id: randomUUID(), protocol_item_id: randomUUID() }
  expect((await post('marks/', foreign)).json()).toEqual({ protocol_item_id: ['invalid'] })
})

test('a removed mark is gone until it is brought back, and a late repeat of its call does not bring it back', async () => {
  const { begin, post, get, url, app, headers, demo } = await start()
  await begin()
  const name = { id: randomUUID(), at_s: 2.5, kind: 'name_spoken', protocol_item_id: null }
  const later = { ...name, id: randomUUID(), at_s: 3 }
  for (const mark of [name, later]) await post('marks/', mark)
  const change = (removed: boolean, mark = name.id, as = headers) =>
    app.inject({ method: 'PATCH', url: `${url}marks/${mark}/`, headers: as, payload: { removed } })
  const left = async () => (await get()).json().marks
  expect((await change(true)).json().marks).toEqual([later])
  await change(true)
  await post('marks/', name)
  expect(await left()).toEqual([later])
  expect((await change(false)).json().marks).toEqual([name, later])
  expect((await change(true, randomUUID())).json()).toEqual({ code: 'not_found' })
  expect((await change(true, name.id, await demo.signIn('colleague@demo.example'))).statusCode).toBe(404)
  expect(await left()).toEqual([name, later])
  const owner = await demo.signIn('owner@demo.example')
  const log = await app.inject({
    url: '/api/organizations/audit/?subject=session_recording_marks&action=change',
    headers: owner,
  })
  expect(log.json()).toMatchObject([{ new: { removed_at: null } }, { old: { removed_at: null } }])
})

test('a part is heard by its times, and any bytes of it by range', async () => {
  const { get, samples, app, headers, url } = await finish()
  const part = wavOf(samples.subarray(2 * 16_000, 2 * 40_000))
  const heard = await get('audio_src/?from_s=1&to_s=2.5')
  expect(heard.rawPayload.equals(part)).toBe(true)
  for (const [from, to] of [
    [0, 3],
    [40, 60],
    [44, 44],
    [20_000, part.length - 1],
  ] as const) {
    const range = `bytes=${from}-${to}`
    const piece = await app.inject({ url: `${url}audio_src/?from_s=1&to_s=2.5`, headers: { ...headers, range } })
    expect([piece.statusCode, piece.headers['content-range']]).toEqual([206, `bytes ${from}-${to}/${part.length}`])
    expect(piece.rawPayload.equals(part.subarray(from, to + 1))).toBe(true)
  }
  expect((await get('audio_src/?from_s=9')).statusCode).toBe(416)
})

test('an archived session takes no piece and no cut; a recording that is not finished is not cut', async () => {
  const { begin, piece, pieces, post, app, headers, sessionUrl, items } = await start()
  await begin()
  await piece(0, pieces[0]!)
  const cut = { protocol_item_id: items[0]!.id, start_s: 0, end_s: 1.5 }
  expect((await post('cuts/', cut)).json()).toEqual({ code: 'conflict' })
  await post('finish/', { as_stored: true })
  await app.inject({ method: 'PATCH', url: `${sessionUrl}inactivate/`, headers })
  expect((await piece(1, pieces[1]!)).json()).toEqual({ code: 'response_archived' })
  expect((await post('cuts/', cut)).json()).toEqual({ code: 'response_archived' })
})

test('a colleague does not find the recording', async () => {
  const { post, url, app, demo, whole } = await finish()
  const other = await demo.signIn('colleague@demo.example')
  for (const path of ['', 'audio_src/'])
    expect((await app.inject({ url: `${url}${path}`, headers: other })).statusCode).toBe(404)
  expect((await post('finish/', whole, other)).statusCode).toBe(404)
})

test('a recording goes on at another process after a restart, and a piece that lost its answer is sent again', async () => {
  const { begin, pieces, post, whole, url, headers, demo, samples } = await start()
  await begin()
  const restarted = await buildBeside(demo)
  const processes = [demo.app, restarted, restarted, demo.app, restarted]
  for (const [number, wav] of pieces.entries()) {
    const form = formOf(wav, { piece: String(number), sha256: hashOf(wav) })
    const call = {
      method: 'POST',
      url: `${url}pieces/`,
      headers: { ...headers, ...form.headers },
      payload: form.payload,
    } as const
    expect((await processes[number]!.inject(call)).statusCode).toBe(200)
    if (number === 2) expect((await demo.app.inject(call)).statusCode).toBe(200)
  }
  expect((await post('finish/', whole)).json()).toMatchObject({ verified: true, sha256: hashOf(samples) })
})

test('eight copies of a piece at once are stored once', async () => {
  const { begin, piece, pieces, demo, organizationId } = await start()
  await begin()
  const answers = await Promise.all(Array.from({ length: 8 }, () => piece(0, pieces[0]!)))
  expect(answers.map(({ statusCode }) => statusCode)).toEqual(Array(8).fill(200))
  expect(await storedKeys(demo, `${organizationId}/recordings/`)).toHaveLength(1)
})
