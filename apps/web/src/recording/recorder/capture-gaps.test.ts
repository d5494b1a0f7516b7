import { expect, test } from 'vitest'
import { openTestCapture, range, samplesOf } from './test-capture.ts'

const mendAt = (at: number, removed: number, from: number, to: number) => ({
  at,
  removed,
  samples: Int16Array.from(range(from, to)),
})

test('frames lost just before the click are a gap of the take, too', async () => {
  const { capture, feed } = openTestCapture()
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

test('missing frames are zeros at their place and a gap', async () => {
  const { capture, chunks, feed } = openTestCapture()
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

test('frames that were counted but never arrived are a gap at the end', async () => {
  const { capture, record } = openTestCapture()
  record(1400)
  capture.stop(1200)
  const take = await capture.finish(1700)
  expect(take!.gaps).toEqual([{ at: 0.9, length: 0.3 }])
  expect(take!.totalSeconds).toBe(1.2)
})

test('holes and losses are listed among the gaps; late arrivals are taken back', async () => {
  const { capture, record } = openTestCapture()
  record(3000)
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

test('audio that the browser reports as dropped is a gap, unless it already shows as one', async () => {
  const { capture, feed, record } = openTestCapture()
  record(3000)
  feed(3100, 9000)
  capture.addDrop({ from: 2700, to: 3200, length: 100 })
  capture.addDrop({ from: 6000, to: 6500, length: 30 })
  capture.stop(8000)
  expect((await capture.finish(8500))!.gaps).toEqual([
    { at: 2.5, length: 0.1 },
    { at: 5.5, length: 0.03 },
  ])
})

test('audio that the graph dropped is inserted at its place, and marks and gaps move with it', async () => {
  const { capture, chunks, feed } = openTestCapture()
  feed(0, 1000)
  capture.addMend(mendAt(800, 0, -40, -20)) // before the first mark, after the file's beginning
  capture.addMend(mendAt(300, 0, -40, -20)) // before the file
  capture.start('a', 1000, null)
  feed(1000, 2000)
  capture.addMend(mendAt(1495, 10, -7, 0)) // across two chunks
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
    frames: 2067,
    totalSeconds: 2.067,
    window: { start: 0.52, end: 1.517 },
    mendedSeconds: 0.08,
    gaps: [{ at: 1.217, length: 0.03 }],
    lostSeconds: 0,
  })
})

test('zeros that begin before the file are mended within it', async () => {
  const { capture, chunks, feed } = openTestCapture()
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

test('a gap that begins before the file is reported only within it', async () => {
  const { capture, feed } = openTestCapture()
  feed(0, 1000)
  capture.addHole({ at: 480, length: 50 })
  capture.start('a', 1000, null)
  feed(1000, 1500)
  capture.stop(1400)
  feed(1500, 2000)
  expect((await capture.finish(1900))!.gaps).toEqual([{ at: 0, length: 0.03 }])
})

test('until a take has ended, pending mends are reported as gaps', async () => {
  const { capture, record } = openTestCapture()
  record(2000)
  capture.addMend(mendAt(1600, 5, -20, 0))
  expect(capture.soFar().gaps).toEqual([{ at: 1.1, length: 0.02 }])
})

test('the facts that a crash would leave are known at every moment', async () => {
  const { capture, feed } = openTestCapture()
  feed(0, 2000)
  capture.start('a', 1990, null)
  feed(2000, 2500)
  feed(2730, 2900)
  expect(capture.soFar()).toEqual({ windowStart: 0.5, gaps: [{ at: 1.01, length: 0.23 }] })
})

test('the maximum duration includes inserted frames, to the frame', async () => {
  const { capture, feed } = openTestCapture()
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
  capture.addMend(mendAt(2600, 0, -40, 0)) // arrives only after the end was reached
  const take = await capture.finish(3240)
  expect(take!.window).toEqual({ start: 0.5, end: 2.5 })
})

test('gaps never overlap: zeros are counted once, missing frames add to them', async () => {
  const { capture, record } = openTestCapture()
  record(4000)
  capture.addHole({ at: 1500, length: 400 })
  capture.addHole({ at: 1700, length: 300 })
  capture.addLoss({ at: 1600, length: 50 })
  capture.addHole({ at: 2020, length: 80 })
  capture.stop(3000)
  const take = await capture.finish(3500)
  expect(take!.gaps).toEqual([{ at: 1, length: 0.63 }])
})

test('a loss that is found when its piece is settled is a gap at the start of the next one', async () => {
  const { capture, feed, record } = openTestCapture()
  record(3000)
  const first = capture.roll('b')
  expect((await first.settle()).gaps).toEqual([])
  feed(3000, 4000)
  capture.addLoss({ at: 2900, length: 300 })
  // A hundred frames were only late.
  capture.addLoss({ at: 3900, length: -100 })
  capture.stop(4000)
  feed(4000, 4500)
  expect((await capture.finish(4500))?.gaps).toEqual([{ at: 0, length: 0.2 }])
})
