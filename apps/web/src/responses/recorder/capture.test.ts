import { expect, test } from 'vitest'
import { createCapture } from './capture.ts'

const rate = 1000
/** The sample of each frame tells its number. */
const batch = (first: number, length: number) => ({ first, samples: Int16Array.from({ length }, (_, i) => first + i) })
const samplesOf = (chunks: ArrayBuffer[]) => chunks.flatMap((chunk) => [...new Int16Array(chunk)])
const range = (from: number, to: number) => Array.from({ length: to - from }, (_, i) => from + i)

function setUp() {
  const chunks: ArrayBuffer[] = []
  const capture = createCapture(rate, {
    async append(_id, index, samples) {
      chunks[index] = samples
    },
    read: async (_id, index) => chunks[index]!,
  })
  return {
    chunks,
    capture,
    feed: (from: number, to: number, by = 50) => {
      for (let at = from; at < to; at += by) capture.accept(batch(at, Math.min(by, to - at)))
    },
  }
}

test('a take holds half a second before and after its marks, every frame once', async () => {
  const { capture, chunks, feed } = setUp()
  feed(0, 2000)
  capture.start('a', 1990, null)
  feed(2000, 5000)
  expect(capture.stop(5010)).toBe(5510)
  feed(5000, 6000)
  const take = await capture.finish(5550)
  expect(samplesOf(chunks)).toEqual(range(1490, 5510))
  expect(take).toMatchObject({ totalSeconds: 4.02, window: { start: 0.5, end: 3.52 }, gaps: [], lostSeconds: 0 })
  expect(chunks.map((chunk) => chunk.byteLength / 2)).toEqual([...new Array(8).fill(500), 20])
  expect(take).toMatchObject({ chunks: 9, frames: 4020 })
})

test('what was lost just before the click is a gap of the take, too', async () => {
  const { capture, feed } = setUp()
  feed(0, 2000)
  capture.addLoss({ at: 300, length: 20 })
  capture.addLoss({ at: 1700, length: 30 })
  capture.addHole({ at: 1800, length: 10 })
  capture.start('a', 2000, null)
  feed(2000, 3500)
  capture.stop(3000)
  const take = await capture.finish(3500)
  expect(take!.gaps).toEqual([
    { at: 0.2, length: 0.03 },
    { at: 0.3, length: 0.01 },
  ])
})

test('right after the microphone opened there is less before the first mark', async () => {
  const { capture, chunks, feed } = setUp()
  feed(640, 840)
  capture.start('a', 830, null)
  feed(840, 2000)
  capture.stop(1500)
  feed(2000, 2100)
  const take = await capture.finish(2000)
  expect(take!.window).toEqual({ start: 0.19, end: 0.86 })
  expect(samplesOf(chunks)[0]).toBe(640)
})

test('a file does not begin with what may lack something, but always before its click', async () => {
  const { capture, chunks, feed } = setUp()
  feed(0, 1000)
  capture.trustFrom(700)
  capture.start('a', 900, null)
  capture.stop(950)
  feed(1000, 1500)
  expect((await capture.finish(1450))!.window.start).toBe(0.2)
  expect(samplesOf(chunks)[0]).toBe(700)
  capture.trustFrom(1400)
  capture.start('b', 1300, null)
  capture.stop(1350)
  expect((await capture.finish(1450))!.window.start).toBe(0)
  expect(samplesOf(chunks)[0]).toBe(1300)
})

test('a click that a busy page reports late is marked where it happened', async () => {
  const { capture, chunks, feed } = setUp()
  feed(0, 3000)
  capture.start('a', 2600, null)
  feed(3000, 6000)
  capture.stop(5200)
  const take = await capture.finish(6000)
  expect(take!.window).toEqual({ start: 0.5, end: 3.1 })
  expect(samplesOf(chunks)).toEqual(range(2100, 6000))
})

test('missing frames are zeros at their place and a gap', async () => {
  const { capture, chunks, feed } = setUp()
  feed(0, 2000)
  capture.start('a', 2000, null)
  feed(2000, 2500)
  feed(2730, 2900)
  feed(2950, 4000)
  capture.stop(3000)
  const take = await capture.finish(4000)
  expect(take!.gaps).toEqual([
    { at: 1, length: 0.23 },
    { at: 1.4, length: 0.05 },
  ])
  const samples = samplesOf(chunks)
  expect(samples.slice(999, 1232)).toEqual([2499, ...new Array(230).fill(0), 2730, 2731])
  expect(samples.length).toBe(2500)
})

