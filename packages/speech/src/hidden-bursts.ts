import type { Onset } from './onsets.ts'
import { medianInPlace } from './statistics.ts'

/** An onset as it was found, and where it lies in the end. */
export type SettledOnset = {
  readonly found: Onset
  readonly timeS: number
  /** the first pulse of the voice, s; null where the voice does not repeat */
  readonly voiceS: number | null
}

/** An onset that moved by less stayed at the same burst. */
export const sameBurstS = 0.006
/** Where more of a step than this moved later, the vowel is what they have in common, and the early ones were right. */
const mostLater = 1 / 4
/** An onset so near to the steepest rise, that of the vowel or of a strong burst, is at it. */
const atVowelS = 0.004
/** The voice follows a vowel's onset at once, and a burst later, but for an unaspirated /p/. */
const shortestDelayS = 0.006
/** Vowels of two steps differ less than this, nepers: by 0.05 to 0.55 where bursts are hidden. Bursts at vowels differ by 1.3 or more. */
const vowelsDiffer = 0.7
/** So many syllables with a burst before the vowel show how the vowels sound. */
const fewestVowels = 3

/** Noise or an echo may hide the bursts of one step of the round, so that its onsets are its vowels. */
export function hidesBursts(steps: readonly (readonly SettledOnset[])[]): boolean {
  return steps.some((step) => areLater(step) || soundsLikeVowels(step, steps))
}

const areLater = (step: readonly SettledOnset[]) =>
  step.filter(({ found, timeS }) => timeS - found.timeS > sameBurstS).length > mostLater * step.length

/** Most onsets of a step lie at a rise that begins the voice and sounds like the vowels of another step. */
function soundsLikeVowels(step: readonly SettledOnset[], steps: readonly (readonly SettledOnset[])[]): boolean {
  const atVowel = step.filter((onset) => !hasBurst(onset))
  if (atVowel.length <= step.length / 2 || (medianDelay(step) ?? 0) > shortestDelayS) return false
  const vowel = medianShape(step)
  return steps.some((other) => {
    const apart = other.filter(hasBurst)
    if (other === step || apart.length < fewestVowels) return false
    const squares = medianShape(apart).reduce((sum, level, band) => sum + (level - vowel[band]!) ** 2, 0)
    return Math.sqrt(squares / vowel.length) < vowelsDiffer
  })
}

const hasBurst = ({ found, timeS }: SettledOnset) => found.vowelS - timeS >= atVowelS

/** null where no voice repeats */
function medianDelay(step: readonly SettledOnset[]): number | null {
  const delays = step.flatMap(({ voiceS, timeS }) => (voiceS === null ? [] : [voiceS - timeS]))
  return delays.length === 0 ? null : medianInPlace(Float64Array.from(delays))
}

/** The median level of each band at the vowels, nepers about the mean of the bands. */
function medianShape(onsets: readonly SettledOnset[]): number[] {
  const shapes = onsets.map(({ found }) => found.shape.subarray(found.shape.length / 2))
  return Array.from(shapes[0]!, (_, band) => medianInPlace(Float64Array.from(shapes, (shape) => shape[band]!)))
}
