import { randomUUID } from 'node:crypto'
import { readWav, writeWav16 } from '@fonema/speech'
import { expect, test } from 'vitest'
import { formOf, startTestSession, toneFlac, toneWav } from '../../../testing/recordings.ts'
import { recordSession } from '../../../testing/session-recording.ts'
import { buildTestApp } from '../../../testing/test-app.ts'
import '../transcript-tables.ts'
import { findOtherVoices } from './other-voices.ts'
import { silenced } from './silent-audio.ts'

/** A recorded sentence of 6 s, marked from 0.5 to 5.5 s, with these typed words. */
async function prepare(words: object[] | null, itemIndex = 2) {
  const demo = await buildTestApp()
  const headers = await demo.signIn('examiner@demo.example')
  const { itemUrl, items } = await startTestSession(demo, headers)
  const url = itemUrl(items[itemIndex]!)
  const form = formOf(toneWav(6), { window: '{"start":0.5,"end":5.5}' })
  await demo.app.inject({ method: 'POST', url, headers: { ...headers, ...form.headers }, payload: form.payload })
  const inTenant = <T>(work: Parameters<typeof demo.database.tenant<T>>[1]) =>
    demo.database.tenant(demo.organizationId, work)
  if (words !== null) {
    await demo.app.inject({ method: 'POST', url: `${url}transcript/`, headers, payload: { text: 'x', based_on: 0 } })
    await inTenant((tx) =>
      tx
        .updateTable('transcripts')
        .set({ words: JSON.stringify(words) })
        .execute(),
    )
  }
  const get = (path: string) => demo.app.inject({ url: `${url}${path}`, headers })
  return { ...demo, inTenant, get }
}

/** The seconds of a file that are digital silence, to 10 ms. */
function silentIn(bytes: Uint8Array): [number, number][] {
  const { samples, sampleRateHz } = readWav(bytes)
  const found: [number, number][] = []
  const isSilent = (i: number) => samples.subarray(i, i + sampleRateHz / 100).every((sample) => sample === 0)
  for (let i = 0; i < samples.length; i += sampleRateHz / 100) {
    const at = Math.round((i / sampleRateHz) * 100) / 100
    if (!isSilent(i)) continue
    const last = found.at(-1)
    if (last !== undefined && Math.abs(last[1] - at) < 1e-6) last[1] = Math.round((at + 0.01) * 100) / 100
    else found.push([at, Math.round((at + 0.01) * 100) / 100])
  }
  return found
}

const words = [
  { text: 'soy', start: 0, end: 0.5 },
  { text: 'Ana', start: 1, end: 1.5, marks: ['name'] },
  { text: 'nací', start: 2, end: 2.5 },
  { text: 'el', start: 2.5, end: 2.6 },
  { text: '3', start: 3, end: 3.2 },
  { text: 'de', start: 3.2, end: 3.3 },
  { text: 'marzo', start: 3.3, end: 3.6 },
]

test('names and dates are masked in transcripts and silent in recordings', async () => {
  const { get } = await prepare(words)
  expect((await get('transcript/hidden/')).json()).toEqual({
    version: 1,
    reason: null,
    silences_all: false,
    others: [],
    others_everywhere: false,
    flagged: [],
    words: [
      { place: 1, text: 'Ana', marked: true },
      { place: 4, text: '3', marked: false },
      { place: 5, text: 'de', marked: false },
      { place: 6, text: 'marzo', marked: false },
    ],
  })
  for (const format of ['textgrid', 'eaf', 'chat', 'vtt', 'json']) {
    const { statusCode, body } = await get(`transcript/file/?as=${format}&deidentified=true`)
    expect([format, statusCode, body.includes('nací'), /Ana|marzo/.test(body)]).toEqual([format, 200, true, false])
    if (format !== 'chat') expect(body.split('[…]')).toHaveLength(3)
  }
  const audio = await get('audio_deidentified/')
  expect([audio.statusCode, audio.headers['content-type']]).toEqual([200, 'audio/wav'])
  expect(silentIn(audio.rawPayload)).toEqual([
    [0, 0.5],
    [1.45, 2.05],
    [3.45, 4.15],
    [5.5, 6],
  ])
})

test('a hidden word without a time silences the whole recording', async () => {
  const { get } = await prepare([...words, { text: 'Paz', start: null, end: null, marks: ['name'] }])
  expect((await get('transcript/hidden/')).json()).toMatchObject({ silences_all: true })
  expect(silentIn((await get('audio_deidentified/')).rawPayload)).toEqual([[0, 6]])
})

