import { createHash } from 'node:crypto'
import { beforeEach, expect, test, vi } from 'vitest'
import { keyOf, openStore } from '../outbox/fake-database.ts'
import { examinerOf } from '../outbox/sealed-store.ts'
import { createOutboxUploads } from '../outbox/upload-store.ts'
import { createCapturePair } from './capture-pair.ts'
import { facts, rate, sound } from './test-take.ts'
import { fakePage, joined, keptSamples, openWorker, untilKept } from './test-worker.ts'
import { toInt16, wavHeader } from './wav.ts'

beforeEach(() => {
  vi.stubGlobal('localStorage', { setItem() {} })
  return fakePage()
})

type Sound = typeof sound
const two = { hasExaminer: true } as const
/** Another sound, at the same frames. */
const beside: Sound = (first, length) => sound(first + 3_000_017, length).map((sample) => 0.5 * sample)
const hashOf = (samples: Int16Array) =>
  createHash('sha256')
    .update(new Uint8Array(wavHeader(samples.length, rate)))
    .update(new Uint8Array(samples.buffer, samples.byteOffset, samples.byteLength))
    .digest('hex')

const channels = async () => [joined(await keptSamples()), joined(await keptSamples(examinerOf('take')))] as const

/** Records from 1 s to 4 s. */
async function record(examinerAt: Sound, more = {}) {
  const worker = await openWorker()
  worker.feed(8000, sound, 80, examinerAt)
  worker.start(8000, null, { ...two, ...more })
  worker.feed(32_000, sound, 80, examinerAt)
  worker.stop(32_000)
  worker.feed(36_080, sound, 80, examinerAt)
  return { ...worker, take: (await worker.until('take')).take }
}

test('both channels are stored as they went in, from the same first frame to the same last one', async () => {
  const { take } = await record(beside)
  const [own, examiner] = await channels()
  expect(own).toEqual(toInt16(sound(4000, 32_000)))
  expect(examiner).toEqual(toInt16(beside(4000, 32_000)))
  expect(take).toMatchObject({ chunks: 8, totalSeconds: 4, window: { start: 0.5, end: 3.5 }, sha256: hashOf(own) })
  expect(take.examiner).toEqual({ chunks: 8, bytes: 44 + 2 * 32_000, sha256: hashOf(examiner) })
})

test('what is lost is lost on both channels at the same place', async () => {
  const { feed, skip, start, stop, until } = await openWorker()
  feed(8000, sound, 80, beside)
  start(8000, null, two)
  feed(12_000, sound, 80, beside)
  skip(12_800)
  feed(32_000, sound, 80, beside)
  stop(32_000)
  feed(36_080, sound, 80, beside)
  const { take } = await until('take')
  expect(take.gaps).toEqual([{ at: 1, length: 0.1 }])
  const withGap = (samplesAt: Sound) => {
    const samples = toInt16(samplesAt(4000, 32_000))
    samples.fill(0, 8000, 8800)
    return samples
  }
  expect(await channels()).toEqual([withGap(sound), withGap(beside)])
})

test.each([
  ['the sound of the first one', sound, 'same'],
  ['it, softer', ((first, length) => sound(first, length).map((sample) => sample / 4)) as Sound, 'same'],
  ['digital silence', ((_first, length) => new Float32Array(length)) as Sound, 'silent'],
  ['the noise of a cable', ((first, length) => beside(first, length).map((x) => x / 1000)) as Sound, 'silent'],
])('a second channel with %s is noticed and not kept', async (_, examinerAt, why) => {
  const { take } = await record(examinerAt)
  expect(take.examiner).toBe(why)
  const [own, examiner] = await channels()
  expect(own).toEqual(toInt16(sound(4000, 32_000)))
  expect(examiner).toHaveLength(0)
})

test('a take whose page does not ask for the second channel has one file', async () => {
  const { take } = await record(beside, { hasExaminer: undefined })
  expect(take.examiner).toBeUndefined()
  expect((await channels())[1]).toHaveLength(0)
})

