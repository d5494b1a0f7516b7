import { createFft, createFft32, powerOfTwoFrom, roomOfFft32 } from './fft.ts'
import { layFrames } from './frames.ts'
import { readFrame } from './samples.ts'
import { gaussianWindow } from './window.ts'

/** The settings of AVQI. */
export const cepstrumRateHz = 10_000
const pitchFloorHz = 60
const stepS = 0.002
const preEmphasisHz = 50
const searchHz = { lowest: 60, highest: 330 }
const firstSearched = Math.ceil(cepstrumRateHz / searchHz.highest)
const lastSearched = Math.floor(cepstrumRateHz / searchHz.lowest)
/** The trend covers the whole cepstrum except quefrency 0, which is the level of the recording. */
const firstTrend = 1
const searched = [firstTrend, firstSearched, lastSearched] as const
/** Filtering leaves residues of this size in digital silence, far below the last bit of any recording. */
const traces = 1e-8
/** Level of an empty cepstrum. */
const silentDb = -290

/** Running means over 10 ms (5 frames) and 1 ms (10 bins), linear between the points: half-widths 2.5 and 5. */
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
  const cepstrogram = createCepstrogram(length)
  const firstOf = (frame: number) => Math.round((grid.firstS + frame * stepS) * cepstrumRateHz - length / 2)
  const reach = overTime.length >> 1

  let total = 0
  let count = 0
  let next = 0
  for (let frame = 0; frame < grid.count; frame += 2) {
    cepstrogram.addPair(samples, frame, firstOf(frame), firstOf(frame + 1))
    const made = Math.min(frame + 2, grid.count)
    for (; next < made && (next + reach < made || made === grid.count); next += readEvery) {
      const levels = cepstrogram.smoothed(next, grid.count)
      if (levels[firstSearched]! <= silentDb) continue
      total += cepstrogram.prominence()
      count++
    }
  }
  return count === 0 ? null : total / count
}

/** Weights of the points around the middle, whose sum is 1, when the line through them is averaged over 2 halfWidths. */
function runningMean(halfWidth: number): Float64Array {
  const reach = Math.floor(halfWidth + 0.5)
  /** The part of a triangle from −1 to 1 that is left of x. */
  const share = (x: number) => (x <= 0 ? Math.max(0, x + 1) ** 2 / 2 : 1 - Math.max(0, 1 - x) ** 2 / 2)
  return Float64Array.from({ length: 2 * reach + 1 }, (_, i) => {
    const away = Math.abs(i - reach)
    return share(halfWidth - away) / (2 * halfWidth)
  })
}

/** The power cepstra of the latest frames. Two frames share one transform, as its real and its imaginary part. */
function createCepstrogram(length: number) {
  const fftLength = powerOfTwoFrom(length)
  const bins = fftLength / 2 + 1
  const overBins = overQuefrency.length >> 1
  const reach = overTime.length >> 1
  // Two frames are computed at a time, so there may be one more than the mean uses.
  const keptCount = overTime.length + 1
  // Kernels work on four 32-bit numbers at a time.
  const keptLength = 4 * Math.ceil(bins / 4)
  const averagedLength = keptLength + 2 * overQuefrency.length
  const fft = createFft(
    fftLength,
    {
      window: length,
      logarithms: roomOfFft32(fftLength),
      kept: (keptCount * keptLength) / 2,
      averaged: averagedLength / 2,
      summed: keptLength / 2,
      levels: keptLength / 2,
      perWeight: keptLength / 2,
      values: bins,
    },
    length + 1,
  )
  const { kernels, frame: frameSamples, arrays } = fft
  const { re, im, window } = arrays
  const logarithms = createFft32(kernels, arrays.logarithms, fftLength)
  const in32 = (array: Float64Array, count: number) => new Float32Array(array.buffer, array.byteOffset, count)
  const kept = in32(arrays.kept, keptCount * keptLength)
  // With zeros on both sides, for the running mean over quefrencies.
  const averaged = in32(arrays.averaged, averagedLength).subarray(overQuefrency.length)
  const summed = in32(arrays.summed, bins)
  const levels = in32(arrays.levels, bins)
  const perWeight = in32(arrays.perWeight, bins)
  const emphasis = Math.exp((-2 * Math.PI * preEmphasisHz) / cepstrumRateHz)
  window.set(gaussianWindow(length))
  for (let q = 0; q < bins; q++) {
    // At the ends, the mean is over the quefrencies that exist.
    const there = overQuefrency.filter((_, i) => q + i - overBins >= 0 && q + i - overBins < bins)
    perWeight[q] = 1 / there.reduce((sum, weight) => sum + weight, 0)
  }

  const keptAt = (frame: number) => {
    const start = (frame % keptCount) * keptLength
    return kept.subarray(start, start + bins)
  }
  /** @returns whether the frame holds more than residues */
  const load = (samples: Float32Array, first: number, into: Float64Array): boolean => {
    readFrame(samples, first - 1, frameSamples)
    const mean = kernels.emphasise(frameSamples.byteOffset, length, emphasis, into.byteOffset) / length
    const largest = kernels.taper(into.byteOffset, length, mean, window.byteOffset)
    into.fill(0, length)
    return largest > traces
  }
  const keep = (part: Float32Array, sounds: boolean, frame: number) => {
    const cepstrum = keptAt(frame)
    // Rounding leaves a residue of one frame in the other, which matters when the other is digital silence.
    if (sounds) kernels.squares(part.byteOffset, bins, cepstrum.byteOffset)
    else cepstrum.fill(0)
  }
  return {
    /** Computes the cepstra of frames `frame` and `frame` + 1, which begin at these samples. */
    addPair(samples: Float32Array, frame: number, first: number, second: number) {
      const firstSounds = load(samples, first, re)
      const secondSounds = load(samples, second, im)
      fft.transform(re, im)
      const [first32, second32] = [logarithms.re, logarithms.im]
      const [intoFirst, intoSecond] = [first32.byteOffset, second32.byteOffset]
      kernels.logPowerSpectra(re.byteOffset, im.byteOffset, fft.length, intoFirst, intoSecond)
      logarithms.transform()
      keep(first32, firstSounds, frame)
      keep(second32, secondSounds, frame + 1)
    },
    /** The cepstrum around a frame, dB, smoothed over time and quefrency; valid until the next call. */
    smoothed(frame: number, frames: number): Float32Array {
      averaged.fill(0)
      for (let away = -reach; away <= reach; away++) {
        if (frame + away < 0 || frame + away >= frames) continue
        kernels.addWeighted(keptAt(frame + away).byteOffset, bins, overTime[away + reach]!, averaged.byteOffset)
      }
      averaged.fill(0, bins)
      summed.fill(0)
      for (let i = 0; i < overQuefrency.length; i++) {
        const from = averaged.byteOffset + averaged.BYTES_PER_ELEMENT * (i - overBins)
        kernels.addWeighted(from, bins, overQuefrency[i]!, summed.byteOffset)
      }
      kernels.weightedDecibels(summed.byteOffset, perWeight.byteOffset, bins, 1e-30, levels.byteOffset)
      return levels
    },
    /** How far the peak of the cepstrum smoothed last rises over its trend, dB. */
    prominence: () => kernels.prominence(levels.byteOffset, bins, ...searched, arrays.values.byteOffset),
  }
}
