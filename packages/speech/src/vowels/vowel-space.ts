import { type Analysis, createAnalysis } from '../analysis.ts'
import { trackFormants } from '../formants.ts'
import { lengthOf, longestPhonation } from '../phonation.ts'
import { pitchAt } from '../pitch.ts'
import type { Speaker } from '../speaker-range.ts'
import { medianInPlace, quantile } from '../statistics.ts'

/** Raised when a change of the code changes the measures: stored sessions are then measured again. */
export const vowelSpaceVersion = 2

export const cornerVowels = ['a', 'i', 'u'] as const
export type CornerVowel = (typeof cornerVowels)[number]

type Recording = { readonly samples: Float32Array; readonly sampleRateHz: number }

/** The vowel space from three held vowels. Frequencies are medians of the middle of each, Hz. */
export type VowelSpace = {
  /** area of the triangle between the vowels over F1 and F2, kHz² */
  readonly vowel_space: number
  /** formant centralisation ratio: it grows as the vowels approach the middle */
  readonly fcr: number
  /** vowel articulation index: 1 / fcr */
  readonly vai: number
  /** F2 of /i/ over F2 of /u/ */
  readonly f2_ratio: number
  readonly f1_a: number
  readonly f2_a: number
  readonly f1_i: number
  readonly f2_i: number
  readonly f1_u: number
  readonly f2_u: number
}

/** Why a recording of a vowel, or three of them, give no vowel space. */
type VowelFault =
  | 'too_little_vowel'
  | 'pitch_too_high'
  | 'formants_not_found'
  | 'formants_unsteady'
  | 'formants_disagree'
export type VowelSpaceReason = VowelFault | 'vowels_not_distinct'
/** `vowel`: the one that gives the reason; null: all three together. */
export type NoVowelSpace = { readonly reason: VowelSpaceReason; readonly vowel: CornerVowel | null }

/** Shorter phonations have no middle that is free of begin and end. */
const shortestS = 1
/** The middle half is measured, at most so much. */
const longestMeasuredS = 1
/** Above, the harmonics lie too far apart to show F1 of /i/ and /u/. */
const highestPitchHz = 250
const leastShareFound = 0.8
/** Interquartile range over median, below one ceiling. */
const widestSpread = 0.15

/**
 * One ceiling fits one length of the vocal tract: with a wrong one, a formant is missed or invented. The median over
 * several does without knowing the sex, and the number that agree shows whether it can be trusted.
 */
const ceilingsHz = [4500, 5000, 5500, 6000, 6500]
const fewestAgreeing = 3
const agreement = 0.08

type Formants = readonly [f1Hz: number, f2Hz: number]

/**
 * Area of the vowel triangle, formant centralisation ratio, vowel articulation index and F2 ratio from held /a/, /i/ and
 * /u/ of one person. Both ratios compare the person with themselves, so they depend less on the length of the vocal tract
 * than the area does.
 *
 * @param speaker chooses the range in which the pitch is searched, as for the other measures
 * @returns the measures, or why there are none
 * @see Sapir, Ramig, Spielman & Fox 2010, J Speech Lang Hear Res 53, 114–125 (ratio, F2 ratio, area); Roy, Nissen,
 *   Dromey & Sapir 2009, J Commun Disord 42, 124–135 (vowel articulation index)
 */
