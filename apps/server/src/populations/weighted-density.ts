import { type Density, type Tie, tiedShare } from './density.ts'

// As in density.ts: above this number, values share the points of a grid of this share of the bandwidth.
const gatheredAbove = 2000
const gridShare = 1 / 16
const sameShare = 1e-6

/**
 * The density of people of unequal weight: Silverman's bandwidth with the effective number of people, and each kernel as
 * high as its weight.
 *
 * @returns null when all values are equal: a spike is not a density
 */
export function weightedDensity(
  values: ArrayLike<number>,
  weights: ArrayLike<number>,
  effective: number,
): Density | null {
  const order: number[] = []
  for (let i = 0; i < values.length; i++) if (weights[i]! > 0) order.push(i)
  order.sort((a, b) => values[a]! - values[b]!)
  const sorted = new Float64Array(order.length)
  let total = 0
  for (const [k, i] of order.entries()) {
    sorted[k] = values[i]!
    total += weights[i]!
  }
  const kernels = { places: new Float64Array(order.length), weights: new Float64Array(order.length) }
  let last = -1
  for (const i of order) {
    // The formulas of a density divide by the number of its values.
    const weight = (weights[i]! * sorted.length) / total
    if (last >= 0 && kernels.places[last] === values[i]!) kernels.weights[last]! += weight
    else {
      last++
      kernels.places[last] = values[i]!
      kernels.weights[last] = weight
    }
  }
  const places = kernels.places.slice(0, last + 1)
  const heights = kernels.weights.slice(0, last + 1)
  const sd = spreadOf(places, heights, sorted.length, effective)
  const quantile = (share: number) => weightedQuantile(places, heights, share * sorted.length)
  const interquartile = (quantile(0.75) - quantile(0.25)) / 1.34
  const scale = interquartile > sameShare * sd ? Math.min(sd, interquartile) : sd
  if (!(scale > 0)) return null
  const bandwidth = 0.9 * scale * effective ** -0.2
  const gathered = places.length > gatheredAbove ? gather(places, heights, bandwidth * gridShare) : null
  return {
    values: sorted,
    bandwidth,
    ...(gathered ?? { places, weights: heights }),
    ties: tiesOf(sorted, places, heights),
  }
}

/** The values that people of a tenth or more of the weight share. */
function tiesOf(sorted: Float64Array, places: Float64Array, weights: Float64Array): Tie[] {
  const ties = Array.from(places, (value, i) => ({ value, share: weights[i]! / sorted.length }))
  const isShared = (value: number) => sorted.indexOf(value) < sorted.lastIndexOf(value)
  return ties.filter(({ value, share }) => share >= tiedShare && isShared(value))
}

function spreadOf(places: Float64Array, weights: Float64Array, n: number, effective: number): number {
  const mean = places.reduce((sum, value, i) => sum + weights[i]! * value, 0) / n
  const squares = places.reduce((sum, value, i) => sum + weights[i]! * (value - mean) ** 2, 0) / n
  return Math.sqrt((squares * effective) / (effective - 1))
}

/** The value below which this much weight lies; each value stands in the middle of its own weight. */
function weightedQuantile(places: Float64Array, weights: Float64Array, wanted: number): number {
  let [below, last, value] = [0, 0, places[0]!]
  for (let i = 0; i < places.length; i++) {
    const middle = below + weights[i]! / 2
    if (middle >= wanted)
      return i === 0 ? places[0]! : value + ((wanted - last) / (middle - last)) * (places[i]! - value)
    below += weights[i]!
    ;[last, value] = [middle, places[i]!]
  }
  return places.at(-1)!
}

/** Moves the weight of each value to the nearest point of a grid: values closer than that share a kernel. */
function gather(places: Float64Array, weights: Float64Array, step: number): Pick<Density, 'places' | 'weights'> {
  const cells = new Map<number, number>()
  for (const [i, value] of places.entries()) {
    const cell = Math.round((value - places[0]!) / step)
    cells.set(cell, (cells.get(cell) ?? 0) + weights[i]!)
  }
  return {
    places: Float64Array.from(cells.keys(), (cell) => places[0]! + cell * step),
    weights: Float64Array.from(cells.values()),
  }
}
