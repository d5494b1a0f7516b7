import type { ClockLoss } from './clock-watch.ts'

const windowSeconds = 0.5
/** A rest of this length counts at the end of a take. */
const shortestWindowSeconds = 0.3
const keptWindows = 16
const windowsToLearn = 4
/** Crystals differ by some 0.01 %; this much more per window is still no loss. */
const driftPerWindowSeconds = 0.0005
const minLossSeconds = 0.01
/** A loss stands this many times above the scatter of the delays, which grows on a busy machine, and above its worst. */
const scatters = 8
const worsts = 1.5
/** From the median difference of two windows to a standard deviation. */
const deviation = 1.4826 / Math.SQRT2
/** Before anything is learnt. */
const firstLossSeconds = 0.1

/**
 * The clock where the track cannot be read a second time: it finds shorter losses than `createClockWatch`, because it
 * learns how much this machine's deliveries scatter. The earliest delivery within half a second follows the device; a
 * step of two of them in a row is a loss. It sees only what stops the frame count: samples that a browser drops while
 * it goes on counting leave no trace in any clock.
 */
export function createFineClock() {
  /** The delay of a delivery without any waiting. */
  let floor: number | null = null
  let residuals: number[] = []
  let least = Infinity
  let openedAt: number | null = null
  let openedHeard = 0
  /** The window before, if it was late, and where it began. */
  let late: { by: number; from: number } | null = null

  /** The shortest loss that is found now. */
  function resolutionSeconds(): number {
    if (residuals.length < windowsToLearn) return firstLossSeconds
    // Differences, so that a bias that grows from many small losses does not count as scatter.
    const sizes = residuals.map((by, i) => Math.abs(by - (residuals[i - 1] ?? by))).toSorted((a, b) => a - b)
    const scatter = deviation * sizes[Math.floor(sizes.length / 2)]!
    return Math.max(minLossSeconds, scatters * scatter, worsts * sizes.at(-1)!)
  }

  function follow(by: number) {
    floor! += Math.max(-driftPerWindowSeconds, Math.min(driftPerWindowSeconds, by))
    residuals = [...residuals.slice(1 - keptWindows), by]
  }

  function closeWindow(isLast: boolean): ClockLoss | null {
    const from = openedHeard
    openedAt = null
    floor ??= least
    const by = least - floor
    least = Infinity
    const isLate = Math.abs(by) >= resolutionSeconds()
    if (!isLate) {
      // A single late window was a delay, and its frames have arrived: it shows how far delays scatter.
      if (late !== null) residuals.push(late.by)
      late = null
      follow(by)
      return null
    }
    const sameBefore = late !== null && Math.sign(late.by) === Math.sign(by)
    if (!sameBefore && !isLast) {
      late = { by, from }
      return null
    }
    const lost = late !== null && sameBefore && Math.abs(late.by) < Math.abs(by) ? late.by : by
    const loss = { atSeconds: sameBefore ? late!.from : from, lostSeconds: lost }
    floor += lost
    late = null
    return loss
  }

  return {
    /** `heardSeconds`: the end of the batch by its frames. `nowSeconds`: its arrival time. */
    observe(heardSeconds: number, nowSeconds: number): ClockLoss | null {
      if (openedAt === null) openedHeard = heardSeconds
      openedAt ??= nowSeconds
      least = Math.min(least, nowSeconds - heardSeconds)
      return nowSeconds - openedAt >= windowSeconds ? closeWindow(false) : null
    },
    /** At the end of a take: one window must do. */
    settle(nowSeconds: number): ClockLoss | null {
      const isLong = openedAt !== null && nowSeconds - openedAt >= shortestWindowSeconds
      if (isLong) return closeWindow(true)
      if (late === null) return null
      const loss = { atSeconds: late.from, lostSeconds: late.by }
      floor! += late.by
      late = null
      return loss
    },
    resolutionSeconds,
  }
}
