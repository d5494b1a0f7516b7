import { verdictThresholds } from '@fonema/speech'
import { isActive, levelsPerSecond } from '../recorder/level.ts'

/** What the level means for the take: the verdict's limits, while there is still time to speak up or move away. */
export type Zone = 'silent' | 'quiet' | 'good' | 'clipping'

/** A take whose peak stays below has the reason `too_quiet`. */
export const quietBelowDb = verdictThresholds.fairPeakDbfs
/** The next louder sound would be cut off. */
export const clippingAboveDb = -1
/** The lower end of the scale. */
export const lowestDb = -50

/** For so long the loudest moment counts: a pause between two words is not too quiet. */
const heldSeconds = 2

const dbOf = (level: number) => 20 * Math.log10(Math.max(level, Number.MIN_VALUE))

export function zoneOf(level: number): Zone {
  if (dbOf(level) >= clippingAboveDb) return 'clipping'
  if (dbOf(level) >= quietBelowDb) return 'good'
  return isActive(level) ? 'quiet' : 'silent'
}

/** The zone of the last seconds, from the levels of the meter. */
export const heldZone = (levels: readonly number[]): Zone =>
  zoneOf(Math.max(0, ...levels.slice(-heldSeconds * levelsPerSecond)))

/** The place on the scale, 0..1. */
export const placeOf = (db: number): number => Math.max(0, Math.min(1, (db - lowestDb) / -lowestDb))

export const placeOfLevel = (level: number): number => placeOf(dbOf(level))

/** Seconds before the maximum from which the page counts down. */
const warningSeconds = 5

/** Whether a running take has reached its last seconds. */
export const isNearMaximum = (elapsedSeconds: number, maxSeconds: number | null): boolean =>
  secondsLeft(elapsedSeconds, maxSeconds) !== null

/** Whole seconds until the take ends by itself, once there are few; null before that and without a maximum. */
export function secondsLeft(elapsedSeconds: number, maxSeconds: number | null): number | null {
  if (maxSeconds === null || maxSeconds <= warningSeconds) return null
  const left = Math.ceil(maxSeconds - elapsedSeconds)
  return left <= warningSeconds ? Math.max(0, left) : null
}
