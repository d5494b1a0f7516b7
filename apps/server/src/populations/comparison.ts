import { cumulativeAt, type Density, normalQuantile } from './density.ts'

export type Direction = 'higher_better' | 'lower_better' | 'neutral'

// A score beyond every kernel gets this share: so few people support no more extreme statement.
const outermost = 1e-6

/** The percentile of a score in a population, 0 to 100. */
export const percentileOf = (density: Density, score: number): number => 100 * cumulativeAt(density, score)

/** The percentiles that a score covers when many people share it. */
export function tieAt(density: Density, score: number): { share: number; from: number; to: number } | undefined {
  const tie = density.ties.find(({ value }) => value === score)
  if (tie === undefined) return undefined
  const middle = percentileOf(density, score)
  const half = 50 * tie.share
  return { share: tie.share, from: Math.max(0, middle - half), to: Math.min(100, middle + half) }
}

/**
 * How untypical a percentile is, 0 to 1. The limits of the bands, 0.25, 0.5 and 0.75, lie at 0.67, 1.33 and 2 standard
 * deviations. For a measure with a direction, only the unfavourable side counts.
 */
export function semaphoreOf(percentile: number, direction: Direction): number {
  const share = Math.min(1 - outermost, Math.max(outermost, percentile / 100))
  // The sign of z is known before z, which costs more.
  if (direction === 'higher_better' && share > 0.5) return 0
  if (direction === 'lower_better' && share < 0.5) return 0
  const z = normalQuantile(share)
  if (direction === 'higher_better' && z > 0) return 0
  if (direction === 'lower_better' && z < 0) return 0
  return Math.min(1, 0.375 * Math.abs(z))
}

// The square root of a normal density is wider: 12 deviations leave 1e-16 of it outside.
const reach = 12
const stepsPerWidth = 8
const maxSteps = 20_000

/**
 * Bhattacharyya coefficient of a normal density around a score and a population: ∫ √(p q), 0 (nothing in common) to 1.
 *
 * @param sd of the measurement, > 0
 * @param widthOfDetail the width of the finest feature of the density
 * @see Bhattacharyya 1943, Bulletin of the Calcutta Mathematical Society 35, 99–109
 */
export function bhattacharyyaCoefficient(
  score: number,
  sd: number,
  densityOf: (x: number) => number,
  widthOfDetail: number,
): number {
  if (!(sd > 0 && widthOfDetail > 0)) throw new RangeError('widths must be > 0')
  const steps = Math.min(maxSteps, Math.ceil((2 * reach * stepsPerWidth * sd) / Math.min(sd, widthOfDetail)))
  const step = (2 * reach * sd) / steps
  let sum = 0
  for (let i = 0; i <= steps; i++) {
    const z = -reach + (i * step) / sd
    const root = Math.exp(-0.25 * z * z)
    sum += (i === 0 || i === steps ? 0.5 : 1) * root * Math.sqrt(densityOf(score + z * sd))
  }
  return (sum * step) / Math.sqrt(sd * Math.sqrt(2 * Math.PI))
}
