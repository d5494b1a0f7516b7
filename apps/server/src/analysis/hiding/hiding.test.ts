import { readWav, writeWav16 } from '@fonema/speech'
import { expect, test } from 'vitest'
import { formOf, startTestSession, toneFlac, toneWav } from '../../../testing/recordings.ts'
import { buildTestApp } from '../../../testing/test-app.ts'
import '../transcript-tables.ts'
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
  const nothing = { words: [], hidden: new Set<number>() }
  expect(silenced(Buffer.from('fLaC'), take, nothing)).toEqual({ reason: 'unreadable' })
  const samples = Int16Array.from({ length: 8000 }, (_, i) => ((i * 7919) % 65_536) - 32_768)
  const wav = writeWav16(samples, 8000)
  const named = Buffer.concat([wav, Buffer.from('LIST\u0008\u0000\u0000\u0000INFOAna!')])
  expect(silenced(named, take, nothing)).toEqual({ bytes: wav })
  const stereo = Buffer.from(wav)
  stereo.writeUInt16LE(2, 22)
  stereo.writeUInt16LE(4, 32)
  expect(silenced(stereo, take, nothing)).toEqual({ reason: 'unreadable' })
})

test('FLAC is silenced like the same samples in WAV, and one that claims hours is refused', async () => {
  const take = { window_start: 0.5, window_end: 3.5 }
  const words = [{ text: 'Ana', start: 1, end: 2 }]
  const hiding = { words, hidden: new Set([0]) }
  const flac = await toneFlac()
  const audio = silenced(flac, take, hiding)
  expect(audio).toEqual(silenced(toneWav(4), take, hiding))
  const hours = Buffer.from(flac)
  // The number of samples: 36 bits from byte 21 on.
  hours.writeUInt32BE(0x04_00_00_00, 22)
  expect(silenced(hours, take, hiding)).toEqual({ reason: 'too_large' })
})