test('frames that were counted but never came are a gap at the end', async () => {
  const { capture, feed } = setUp()
  feed(0, 1000)
  capture.start('a', 1000, null)
  feed(1000, 1400)
  capture.stop(1200)
  const take = await capture.finish(1700)
  expect(take!.gaps).toEqual([{ at: 0.9, length: 0.3 }])
  expect(take!.totalSeconds).toBe(1.2)
})

test('a batch that comes twice is written once', async () => {
  const { capture, chunks, feed } = setUp()
  feed(0, 1000)
  capture.start('a', 1000, null)
  feed(1000, 1200)
  feed(1100, 1800)
  capture.stop(1200)
  await capture.finish(1800)
  expect(samplesOf(chunks)).toEqual(range(500, 1800))
})

test('the limit ends a take to the frame', async () => {
  const { capture, feed } = setUp()
  feed(0, 1000)
  expect(capture.start('a', 900, 3000)).toBe(4400)
  feed(1000, 3900)
  expect([capture.limitReached(), capture.elapsedSeconds()]).toEqual([true, 3])
  feed(3900, 5000)
  expect(capture.elapsedSeconds()).toBe(3)
  const take = await capture.finish(4480)
  expect(take).toMatchObject({ totalSeconds: 4, window: { start: 0.5, end: 3.5 } })
})

test('an interrupted take ends where the microphone fell silent', async () => {
  const { capture, feed } = setUp()
  feed(0, 1000)
  capture.start('a', 1000, null)
  feed(1000, 3000)
  capture.interrupt(2400)
  const take = await capture.finish(null)
  expect(take).toMatchObject({ totalSeconds: 2.5, window: { start: 0.5, end: 1.9 }, gaps: [] })
})

test('a take interrupted before its first frame is empty, not negative', async () => {
  const { capture, feed } = setUp()
  feed(0, 1000)
  capture.start('a', 1030, null)
  capture.interrupt(null)
  const take = await capture.finish(null)
  expect(take).toMatchObject({ window: { start: 0.47, end: 0.47 }, totalSeconds: 0.47 })
})

test('holes and losses are listed among the gaps; what came after all is taken back', async () => {
  const { capture, feed } = setUp()
  feed(0, 1000)
  capture.start('a', 1000, null)
  feed(1000, 3000)
  capture.addLoss({ at: 2500, length: 100 })
  capture.addHole({ at: 1500, length: 20 })
  capture.addHole({ at: 100, length: 20 })
  capture.addLoss({ at: 2800, length: 60 })
  capture.addLoss({ at: 2900, length: -70 })
  capture.stop(2400)
  const take = await capture.finish(3000)
  expect(take!.gaps).toEqual([
    { at: 1, length: 0.02 },
    { at: 2, length: 0.09 },
  ])
  expect(take!.lostSeconds).toBe(0.09)
})

test('what the browser says that it dropped is a gap, unless it shows as one already', async () => {
  const { capture, feed } = setUp()
  feed(0, 1000)
  capture.start('a', 1000, null)
  feed(1000, 3000)
  feed(3100, 9000)
  capture.addDrop({ from: 2700, to: 3200, length: 100 })
  capture.addDrop({ from: 6000, to: 6500, length: 30 })
  capture.stop(8000)
  expect((await capture.finish(8500))!.gaps).toEqual([
    { at: 2.5, length: 0.1 },
    { at: 5.5, length: 0.03 },
  ])
})

const mendAt = (at: number, removed: number, from: number, to: number) => ({
  ...{ at, removed },
  samples: Int16Array.from(range(from, to)),
})

test('what the graph dropped is put in where it was, and marks and gaps move with it', async () => {
  const { capture, chunks, feed } = setUp()
  feed(0, 1000)
  capture.addMend(mendAt(800, 0, -40, -20)) // before the first mark, behind the file's beginning
  capture.addMend(mendAt(300, 0, -40, -20)) // before the file
  capture.start('a', 1000, null)
  feed(1000, 2000)
  capture.addMend(mendAt(1495, 10, -7, 0)) // over two chunks
  capture.addHole({ at: 1700, length: 30 })
  capture.stop(2000)
  feed(2000, 3000)
  capture.addMend(mendAt(2100, 0, -100, -50))
  const take = await capture.finish(2500)
  expect(samplesOf(chunks)).toEqual([
    ...[...range(500, 800), ...range(-40, -20), ...range(800, 1495), ...range(-7, 0), ...range(1505, 2100)],
    ...[...range(-100, -50), ...range(2100, 2500)],
  ])
  expect(take).toMatchObject({
    ...{ frames: 2067, totalSeconds: 2.067, window: { start: 0.52, end: 1.517 }, mendedSeconds: 0.08 },
    gaps: [{ at: 1.217, length: 0.03 }],
    lostSeconds: 0,
  })
})

