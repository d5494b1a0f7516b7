const windowSeconds = 1
const shortestWindowSeconds = 0.3
/** Chromium and the system hold about as much of a microphone for a reader that is late; less is not lost. */
const smallestLossSeconds = 0.1
/** Crystals differ by some 0.01 %; ten times that is still no loss. */
const driftPerWindowSeconds = 0.001
const sleepSeconds = 2

/** `lost` < 0: it had only been late, and has come after all. */
export type ClockLoss = { atSeconds: number; lostSeconds: number }

/**
 * Finds what counting frames cannot: when the computer's audio stops for a moment, its counter stops too.
 * Frames may come late, but the least late of a second tells how many there should have been. What stays late
 * was lost. Losses below 0.1 s count once they have added up; lengths are exact to some 10 ms.
 */
export function createClockWatch() {
  let floor: number | null = null
  let least = Infinity
  let openedAt: number | null = null
  let lateSince: number | null = null

  function closeWindow(): ClockLoss | null {
    const late = floor === null ? 0 : least - floor
    const drift = Math.max(-driftPerWindowSeconds, Math.min(driftPerWindowSeconds, late))
    const lost = Math.abs(late) >= smallestLossSeconds
    floor = floor === null || lost ? least : floor + drift
    const loss = lost ? { atSeconds: lateSince ?? 0, lostSeconds: late } : null
    least = Infinity
    openedAt = null
    if (lost) lateSince = null
    return loss
  }

  return {
    /** `heardSeconds`: the end of the batch by its frames. `nowSeconds`: when it came. */
    observe(heardSeconds: number, nowSeconds: number): ClockLoss | null {
      const late = nowSeconds - heardSeconds
      if (floor !== null && late - floor < smallestLossSeconds) lateSince = null
      else lateSince ??= heardSeconds
      openedAt ??= nowSeconds
      least = Math.min(least, late)
      return nowSeconds - openedAt >= windowSeconds ? closeWindow() : null
    },
    /** At the end of a take: what the unfinished second says. */
    settle(nowSeconds: number): ClockLoss | null {
      return openedAt !== null && nowSeconds - openedAt >= shortestWindowSeconds ? closeWindow() : null
    },
  }
}

/** Seconds that go on while the computer sleeps; `performance.now()` stands still there on some systems. */
export function createWakingClock(monotonicMs = () => performance.now(), wallMs = () => Date.now()) {
  let before = { monotonic: monotonicMs(), wall: wallMs() }
  let slept = 0
  return (): number => {
    const now = { monotonic: monotonicMs(), wall: wallMs() }
    const missed = now.wall - before.wall - (now.monotonic - before.monotonic)
    if (missed > sleepSeconds * 1000) slept += missed
    before = now
    return (now.monotonic + slept) / 1000
  }
}
