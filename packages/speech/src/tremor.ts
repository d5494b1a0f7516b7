import type { Phonation } from './phonation.ts'
import { lengthOf } from './phonation.ts'
import type { PitchTrack } from './pitch.ts'
import { medianInPlace } from './statistics.ts'

/** Rate in Hz, and depth: the amplitude of the swing as a share of the mean pitch (0.04: 4 % up and down). */
export type Tremor = { readonly rateHz: number; readonly depth: number }

const lowestHz = 2
const highestHz = 15
const gridHz = 0.1
/** Long enough for four of the slowest swings; a tremor does not keep its rate for longer. */
const windowS = 2
/** Two of the slowest swings. */
export const shortestTremorS = 1
/** Share of the pitch's variation that one rate must carry to count as a tremor; chance stays below. */
const leastShare = 0.3
/** Pitch tracking itself varies by as much. */
const leastDepth = 0.001
/** A frame with a larger ratio to the median counts as an octave error. */
const largestFactor = 1.5

/**
 * Tremor of the pitch: the rate between 2 and 15 Hz that carries most of the pitch's variation about its linear trend.
 * Uses a Lomb periodogram under a Hann window, averaged over windows of 2 s that overlap by half.
 *
 * @param phonation a held vowel of at least `shortestTremorS`
 * @returns null when no rate carries 30 % of the variation, or its swing is below 0.1 %
 * @see Brückl 2012, "Vocal tremor measurement based on autocorrelation of contours", Interspeech; Scargle 1982,
 *   "Studies in astronomical time series analysis II"
 */
export function measureTremor(track: PitchTrack, phonation: Phonation): Tremor | null {
  const frames = Math.round(Math.min(windowS, lengthOf(phonation)) / track.stepS)
  const from = Math.max(0, Math.ceil((phonation.startS - track.firstS) / track.stepS))
  const end = Math.min(track.count, Math.floor((phonation.endS - track.firstS) / track.stepS) + 1)
  const power = new Float64Array(Math.round((highestHz - lowestHz) / gridHz) + 1)
  let variance = 0
  let windows = 0
  for (let first = from; first + frames <= end || windows === 0; first += frames >> 1) {
    const deviations = relativeDeviations(track.hz.subarray(first, Math.min(end, first + frames)))
    if (deviations !== null) variance += addPower(deviations, track.stepS, power)
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
  return depth < leastDepth ? null : { rateHz: lowestHz + (best + shift) * gridHz, depth }
}

type Weighted = { readonly values: Float64Array; readonly weights: Float64Array; readonly sum: number }

/** The deviation of the pitch from its linear trend, over its median, and the weight of each frame: 0 without pitch. */
function relativeDeviations(hz: Float64Array): Weighted | null {
  const voiced = hz.filter((value) => value > 0)
  if (voiced.length < hz.length / 2) return null
  const median = medianInPlace(voiced)
  const weights = hz.map((value, i) => {
    const factor = value / median
    const usable = factor < largestFactor && factor > 1 / largestFactor
    return usable ? 0.5 - 0.5 * Math.cos((2 * Math.PI * (i + 0.5)) / hz.length) : 0
  })
  const values = hz.map((value, i) => (weights[i]! > 0 ? value / median - 1 : 0))
  let [sum, x, y] = [0, 0, 0]
  for (let i = 0; i < hz.length; i++) {
    sum += weights[i]!
    x += weights[i]! * i
    y += weights[i]! * values[i]!
  }
  let [xx, xy] = [0, 0]
  for (let i = 0; i < hz.length; i++) {
    xx += weights[i]! * (i - x / sum) ** 2
    xy += weights[i]! * (i - x / sum) * (values[i]! - y / sum)
  }
  const slope = xx > 0 ? xy / xx : 0
  for (let i = 0; i < hz.length; i++) values[i] = values[i]! - y / sum - slope * (i - x / sum)
  return { values, weights, sum }
}

/** Adds the power of the best sinusoid at each rate. @returns the variance */
function addPower({ values, weights, sum }: Weighted, stepS: number, power: Float64Array): number {
  for (let k = 0; k < power.length; k++) {
    const turn = 2 * Math.PI * (lowestHz + k * gridHz) * stepS
    let [cosine, sine] = [0, 0]
    for (let i = 0; i < values.length; i++) {
      cosine += weights[i]! * values[i]! * Math.cos(turn * i)
      sine += weights[i]! * values[i]! * Math.sin(turn * i)
    }
    power[k] = power[k]! + (2 * (cosine * cosine + sine * sine)) / (sum * sum)
  }
  let variance = 0
  for (let i = 0; i < values.length; i++) variance += weights[i]! * values[i]! ** 2
  return variance / sum
}
