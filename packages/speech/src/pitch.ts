import { createFft, fftLengthFrom } from './fft.ts'
import { createFrameLevels } from './frame-levels.ts'
import type { FrameGrid } from './frames.ts'
import { layFrames } from './frames.ts'
import type { CandidateSettings } from './pitch-candidates.ts'
import {
  correlationLength,
  createCandidates,
  createCollector,
  lagZero,
  longestLag,
  roomOfCollector,
} from './pitch-candidates.ts'
import type { PathCosts, PitchPath } from './pitch-path.ts'
import { findPath } from './pitch-path.ts'
import { peakOf, readFrame, scanSamples } from './samples.ts'
import { tableOf } from './tables.ts'

/** The pitch at each frame. */
export type PitchTrack = FrameGrid & PitchPath

/** The same without the strengths. */
export type PitchedFrames = FrameGrid & Pick<PitchPath, 'hz'>

export type PitchSettings = CandidateSettings & PathCosts

/** The settings that clinicians know from Praat: 75 to 600 Hz, every 10 ms. */
export const pitchSettings: PitchSettings = {
  floorHz: 75,
  ceilingHz: 600,
  stepS: 0.01,
  maxCandidates: 15,
  silenceThreshold: 0.03,
  voicingThreshold: 0.45,
  octaveCost: 0.01,
  octaveJumpCost: 0.35,
  voicedUnvoicedCost: 0.14,
}

const periodsPerWindow = 3

/**
 * Fundamental frequency by autocorrelation: each frame's autocorrelation is divided by that of its Hann window. Its
 * maxima are the candidates; the result is the cheapest path through the candidates of all frames.
 *
 * @returns null when the recording is shorter than three periods of the lowest pitch
 * @see Boersma 1993, "Accurate short-term analysis of the fundamental frequency and the harmonics-to-noise ratio of a
 *   sampled sound", IFA Proceedings 17, 97–110
 */
export function trackPitch(samples: Float32Array, sampleRateHz: number, settings: PitchSettings): PitchTrack | null {
  const windowS = periodsPerWindow / settings.floorHz
  const grid = layFrames(samples.length, sampleRateHz, windowS, settings.stepS)
  if (grid === null) return null

  const half = Math.floor((windowS / 2) * sampleRateHz)
  const period = Math.floor(sampleRateHz / settings.floorHz)
  const needed = correlationLength(longestLag(sampleRateHz, settings.floorHz)) - lagZero
  const lengths = {
    window: 2 * half,
    perWindow: needed,
    correlation: needed + lagZero,
    ...roomOfCollector(settings, sampleRateHz),
  }
  const fft = createFft(fftLengthFrom(2 * half + needed), lengths, 2 * half)
  const { kernels, frame: frameSamples } = fft
  const { re, im, window, perWindow, correlation } = fft.arrays
  window.set(tableOf('hann window', [2 * half], () => hannWindow(2 * half)))
  perWindow.set(
    tableOf('hann correlation', [2 * half, needed], () => correlateWindow(window, needed).map((r) => 1 / r)),
  )

  const table = createCandidates(grid.count, settings.maxCandidates)
  const collector = createCollector(fft, table, sampleRateHz, settings)
  const extent = scanSamples(samples)
  const globalPeak = peakOf(extent, extent.mean)
  const levels = createFrameLevels(fft, samples.length)

  /** @returns false: the frame is silent and was not loaded */
  const load = (frame: number, into: Float64Array): boolean => {
    // Sample i is at (i + ½) / rate, so the centre of the frame is between two samples.
    const centre = Math.round((grid.firstS + frame * grid.stepS) * sampleRateHz)
    readFrame(samples, centre - half, frameSamples)
    const mean = levels.mean(centre - half, centre - period, centre + period)
    const peak = levels.peak(centre - half, centre - (period >> 1), centre + (period >> 1), mean)
    if (!collector.begin(frame, peak / globalPeak)) return false
    kernels.weigh(frameSamples.byteOffset, 2 * half, mean, window.byteOffset, into.byteOffset)
    into.fill(0, 2 * half)
    return true
  }
  const read = (frame: number, from: Float64Array) => {
    const scale = from[0]! > 0 ? 1 / from[0]! : 0
    const lags = correlation.subarray(lagZero)
    kernels.multiply(from.byteOffset, perWindow.byteOffset, needed, scale, lags.byteOffset)
    for (let lag = 1; lag <= lagZero; lag++) correlation[lagZero - lag] = lags[lag]!
    collector.collect(frame)
  }

  // Two frames share each transform. Power spectra are even, so the two correlations can be separated.
  const loaded: number[] = []
  const correlate = () => {
    fft.transform(re, im)
    kernels.powerSpectra(re.byteOffset, im.byteOffset, fft.length)
    fft.transform(im, re)
    loaded.forEach((frame, i) => {
      read(frame, i === 0 ? re : im)
    })
    loaded.length = 0
  }
  for (let frame = 0; frame < grid.count && globalPeak > 0; frame++) {
    if (load(frame, loaded.length === 0 ? re : im)) loaded.push(frame)
    if (loaded.length === 2) correlate()
  }
  im.fill(0)
  if (loaded.length === 1) correlate()
  return { ...grid, ...findPath(table, settings) }
}

/** The pitch between two frames, or that of the nearer one when the other is unvoiced; 0 where unvoiced. */
export function pitchAt(track: PitchedFrames, timeS: number): number {
  const place = (timeS - track.firstS) / track.stepS
  const nearest = Math.round(place)
  const nearestHz = track.hz[nearest] ?? 0
  if (nearestHz === 0) return 0
  const other = place > nearest ? nearest + 1 : nearest - 1
  const otherHz = track.hz[other] ?? 0
  return otherHz === 0 ? nearestHz : nearestHz + Math.abs(place - nearest) * (otherHz - nearestHz)
}

function hannWindow(length: number): Float64Array {
  return Float64Array.from({ length }, (_, i) => 0.5 - 0.5 * Math.cos((2 * Math.PI * (i + 1)) / (length + 1)))
}

/** The window's autocorrelation, 1 at lag 0. */
function correlateWindow(window: Float64Array, lags: number): Float64Array {
  const fft = createFft(fftLengthFrom(window.length + lags))
  const { re, im } = fft.arrays
  re.set(window)
  fft.transform(re, im)
  fft.kernels.powerSpectra(re.byteOffset, im.byteOffset, fft.length)
  fft.transform(im, re)
  return Float64Array.from({ length: lags }, (_, lag) => re[lag]! / re[0]!)
}
