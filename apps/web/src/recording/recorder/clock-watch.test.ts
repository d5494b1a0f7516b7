import { expect, test } from 'vitest'
import { type ClockLoss, createClockWatch, createWakingClock } from './clock-watch.ts'

const batchSeconds = 0.02

/** Plays `count` batches. `lateBy` is each batch's delay, `drift` how much slower the device's crystal is. */
function play(lateBy: (i: number) => number, count = 500, drift = 0): ClockLoss[] {
  const watch = createClockWatch()
  return Array.from({ length: count }, (_, i) => {
    const heard = i * batchSeconds
    return watch.observe(heard, 100 + heard * (1 + drift) + lateBy(i))
  }).filter((loss) => loss !== null)
}

test('a temporary delay is no loss', () => {
  expect(play((i) => 0.01 + 0.2 * Math.abs(Math.sin(i)) + (i === 300 ? 0.4 : 0))).toEqual([])
})

test('crystals may differ by 0.05 %', () => {
  expect(play(() => 0, 30_000, 0.0005)).toEqual([])
  expect(play(() => 0, 30_000, -0.0005)).toEqual([])
})

test('a lasting delay is a loss at the point where it began', () => {
  const losses = play((i) => (i >= 230 ? 0.3 : 0))
  expect(losses.length).toBe(1)
  expect(losses[0]!.lostSeconds).toBeCloseTo(0.3, 3)
  expect(losses[0]!.atSeconds).toBeCloseTo(230 * batchSeconds, 6)
})

test('small losses add up until they are detected', () => {
  const lost = play((i) => 0.03 * Math.floor(i / 50)).reduce((sum, loss) => sum + loss.lostSeconds, 0)
  expect(lost).toBeGreaterThan(0.15)
  expect(lost).toBeLessThan(0.3)
})

test('a loss is taken back when the frames arrive after all', () => {
  const losses = play((i) => (i >= 150 && i < 260 ? 0.5 : 0))
  expect(losses.length).toBeGreaterThan(1)
  expect(losses.reduce((sum, loss) => sum + loss.lostSeconds, 0)).toBeCloseTo(0, 2)
})

test('the clock continues while the computer sleeps, and ignores a small change of the time', () => {
  let monotonic = 1000
  let wall = 5000
  const now = createWakingClock(
    () => monotonic,
    () => wall,
  )
  wall += 1500
  expect(now()).toBe(1)
  monotonic += 100
  wall += 60_100
  expect(now()).toBe(61.1)
})
