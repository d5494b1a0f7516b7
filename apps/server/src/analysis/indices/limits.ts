import type { IndexReason } from '@fonema/contract'

// What the recordings of an index must have. Decisions 0233 and 0289 say where the limits come from.

/** The published script uses 3 s of the vowel. */
const leastVowelS = 3
/** The validated speech has 13 to 34 syllables, about 2 to 3 s of voice. */
const leastVoicedS = 2
/** The spectrum is compared up to 10 kHz. */
const leastRateHz = 20_000
/** The formants of a vowel space are searched up to 6.5 kHz. */
export const leastVowelRateHz = 13_000
/** The syllables that are found automatically, relative to those that the item asks for. */
const syllableShare = { least: 0.6, most: 1.6 }

/** What is known before the samples are read. `null`: it could not be measured. */
export type Circumstances = {
  verdicts: readonly (string | null)[]
  ratesHz: readonly number[]
  vowelS: number
  syllables: number | null
  askedSyllables: number
}

/** Why the recordings of a session have no valid index; null: they may have one. */
export function reasonBefore({
  verdicts,
  ratesHz,
  vowelS,
  syllables,
  askedSyllables,
}: Circumstances): IndexReason | null {
  if (verdicts.some((verdict) => verdict === 'poor')) return 'poor_quality'
  if (new Set(ratesHz).size > 1) return 'rates_differ'
  if (ratesHz.some((rateHz) => rateHz < leastRateHz)) return 'low_rate'
  if (vowelS < leastVowelS) return 'vowel_too_short'
  const share = (syllables ?? 0) / askedSyllables
  if (share < syllableShare.least || share > syllableShare.most) return 'other_syllables'
  return null
}

/** Why a measured index is not valid; null: it is. */
export function reasonAfter(scores: Readonly<Record<string, number>> | null): IndexReason | null {
  if (scores === null) return 'too_little_voice'
  return (scores.voiced_s ?? 0) < leastVoicedS ? 'too_little_voice' : null
}
