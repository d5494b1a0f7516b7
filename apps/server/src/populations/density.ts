/** The values of one score in a population as a probability density: a mixture of normal kernels of equal width. */
export type Density = {
  /** Ascending. */
  values: Float64Array
  bandwidth: number
  /** The centres of the kernels, ascending, and how many values each represents. */
  places: Float64Array
  weights: Float64Array
  /** Values that many people share: steps of the cumulative share, not kernels. */
  ties: readonly Tie[]
}

/** The share of the people who have exactly this value. */
export type Tie = { value: number; share: number }

/** A population needs at least this many people. */
export const fewestValues = 10
/** Values closer than this share of a standard deviation count as equal. */
const sameShare = 1e-6
const points = 256
/** A value that a tenth of the people share is a place of its own, such as a score of zero errors. */
// A little less than a tenth: whether a tenth is reached may not depend on the order in which weights are summed.
export const tiedShare = 0.1 - 1e-9
// Above this number, values are binned before each gets a kernel. The grid step is a share of the bandwidth and widens
// the density by less than a thousandth of the bandwidth.
const gatheredAbove = 2000
const gridShare = 1 / 16
const reach = 5 // bandwidths beyond the outermost value; anything further has no weight

/**
 * Gaussian kernel density estimate with Silverman's bandwidth on the robust scale.
 *
 * @returns null for fewer than ten values, or when all are equal: a spike is not a density
 * @see Silverman 1986, "Density Estimation for Statistics and Data Analysis", eq. 3.31
 */
export function estimateDensity(values: readonly number[]): Density | null {
  if (values.length < fewestValues) return null
  const sorted = Float64Array.from(values).sort()
  const { sd } = momentsOf(sorted)
  const interquartile = (quantileOf(sorted, 0.75) - quantileOf(sorted, 0.25)) / 1.34
  // Where half of the values are equal, only the standard deviation still gives a width.
  const scale = interquartile > sameShare * sd ? Math.min(sd, interquartile) : sd
  return scale > 0 ? densityOf(sorted, 0.9 * scale * sorted.length ** -0.2) : null
}

/** @param sorted ascending */
export function densityOf(sorted: Float64Array, bandwidth: number): Density {
  const kernels =
    sorted.length > gatheredAbove
      ? gather(sorted, bandwidth * gridShare)
      : { places: sorted, weights: new Float64Array(sorted.length).fill(1) }
  return { values: sorted, bandwidth, ...kernels, ties: tiesOf(sorted) }
}

function tiesOf(sorted: Float64Array): Tie[] {
  const ties: Tie[] = []
  for (let from = 0; from < sorted.length; ) {
    let to = from + 1
    while (to < sorted.length && sorted[to] === sorted[from]) to++
    const share = (to - from) / sorted.length
    if (to - from > 1 && share >= tiedShare) ties.push({ value: sorted[from]!, share })
    from = to
  }
  return ties
}

/**
 * Splits each value between its two neighbouring grid points so that the mean is unchanged. Grid points without weight
 * are omitted, however far the outermost value lies.
 *
 * @see Fan & Marron 1994, Journal of Computational and Graphical Statistics 3, 35–56 (linear binning)
 */
function gather(sorted: Float64Array, step: number): { places: Float64Array; weights: Float64Array } {
  const places: number[] = []
  const weights: number[] = []
  const add = (cell: number, weight: number) => {
    const place = sorted[0]! + cell * step
    // Cells arrive in order: the lower point of a value is the last point or the one before it.
    if (places.at(-1) === place) weights[weights.length - 1]! += weight
    else if (places.at(-2) === place) weights[weights.length - 2]! += weight
    else {
      places.push(place)
      weights.push(weight)
    }
  }
  for (const value of sorted) {
    const at = (value - sorted[0]!) / step
    const cell = Math.floor(at)
    add(cell, 1 - (at - cell))
    add(cell + 1, at - cell)
  }
  return { places: Float64Array.from(places), weights: Float64Array.from(weights) }
}

export function momentsOf(values: ArrayLike<number>): { mean: number; sd: number } {
  let sum = 0
  for (let i = 0; i < values.length; i++) sum += values[i]!
  const mean = sum / values.length
  let squares = 0
  for (let i = 0; i < values.length; i++) squares += (values[i]! - mean) ** 2
  return { mean, sd: values.length < 2 ? 0 : Math.sqrt(squares / (values.length - 1)) }
}

/** Hyndman & Fan 1996, definition 7. @param sorted ascending, at least one */
export function quantileOf(sorted: Float64Array, share: number): number {
  const place = share * (sorted.length - 1)
  const below = Math.floor(place)
  const above = Math.min(below + 1, sorted.length - 1)
  return sorted[below]! + (place - below) * (sorted[above]! - sorted[below]!)
}

export function densityAt({ values, places, weights, bandwidth }: Density, x: number): number {
  let sum = 0
  for (let i = 0; i < places.length; i++) sum += weights[i]! * Math.exp(-0.5 * ((x - places[i]!) / bandwidth) ** 2)
  return sum / (values.length * bandwidth * Math.sqrt(2 * Math.PI))
}

/**
 * The share of the population below x; increases with x. At a value that many share it is the mid-rank: those below, and
 * half of those who share it.
 */
export function cumulativeAt({ values, places, weights, bandwidth, ties }: Density, x: number): number {
  let sum = 0
  for (let i = 0; i < places.length; i++) sum += weights[i]! * normalCumulative((x - places[i]!) / bandwidth)
  const smooth = sum / values.length
  const steps = ties.reduce((total, { value, share }) => {
    const step = x === value ? 0.5 : Number(x > value)
    return total + share * (step - normalCumulative((x - value) / bandwidth))
  }, 0)
  return Math.min(1, Math.max(0, smooth + steps))
}

