import type { PitchRange } from './evolution.ts'
import type { PitchSearch } from './feature-results.ts'

/** Whether two values cannot be compared. A voice away from the ends of the usual range has the same pitch in each. */
export function isOtherRange(one: PitchRange | null, other: PitchRange | null): boolean {
  if (one === null || other === null || !(one.is_reached || other.is_reached)) return false
  return one.lowest_hz !== other.lowest_hz || one.highest_hz !== other.highest_hz
}

/** The range in which the pitch of an adult is searched first. */
export const usualPitchRange = { floor_hz: 75, ceiling_hz: 600 } as const
const usual = usualPitchRange

type PitchSearchFacts = {
  from: number
  to: number
  /** Which ends differ from those of the usual range, and why. */
  others: { name: 'lowered' | 'raised' | 'heightened'; usual: number }[]
}

/** What is said of a search, on the page and in print: whole hertz, and each end that is not the usual one. */
export function pitchSearchFacts({ floor_hz, ceiling_hz }: PitchSearch): PitchSearchFacts {
  return {
    from: Math.round(floor_hz),
    to: Math.round(ceiling_hz),
    others: [
      ...(floor_hz < usual.floor_hz ? [{ name: 'lowered' as const, usual: usual.floor_hz }] : []),
      ...(floor_hz > usual.floor_hz ? [{ name: 'raised' as const, usual: usual.floor_hz }] : []),
      ...(ceiling_hz > usual.ceiling_hz ? [{ name: 'heightened' as const, usual: usual.ceiling_hz }] : []),
    ],
  }
}

/** The search that is told: only of measures of the pitch itself, because below every item it would be noise. */
export const isOfPitch = (score: string): boolean => score.startsWith('f0_')
