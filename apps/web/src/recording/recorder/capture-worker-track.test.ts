import { beforeEach, expect, test, vi } from 'vitest'
import { rate, sound } from './test-take.ts'
import { fakePage, joined, keptSamples, openWorker, untilKept } from './test-worker.ts'
import { toInt16 } from './wav.ts'

beforeEach(fakePage)

type Sound = typeof sound

/** One block of the track, on two channels whose mean is the sound. */
function blockOf(samples: Float32Array, sampleRate: number, close: () => void): AudioData {
  const block = {
    numberOfFrames: samples.length,
    numberOfChannels: 2,
    sampleRate,
    close,
    copyTo(target: Float32Array, { planeIndex }: { planeIndex: number }) {
      target.set(samples.map((sample) => (planeIndex === 0 ? 2 * sample : 0)))
    },
  }
  return block as unknown as AudioData // only the members that the worker reads
}

/** The graph drops 0.1 s and keeps numbering, so everything after the drop is early. */
const dropping =
  (from: number): Sound =>
  (first, length) =>
    sound(first < from ? first : first + 800, length)

/** The graph replaces these frames with zeros. */
const silencing =
  (from: number, to: number, original: Sound): Sound =>
  (first, length) =>
    original(first, length).map((sample, i) => (first + i >= from && first + i < to ? 0 : sample))

/** Records from 1 s to 4.5 s, or to the maximum duration. */
async function recordBesideTrack({
  track: heardByTrack = sound,
  graph = sound,
  trackFrom = 0,
  trackAhead = 0,
  lateFrom = Infinity,
  trackRate = rate,
  pausedAt = Infinity,
  maxFrames = null as number | null,
}) {
  const { feed, start, stop, until, send, flushes } = await openWorker()
  const track = new TransformStream<AudioData, AudioData>(undefined, undefined, { highWaterMark: 1000 })
  send({ type: 'track', samples: track.readable, isTwoChannels: false })
  const writer = track.writable.getWriter()
  let opened = 0
  function deliver(first: number) {
    if (first < trackFrom) return
    opened++
    return writer.write(blockOf(heardByTrack(first, 80), trackRate, () => opened--))
  }
  for (let at = 0; at < trackAhead; at += 80) await deliver(at)
  for (let at = 0; at < 40_000; at += 80) {
    if (at === pausedAt) vi.advanceTimersByTime(600)
    if (at < lateFrom) await deliver(at + trackAhead)
    feed(at + 80, graph)
    if (at === 7920) start(8000, maxFrames)
    if (at !== 35_920) continue
    if (maxFrames === null) stop(36_000)
    await untilKept(6)
  }
  for (let at = Math.min(40_000 + trackAhead, lateFrom); at < 40_800; at += 80) await deliver(at)
  feed(40_080, graph)
  await vi.advanceTimersByTimeAsync(1000)
  const { take } = await until('take')
  expect(opened).toBe(0)
  return { take, flushedAt: flushes.map(({ frame }) => frame) }
}

test('audio that the graph dropped silently is taken from the track', async () => {
  const { take } = await recordBesideTrack({ graph: dropping(12_000) })
  expect(take).toMatchObject({ gaps: [], mendedSeconds: 0.1, lostSeconds: 0, window: { start: 0.5, end: 4.1 } })
  expect(take.proof).toEqual({ completeness: 'verified', resolutionSeconds: null })
  expect(joined(await keptSamples())).toEqual(toInt16(sound(4000, 36_800)))
})

test('zeros that the graph inserted are replaced by the audio of the track, and are no gap', async () => {
  const { take } = await recordBesideTrack({ graph: silencing(12_000, 12_400, sound) })
  expect(take).toMatchObject({ gaps: [], mendedSeconds: 0.05, window: { start: 0.5, end: 4 } })
  expect(joined(await keptSamples())).toEqual(toInt16(sound(4000, 36_000)))
})

test('the end of a take waits for a late track', async () => {
  const { take } = await recordBesideTrack({ graph: dropping(38_000), lateFrom: 37_600 })
  expect(take).toMatchObject({ gaps: [], mendedSeconds: 0.1, window: { start: 0.5, end: 4 } })
  expect(joined(await keptSamples())).toEqual(toInt16(sound(4000, 36_800)))
})

test('a track at another rate is not compared', async () => {
  const { take } = await recordBesideTrack({ graph: dropping(12_000), trackRate: 2 * rate })
  expect(take.proof).toEqual({ completeness: 'by_clock', resolutionSeconds: 0.1 })
  expect(take).toMatchObject({ mendedSeconds: 0, window: { start: 0.5, end: 4 } })
})

test('audio restored from the track counts towards the maximum duration', async () => {
  const { take, flushedAt } = await recordBesideTrack({ graph: dropping(12_000), maxFrames: 24_000 })
  expect(flushedAt).toEqual([36_000, 35_200])
  expect(take).toMatchObject({ mendedSeconds: 0.1, window: { start: 0.5, end: 3.5 }, totalSeconds: 4 })
})

test('in a tone, where the place of a loss is not certain, zeros and lost frames are a gap and nothing is restored', async () => {
  const tone: Sound = (first, length) => Float32Array.from({ length }, (_, i) => sound((first + i) % 80, 1)[0]!)
  const later: Sound = (first, length) => tone(first < 12_000 ? first : first + 40, length)
  const { take } = await recordBesideTrack({ track: tone, trackAhead: 400, graph: silencing(12_000, 12_020, later) })
  expect(take).toMatchObject({
    mendedSeconds: 0,
    lostSeconds: 40 / rate,
    window: { start: 0.5, end: 4 },
    gaps: [{ at: 1, length: 60 / rate }],
  })
})

test('a take begins no earlier than the track was compared', async () => {
  const { take } = await recordBesideTrack({ trackFrom: 6000 })
  expect(take).toMatchObject({ gaps: [], window: { start: 0.25, end: 3.75 } })
})

test.each([
  ['during a take', 16_000, 1.5],
  ['in its last second', 33_600, 3.7],
])('time that passes without frames of track and graph %s is lost once', async (_, pausedAt, seconds) => {
  const { take } = await recordBesideTrack({ pausedAt })
  expect(take.gaps).toMatchObject([{ at: expect.closeTo(seconds, 1), length: expect.closeTo(0.6, 2) }])
  expect(take.lostSeconds).toBe(take.gaps[0]!.length)
})
