import { createHash } from 'node:crypto'
import { beforeEach, expect, onTestFinished, test, vi } from 'vitest'
import { openOutbox } from '../outbox/database.ts'
import { openStore } from '../outbox/fake-database.ts'
import { facts, rate, sound } from './test-take.ts'
import { fakePage, joined, keptSamples, openWorker, untilKept } from './test-worker.ts'
import { toInt16, wavHeader } from './wav.ts'

beforeEach(fakePage)

test('a take is kept to the sample, half a second before and after its marks, with the hash of its file', async () => {
  const { feed, start, stop, until } = await openWorker()
  feed(8000)
  start(7900)
  feed(16_000)
  stop(15_900)
  feed(24_000)
  const { take } = await until('take')
  const chunks = await keptSamples()
  const samples = joined(chunks)
  expect(samples).toEqual(toInt16(sound(3900, 16_000)))
  expect(chunks.map(({ length }) => length)).toEqual([4000, 4000, 4000, 4000])
  expect(take).toEqual({
    chunks: 4,
    totalSeconds: 2,
    window: { start: 0.5, end: 1.5 },
    gaps: [],
    lostSeconds: 0,
    mendedSeconds: 0,
    proof: { completeness: 'by_clock', resolutionSeconds: 0.1 },
    bytes: 44 + 32_000,
    sha256: expect.stringMatching(/^[0-9a-f]{64}$/),
  })
  const file = createHash('sha256')
    .update(new Uint8Array(wavHeader(16_000, rate)))
    .update(samples)
  expect(take.sha256).toBe(file.digest('hex'))
})

test('a crash leaves the facts of a take, including the start of its window', async () => {
  const { feed, start, stop, until } = await openWorker()
  feed(8000)
  start(7500)
  feed(12_000)
  stop(12_000)
  feed(16_000)
  await until('take')
  const running = { ...facts, kind: 'running', windowStart: 0.5, gaps: [] }
  expect(await (await openStore()).records()).toEqual([running])
})

test('lost frames are stored beside the samples while the take runs', async () => {
  const { feed, skip, start, stop, until } = await openWorker()
  feed(8000)
  start(8000)
  feed(12_000)
  skip(14_000)
  feed(20_000)
  const gaps = [{ at: 1, length: 0.25 }]
  await untilKept(3)
  expect(await (await openStore()).records()).toMatchObject([{ kind: 'running', windowStart: 0.5, gaps }])
  stop(20_000)
  feed(28_000)
  expect((await until('take')).take).toMatchObject({ gaps, lostSeconds: 0, totalSeconds: 2.5 })
})

test('a quantum that the browser delivered twice is a gap', async () => {
  const { feed, start, stop, until } = await openWorker()
  const late = 100 * 128
  const feedTo = (to: number) =>
    feed(to, (first, length) => (first + length <= late ? sound(first, length) : sound(first - 128, length)), 128)
  feedTo(8064)
  start(8064)
  feedTo(16_128)
  stop(16_128)
  feedTo(24_192)
  expect((await until('take')).take).toMatchObject({
    gaps: [{ at: (late - 4064) / rate, length: 128 / rate }],
    lostSeconds: 0,
  })
})

test('time that passes without counted frames is lost by the clock', async () => {
  const { feed, start, stop, until } = await openWorker()
  feed(8000)
  start(8000)
  feed(16_000)
  vi.advanceTimersByTime(400)
  feed(32_000)
  await untilKept(6)
  const [running] = await (await openStore()).records()
  stop(32_000)
  feed(40_000)
  const { take } = await until('take')
  expect(take.gaps).toMatchObject([{ at: expect.closeTo(1.5, 1), length: expect.closeTo(0.4, 2) }])
  expect(take.lostSeconds).toBe(take.gaps[0]!.length)
  expect(running).toMatchObject({ gaps: take.gaps })
})

test('time lost in the last second of a take is found when it ends', async () => {
  const { feed, start, stop, until } = await openWorker()
  feed(8000)
  start(8000)
  feed(10_000)
  vi.advanceTimersByTime(400)
  feed(12_000)
  stop(12_000)
  feed(16_000)
  const { take } = await until('take')
  expect(take.gaps).toMatchObject([{ at: expect.closeTo(0.75, 1), length: expect.closeTo(0.4, 2) }])
  expect(take.lostSeconds).toBe(take.gaps[0]!.length)
})

test('zeros inserted by the browser are a gap', async () => {
  const { feed, start, stop, until } = await openWorker()
  feed(8000)
  start(8000)
  feed(12_000)
  feed(12_400, (_, length) => new Float32Array(length))
  feed(24_000)
  stop(24_000)
  feed(32_000)
  expect((await until('take')).take).toMatchObject({ gaps: [{ at: 1, length: 0.05 }], totalSeconds: 3 })
})

test('audio that the browser reports as dropped is a gap, unless it already shows as one', async () => {
  const { feed, skip, start, stop, until, send } = await openWorker()
  feed(8000)
  start(8000)
  feed(16_000)
  send({ type: 'dropped', from: 12_000, to: 16_000, seconds: 0.03 })
  feed(32_000)
  skip(32_800)
  feed(36_000)
  send({ type: 'dropped', from: 32_000, to: 36_000, seconds: 0.1 })
  feed(40_000)
  stop(40_000)
  feed(48_000)
  expect((await until('take')).take.gaps).toEqual([
    { at: 1, length: 0.03 },
    { at: 3.5, length: 0.1 },
  ])
})