test('without words from a person nothing is given out', async () => {
  const { get, inTenant } = await prepare(words)
  const refused = (reason: string) => ({ code: 'cannot_hide_names', reason })
  await inTenant((tx) => tx.updateTable('transcripts').set({ engine: 'sherpa', is_calibrated: true }).execute())
  for (const path of ['audio_deidentified/', 'transcript/file/?as=json&deidentified=true'])
    expect([path, (await get(path)).json()]).toMatchObject([path, refused('not_confirmed')])
  expect((await get('transcript/hidden/')).json()).toMatchObject({ reason: 'not_confirmed', words: [] })
  const untyped = await prepare(null)
  expect((await untyped.get('audio_deidentified/')).json()).toMatchObject(refused('not_confirmed'))
})

test('a vowel has no words: only what is outside the marked window is silent', async () => {
  const { get } = await prepare(null, 0)
  expect(silentIn((await get('audio_deidentified/')).rawPayload)).toEqual([
    [0, 0.5],
    [5.5, 6],
  ])
})

test('an altered or missing recording is not given out', async () => {
  const { get, inTenant, store } = await prepare(words)
  await inTenant((tx) =>
    tx
      .updateTable('takes')
      .set({ sha256: '0'.repeat(64) })
      .execute(),
  )
  expect((await get('audio_deidentified/')).json()).toMatchObject({ reason: 'altered' })
  const { object_key } = await inTenant((tx) => tx.selectFrom('takes').select('object_key').executeTakeFirstOrThrow())
  await store.remove(object_key)
  expect((await get('audio_deidentified/')).json()).toMatchObject({ reason: 'missing' })
})

test('other encodings are refused, other samples stay bit by bit, and other parts of a file are dropped', () => {
  const take = { window_start: 0, window_end: 1 }
  const nothing = { words: [], hidden: new Set<number>(), others: [] }
  expect(silenced(Buffer.from('fLaC'), take, nothing)).toEqual({ reason: 'unreadable' })
  const samples = Int16Array.from({ length: 8000 }, (_, i) => ((i * 7919) % 65_536) - 32_768)
  const wav = writeWav16(samples, 8000)
  const named = Buffer.concat([wav, Buffer.from('LIST\u0008\u0000\u0000\u0000INFOAna!')])
  expect(silenced(named, take, nothing)).toEqual({ bytes: wav, silenced: [] })
  const stereo = Buffer.from(wav)
  stereo.writeUInt16LE(2, 22)
  stereo.writeUInt16LE(4, 32)
  expect(silenced(stereo, take, nothing)).toEqual({ reason: 'unreadable' })
})

test('FLAC is silenced like the same samples in WAV, and one that claims hours is refused', async () => {
  const take = { window_start: 0.5, window_end: 3.5 }
  const words = [{ text: 'Ana', start: 1, end: 2 }]
  const hiding = { words, hidden: new Set([0]), others: [] }
  const flac = await toneFlac()
  const audio = silenced(flac, take, hiding)
  expect(audio).toEqual(silenced(toneWav(4), take, hiding))
  const hours = Buffer.from(flac)
  // The number of samples: 36 bits from byte 21 on.
  hours.writeUInt32BE(0x04_00_00_00, 22)
  expect(silenced(hours, take, hiding)).toEqual({ reason: 'too_large' })
})

/** Constant, so that each changed sample is seen. */
const steady = (lengthS: number, rateHz = 8000) => new Int16Array(lengthS * rateHz).fill(10_000)

test('the voices of others are silenced: the edges fade inside, and every sample outside is the same', () => {
  const take = { window_start: 0.5, window_end: 4.5 }
  const none = { words: [], hidden: new Set<number>() }
  const wav = writeWav16(steady(5), 8000)
  const answer = silenced(wav, take, { ...none, others: [{ start_s: 1, end_s: 2 }] })
  if ('reason' in answer) throw new Error(answer.reason)
  expect(answer.silenced).toEqual([
    { start_s: 0, end_s: 0.5 },
    { start_s: 1.5, end_s: 2.5 },
    { start_s: 4.5, end_s: 5 },
  ])
  const samples = Array.from(readWav(answer.bytes).samples, (sample) => sample * 32_768)
  const differs = samples.flatMap((sample, i) => (sample === 10_000 ? [] : [i]))
  const inside = [[0, 4000] as const, [12_000, 20_000] as const, [36_000, 40_000] as const]
  expect(differs).toEqual(inside.flatMap(([from, to]) => Array.from({ length: to - from }, (_, i) => from + i)))
  expect(samples.slice(12_080, 19_920).every((sample) => sample === 0)).toBe(true)
  expect(samples.slice(12_000, 12_080)).toEqual(samples.slice(12_000, 12_080).sort((a, b) => b - a))
  expect(samples[12_040]).toBeGreaterThan(4000)
})

