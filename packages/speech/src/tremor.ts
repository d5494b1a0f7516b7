import type { Phonation } from './phonation.ts'
import { lengthOf } from './phonation.ts'
import { medianInPlace } from './statistics.ts'

/** Rate in Hz, and depth: the amplitude of the swing as a share of the mean (0.04: 4 % up and down). */
export type Tremor = { readonly rateHz: number; readonly depth: number }

const lowestHz = 2
const highestHz = 15
const gridHz = 0.1
/** Long enough for four of the slowest swings; a tremor does not keep its rate for longer. */
const windowS = 2
/** Two of the slowest swings. */
export const shortestTremorS = 1
/** Share of the variation that one rate must carry to count as a tremor; chance stays below. */
const leastShare = 0.3

/** What may tremble: the pitch or the amplitude at equal steps, 0 where there is none. */
export type Contour = { readonly firstS: number; readonly stepS: number; readonly values: Float64Array }

type TremorLimits = {
  /** a smaller swing is that of the measurement, or of a voice without tremor */
  readonly leastDepth: number
  /** a value with a larger ratio to the median is not used */
  readonly largestFactor: number
}

/** Pitch tracking itself varies by as much; a larger factor is an octave error. */
export const ofPitch: TremorLimits = { leastDepth: 0.001, largestFactor: 1.5 }
/** The shimmer of a healthy voice leaves as much at a single rate. */
export const ofAmplitude: TremorLimits = { leastDepth: 0.01, largestFactor: Infinity }

/**
 * Tremor: the rate between 2 and 15 Hz that carries most of a contour's variation about its linear trend. Uses a Lomb periodogram under a Hann window, averaged over windows of 2 s that overlap by half.
 *
 * @param phonation a held vowel of at least `shortestTremorS`
 * @returns null when no rate carries 30 % of the variation, or its swing is too small
 * @see Brückl 2012, "Vocal tremor measurement based on autocorrelation of contours", Interspeech; Scargle 1982,
 *   "Studies in astronomical time series analysis II"
 */
export function measureTremor(contour: Contour, phonation: Phonation, limits: TremorLimits): Tremor | null {
  const { firstS, stepS, values } = contour
  const frames = Math.round(Math.min(windowS, lengthOf(phonation)) / stepS)
  const from = Math.max(0, Math.ceil((phonation.startS - firstS) / stepS))
  const end = Math.min(values.length, Math.floor((phonation.endS - firstS) / stepS) + 1)
  const power = new Float64Array(Math.round((highestHz - lowestHz) / gridHz) + 1)
  let variance = 0
  let windows = 0
  for (let first = from; first + frames <= end || windows === 0; first += frames >> 1) {
    const deviations = relativeDeviations(values.subarray(first, Math.min(end, first + frames)), limits.largestFactor)
    if (deviations !== null) variance += addPower(deviations, stepS, power)
    windows++
  }
  let best = 1
  for (let k = 1; k + 1 < power.length; k++) if (power[k]! > power[best]!) best = k
  const [before, here, after] = [power[best - 1]!, power[best]!, power[best + 1]!]
  // A maximum at the edge of the band is the flank of something slower or faster.
  if (!(here >= before && here >= after && here >= leastShare * variance && here > 0)) return null
  const bend = 2 * here - before - after
  const shift = bend > 0 ? (after - before) / (2 * bend) : 0
  const depth = Math.sqrt((2 * here) / windows)
  return depth < limits.leastDepth ? null : { rateHz: lowestHz + (best + shift) * gridHz, depth }
}

type Weighted = { readonly values: Float64Array; readonly weights: Float64Array; readonly sum: number }

/** The deviation from the linear trend, over the median, and the weight of each frame: 0 without a value. */
function relativeDeviations(given: Float64Array, largestFactor: number): Weighted | null {
  const voiced = given.filter((value) => value > 0)
  if (voiced.length < given.length / 2) return null
  const median = medianInPlace(voiced)
  const weights = given.map((value, i) => {
    const factor = value / median
    const usable = factor > 0 && factor < largestFactor && factor > 1 / largestFactor
    return usable ? 0.5 - 0.5 * Math.cos((2 * Math.PI * (i + 0.5)) / given.length) : 0
  })
  const values = given.map((value, i) => (weights[i]! > 0 ? value / median - 1 : 0))
  let [sum, x, y] = [0, 0, 0]
  for (let i = 0; i < given.length; i++) {
    sum += weights[i]!
    x += weights[i]! * i
    y += weights[i]! * values[i]!
  }
  let [xx, xy] = [0, 0]
  for (let i = 0; i < given.length; i++) {
    xx += weights[i]! * (i - x / sum) ** 2
    xy += weights[i]! * (i - x / sum) * (values[i]! - y / sum)
  }
  const slope = xx > 0 ? xy / xx : 0
  for (let i = 0; i < given.length; i++) values[i] = values[i]! - y / sum - slope * (i - x / sum)
  return { values, weights, sum }
}

/** Adds the power of the best sinusoid at each rate. @returns the variance */
function addPower({ values, weights, sum }: Weighted, stepS: number, power: Float64Array): number {
  const weighted = values.map((value, i) => weights[i]! * value)
  for (let k = 0; k < power.length; k++) {
    const turn = 2 * Math.PI * (lowestHz + k * gridHz) * stepS
    // The sums by Goertzel's recursion, in which no cosine is computed for a frame.
    const factor = 2 * Math.cos(turn)
    let [last, previous] = [0, 0]
    for (let i = 0; i < weighted.length; i++) {
      const here = weighted[i]! + factor * last - previous
      previous = last
      last = here
    }
    const squared = last * last + previous * previous - factor * last * previous
    power[k] = power[k]! + (2 * squared) / (sum * sum)
  }
  let variance = 0
  for (let i = 0; i < values.length; i++) variance += weights[i]! * values[i]! ** 2
  return variance / sum
}
