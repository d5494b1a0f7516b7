/** Compares the measures of a train with the truth it was made from. Only tests and tools use it. */
import { measure } from './measure.ts'
import { mean, quantile, standardDeviation } from './statistics.ts'
import { buildTrain, type Train, type TrainSettings } from './test-trains.ts'

export type Verdict = 'right' | 'withheld' | 'wrong'
export type Judged = {
  readonly name: string
  readonly verdict: Verdict
  readonly value: number
  readonly truth: number
}

const stepLengths = [[1], [1.15, 0.9, 0.95], [0.92, 1, 1.08]]

/**
 * The trains of the truth table: 3 to 9 a second, 0 to 25 %, noise 40, 25 and 15 dB below, a quarter with an echo, two of
 * seven aspirated.
 */
export function trainSettings(index: number): TrainSettings {
  return {
    perSecond: 3 + (6 * ((index * 7) % 13)) / 12,
    variation: (25 * ((index * 5) % 11)) / 10,
    signalToNoiseDb: [40, 25, 15][index % 3]!,
    echoS: index % 4 === 3 ? 0.25 : 0,
    seed: index + 1,
    steps: stepLengths[index % 5] ?? [1],
    isAspirated: index % 7 > 4,
    pitchHz: [120, 95, 210, 160][index % 4]!,
  }
}

export const buildTrainOf = (index: number): Train => buildTrain(trainSettings(index))

/** Right: within 2.5 points, 0.25 syllables a second, 8 ms or 5 % of a step. */
export function judgeTrain({ samples, sampleRateHz, onsets }: Train): Judged[] {
  const { scores } = measure(samples, sampleRateHz, ['diadochokinesis']).diadochokinesis!
  const intervals = onsets.slice(1).map((onset, i) => onset - onsets[i]!)
  const average = mean(intervals)!
  const steps = [0, 1, 2].map((step) => intervals.filter((_, i) => i % 3 === step))
  const squares = steps.reduce((sum, same) => sum + (same.length - 1) * standardDeviation(same)! ** 2, 0)
  const third = Math.floor(intervals.length / 9) * 3
  const judge = (name: string, truth: number, allowed: number): Judged => {
    const value = scores[name]
    if (value === undefined) return { name, verdict: 'withheld', value: Number.NaN, truth }
    return { name, verdict: Math.abs(value - truth) <= allowed ? 'right' : 'wrong', value, truth }
  }
  return [
    judge('ddk_onset_cv_pct', (100 * standardDeviation(intervals)!) / average, 2.5),
    judge('ddk_rate_onsets_per_s', 1 / average, 0.25),
    judge('ddk_onset_count', onsets.length, 0),
    judge('ddk_same_syllable_cv_pct', (100 * Math.sqrt(squares / (intervals.length - 3))) / average, 2.5),
    judge('ddk_acceleration_pct', 100 * (mean(intervals.slice(0, third))! / mean(intervals.slice(-third))! - 1), 2.5),
    ...steps.map((same, i) => {
      const truth = 1000 * median(same)
      return judge(`ddk_syllable_${i + 1}_ms`, truth, Math.max(8, 0.05 * truth))
    }),
  ]
}

const median = (values: readonly number[]) =>
  quantile(
    values.toSorted((a, b) => a - b),
    0.5,
  )!
