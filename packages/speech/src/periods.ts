/** Limits of an interval between pulses that counts as a period of the voice. */
export const shortestPeriodS = 0.0001
export const longestPeriodS = 0.02
/** Neighbouring periods with a larger ratio are not compared. */
const largestPeriodFactor = 1.3

/** Whether the interval from pulse i to pulse i + 1 can be a period. */
export function isPeriod(pulses: Float64Array, i: number): boolean {
  const period = pulses[i + 1]! - pulses[i]!
  return period >= shortestPeriodS && period <= longestPeriodS
}

/** Whether `count` consecutive intervals from pulse i on are periods, none much longer than its neighbour. */
export function areRegular(pulses: Float64Array, i: number, count: number): boolean {
  if (i < 0 || i + count >= pulses.length) return false
  for (let k = i; k < i + count; k++) {
    if (!isPeriod(pulses, k)) return false
    if (k === i) continue
    const ratio = (pulses[k + 1]! - pulses[k]!) / (pulses[k]! - pulses[k - 1]!)
    if (ratio > largestPeriodFactor || ratio < 1 / largestPeriodFactor) return false
  }
  return true
}

/**
 * Mean of the periods that have a regular neighbour, s.
 *
 * @returns null when there is none
 */
export function meanPeriod(pulses: Float64Array): number | null {
  let sum = 0
  let count = 0
  for (let i = 0; i + 1 < pulses.length; i++) {
    if (!areRegular(pulses, i, 2) && !areRegular(pulses, i - 1, 2)) continue
    sum += pulses[i + 1]! - pulses[i]!
    count++
  }
  return count === 0 ? null : sum / count
}

/** How many intervals between pulses are periods with a regular neighbour. */
export function countPeriods(pulses: Float64Array): number {
  let count = 0
  for (let i = 0; i + 1 < pulses.length; i++) {
    if (areRegular(pulses, i, 2) || areRegular(pulses, i - 1, 2)) count++
  }
  return count
}
