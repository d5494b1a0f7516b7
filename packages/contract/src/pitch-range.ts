import { z } from 'zod'

/**
 * How far the search for the pitch could go, of a value that depends on it, and whether the voice reached an end of the
 * usual range. Only then do values from different ranges differ.
 */
export const PitchRange = z.object({ lowest_hz: z.number(), highest_hz: z.number(), is_reached: z.boolean() })
export type PitchRange = z.infer<typeof PitchRange>

/** Whether two values cannot be compared. A voice away from the ends of the usual range has the same pitch in each. */
export function isOtherRange(one: PitchRange | null, other: PitchRange | null): boolean {
  if (one === null || other === null || !(one.is_reached || other.is_reached)) return false
  return one.lowest_hz !== other.lowest_hz || one.highest_hz !== other.highest_hz
}