test('the maximum duration ends a take to the frame, and is reported before the post-roll arrives', async () => {
  const { feed, start, until, of } = await openWorker()
  feed(8000)
  start(8000, 12_345)
  feed(8000 + 12_320)
  expect(of('limit')).toEqual([])
  feed(8000 + 12_400)
  expect(of('limit')).toHaveLength(1)
  feed(40_000)
  const { take } = await until('take')
  expect(take).toMatchObject({ window: { start: 0.5, end: 0.5 + 12_345 / rate }, totalSeconds: 1 + 12_345 / rate })
  expect(of('limit')).toHaveLength(1)
})

test('a click before the maximum duration ends the take, and no limit is reported', async () => {
  const { feed, start, stop, until, of } = await openWorker()
  feed(8000)
  start(8000, 16_000)
  feed(12_000)
  stop(12_000)
  feed(40_000)
  expect((await until('take')).take).toMatchObject({ window: { start: 0.5, end: 1 }, totalSeconds: 1.5 })
  expect([of('limit').length, of('take').length]).toEqual([0, 1])
})

test('the answer to a replaced flush ends nothing', async () => {
  const { feed, start, stop, until, answer } = await openWorker()
  feed(8000)
  start(8000, 16_000)
  feed(12_000)
  stop(12_000)
  answer(1)
  await untilKept(1)
  feed(20_000)
  expect((await until('take')).take).toMatchObject({ totalSeconds: 1.5, gaps: [] })
})

test('an interrupted take ends at the last sound, without a flush of the worklet', async () => {
  const { feed, start, until, send, of } = await openWorker()
  feed(8000)
  start(8000, 80_000)
  feed(16_000)
  send({ type: 'interrupt', atFrame: 14_000 })
  const { take } = await until('take')
  expect(take).toMatchObject({ window: { start: 0.5, end: 1.25 }, totalSeconds: 1.5 })
  expect(joined(await keptSamples())).toEqual(toInt16(sound(4000, 12_000)))
  feed(96_000)
  expect([of('limit').length, of('take').length, of('failed').length]).toEqual([0, 1, 0])
})

test('the worklet is asked for its count at the end of the take only, and not without a take', async () => {
  const { feed, start, stop, flushes } = await openWorker()
  feed(8000)
  stop(8000)
  start(8000)
  feed(12_000)
  expect(flushes).toEqual([])
  stop(12_000)
  expect(flushes).toEqual([{ type: 'flush', id: expect.any(Number), frame: 16_000 }])
})

test('a take with a chunk that is no longer stored fails and is not delivered', async () => {
  const { feed, start, stop, until, of } = await openWorker()
  feed(8000)
  start(8000)
  feed(16_000)
  await untilKept(2)
  await (await openOutbox()).delete('chunks', ['take', 1])
  stop(16_000)
  feed(20_000)
  expect(await until('failed')).toEqual({ type: 'failed', message: expect.stringContaining('Error') })
  expect(of('take')).toEqual([])
})

test('levels start after half a second and come twenty times a second, with the time since the mark', async () => {
  const { feed, start, of } = await openWorker()
  feed(3920)
  expect(of('level')).toEqual([])
  feed(12_000)
  expect(of('level')).toHaveLength(20)
  expect(of('level').at(-1)).toMatchObject({ elapsedSeconds: 0 })
  expect(of('level').at(-1)!.level).toBeCloseTo(0.3, 2)
  start(12_000)
  feed(20_000)
  expect(of('level')).toHaveLength(40)
  expect(of('level').at(-1)!.elapsedSeconds).toBeCloseTo(1, 1)
})

test('a microphone that was delivering is reported as stalled after a second without frames, once', async () => {
  const { feed, of } = await openWorker()
  vi.advanceTimersByTime(5000)
  expect(of('stalled')).toEqual([])
  feed(800)
  vi.advanceTimersByTime(740)
  expect(of('stalled')).toEqual([])
  vi.advanceTimersByTime(5000)
  expect(of('stalled')).toHaveLength(1)
  feed(1600)
  vi.advanceTimersByTime(1000)
  expect(of('stalled')).toHaveLength(2)
})

test('listening returns the next samples and stores nothing', async () => {
  const { feed, send, of } = await openWorker()
  feed(8000)
  send({ type: 'listen', seconds: 0.255 })
  feed(16_000)
  expect(of('heard').map(({ samples }) => samples)).toEqual([sound(8000, 2040)])
  expect(await (await openStore()).records()).toEqual([])
  expect(await keptSamples()).toEqual([])
})

test.each([
  ['QuotaExceededError', true],
  ['InvalidStateError', false],
])('a store that fails with %s is reported, with whether the device is full', async (name, isFull) => {
  const put = vi.spyOn(IDBObjectStore.prototype, 'put').mockImplementation(() => {
    throw new DOMException('', name)
  })
  onTestFinished(() => put.mockRestore())
  const { feed, start, until, of } = await openWorker()
  feed(8000)
  start(8000)
  expect(await until('unkept')).toEqual({ type: 'unkept', isFull })
  expect(of('take')).toEqual([])
})
