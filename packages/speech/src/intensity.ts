import type { SectionReader } from './band-pass.ts'
import { interpolatedExtreme } from './extreme.ts'
import type { FrameGrid } from './frames.ts'
import { layFrames } from './frames.ts'
import { createWorkspace } from './kernels.ts'
import { readFrame } from './samples.ts'
import { tableOf } from './tables.ts'

/** Intensity in dB re 2·10⁻⁵, with full scale as 1. It is uncalibrated, so it is not a sound pressure level. */
export type IntensityContour = FrameGrid & { readonly db: Float64Array }

/** Level given to digital silence, which has none: the contour must stay finite. */
export const silenceDb = -300

const referencePower = 4e-10
/** How many frames one filtered section of the recording serves. */
const framesPerSection = 512
const silencePower = 1e-30 * referencePower

/**
 * Intensity contour: the mean square of the frame about its mean, weighted with a Kaiser-20 window of
 * 6.4 periods of the lowest pitch, so that the pitch leaves no ripple.
 *
 * @param minimumPitchHz ripple of this pitch and of higher ones is smoothed away
 * @param stepS default: 0.8 periods of the lowest pitch
 * @param readSection source of filtered samples; default: the samples themselves
 * @returns null when the recording is shorter than one window
 * @see Praat manual, "Sound: To Intensity..."
 */
export function measureIntensity(
  samples: Float32Array,
  sampleRateHz: number,
  minimumPitchHz: number,
  stepS = 0.8 / minimumPitchHz,
  readSection?: SectionReader,
): IntensityContour | null {
  const windowS = 6.4 / minimumPitchHz
  const grid = layFrames(samples.length, sampleRateHz, windowS, stepS)
  if (grid === null) return null
  const half = Math.floor((windowS / 2) * sampleRateHz)
  const weigh = createWeightedPower(windowOf((windowS / 2) * sampleRateHz))
  const db = new Float64Array(grid.count)
  // Sample i lies at (i + ½) / rate.
  const centreOf = (frame: number) =>
    Math.round((grid.firstS + frame * grid.stepS - 0.5 / sampleRateHz) / (1 / sampleRateHz))

  for (let start = 0; start < grid.count; start += framesPerSection) {
    const end = Math.min(grid.count, start + framesPerSection)
    const first = Math.max(0, centreOf(start) - half)
    const last = Math.min(samples.length, centreOf(end - 1) + half + 1)
    const section = readSection?.(first, last) ?? samples.subarray(first, last)
    for (let frame = start; frame < end; frame++) {
      const power = weigh(section, centreOf(frame) - first)
      db[frame] = power < silencePower ? silenceDb : 10 * Math.log10(power / referencePower)
    }
  }
  return { ...grid, db }
}

/** Weighted mean square about the frame's own mean, of the samples that the weights cover around the centre. */
function createWeightedPower(shape: Float64Array): (section: Float32Array, centre: number) => number {
  const { length } = shape
  const half = (length - 1) / 2
  const { kernels, arrays, frame } = createWorkspace({ weights: length }, length)
  const { weights } = arrays
  weights.set(shape)
  const sums = new Float64Array(length + 1)
  for (let i = 0; i < length; i++) sums[i + 1] = sums[i]! + shape[i]!
  return (section, centre) => {
    const from = Math.max(0, half - centre)
    const to = Math.min(length, section.length + half - centre)
    readFrame(section, centre - half, frame)
    const [samplesAt, weightsAt] = [frame.byteOffset + 4 * from, weights.byteOffset + 8 * from]
    const mean = kernels.sum(samplesAt, to - from) / (to - from)
    return kernels.weightedPower(samplesAt, to - from, mean, weightsAt) / (sums[to]! - sums[from]!)
  }
}

/** The largest value, refined by a parabola through it and its neighbours. */
export function peakIntensityDb({ db }: IntensityContour): number {
  return interpolatedExtreme(db, 1)
}

/** The smallest value, refined by a parabola through it and its neighbours. */
export function lowestIntensityDb({ db }: IntensityContour): number {
  return Math.max(silenceDb, interpolatedExtreme(db, -1))
}

const windowOf = (reach: number) => tableOf('kaiser window', [reach], () => kaiser20(reach))

/** Kaiser window with side lobes below −190 dB, as weights for the samples within `reach` of the centre. */
function kaiser20(reach: number): Float64Array {
  const half = Math.floor(reach)
  const weights = new Float64Array(2 * half + 1)
  const alpha = 2 * Math.PI ** 2 + 0.5
  for (let i = -half; i <= half; i++) {
    const x = i / reach
    weights[i + half] = besselI0(alpha * Math.sqrt(1 - x * x))
  }
  return weights
}

/** Modified Bessel function of the first kind, order 0, by its power series. */
function besselI0(x: number): number {
  let term = 1
  let sum = 1
  for (let k = 1; term > sum * 1e-16; k++) {
    term *= (x / (2 * k)) ** 2
    sum += term
  }
  return sum
}
