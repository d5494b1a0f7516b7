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

let state = 1
/** Between 0 and 1, the same in each run. */
function random(): number {
  state = (state * 48_271) % 2_147_483_647
  return state / 2_147_483_647
}

test('a temporary delay is no loss', () => {
  expect(play((i) => 0.01 + 0.2 * Math.abs(Math.sin(i)) + (i === 300 ? 0.4 : 0))).toEqual([])
})

test('crystals may differ by 0.05 %', () => {
  expect(play(() => 0, 30_000, 0.0005)).toEqual([])
  expect(play(() => 0, 30_000, -0.0005)).toEqual([])
})

test.each([0.0003, 0.0005])('and they may do so by %d where the clock counts whole milliseconds', (drift) => {
  const watch = createClockWatch()
  const losses = Array.from({ length: 360_000 }, (_, i) =>
    watch.observe(i * batchSeconds, Math.floor(1000 * i * batchSeconds * (1 + drift)) / 1000),
  )
  expect(losses.filter((loss) => loss !== null)).toEqual([])
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

// In each second, even the earliest is late: by so much in the mean, and by several times as much now and then.
test.each([
  [0.008, 0.06, 0.0003],
  [0.03, 0.09, 0.0004],
])('deliveries that scatter by %d s for two hours on a busy machine are no loss', (mean, most, drift) => {
  const lateIn = Array.from({ length: 7201 }, () => Math.min(most, -mean * Math.log(random())))
  expect(play((i) => lateIn[Math.floor(i / 50)]!, 360_000, drift)).toEqual([])
})

test('small losses far apart are no drift, over two hours and beside a slow crystal', () => {
  // A browser drops 10 ms once in 20 s. Deliveries scatter by a few milliseconds.
  const losses = play((i) => 0.01 * Math.floor(i / 1000) + 0.004 * random(), 360_000, 0.0002)
  const lost = losses.reduce((sum, loss) => sum + loss.lostSeconds, 0)
  expect(lost).toBeGreaterThan(3.2)
  expect(lost).toBeLessThan(3.6)
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
