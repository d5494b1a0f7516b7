import { areRegular, meanPeriod } from './periods.ts'

/**
 * Local jitter: the mean absolute difference between consecutive periods over the mean period.
 *
 * @param pulses times of the glottal pulses, s, ascending
 * @returns a ratio (0.01 is 1 %); null without two neighbouring periods
 * @see Praat manual, "PointProcess: Get jitter (local)..."
 */
export function localJitter(pulses: Float64Array): number | null {
  let sum = 0
  let count = 0
  for (let i = 0; i + 2 < pulses.length; i++) {
    if (!areRegular(pulses, i, 2)) continue
    sum += Math.abs(pulses[i + 2]! - 2 * pulses[i + 1]! + pulses[i]!)
    count++
  }
  return overMeanPeriod(pulses, sum, count)
}

/**
 * Period perturbation quotient: the mean absolute difference between a period and the mean of it and its neighbours,
 * over the mean period. Three periods give the relative average perturbation (RAP), five the PPQ5.
 *
 * @param span odd number of periods to average
 * @returns a ratio; null without as many neighbouring periods
 * @see Praat manual, "Voice 2. Jitter"
 */
export function jitterQuotient(pulses: Float64Array, span: 3 | 5): number | null {
  const half = (span - 1) / 2
  let sum = 0
  let count = 0
  for (let i = 0; i + span < pulses.length; i++) {
    if (!areRegular(pulses, i, span)) continue
    const average = (pulses[i + span]! - pulses[i]!) / span
    sum += Math.abs(pulses[i + half + 1]! - pulses[i + half]! - average)
    count++
  }
  return overMeanPeriod(pulses, sum, count)
}

function overMeanPeriod(pulses: Float64Array, sum: number, count: number): number | null {
  const period = meanPeriod(pulses)
  return count === 0 || period === null ? null : sum / count / period
}