export function measureVowelSpace(
  recordings: Readonly<Record<CornerVowel, Recording>>,
  speaker?: Speaker,
): VowelSpace | NoVowelSpace {
  const found = {} as Record<CornerVowel, Formants>
  for (const vowel of cornerVowels) {
    const { samples, sampleRateHz } = recordings[vowel]
    const formants = formantsOfMiddle(createAnalysis(samples, sampleRateHz, speaker))
    if (typeof formants === 'string') return { reason: formants, vowel }
    found[vowel] = formants
  }
  const [f1_a, f2_a] = found.a
  const [f1_i, f2_i] = found.i
  const [f1_u, f2_u] = found.u
  const area = (f1_i * (f2_u - f2_a) + f1_a * (f2_i - f2_u) + f1_u * (f2_a - f2_i)) / 2
  // Positive when the vowels go round in their order. Otherwise one was said, or one formant taken, for another.
  if (!(area > 0) || f2_i <= f2_u || f1_a <= Math.max(f1_i, f1_u)) return { reason: 'vowels_not_distinct', vowel: null }
  const fcr = (f2_u + f2_a + f1_i + f1_u) / (f2_i + f1_a)
  const ratios = { vowel_space: area / 1e6, fcr, vai: 1 / fcr, f2_ratio: f2_i / f2_u }
  return { ...ratios, f1_a, f2_a, f1_i, f2_i, f1_u, f2_u }
}

/** @returns F1 and F2 of the middle of the longest phonation, Hz, or why there are none */
function formantsOfMiddle(analysis: Analysis): Formants | VowelFault {
  const [track, pulses] = [analysis.pitch(), analysis.pulses()]
  const phonation = pulses && longestPhonation(pulses)
  if (track === null || !phonation || lengthOf(phonation) < shortestS) return 'too_little_vowel'
  const middleS = (phonation.startS + phonation.endS) / 2
  const reachS = Math.min(longestMeasuredS, lengthOf(phonation) / 2) / 2
  const pitches = track.hz.filter(
    (hz, frame) => hz > 0 && Math.abs(track.firstS + frame * track.stepS - middleS) <= reachS,
  )
  if (pitches.length === 0) return 'too_little_vowel'
  if (medianInPlace(pitches) > highestPitchHz) return 'pitch_too_high'
  const isMeasured = (timeS: number) => Math.abs(timeS - middleS) <= reachS && pitchAt(track, timeS) > 0
  const perCeiling = ceilingsHz.map((ceilingHz) => formantsBelow(analysis, ceilingHz, isMeasured))
  const found = perCeiling.flatMap((formants) => (typeof formants === 'string' ? [] : [formants]))
  if (found.length < fewestAgreeing) return perCeiling.find((formants) => typeof formants === 'string')!
  const middleOf = (f: 0 | 1) => medianInPlace(Float64Array.from(found, (formants) => formants[f]))
  const [f1, f2] = [middleOf(0), middleOf(1)]
  const agreeing = found.filter((own) => isNear(own[0], f1) && isNear(own[1], f2))
  return agreeing.length < fewestAgreeing ? 'formants_disagree' : [f1, f2]
}

const isNear = (hz: number, otherHz: number) => Math.abs(hz / otherHz - 1) <= agreement

/** The medians of the measured frames below one ceiling, Hz. */
function formantsBelow(
  analysis: Analysis,
  ceilingHz: number,
  isMeasured: (timeS: number) => boolean,
): Formants | VowelFault {
  const track = trackFormants(analysis.at(2 * ceilingHz), 2 * ceilingHz, isMeasured)
  if (track === null) return 'too_little_vowel'
  const [first, second]: [number[], number[]] = [[], []]
  let asked = 0
  for (let frame = 0; frame < track.count; frame++) {
    if (!isMeasured(track.firstS + frame * track.stepS)) continue
    asked++
    const [f1, f2] = [track.hz[frame * track.perFrame]!, track.hz[frame * track.perFrame + 1]!]
    if (f1 === 0 || f2 === 0) continue
    first.push(f1)
    second.push(f2)
  }
  if (first.length === 0 || first.length < leastShareFound * asked) return 'formants_not_found'
  const [f1, f2] = [Float64Array.from(first).sort(), Float64Array.from(second).sort()]
  if (Math.max(spreadOf(f1), spreadOf(f2)) > widestSpread) return 'formants_unsteady'
  return [quantile(f1, 0.5)!, quantile(f2, 0.5)!]
}

const spreadOf = (sorted: Float64Array): number =>
  (quantile(sorted, 0.75)! - quantile(sorted, 0.25)!) / quantile(sorted, 0.5)!
