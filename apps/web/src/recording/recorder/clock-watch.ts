import { createDrift, type Drift } from './drift.ts'

const windowSeconds = 1
const shortestWindowSeconds = 0.3
/** Chromium and the system buffer about this much audio for a late reader; a smaller delay is not a loss. */
export const minLossSeconds = 0.1
/** Crystals differ by some 0.01 %; ten times that is still no loss. */
const maxFollowedSeconds = 0.001
/** A larger drift of a crystal is not believed. */
const maxDriftSeconds = 0.0005
const sleepSeconds = 2

/** `lost` < 0: the frames were only late and have arrived. */
export type ClockLoss = { atSeconds: number; lostSeconds: number }

/**
 * Finds losses that a frame count cannot show: when the computer's audio stops for a moment, so does its counter.
 * Frames may arrive late, but the smallest delay within a second shows how many there should have been. A delay that
 * persists is a loss. Losses below 0.1 s count once they have added up; lengths are exact to some 10 ms.
 */
export function createClockWatch() {
  const drift = createDrift()
  let floor: number | null = null
  let least = Infinity
  let openedAt: number | null = null
  let lateSince: number | null = null

  function closeWindow(): ClockLoss | null {
    const late = floor === null ? 0 : least - floor
    const lost = Math.abs(late) >= minLossSeconds
    const known = drift.observe(least)
    floor = floor === null || lost ? least : floor + driftWithin(late, known)
    const loss = lost ? { atSeconds: lateSince ?? 0, lostSeconds: late } : null
    least = Infinity
    openedAt = null
    if (lost) lateSince = null
    return loss
  }

  return {
    /** `heardSeconds`: the end of the batch by its frames. `nowSeconds`: its arrival time. */
    observe(heardSeconds: number, nowSeconds: number): ClockLoss | null {
      const late = nowSeconds - heardSeconds
      if (floor !== null && late - floor < minLossSeconds) lateSince = null
      else lateSince ??= heardSeconds
      openedAt ??= nowSeconds
      least = Math.min(least, late)
      return nowSeconds - openedAt >= windowSeconds ? closeWindow() : null
    },
    /** At the end of a take: evaluates the unfinished second. */
    settle(nowSeconds: number): ClockLoss | null {
      return openedAt !== null && nowSeconds - openedAt >= shortestWindowSeconds ? closeWindow() : null
    },
  }
}

/** The part of a delay that a crystal explains: all that is possible, or what its known drift allows. */
function driftWithin(late: number, known: Drift | null): number {
  const possible = within(late, -maxFollowedSeconds, maxFollowedSeconds)
  if (known === null) return possible
  const drift = within(known.seconds, -maxDriftSeconds, maxDriftSeconds)
  return within(possible, drift - known.error, drift + known.error)
}

const within = (value: number, least: number, most: number) => Math.max(least, Math.min(most, value))

/** Seconds that continue while the computer sleeps; on some systems `performance.now()` stops then. */
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