test('the maximum duration and a lost microphone end both channels at the same frame', async () => {
  const limited = await openWorker()
  limited.feed(8000, sound, 80, beside)
  limited.start(8000, 16_000, two)
  limited.feed(40_000, sound, 80, beside)
  const { take } = await limited.until('take')
  expect(take).toMatchObject({ window: { start: 0.5, end: 2.5 }, totalSeconds: 3 })
  expect(await channels()).toEqual([toInt16(sound(4000, 24_000)), toInt16(beside(4000, 24_000))])

  const lost = await openWorker()
  lost.feed(8000, sound, 80, beside)
  lost.start(8000, null, { ...two, id: 'lost' })
  lost.feed(20_040, sound, 80, beside)
  lost.send({ type: 'interrupt', atFrame: null })
  await lost.until('take')
  expect(joined(await keptSamples('lost'))).toEqual(toInt16(sound(4000, 16_040)))
  expect(joined(await keptSamples(examinerOf('lost')))).toEqual(toInt16(beside(4000, 16_040)))
})

/** One block of the track with both channels. */
function blockOf(first: number, own: Sound): AudioData {
  const planes = [own(first, 80), beside(first, 80)]
  const block = {
    numberOfFrames: 80,
    numberOfChannels: 2,
    sampleRate: rate,
    close() {},
    copyTo: (target: Float32Array, { planeIndex }: { planeIndex: number }) => target.set(planes[planeIndex]!),
  }
  return block as unknown as AudioData // only the members that the worker reads
}

/** The participant is silent, as behind a noise gate. */
const withPause: Sound = (first, length) =>
  sound(first, length).map((sample, i) => (first + i >= 10_000 && first + i < 20_000 ? 0 : sample))
const dropped = (first: number) => (first < 12_000 ? first : first + 800)

test.each([
  ['dropped', sound, dropped, null],
  ['dropped in a pause of the participant', withPause, dropped, null],
  ['replaced with zeros', sound, (first: number) => first, [12_000, 12_400]],
] as const)('audio that the graph %s is taken from the track for both channels', async (_, own, placeOf, zeros) => {
  const { feed, start, stop, until, send } = await openWorker()
  const track = new TransformStream<AudioData, AudioData>(undefined, undefined, { highWaterMark: 1000 })
  send({ type: 'track', samples: track.readable, isTwoChannels: true })
  const writer = track.writable.getWriter()
  const graph =
    (source: Sound): Sound =>
    (first, length) =>
      source(placeOf(first), length).map((sample, i) =>
        zeros !== null && first + i >= zeros[0] && first + i < zeros[1] ? 0 : sample,
      )
  for (let at = 0; at < 40_000; at += 80) {
    await writer.write(blockOf(at, own))
    feed(at + 80, graph(own), 80, graph(beside))
    if (at === 7920) start(8000, null, two)
    if (at !== 35_920) continue
    stop(36_000)
    await untilKept(6)
  }
  for (let at = 40_000; at < 40_800; at += 80) await writer.write(blockOf(at, own))
  feed(40_080, graph(own), 80, graph(beside))
  await vi.advanceTimersByTimeAsync(1000)
  const { take } = await until('take')
  expect(take).toMatchObject({ gaps: [], proof: { completeness: 'verified' } })
  const [participant, examiner] = await channels()
  expect(take.mendedSeconds).toBeGreaterThan(0)
  expect(participant).toEqual(toInt16(own(4000, participant.length)))
  expect(examiner).toEqual(toInt16(beside(4000, examiner.length)))
  expect(examiner.length).toBe(participant.length)
})

test('a page that ends at any moment leaves both channels up to the same frame, and both are sent', async () => {
  const { feed, start } = await openWorker()
  feed(8000, sound, 80, beside)
  start(8000, null, { ...two, holder: 'gone' })
  feed(22_000, sound, 80, beside)
  await untilKept(2)
  const uploads = createOutboxUploads({ key: () => keyOf(1), holder: 'page' })
  const [found] = await uploads.load(new Set())
  if (found?.upload.kind !== 'take') throw new Error('one take was left')
  const { take } = found.upload
  const [own, examiner] = await channels()
  expect(own.length).toBe(examiner.length)
  expect(take).toMatchObject({ sha256: hashOf(own), examiner: { sha256: hashOf(examiner), bytes: take.bytes } })
  expect(take.settings.interrupted).toBe(true)
  const files = await uploads.audioOf(found.upload)
  expect(Buffer.from(await files.speech.arrayBuffer()).subarray(44)).toEqual(Buffer.from(own.buffer))
  expect(Buffer.from(await files.examiner!.arrayBuffer()).subarray(44)).toEqual(Buffer.from(examiner.buffer))
  // Nothing of either channel stays on the device.
  await uploads.delete('take')
  expect((await channels()).map(({ length }) => length)).toEqual([0, 0])
})