test('of several people, only the turns of the participant in a track by a person are sure', () => {
  const heard = { lengthS: 10, people: 2, track: null, quality: null, words: [] }
  expect(findOtherVoices(heard)).toEqual([{ start_s: 0, end_s: 10 }])
  const track = [
    { start_s: 1, end_s: 2, speaker: 'participant' as const },
    { start_s: 3, end_s: 4, speaker: 'participant' as const },
    { start_s: 5, end_s: 6, speaker: 'other' as const },
    { start_s: 7, end_s: 8, speaker: 'participant' as const },
  ]
  expect(findOtherVoices({ ...heard, track })).toEqual([
    { start_s: 0, end_s: 1 },
    { start_s: 4, end_s: 7 },
    { start_s: 8, end_s: 10 },
  ])
})

test('of one person, another voice that was noticed and words of others are silenced', () => {
  const quality = { other_voice: [{ start_s: 0.1, end_s: 1 }] } as Parameters<typeof findOtherVoices>[0]['quality']
  const heard = { lengthS: 10, people: 1, track: null, quality: null, words: [] }
  expect(findOtherVoices(heard)).toEqual([])
  expect(findOtherVoices({ ...heard, quality })).toEqual([{ start_s: 0, end_s: 1.25 }])
  const go = { text: 'siga', start: 3, end: 3.5, speaker: 'examiner' as const }
  const own = { text: 'soy', start: 5, end: 6, speaker: 'participant' as const }
  expect(findOtherVoices({ ...heard, words: [own, go] })).toEqual([{ start_s: 2.95, end_s: 3.55 }])
  const untimed = { ...go, start: null, end: null }
  expect(findOtherVoices({ ...heard, words: [untimed] })).toEqual([{ start_s: 0, end_s: 10 }])
})

test('others who did not consent are silent in the download; with their consent, they are heard', async () => {
  const spoken = [
    { text: 'soy', start: 0, end: 0.5 },
    { text: 'siga', start: 2, end: 3, speaker: 'examiner' },
  ]
  const { get, inTenant } = await prepare(spoken)
  expect((await get('transcript/hidden/')).json()).toMatchObject({ others: [{ start_s: 1.95, end_s: 3.05 }] })
  // Inside the edge that fades; at the other one, the tone crosses zero.
  expect(silentIn((await get('audio_deidentified/')).rawPayload)).toEqual([
    [0, 0.5],
    [2.46, 3.55],
    [5.5, 6],
  ])
  await inTenant((tx) => tx.updateTable('takes').set({ people: 2 }).execute())
  expect(silentIn((await get('audio_deidentified/')).rawPayload)).toEqual([[0, 6]])
  expect((await get('transcript/hidden/')).json()).toMatchObject({ others_everywhere: true })
  await inTenant((tx) => tx.updateTable('participants').set({ consent_others_heard: true }).execute())
  expect((await get('transcript/hidden/')).json()).toMatchObject({ others: [] })
  expect(silentIn((await get('audio_deidentified/')).rawPayload)).toEqual([
    [0, 0.5],
    [5.5, 6],
  ])
})

test('what is around a name that an examiner flagged is hidden in the cuts of a recording, in sound and in words', async () => {
  const demo = await buildTestApp()
  const headers = await demo.signIn('examiner@demo.example')
  const { sessionUrl, itemUrl, items } = await startTestSession(demo, headers)
  const recording = await recordSession(demo, headers, sessionUrl)
  const post = (path: string, payload: object) =>
    demo.app.inject({ method: 'POST', url: `${sessionUrl}recordings/${recording}/${path}`, headers, payload })
  const [vowel, sentence] = [items[0]!, items[2]!]
  await post('marks/', { id: randomUUID(), at_s: 0.5, kind: 'name_spoken', protocol_item_id: null })
  for (const { id } of [vowel, sentence])
    expect((await post('cuts/', { protocol_item_id: id, start_s: 0, end_s: 4 })).statusCode).toBe(200)
  const get = (item: typeof vowel, path: string) => demo.app.inject({ url: `${itemUrl(item)}${path}`, headers })
  const silent = async (item: typeof vowel) => silentIn((await get(item, 'audio_deidentified/')).rawPayload)

  expect(await silent(vowel)).toEqual([[0, expect.closeTo(2.5, 1)]])

  const typed = [
    { text: 'dijo', start: 1, end: 1.5 },
    { text: 'Pepa', start: 2.2, end: 2.4 },
    { text: 'ayer', start: 3, end: 3.5 },
  ]
  const url = `${itemUrl(sentence)}transcript/`
  await demo.app.inject({ method: 'POST', url, headers, payload: { text: 'x', based_on: 0 } })
  await demo.database.tenant(demo.organizationId, (tx) =>
    tx
      .updateTable('transcripts')
      .set({ words: JSON.stringify(typed) })
      .execute(),
  )
  expect(await silent(sentence)).toEqual([[0, expect.closeTo(2.5, 1)]])
  expect((await get(sentence, 'transcript/hidden/')).json()).toMatchObject({
    words: [{ place: 0 }, { place: 1 }],
    flagged: [{ start_s: 0, end_s: expect.closeTo(2.5, 1) }],
  })
})
