import { createFft, powerOfTwoFrom } from './fft.ts'
import { layFrames } from './frames.ts'
import { medianInPlace } from './statistics.ts'
import { gaussianWindow } from './window.ts'

/** AVQI's settings. */
export const cepstrumRateHz = 10_000
const pitchFloorHz = 60
const stepS = 0.002
const preEmphasisHz = 50
const searchHz = { lowest: 60, highest: 330 }
const firstSearched = Math.ceil(cepstrumRateHz / searchHz.highest)
const lastSearched = Math.floor(cepstrumRateHz / searchHz.lowest)
/** The trend is laid through the whole cepstrum but its quefrency 0, which is the level of the recording. */
const firstTrend = 1
/** Filtering leaves traces of this size in digital silence, far below the last bit of any recording. */
const traces = 1e-8
/** Level of a cepstrum that holds nothing. */
const silentDb = -290

/** Running means over 10 ms (5 frames) and 1 ms (10 bins), with straight lines between the points: half-widths 2.5, 5. */
const overTime = runningMean(2.5)
const overQuefrency = runningMean(5)
/** Values are read every 10 ms, so that each frame counts in one of them. */
const readEvery = 5

/**
 * Smoothed cepstral peak prominence: in the cepstrum, averaged over 10 ms of time and 1 ms of quefrency, how far the
 * peak between 60 and 330 Hz rises over a straight line fitted to the whole; the mean over time.
 *
 * @param samples at `cepstrumRateHz`
 * @returns dB; null when the recording is shorter than one frame
 * @see Hillenbrand & Houde 1996, "Acoustic correlates of breathy vocal quality"; Maryn & Weenink 2015, "Objective
 *   dysphonia measures in the program Praat"; Praat manual, "PowerCepstrogram: Get CPPS..."
 */
export function measureCepstralPeak(samples: Float32Array): number | null {
  const windowS = 2 * (3 / pitchFloorHz)
  const grid = layFrames(samples.length, cepstrumRateHz, windowS, stepS)
  if (grid === null) return null
  const length = Math.round(windowS * cepstrumRateHz)
  const transform = createCepstrum(length)
  // Two frames are made at a time, so one more than the mean reads may be there.
  const kept = Array.from({ length: overTime.length + 1 }, () => new Float64Array(transform.bins))
  const keptAt = (frame: number) => kept[frame % kept.length]!
  const firstOf = (frame: number) => Math.round((grid.firstS + frame * stepS) * cepstrumRateHz - length / 2)
  const averaged = new Float64Array(transform.bins)
  const levels = new Float64Array(transform.bins)
  const prominence = createProminence(transform.bins)
  const reach = overTime.length >> 1

  let total = 0
  let count = 0
  let next = 0
  for (let frame = 0; frame < grid.count; frame += 2) {
    transform.pair(samples, firstOf(frame), firstOf(frame + 1), keptAt(frame), keptAt(frame + 1))
    const made = Math.min(frame + 2, grid.count)
    for (; next < made && (next + reach < made || made === grid.count); next += readEvery) {
      averaged.fill(0)
      for (let away = -reach; away <= reach; away++) {
        if (next + away < 0 || next + away >= grid.count) continue
        const weight = overTime[away + reach]!
        const cepstrum = keptAt(next + away)
        for (let q = 0; q < averaged.length; q++) averaged[q] = averaged[q]! + weight * cepstrum[q]!
      }
      smooth(averaged, levels)
      if (levels[firstSearched]! <= silentDb) continue
      total += prominence(levels)
      count++
    }
  }
  return count === 0 ? null : total / count
}

/** Weights of the points around the middle, whose sum is 1, when the line through them is averaged over 2 halfWidths. */
function runningMean(halfWidth: number): Float64Array {
  const reach = Math.floor(halfWidth + 0.5)
  /** The part of a triangle from −1 to 1 that lies to the left of x. */
  const share = (x: number) => (x <= 0 ? Math.max(0, x + 1) ** 2 / 2 : 1 - Math.max(0, 1 - x) ** 2 / 2)
  return Float64Array.from({ length: 2 * reach + 1 }, (_, i) => {
    const away = Math.abs(i - reach)
    return share(halfWidth - away) / (2 * halfWidth)
  })
}