test('a second channel that a crash left in another length is left out, and the take is kept', async () => {
  const store = await openStore()
  await store.put('take', { kind: 'running', ...facts, ...two, holder: 'gone', windowStart: 0.5, gaps: [] })
  for (const index of [0, 1]) await store.append('take', index, toInt16(sound(4000 * index, 4000)).buffer)
  await store.append(examinerOf('take'), 0, toInt16(beside(0, 4000)).buffer)
  const [found] = await createOutboxUploads({ key: () => keyOf(1), holder: 'page' }).load(new Set())
  expect(found?.upload).toMatchObject({ kind: 'take', take: { chunks: 2, totalSeconds: 1 } })
  expect(found?.upload).not.toHaveProperty('take.examiner')
})

test('the chunks of both channels are written at once, whichever is full first', async () => {
  const written: string[][] = []
  const capture = createCapturePair(1000, {
    append: async (chunks) => void written.push(chunks.map(([id, index]) => `${id} ${index}`)),
    read: async () => new ArrayBuffer(0),
  })
  const batch = (first: number) => ({ first, samples: new Int16Array(50) })
  for (let at = 0; at < 1000; at += 50) capture.accept(batch(at), batch(at).samples)
  capture.start('a', 1000, null, true)
  for (let at = 1000; at < 2000; at += 50) capture.accept(batch(at), batch(at).samples)
  capture.stop(2000)
  for (let at = 2000; at < 2600; at += 50) capture.accept(batch(at), batch(at).samples)
  expect(await capture.finish(2500)).toMatchObject({ frames: 2000, examiner: { chunks: 4 } })
  expect(written).toEqual([0, 1, 2, 3].map((index) => [`a ${index}`, `a.examiner ${index}`]))
})

test('a microphone whose second channel cannot be mended keeps the first, and its own take', async () => {
  const capture = createCapturePair(1000, { append: async () => {}, read: async () => new ArrayBuffer(1000) })
  const batch = (first: number) => ({ first, samples: new Int16Array(50) })
  for (let at = 0; at < 1000; at += 50) capture.accept(batch(at), batch(at).samples)
  capture.start('a', 1000, null, true)
  for (let at = 1000; at < 2600; at += 50) capture.accept(batch(at), batch(at).samples)
  capture.stop(2000)
  // Both channels touch the same chunks, so that neither waits for the other in vain.
  capture.addMend({ at: 1200, removed: 0, samples: new Int16Array(10), examiner: new Int16Array(9) })
  const take = await capture.finish(2500)
  expect(take).toMatchObject({ frames: 2110 })
  expect(take).not.toHaveProperty('examiner')
})

test('a mend that knows only the first channel leaves silence on the second one, and ends', async () => {
  const written = new Map<string, ArrayBuffer>()
  const capture = createCapturePair(1000, {
    append: async (chunks) => {
      for (const [id, index, samples] of chunks) written.set(`${id} ${index}`, samples)
    },
    read: async (id, index) => written.get(`${id} ${index}`)!,
  })
  const batch = (first: number) => ({ first, samples: new Int16Array(50).fill(7) })
  for (let at = 0; at < 1000; at += 50) capture.accept(batch(at), batch(at).samples)
  capture.start('a', 1000, null, true)
  for (let at = 1000; at < 2600; at += 50) capture.accept(batch(at), batch(at).samples)
  capture.stop(2000)
  capture.addMend({ at: 1200, removed: 0, samples: new Int16Array(10).fill(9), examiner: null })
  expect(await capture.finish(2500)).toMatchObject({ frames: 2110, examiner: { chunks: 5 } })
  const mended = (id: string) => [...new Int16Array(written.get(`${id} 1`)!).subarray(198, 212)]
  expect(mended('a')).toEqual([7, 7, ...new Array(10).fill(9), 7, 7])
  expect(mended('a.examiner')).toEqual([7, 7, ...new Array(10).fill(0), 7, 7])
})

test('a disk that is full fails both channels', async () => {
  const full = new DOMException('full', 'QuotaExceededError')
  const capture = createCapturePair(1000, {
    append: () => Promise.reject(full),
    read: async () => new ArrayBuffer(0),
  })
  const batch = (first: number) => ({ first, samples: new Int16Array(50) })
  for (let at = 0; at < 1000; at += 50) capture.accept(batch(at), batch(at).samples)
  capture.start('a', 1000, null, true)
  for (let at = 1000; at < 2600; at += 50) capture.accept(batch(at), batch(at).samples)
  await expect(capture.finish(2500)).rejects.toBe(full)
})
