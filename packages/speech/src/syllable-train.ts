import { alignSyllables } from './align-syllables.ts'
import { hidesBursts, sameBurstS } from './hidden-bursts.ts'
import { matchOnsets, type PlacedOnset } from './match-onsets.ts'
import { findOnsets, type Onset } from './onsets.ts'
import { quantile } from './statistics.ts'
import { createVoiceOnsetFinder } from './voice-onset.ts'

export type TrainSyllable = {
  readonly onsetS: number
  /** step of the round, from 0; null: an extra onset */
  readonly step: number | null
  /** the first pulse of the voice, s; null where the voice does not repeat */
  readonly voice: { readonly timeS: number; readonly periodS: number } | null
  /** the onset was found elsewhere first, and moved to where the syllable resembles the others of its step */
  readonly isMoved: boolean
  /** another place where the onset may lie, s; the same where there is no doubt */
  readonly otherOnsetS: number
}

export type SyllableTrain = {
  readonly syllables: readonly TrainSyllable[]
  /** which syllable is which step of the round is certain */
  readonly isAligned: boolean
  /** the onsets of a step may be its vowels, as noise or an echo hides the bursts, or they are not those of the syllables */
  readonly isHidden: boolean
}

/** No two syllables begin so soon after each other. */
const shortestIntervalS = 0.06
/** An interval across a missed onset is at least so many times as long as the median. */
export const gap = 1.6
/** Where the steps are unsure, an onset is doubtful that is so much nearer to its voice, or further from it, than the others. */
const doubtfulS = 0.012

type Voice = TrainSyllable['voice']

/**
 * The syllables of a train, with their steps and the beginning of their voice. Where the steps are certain, each onset
 * lies where the syllable resembles the others of its step most.
 *
 * @returns null where the voice only swells, so that nothing begins
 */
export function findTrain(
  samples: Float32Array,
  sampleRateHz: number,
  nuclei: readonly number[],
  perRound: number,
): SyllableTrain | null {
  const found = findOnsets(samples, sampleRateHz, nuclei)
  if (found === null) return null
  const { steps, isSure } = alignSyllables(found.onsets, perRound)
  const findVoice = createVoiceOnsetFinder(samples, sampleRateHz)
  const voices = found.onsets.map((onset) => findVoice(onset.timeS, onset.nucleusS))
  const placed = isSure ? matchOnsets(found, steps) : doubtOnsets(found.onsets, voices)
  const syllables = placed.map(
    ({ timeS, otherS }, i): TrainSyllable => ({
      onsetS: timeS,
      step: steps[i]!,
      voice: voices[i]!,
      isMoved: Math.abs(timeS - found.onsets[i]!.timeS) > sameBurstS,
      otherOnsetS: otherS,
    }),
  )
  const settled = syllables.map(({ onsetS, voice, step }, i) => ({
    step,
    found: found.onsets[i]!,
    timeS: onsetS,
    voiceS: voice?.timeS ?? null,
  }))
  const ofSteps = Array.from({ length: perRound }, (_, step) => settled.filter((onset) => onset.step === step))
  return { syllables, isAligned: isSure, isHidden: hidesBursts(ofSteps) || (isSure && hasStrayOnsets(syllables)) }
}

/** Some onsets are too near to each other, or an extra one lies where a syllable should begin. */
function hasStrayOnsets(syllables: readonly TrainSyllable[]): boolean {
  const inRound = syllables.flatMap(({ step }, i) => (step === null ? [] : [i]))
  const lengths = inRound.slice(1).map((i, k) => syllables[i]!.onsetS - syllables[inRound[k]!]!.onsetS)
  const longest = gap * (medianOf(lengths) ?? 0)
  return lengths.some(
    (length, k) => length < shortestIntervalS || (length >= longest && inRound[k + 1]! - inRound[k]! > 1),
  )
}

/** Leaves each onset in its place; the other is where the voice, or else the vowel, would follow it as it usually does. */
function doubtOnsets(onsets: readonly Onset[], voices: readonly Voice[]): PlacedOnset[] {
  const toVoice = onsets.map(({ timeS }, i) => (voices[i] ? voices[i].timeS - timeS : null))
  const toVowel = onsets.map(({ timeS, vowelS }) => vowelS - timeS)
  const usual = { toVoice: medianOf(toVoice.filter((delay) => delay !== null)), toVowel: medianOf(toVowel) }
  return onsets.map(({ timeS }, i) => {
    const voiced = toVoice[i] ?? null
    const lateS = voiced === null ? (usual.toVowel ?? 0) - toVowel[i]! : (usual.toVoice ?? voiced) - voiced
    return { timeS, otherS: timeS - (Math.abs(lateS) > doubtfulS ? lateS : 0) }
  })
}

const medianOf = (values: readonly number[]) => quantile(Float64Array.from(values).sort(), 0.5)
