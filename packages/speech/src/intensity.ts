import type { SectionReader } from './band-pass.ts'
import { interpolatedExtreme } from './extreme.ts'
import type { FrameGrid } from './frames.ts'
import { layFrames } from './frames.ts'
import { createWorkspace } from './kernels.ts'
import { readFrame } from './samples.ts'

/** Intensity in dB re 2·10⁻⁵, full scale taken as 1: uncalibrated, so no sound pressure level. */
export type IntensityContour = FrameGrid & { readonly db: Float64Array }

/** What digital silence measures: it has no level, and the contour must stay finite. */
export const silenceDb = -300

const referencePower = 4e-10
/** Frames for which a filtered stretch of the recording is held at a time. */
const framesPerSection = 512
const silencePower = 1e-30 * referencePower

/**
 * Intensity contour: the mean square of the frame about its mean, weighted with a Kaiser-20 window of
 * 6.4 periods of the lowest pitch, so that no ripple of the pitch is left.
 *
 * @param minimumPitchHz periods of this pitch are smoothed away
 * @param stepS default: 0.8 periods of the lowest pitch
 * @param readSection where to read filtered samples; default: the samples themselves
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
  const weigh = createWeightedPower(kaiser20(half))
  const db = new Float64Array(grid.count)
  // Sample i lies at (i + ½) / rate.
  const centreOf = (frame: number) => Math.round((grid.firstS + frame * grid.stepS) * sampleRateHz - 0.5)

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

/** Mean square about the frame's own mean, weighted, of the samples that the weights reach around the centre. */
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

/** The largest value, with a parabola through it and its neighbours. */
export function peakIntensityDb({ db }: IntensityContour): number {
  return interpolatedExtreme(db, 1)
}

/** The smallest value, with a parabola through it and its neighbours. */
export function lowestIntensityDb({ db }: IntensityContour): number {
  return Math.max(silenceDb, interpolatedExtreme(db, -1))
}

/** Kaiser window with side lobes below −190 dB, as 2·half + 1 weights. */
function kaiser20(half: number): Float64Array {
  const weights = new Float64Array(2 * half + 1)
  const alpha = 2 * Math.PI ** 2 + 0.5
  for (let i = -half; i <= half; i++) {
    const x = i / (half + 1)
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