test('zeros from before the file to within it are mended within it', async () => {
  const { capture, chunks, feed } = setUp()
  feed(0, 1000)
  capture.addMend(mendAt(480, 50, -60, 0))
  capture.start('a', 1000, null)
  feed(1000, 1500)
  capture.stop(1400)
  feed(1500, 1850)
  capture.addMend(mendAt(1880, 40, -10, 30))
  feed(1850, 2000)
  const take = await capture.finish(1900)
  expect(samplesOf(chunks)).toEqual([...range(-30, 0), ...range(530, 1880), ...range(-10, 10)])
  expect(take).toMatchObject({ frames: 1400, window: { start: 0.5, end: 0.9 }, gaps: [] })
})

test('a gap that reaches into the file is told as far as it does', async () => {
  const { capture, feed } = setUp()
  feed(0, 1000)
  capture.addHole({ at: 480, length: 50 })
  capture.start('a', 1000, null)
  feed(1000, 1500)
  capture.stop(1400)
  feed(1500, 2000)
  expect((await capture.finish(1900))!.gaps).toEqual([{ at: 0, length: 0.03 }])
})

test('until a take has ended, what is to be mended is a gap', async () => {
  const { capture, feed } = setUp()
  feed(0, 1000)
  capture.start('a', 1000, null)
  feed(1000, 2000)
  capture.addMend(mendAt(1600, 5, -20, 0))
  expect(capture.soFar().gaps).toEqual([{ at: 1.1, length: 0.02 }])
})

test('what a crash would leave to be known is known at every moment', async () => {
  const { capture, feed } = setUp()
  feed(0, 2000)
  capture.start('a', 1990, null)
  feed(2000, 2500)
  feed(2730, 2900)
  expect(capture.soFar()).toEqual({ windowStart: 0.5, gaps: [{ at: 1.01, length: 0.23 }] })
})

test('a store that fails makes the take fail, not vanish', async () => {
  const capture = createCapture(rate, {
    append: () => Promise.reject(new Error('full')),
    read: () => Promise.reject(new Error('full')),
  })
  capture.accept(batch(0, 1000))
  capture.start('a', 1000, null)
  capture.accept(batch(1000, 3000))
  capture.stop(3000)
  await expect(capture.finish(4000)).rejects.toThrow('full')
})

test('the longest duration is counted with what is put in, to the frame', async () => {
  const { capture, feed } = setUp()
  feed(0, 1000)
  expect(capture.start('a', 1000, 2000)).toBe(3500)
  feed(1000, 2000)
  expect(capture.addMend(mendAt(1500, 0, -300, 0))).toBe(3200)
  expect(capture.elapsedSeconds()).toBe(1.3)
  expect(capture.addMend(mendAt(1800, 100, -60, 0))).toBe(3240)
  feed(2000, 2700)
  expect(capture.limitReached()).toBe(false)
  feed(2700, 3000)
  expect(capture.limitReached()).toBe(true)
  expect(capture.elapsedSeconds()).toBe(2)
  feed(3000, 3300)
  capture.addMend(mendAt(2600, 0, -40, 0)) // known only after the end was reached
  const take = await capture.finish(3240)
  expect(take!.window).toEqual({ start: 0.5, end: 2.5 })
})

test('however late a page is to stop, the window ends at the longest duration', async () => {
  const { capture, feed } = setUp()
  feed(0, 1000)
  capture.start('a', 1000, 2000)
  feed(1000, 9000)
  expect(capture.stop(9000)).toBe(3500)
  const take = await capture.finish(3500)
  expect(take!.window).toEqual({ start: 0.5, end: 2.5 })
})

test('gaps never overlap: zeros are counted once, what is missing adds to them', async () => {
  const { capture, feed } = setUp()
  feed(0, 1000)
  capture.start('a', 1000, null)
  feed(1000, 4000)
  capture.addHole({ at: 1500, length: 400 })
  capture.addHole({ at: 1700, length: 300 })
  capture.addLoss({ at: 1600, length: 50 })
  capture.addHole({ at: 2020, length: 80 })
  capture.stop(3000)
  const take = await capture.finish(3500)
  expect(take!.gaps).toEqual([{ at: 1, length: 0.63 }])
})