/** The power cepstra of two frames at a time, which share their transforms as real and imaginary part. */
function createCepstrum(length: number) {
  const fft = createFft(powerOfTwoFrom(length))
  const bins = fft.length / 2 + 1
  const re = new Float64Array(fft.length)
  const im = new Float64Array(fft.length)
  const window = gaussianWindow(length)
  const emphasis = Math.exp((-2 * Math.PI * preEmphasisHz) / cepstrumRateHz)

  const load = (samples: Float32Array, first: number, into: Float64Array) => {
    let sum = 0
    for (let i = 0; i < length; i++) {
      const at = first + i
      const value = at < samples.length ? samples[at]! - (at > 0 ? emphasis * samples[at - 1]! : 0) : 0
      into[i] = value
      sum += value
    }
    const mean = sum / length
    let largest = 0
    for (let i = 0; i < length; i++) {
      into[i] = (into[i]! - mean) * window[i]!
      largest = Math.max(largest, Math.abs(into[i]!))
    }
    into.fill(0, length)
    return largest > traces
  }
  const pair = (
    samples: Float32Array,
    first: number,
    second: number,
    intoFirst: Float64Array,
    intoSecond: Float64Array,
  ) => {
    const firstSounds = load(samples, first, re)
    const secondSounds = load(samples, second, im)
    fft.transform(re, im)
    for (let k = 0; k < bins; k++) {
      const mirror = k === 0 ? 0 : fft.length - k
      const xr = 0.5 * (re[k]! + re[mirror]!)
      const xi = 0.5 * (im[k]! - im[mirror]!)
      const yr = 0.5 * (im[k]! + im[mirror]!)
      const yi = 0.5 * (re[mirror]! - re[k]!)
      re[k] = re[mirror] = Math.log(xr * xr + xi * xi + 1e-300)
      im[k] = im[mirror] = Math.log(yr * yr + yi * yi + 1e-300)
    }
    fft.transform(re, im)
    for (let q = 0; q < bins; q++) {
      intoFirst[q] = re[q]! * re[q]!
      intoSecond[q] = im[q]! * im[q]!
    }
    // Rounding leaves traces of one frame in the other, which matter when that is digital silence.
    if (!firstSounds) intoFirst.fill(0)
    if (!secondSounds) intoSecond.fill(0)
  }
  return { bins, pair }
}

/** Mean over neighbouring quefrencies, in dB; at the ends over those that there are. */
function smooth(cepstrum: Float64Array, levels: Float64Array) {
  const reach = overQuefrency.length >> 1
  for (let q = 0; q < cepstrum.length; q++) {
    const first = Math.max(0, q - reach)
    const last = Math.min(cepstrum.length - 1, q + reach)
    let sum = 0
    let weights = 0
    for (let i = first; i <= last; i++) {
      const weight = overQuefrency[i - q + reach]!
      sum += weight * cepstrum[i]!
      weights += weight
    }
    levels[q] = 10 * Math.log10(sum / weights + 1e-30)
  }
}

/**
 * The highest point over the trend. The trend is Theil's line by his incomplete method: its slope the median of the
 * slopes from each point of the first half to its partner in the second, so that the peak itself hardly bends it.
 *
 * @see Theil 1950, "A rank-invariant method of linear and polynomial regression analysis"
 */
function createProminence(bins: number): (levels: Float64Array) => number {
  const points = bins - firstTrend
  const slopes = new Float64Array(points >> 1)
  const offset = points - slopes.length
  const residues = new Float64Array(points)
  return (levels) => {
    for (let i = 0; i < slopes.length; i++) {
      slopes[i] = (levels[firstTrend + i + offset]! - levels[firstTrend + i]!) / offset
    }
    const slope = medianInPlace(slopes)
    for (let q = firstTrend; q < bins; q++) residues[q - firstTrend] = levels[q]! - slope * q
    const intercept = medianInPlace(residues)
    const over = (q: number) => levels[q]! - (intercept + slope * q)
    let best = firstSearched
    for (let q = firstSearched; q <= lastSearched; q++) if (over(q) > over(best)) best = q
    const height = over(best)
    const before = over(best - 1)
    const after = over(best + 1)
    const bend = 2 * height - before - after
    const isTop = bend > 0 && before <= height && after <= height
    const shift = isTop ? (after - before) / (2 * bend) : 0
    return height + (shift * (after - before)) / 4
  }
}
