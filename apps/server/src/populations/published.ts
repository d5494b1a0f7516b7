import { type Density, estimateDensity, normalCumulative, normalQuantile } from './density.ts'
import { type Interval, normalPercentileInterval, percentileInterval } from './percentile-interval.ts'

/** One row of a published table: what is known of the people of one sex and age group. */
export type Stratum = {
  /** null: both. */
  sex: 'f' | 'm' | null
  age_min: number
  /** In completed years, included; null: and older, as the publication says. */
  age_max: number | null
  n: number
  /** On the table's scale: a normal distribution is assumed. */
  mean: number | null
  sd: number | null
  /** Percentiles and their values, both rising; used instead of mean and deviation. */
  centiles: [number, number][] | null
  /** `semitones`: above 27.5 Hz, for a score in Hz. */
  scale: Scale
}
export const scales = ['plain', 'semitones'] as const
export type Scale = (typeof scales)[number]

const lowestHz = 27.5
const toScale = (scale: Scale, score: number) => (scale === 'semitones' ? 12 * Math.log2(score / lowestHz) : score)
const fromScale = (scale: Scale, value: number) => (scale === 'semitones' ? lowestHz * 2 ** (value / 12) : value)

/** Of a group without an upper age: nothing says that it holds people who are older. */
export const oldestOfOpenGroup = 89

/** The row for a person; a child's holds no adults, and an adult's no children. */
export function stratumFor(
  strata: readonly Stratum[],
  { sex, age }: { sex: string | null; age: number | null },
): Stratum | undefined {
  if (age === null) return undefined
  const ofAge = strata.filter(({ age_min, age_max }) => {
    const isForAge = age_min <= age && age <= (age_max ?? Number.POSITIVE_INFINITY)
    return isForAge && (age < 18 ? age_max !== null && age_max < 18 : age_min >= 18)
  })
  return ofAge.find((stratum) => stratum.sex === sex && sex !== null) ?? ofAge.find((stratum) => stratum.sex === null)
}

/** The percentile of a score, assuming a normal distribution (between centiles: normal from each to the next). */
export function publishedPlace(stratum: Stratum, score: number): Interval & { percentile: number } {
  const z = zOf(stratum, toScale(stratum.scale, score))
  const percentile = 100 * normalCumulative(z)
  const interval =
    stratum.centiles === null ? normalPercentileInterval(z, stratum.n) : percentileInterval(percentile, stratum.n)
  return { percentile, ...interval }
}

/** The percentile of `publishedPlace` alone. */
export const publishedPercentile = (stratum: Stratum, score: number): number =>
  100 * normalCumulative(zOf(stratum, toScale(stratum.scale, score)))

function zOf({ mean, sd, centiles }: Stratum, value: number): number {
  if (centiles === null) return (value - mean!) / sd!
  const knots = knotsOf(centiles)
  return lineThrough(
    knots.map(([z, at]) => [at, z]),
    value,
  )
}

function valueAt({ mean, sd, centiles, scale }: Stratum, z: number): number {
  return fromScale(scale, centiles === null ? mean! + sd! * z : lineThrough(knotsOf(centiles), z))
}

const knotsOf = (centiles: readonly [number, number][]) =>
  centiles.map(([percent, value]): [number, number] => [normalQuantile(percent / 100), value])

/** Straight from knot to knot, and on beyond the outermost two. */
function lineThrough(knots: readonly [number, number][], x: number): number {
  const next = Math.min(
    knots.length - 1,
    Math.max(
      1,
      knots.findIndex(([at]) => at >= x),
    ),
  )
  const [[x0, y0], [x1, y1]] = [
    knots[x > knots.at(-1)![0] ? knots.length - 2 : next - 1]!,
    knots[x > knots.at(-1)![0] ? knots.length - 1 : next]!,
  ]
  return y0 + ((x - x0) / (x1 - x0)) * (y1 - y0)
}

/** As many points of a row's distribution as it has people, or as asked, at equal shares: for charts. */
export const pointsOf = (stratum: Stratum, count = stratum.n): number[] =>
  Array.from({ length: count }, (_, i) => valueAt(stratum, normalQuantile((i + 0.5) / count)))

const pointsOfDensity = 400
/** The assumed distribution as a density, for charts and overlaps. */
export const publishedDensity = (stratum: Stratum): Density | null =>
  estimateDensity(pointsOf(stratum, pointsOfDensity))
