/** @returns null for no values */
export function mean(values: ArrayLike<number>): number | null {
  if (values.length === 0) return null
  let sum = 0
  for (let i = 0; i < values.length; i++) sum += values[i]!
  return sum / values.length
}

/** Sample standard deviation (n − 1). @returns null below two values */
export function standardDeviation(values: ArrayLike<number>): number | null {
  const average = mean(values)
  if (average === null || values.length < 2) return null
  let squares = 0
  for (let i = 0; i < values.length; i++) squares += (values[i]! - average) ** 2
  return Math.sqrt(squares / (values.length - 1))
}

/**
 * Quantile with the i-th smallest of n values at (i − ½)/n and linear interpolation between (Hyndman & Fan 1996,
 * definition 5), held at the extremes outside.
 *
 * @param sorted ascending
 * @returns null for no values
 */
export function quantile(sorted: ArrayLike<number>, share: number): number | null {
  const n = sorted.length
  if (n === 0) return null
  const place = Math.min(Math.max(share * n - 0.5, 0), n - 1)
  const below = Math.floor(place)
  const above = Math.min(below + 1, n - 1)
  return sorted[below]! + (place - below) * (sorted[above]! - sorted[below]!)
}
