import type { Scores } from './measured.ts'
import { mean, quantile, standardDeviation } from './statistics.ts'
import { gap, type SyllableTrain, type TrainSyllable } from './syllable-train.ts'

const ofSteps = ['ddk_syllable_1_ms', 'ddk_syllable_2_ms', 'ddk_syllable_3_ms']
const ofVariation = ['ddk_onset_cv_pct', 'ddk_same_syllable_cv_pct']
const ofRate = ['ddk_onset_count', 'ddk_rate_onsets_per_s', 'ddk_acceleration_pct']

/** The measures of onsets. */
export const ofOnsets = [...ofRate, ...ofVariation, ...ofSteps]

/** With fewer intervals, a third of them is too few to show a change. */
const fewestIntervalsForChange = 6
/** The fewest intervals of a step that have a median. */
const fewestOfStep = 3
/** A variation or an acceleration is withheld that would change by so many points if the doubtful onsets lay at their other places. */
const mostDoubtPct = 2
/** A syllable's length likewise, ms. */
const mostDoubtMs = 6

type Interval = {
  readonly lengthS: number
  /** step from which it leads to the next one; null where it leads elsewhere */
  readonly step: number | null
  /** spans an onset that was not found */
  readonly isGap: boolean
}

/**
 * Rate, regularity and parts of repeated syllables such as /pa-ta-ka/, by their onsets.
 *
 * - `ddk_onset_count`, `ddk_rate_onsets_per_s`: without extra onsets; the rate leaves out intervals with a missed one.
 * - `ddk_onset_cv_pct`: variation of the intervals; `ddk_same_syllable_cv_pct`: the same within each step (pa to ta, ta
 *   to ka, ka to pa), pooled: what remains when one syllable is always longer than another.
 * - `ddk_syllable_1_ms`, `_2_`, `_3_`: median interval from the onset of each syllable to the next one.
 * - `ddk_acceleration_pct`: how much faster the last third of the intervals is than the first.
 */
export function putTrain(found: Scores, train: SyllableTrain | null) {
  if (train === null) return found.miss(ofOnsets, 'no_onsets')
  const syllables = train.syllables.filter(({ step }) => step !== null || !train.isAligned)
  const { lengths, average, ofAll, within, steps } = measureIntervals(syllables, train.isAligned)
  const few = 'too_few_syllables'
  found.put('ddk_onset_count', syllables.length, few)
  found.put('ddk_rate_onsets_per_s', lengths.length > 1 && average ? 1 / average : null, few)
  const moved = syllables.map((syllable) => ({ ...syllable, onsetS: syllable.otherOnsetS }))
  const usual = measureIntervals(moved, train.isAligned)
  const differ = (one: number | null, other: number | null, most: number) =>
    one !== null && other !== null && Math.abs(one - other) > most
  const change = acceleration(lengths)
  if (differ(change, acceleration(usual.lengths), mostDoubtPct)) found.miss(['ddk_acceleration_pct'], 'hidden_bursts')
  else found.put('ddk_acceleration_pct', change, few)
  if (train.isHidden) return found.miss([...ofVariation, ...ofSteps], 'hidden_bursts')

  if (differ(ofAll, usual.ofAll, mostDoubtPct) || differ(within, usual.within, mostDoubtPct))
    found.miss(ofVariation, 'hidden_bursts')
  else {
    found.put('ddk_onset_cv_pct', ofAll, few)
    if (train.isAligned) found.put('ddk_same_syllable_cv_pct', within, few)
    else found.miss(['ddk_same_syllable_cv_pct'], 'hidden_bursts')
  }
  ofSteps.forEach((name, step) => {
    const isDoubtful = differ(steps[step]!, usual.steps[step]!, mostDoubtMs)
    if (!train.isAligned || isDoubtful) found.miss([name], 'hidden_bursts')
    else found.put(name, steps[step]!, few)
  })
}

function measureIntervals(syllables: readonly TrainSyllable[], isAligned: boolean) {
  const whole = intervalsOf(syllables, isAligned).filter(({ isGap }) => !isGap)
  const lengths = Float64Array.from(whole, ({ lengthS }) => lengthS)
  const average = mean(lengths)
  const share = (deviation: number | null) => (average && deviation !== null ? (100 * deviation) / average : null)
  const steps = ofSteps.map((_, step) =>
    Float64Array.from(
      whole.filter((interval) => interval.step === step),
      ({ lengthS }) => lengthS,
    ),
  )
  return {
    lengths,
    average,
    ofAll: share(standardDeviation(lengths)),
    within: share(deviationWithin(steps)),
    steps: steps.map((same) => {
      const median = quantile(same.toSorted(), 0.5)
      return median !== null && same.length >= fewestOfStep ? 1000 * median : null
    }),
  }
}

function intervalsOf(syllables: readonly TrainSyllable[], isAligned: boolean): Interval[] {
  const lengths = syllables.slice(1).map(({ onsetS }, i) => onsetS - syllables[i]!.onsetS)
  const median =
    quantile(
      lengths.toSorted((a, b) => a - b),
      0.5,
    ) ?? 0
  return lengths.map((lengthS, i) => {
    const [from, to] = [syllables[i]!.step, syllables[i + 1]!.step]
    const isNext = from !== null && to === (from + 1) % ofSteps.length
    return { lengthS, step: isNext ? from : null, isGap: isAligned && !isNext && lengthS >= gap * median }
  })
}

/** Sample standard deviation about the mean of each step, pooled. @returns null below two rounds */
function deviationWithin(steps: readonly Float64Array[]): number | null {
  const count = steps.reduce((sum, { length }) => sum + length, 0)
  if (steps.some(({ length }) => length < 2)) return null
  const squares = steps.reduce((sum, same) => sum + (same.length - 1) * standardDeviation(same)! ** 2, 0)
  return Math.sqrt(squares / (count - steps.length))
}

/** By thirds of whole rounds, where there are as many, so that a long syllable counts alike at either end. */
function acceleration(intervals: Float64Array): number | null {
  if (intervals.length < fewestIntervalsForChange) return null
  const third = Math.floor(intervals.length / 3)
  const length = third < ofSteps.length ? third : third - (third % ofSteps.length)
  const first = mean(intervals.subarray(0, length))
  const last = mean(intervals.subarray(intervals.length - length))
  return first === null || last === null ? null : 100 * (first / last - 1)
}
