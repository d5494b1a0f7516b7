import { createFft, powerOfTwoFrom } from './fft.ts'
import { layFrames } from './frames.ts'
import { medianInPlace } from './statistics.ts'
import { gaussianWindow } from './window.ts'

/** AVQI's settings. */
export const cepstrumRateHz = 10_000
const pitchFloorHz = 60
const stepS = 0.002
const preEmphasisHz = 50
const smoothBins = 10
const searchHz = { lowest: 60, highest: 330 }
const trendFromS = 0.001
const firstSearched = Math.ceil(cepstrumRateHz / searchHz.highest)
/** Filtering leaves traces of this size in digital silence, far below the last bit of any recording. */
const traces = 1e-8
/** Level of a cepstrum that holds nothing. */
const silentDb = -290

/** The window is so much longer than the step that two of the frames of 10 ms stand for their mean. */
const usedOffsets = [-1, 1]
/** Frames from one value to the next: 10 ms. */
const readEvery = 5

/**
 * Smoothed cepstral peak prominence: in the cepstrum, averaged over 10 ms of time and 1 ms of quefrency, the height of
 * the peak between 60 and 330 Hz over a straight line fitted to the whole; the mean over time.
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
  const here = usedOffsets.map(() => new Float64Array(transform.bins))
  const there = usedOffsets.map(() => new Float64Array(transform.bins))
  const smoothed = new Float64Array(transform.bins)
  const prominence = createProminence(transform.bins)
  const firstOf = (frame: number) => Math.round((grid.firstS + frame * stepS) * cepstrumRateHz - length / 2)

  let total = 0
  let read = 0
  for (let frame = 0; frame < grid.count; frame += 2 * readEvery) {
    const next = Math.min(grid.count - 1, frame + readEvery)
    usedOffsets.forEach((offset, i) => {
      const first = Math.max(0, Math.min(grid.count - 1, frame + offset))
      const second = Math.max(0, Math.min(grid.count - 1, next + offset))
      transform.pair(samples, firstOf(first), firstOf(second), here[i]!, there[i]!)
    })
    for (const cepstra of next > frame ? [here, there] : [here]) {
      smooth(cepstra, smoothed)
      if (smoothed[firstSearched]! <= silentDb) continue
      total += prominence(smoothed)
      read++
    }
  }
  return read === 0 ? null : total / read
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

/** Mean over frames and over neighbouring quefrencies, in dB. */
function smooth(cepstra: readonly Float64Array[], smoothed: Float64Array) {
  const left = smoothBins >> 1
  const right = smoothBins - left - 1
  const bins = smoothed.length
  for (let q = 0; q < bins; q++) {
    let sum = 0
    for (let i = 0; i < cepstra.length; i++) sum += cepstra[i]![q]!
    smoothed[q] = sum
  }
  // In place: the values that are still needed unsmoothed wait in a short queue.
  const waiting = new Float64Array(left + 1)
  for (let q = 0; q < bins; q++) {
    waiting[q % waiting.length] = smoothed[q]!
    let sum = 0
    for (let i = Math.max(0, q - left); i <= q; i++) sum += waiting[i % waiting.length]!
    const end = Math.min(bins - 1, q + right)
    for (let i = q + 1; i <= end; i++) sum += smoothed[i]!
    smoothed[q] = 10 * Math.log10(sum / (end - Math.max(0, q - left) + 1) + 1e-30)
  }
}

/**
 * The peak over the trend. The trend is Theil's line by his incomplete method: its slope the median of the slopes from
 * each point of the first half to its partner in the second, so that the peak itself hardly bends it.
 *
 * @see Theil 1950, "A rank-invariant method of linear and polynomial regression analysis"
 */
function createProminence(bins: number): (levels: Float64Array) => number {
  const lastPeak = Math.floor(cepstrumRateHz / searchHz.lowest)
  const firstTrend = Math.round(trendFromS * cepstrumRateHz)
  const points = bins - firstTrend
  const slopes = new Float64Array(points >> 1)
  const offset = points - slopes.length
  const residues = new Float64Array(bins - firstTrend)
  return (levels) => {
    for (let i = 0; i < slopes.length; i++) {
      slopes[i] = (levels[firstTrend + i + offset]! - levels[firstTrend + i]!) / offset
    }
    const slope = medianInPlace(slopes)
    for (let q = firstTrend; q < bins; q++) residues[q - firstTrend] = levels[q]! - slope * q
    const intercept = medianInPlace(residues)
    let best = firstSearched
    for (let q = firstSearched; q <= lastPeak; q++) if (levels[q]! > levels[best]!) best = q
    const before = levels[best - 1]!
    const after = levels[best + 1]!
    const bend = 2 * levels[best]! - before - after
    const isTop = bend > 0 && before <= levels[best]! && after <= levels[best]!
    const shift = isTop ? (after - before) / (2 * bend) : 0
    return levels[best]! + (shift * (after - before)) / 4 - (intercept + slope * (best + shift))
  }
}
