import { bhattacharyyaCoefficient } from './comparison.ts'
import { type Density, densityAt, densityOf, momentsOf } from './density.ts'

// How much a person resembles each population (docs/decisions/0264-likeness-does-not-depend-on-n.md). The person is a
// normal distribution around the score; its width is what repeating the measurement changes.

/** The assumed reliability of a measure that nobody has repeated. Its standard error is SD·√(1 − reliability). */
const assumedReliability = 0.8
/** Below this share of what a person in the middle of the population reaches, about three SD away, it is far. */
export const farShare = 0.15

/** `nearness`: the coefficient as a share of what a person in the middle of the population reaches. */
export type Likeness = { coefficient: number; nearness: number }

type Shape = { mean: number; sd: number; density: Density }

/** Values are kept with their samples (sample.ts), and so are their shapes. */
const shapes = new WeakMap<Float64Array, Shape>()

function shapeOf(values: Float64Array): Shape {
  const known = shapes.get(values)
  if (known !== undefined) return known
  const { mean, sd } = momentsOf(values)
  const shape = { mean, sd, density: densityOf(values, sd) }
  shapes.set(values, shape)
  return shape
}

/**
 * A population smoothed by a kernel and shrunk to its own mean and SD again, so that smoothing widens nobody.
 *
 * @see Silverman 1986, "Density Estimation for Statistics and Data Analysis", section 6.4.1
 */
function smooth({ mean, sd, density }: Shape, bandwidth: number): Density {
  const shrink = 1 / Math.hypot(1, bandwidth / sd)
  const places = density.places.map((place) => mean + shrink * (place - mean))
  return { ...density, places, bandwidth: shrink * bandwidth }
}

/**
 * How much a score resembles each of some populations. All are smoothed by one bandwidth, the largest of their standard
 * deviations: a narrower one shows more of the tails of a large population than of a small one.
 *
 * @param populations the values of each, ascending, with a spread > 0
 * @param repeatSd what repeating the measurement changes; null: unknown
 */
export function likenessOf(score: number, populations: readonly Float64Array[], repeatSd: number | null): Likeness[] {
  const all = populations.map(shapeOf)
  const bandwidth = Math.max(...all.map(({ sd }) => sd))
  const meanSquare = all.reduce((sum, { sd }) => sum + sd ** 2, 0) / all.length
  const own = repeatSd !== null && repeatSd > 0 ? repeatSd : Math.sqrt((1 - assumedReliability) * meanSquare)
  return all.map((shape) => {
    const { sd } = shape
    const density = smooth(shape, bandwidth)
    const coefficient = bhattacharyyaCoefficient(score, own, (x) => densityAt(density, x), density.bandwidth)
    return { coefficient, nearness: coefficient / Math.sqrt((2 * own * sd) / (own ** 2 + sd ** 2)) }
  })
}

/** Several measurements of one score: the geometric means. */
export function combine(all: readonly Likeness[]): Likeness {
  const mean = (of: (one: Likeness) => number) =>
    Math.exp(all.reduce((sum, one) => sum + Math.log(of(one)), 0) / all.length)
  return { coefficient: mean(({ coefficient }) => coefficient), nearness: mean(({ nearness }) => nearness) }
}

/**
 * The coefficients as shares that sum to 1.
 *
 * @returns an empty object when the score is far from all populations, and null for fewer than two populations
 */
export function probabilitiesOf(likeness: ReadonlyMap<string, Likeness>): Record<string, number> | null {
  if (likeness.size < 2) return null
  const all = [...likeness.values()]
  if (all.every(({ nearness }) => nearness < farShare)) return {}
  const sum = all.reduce((total, { coefficient }) => total + coefficient, 0)
  return Object.fromEntries([...likeness].map(([population, { coefficient }]) => [population, coefficient / sum]))
}
