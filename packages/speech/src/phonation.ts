import { isPeriod } from './periods.ts'

/** One stretch of voice, s. */
export type Phonation = { readonly startS: number; readonly endS: number }

/** A silence this long is a pause that ends the phonation; shorter ones are breaks within it. */
const longestBreakS = 0.25
/** In periods of the lowest pitch: between pulses further apart, at least one is missing. */
const breakPeriods = 1.25

/**
 * The longest phonation: from its first glottal pulse to the end of the period after its last, including breaks of less
 * than 0.25 s. In a vowel held as long as one breath allows, its length is the maximum phonation time.
 *
 * @param pulses times of the glottal pulses, s, ascending
 * @returns null without a single period
 * @see Hirano 1981, "Clinical examination of voice", chapter 5
 */
export function longestPhonation(pulses: Float64Array): Phonation | null {
  let longest: Phonation | null = null
  let first = 0
  for (let i = 0; i < pulses.length; i++) {
    if (i + 1 < pulses.length && pulses[i + 1]! - pulses[i]! < longestBreakS) continue
    const lastPeriodS = i > first && isPeriod(pulses, i - 1) ? pulses[i]! - pulses[i - 1]! : 0
    const found = { startS: pulses[first]!, endS: pulses[i]! + lastPeriodS }
    if (i > first && (longest === null || lengthOf(found) > lengthOf(longest))) longest = found
    first = i + 1
  }
  return longest
}

export function lengthOf({ startS, endS }: Phonation): number {
  return endS - startS
}

/**
 * Breaks of the voice: intervals between pulses of more than 1.25 periods of the lowest pitch.
 *
 * @returns their number, and their length as a share of the time from the first pulse to the last, so that silence
 *   around the voice is no break; null below two pulses
 * @see Praat manual, "Voice 1. Voice breaks" (there over the whole selection)
 */
export function measureBreaks(pulses: Float64Array, floorHz: number): { count: number; share: number } | null {
  if (pulses.length < 2) return null
  let count = 0
  let lengthS = 0
  for (let i = 0; i + 1 < pulses.length; i++) {
    const apartS = pulses[i + 1]! - pulses[i]!
    if (apartS <= breakPeriods / floorHz) continue
    count++
    lengthS += apartS
  }
  return { count, share: lengthS / (pulses.at(-1)! - pulses[0]!) }
}