export type Curve = { x: number[]; y: number[] }

/**
 * The density as a curve for a chart, with area 1. What lies beyond the values that are possible is reflected into them: a
 * curve that shows pauses below zero, or shares above one, shows people that cannot exist. Where nobody is below zero,
 * zero counts as the lowest value.
 *
 * @param highest the largest possible value
 * @see Silverman 1986, "Density Estimation for Statistics and Data Analysis", section 2.10
 */
export function curveOf(
  { values, bandwidth: estimated, ...kernels }: Density,
  highest = Number.POSITIVE_INFINITY,
): Curve {
  // A kernel between two points of the curve would not be drawn at all.
  const bandwidth = Math.max(estimated, (values.at(-1)! - values[0]!) / (2 * (points - 1)))
  const least = values[0]! >= 0 ? 0 : Number.NEGATIVE_INFINITY
  const most = values.at(-1)! <= highest ? highest : Number.POSITIVE_INFINITY
  const from = Math.max(least, values[0]! - reach * bandwidth)
  const to = Math.min(most, values.at(-1)! + reach * bandwidth)
  const step = (to - from) / (points - 1)
  const x = Array.from({ length: points }, (_, i) => from + i * step)
  const estimate = (at: number) => densityAt({ values, bandwidth, ...kernels }, at)
  const mirrors = [least, most].filter(Number.isFinite)
  const y = x.map((at) => mirrors.reduce((sum, mirror) => sum + estimate(2 * mirror - at), estimate(at)))
  const area = step * (y.reduce((sum, value) => sum + value, 0) - (y[0]! + y.at(-1)!) / 2)
  return { x, y: y.map((value) => value / area) }
}

/**
 * Reduces a curve to points between which straight lines differ from it by at most a share of its height. With too many
 * such points, only the most important ones are kept.
 *
 * @see Ramer 1972, Computer Graphics and Image Processing 1, 244–256
 */
export function simplify({ x, y }: Curve, mostPoints: number, share: number): Curve {
  const least = share * Math.max(...y)
  const farthest = (from: number, to: number) => {
    let [at, error] = [from, 0]
    for (let i = from + 1; i < to; i++) {
      const onLine = y[from]! + ((y[to]! - y[from]!) * (x[i]! - x[from]!)) / (x[to]! - x[from]!)
      const distance = Math.abs(y[i]! - onLine)
      if (distance > error) [at, error] = [i, distance]
    }
    return { from, to, at, error }
  }
  let parts = [farthest(0, x.length - 1)]
  while (parts.length + 1 < mostPoints) {
    const worst = parts.reduce((a, b) => (b.error > a.error ? b : a))
    if (worst.error <= least) break
    parts = parts.flatMap((part) =>
      part === worst ? [farthest(part.from, part.at), farthest(part.at, part.to)] : [part],
    )
  }
  const kept = [0, ...parts.map(({ to }) => to)]
  return { x: kept.map((i) => x[i]!), y: kept.map((i) => y[i]!) }
}

// Hart's algorithm 5666, and his continued fraction beyond its range.
const numerator = [
  ...[3.52624965998911e-2, 0.700383064443688, 6.37396220353165, 33.912866078383],
  ...[112.079291497871, 221.213596169931, 220.206867912376],
]
const denominator = [
  ...[8.83883476483184e-2, 1.75566716318264, 16.064177579207, 86.7807322029461],
  ...[296.564248779674, 637.333633378831, 793.826512519948, 440.413735824752],
]
const tail = 7.07106781186547

/**
 * Φ, to 1e-15. One page of results calls it about ten thousand times.
 *
 * @see West 2005, "Better approximations to cumulative normal functions", Wilmott Magazine, 70–76
 */
export function normalCumulative(z: number): number {
  const x = Math.abs(z)
  const height = Math.exp(-0.5 * x * x)
  if (x >= tail) {
    const outside = height / (x + 1 / (x + 2 / (x + 3 / (x + 4 / (x + 0.65))))) / Math.sqrt(2 * Math.PI)
    return z > 0 ? 1 - outside : outside
  }
  let over = 0
  let under = 0
  for (let i = 0; i < numerator.length; i++) over = over * x + numerator[i]!
  for (let i = 0; i < denominator.length; i++) under = under * x + denominator[i]!
  const outside = (height * over) / under
  return z > 0 ? 1 - outside : outside
}

/**
 * Φ⁻¹, as exact as Φ: a first guess good to 4.5e-4, and two steps of Halley's, each of which triples its digits.
 *
 * @returns -8.2 to 8.2, also for 0 and 1
 * @see Abramowitz & Stegun 26.2.23 for the guess
 */
export function normalQuantile(share: number): number {
  // Φ is more exact near 0 than near 1.
  if (share > 0.5) return -normalQuantile(1 - share)
  const p = Math.max(share, Number.EPSILON / 2)
  const t = Math.sqrt(-2 * Math.log(p))
  let z = (2.515517 + t * (0.802853 + t * 0.010328)) / (1 + t * (1.432788 + t * (0.189269 + t * 0.001308))) - t
  for (let i = 0; i < 2; i++) {
    const step = (normalCumulative(z) - p) * Math.sqrt(2 * Math.PI) * Math.exp(0.5 * z * z)
    z -= step / (1 + 0.5 * z * step)
  }
  return z
}
