import { alignSyllables } from './align-syllables.ts'
import { findFaintBurst, findOnsets, type Onset } from './onsets.ts'
import { quantile } from './statistics.ts'
import { createVoiceOnsetFinder } from './voice-onset.ts'

export type TrainSyllable = {
  readonly onsetS: number
  /** step of the round, from 0; null: an extra onset */
  readonly step: number | null
  /** the first pulse of the voice, s; null where the voice does not repeat */
  readonly voice: { readonly timeS: number; readonly periodS: number } | null
  /** no burst was found, though the others of its step have one: the onset is where they have theirs */
  readonly isHidden: boolean
  /** where the onset would be if the voice, or else the vowel, followed it as usual in its step; differs only where that is far */
  readonly usualOnsetS: number
}

export type SyllableTrain = {
  readonly syllables: readonly TrainSyllable[]
  /** which syllable is which step of the round is certain */
  readonly isAligned: boolean
  /** too many onsets of a step are its vowels, as noise hides the bursts */
  readonly isHidden: boolean
}

/** With more hidden bursts than this share of a step, its onsets would be guesses. */
const mostHidden = 1 / 3
/** Where so many bursts of a step come that much earlier than the others, those others are the hidden ones. */
const leastEarly = 0.2
/** A burst is missing where the voice follows so much sooner than after the other onsets of the step. */
const missingDelayS = 0.012
/** An onset is doubtful that is so much nearer to its voice, or further from it, than the others of its step. */
const doubtfulS = 0.012

type Placed = Omit<TrainSyllable, 'usualOnsetS'> & { readonly vowelS: number }

/**
 * The syllables of a train, with their steps and the beginning of their voice. Where most syllables of a step have a
 * burst and some have none, as in noise, a fainter one is sought where the others have theirs; where there is none, the
 * onset is that place.
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
  const delays = found.onsets.map((onset, i) => (voices[i] ? voices[i].timeS - onset.timeS : null))
  const everyStep = Array.from({ length: perRound }, (_, step) => step)
  const usual = everyStep.map((step) =>
    usualDelay(delays.filter((delay, i): delay is number => delay !== null && steps[i] === step)),
  )
  const toVowel = everyStep.map((step) => delayToVowel(found.onsets.filter((_, i) => steps[i] === step)))
  const syllables = found.onsets.map((onset: Onset, i): Placed => {
    const step = steps[i]!
    const [voice, delay] = [voices[i]!, delays[i] ?? null]
    const expected = step === null || !isSure ? null : usual[step]!
    const isAtVoice = !onset.hasBurst && delay !== null && delay <= voice!.periodS
    if (step === null || expected === null || !isAtVoice || expected - delay <= missingDelayS)
      return { onsetS: onset.timeS, step, voice, isHidden: false, vowelS: onset.vowelS }
    const expectedS = onset.vowelS - (toVowel[step] ?? expected)
    const burstS = findFaintBurst(found, expectedS, onset.vowelS)
    return { onsetS: burstS ?? expectedS, step, voice, isHidden: burstS === null, vowelS: onset.vowelS }
  })
  const isHidden = usual.some((_, step) => {
    const same = syllables.filter((syllable) => syllable.step === step)
    return same.filter((syllable) => syllable.isHidden).length > mostHidden * same.length
  })
  return { syllables: addUsualOnsets(syllables, perRound), isAligned: isSure, isHidden: isHidden || found.areFaint }
}

/** Echo and noise hide some bursts: an onset is then the vowel, or the end of the syllable before. */
function addUsualOnsets(syllables: readonly Placed[], perRound: number): TrainSyllable[] {
  const toVoice = ({ onsetS, voice }: Placed) => (voice === null ? null : voice.timeS - onsetS)
  const toVowel = ({ onsetS, vowelS }: Placed) => vowelS - onsetS
  const usual = Array.from({ length: perRound }, (_, step) => {
    const same = syllables.filter((syllable) => syllable.step === step)
    return { toVoice: medianOf(same.flatMap((one) => toVoice(one) ?? [])), toVowel: medianOf(same.map(toVowel)) }
  })
  return syllables.map((syllable) => {
    const { vowelS: _, ...rest } = syllable
    const expected = syllable.step === null ? undefined : usual[syllable.step]
    const voiced = toVoice(syllable)
    const lateS =
      voiced === null ? (expected?.toVowel ?? 0) - toVowel(syllable) : (expected?.toVoice ?? voiced) - voiced
    const isDoubtful = expected !== undefined && Math.abs(lateS) > doubtfulS
    return { ...rest, usualOnsetS: syllable.onsetS - (isDoubtful ? lateS : 0) }
  })
}

const medianOf = (values: readonly number[]) => quantile(Float64Array.from(values).sort(), 0.5)

/** The median time from a burst to the steepest rise after it; null where fewer than three rises are apart. */
function delayToVowel(onsets: readonly Onset[]): number | null {
  const apart = onsets.filter(({ hasBurst }) => hasBurst).map(({ timeS, vowelS }) => vowelS - timeS)
  return apart.length < 3 ? null : quantile(Float64Array.from(apart).sort(), 0.5)
}

/** The median delay of a step's voice; that of the longer ones where many bursts of the step are hidden. */
function usualDelay(delays: readonly number[]): number | null {
  const sorted = Float64Array.from(delays).sort()
  const median = quantile(sorted, 0.5)
  if (median === null) return null
  const longer = sorted.filter((delay) => delay - median > missingDelayS)
  return longer.length > leastEarly * sorted.length ? quantile(longer, 0.5) : median
}
