import { createBandPass } from './band-pass.ts'
import { createWorkspace } from './kernels.ts'
import { readFrame } from './samples.ts'
import { tableOf } from './tables.ts'

/** Old samples on either side that contribute to a new one; fewer where the old rate is higher than necessary. */
const fullDepth = 50
const oversampledDepth = 16
const oversampled = 2.5
/** For rates without a simple ratio: new samples use the nearest of this many points between two old samples. */
const maxPhases = 512
/** Half the width of the filter's edge at the new Nyquist frequency. */
const edgeHz = 50
/** New samples per filtered section. */
const stretch = 65_536
/** New samples per kernel call. */
const block = 4096

/**
 * Resamples a recording: a filter removes everything above half the new rate, then each new sample is a sin(x)/x
 * interpolation under a raised cosine. The centres of the old and the new recording coincide.
 *
 * @see Praat manual, "Sound: Resample..."
 */
export function resample(samples: Float32Array, fromHz: number, toHz: number): Float32Array {
  if (fromHz === toHz) return samples
  const resampled = new Float32Array(Math.round((samples.length * toHz) / fromHz))
  const phases = countPhases(fromHz, toHz)
  const depth = fromHz >= oversampled * toHz ? oversampledDepth : fullDepth
  const lowPass = toHz < fromHz ? createBandPass(samples, fromHz, -Infinity, toHz / 2, edgeHz) : undefined
  const [middle, newMiddle] = [samples.length / 2 - 0.5, resampled.length / 2 - 0.5]
  const grid = { middle, newMiddle, fromHz, toHz }
  const interpolate = createInterpolation(phases, depth, grid)
  /** The old sample before a new one. */
  const baseOf = (i: number) => Math.floor(Math.round((middle + ((i - newMiddle) * fromHz) / toHz) * phases) / phases)

  for (let start = 0; start < resampled.length; start += stretch) {
    const end = Math.min(resampled.length, start + stretch)
    const first = Math.max(0, baseOf(start) - depth)
    const last = Math.min(samples.length, baseOf(end - 1) + depth + 2)
    const section = lowPass?.(first, last) ?? samples.subarray(first, last)
    for (let at = start; at < end; at += block) {
      interpolate(section, first, baseOf(at), at, resampled.subarray(at, Math.min(end, at + block)))
    }
  }
  return resampled
}

type Grid = { readonly middle: number; readonly newMiddle: number; readonly fromHz: number; readonly toHz: number }

/** Computes new samples, each at the nearest of `phases` points between two old ones. */
function createInterpolation(phases: number, depth: number, { middle, newMiddle, fromHz, toHz }: Grid) {
  const taps = 2 * depth
  const { kernels, arrays, frame } = createWorkspace(
    { weights: phases * taps, places: block, made: block / 2 },
    Math.ceil(((block + 1) * fromHz) / toHz) + taps + 2,
  )
  arrays.weights.set(tableOf('interpolation', [phases, depth], () => createKernels(phases, depth)))
  const { buffer } = frame
  const made = new Float32Array(buffer, arrays.made.byteOffset, block)
  /** @param sectionFirst the old sample with which the section begins; `base`: that before new sample `at` */
  return (section: Float32Array, sectionFirst: number, base: number, at: number, into: Float32Array) => {
    const first = base - depth + 1
    readFrame(section, first - sectionFirst, frame)
    const { weights, places } = arrays
    const spacing = [middle, newMiddle, fromHz, toHz, phases, taps] as const
    kernels.placeSamples(at, into.length, ...spacing, first, places.byteOffset)
    kernels.interpolate(frame.byteOffset, weights.byteOffset, taps, places.byteOffset, into.length, made.byteOffset)
    into.set(made.subarray(0, into.length))
  }
}

/** Number of points between two old samples at which new samples lie. */
function countPhases(fromHz: number, toHz: number): number {
  let a = Math.round(fromHz)
  let b = Math.round(toHz)
  while (b > 0) [a, b] = [b, a % b]
  // Twice as many, as the centres coincide and the grids may be half a step apart.
  return Math.min(maxPhases, (2 * Math.round(toHz)) / a)
}

function createKernels(phases: number, depth: number): Float64Array {
  const taps = 2 * depth
  const kernels = new Float64Array(phases * taps)
  for (let phase = 0; phase < phases; phase++) {
    for (let tap = 0; tap < taps; tap++) {
      const away = phase / phases - (tap - depth + 1)
      const window = 0.5 + 0.5 * Math.cos((Math.PI * away) / (depth + 0.5))
      kernels[phase * taps + tap] = away === 0 ? 1 : (window * Math.sin(Math.PI * away)) / (Math.PI * away)
    }
  }
  return kernels
}
