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
 * Quantile with the i-th smallest of n values at (i − ½)/n, linear interpolation between (Hyndman & Fan 1996,
 * definition 5), and the extremes outside.
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

/**
 * Median by selection (Hoare 1961, "Algorithm 65: Find").
 *
 * @param values at least one; their order changes
 */
export function medianInPlace(values: Float64Array): number {
  const middle = values.length >> 1
  const upper = select(values, middle)
  if (values.length % 2 === 1) return upper
  let lower = -Infinity
  for (let i = 0; i < middle; i++) if (values[i]! > lower) lower = values[i]!
  return (lower + upper) / 2
}

/** The value at `rank` in ascending order; smaller values are moved before it, larger ones behind. */
function select(values: Float64Array, rank: number): number {
  let left = 0
  let right = values.length - 1
  while (left < right) {
    const pivot = values[rank]!
    let i = left
    let j = right
    while (i <= j) {
      while (values[i]! < pivot) i++
      while (pivot < values[j]!) j--
      if (i > j) break
      const swap = values[i]!
      values[i] = values[j]!
      values[j] = swap
      i++
      j--
    }
    if (j < rank) left = i
    if (rank < i) right = j
  }
  return values[rank]!
}
