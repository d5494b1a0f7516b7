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
  const interpolate = createInterpolation(phases, depth, fromHz / toHz)
  /** In steps of the points between two old samples. */
  const nearestTo = (i: number) =>
    Math.round((samples.length / 2 - 0.5 + ((i - resampled.length / 2 + 0.5) * fromHz) / toHz) * phases)

  for (let start = 0; start < resampled.length; start += stretch) {
    const end = Math.min(resampled.length, start + stretch)
    const first = Math.max(0, Math.floor(nearestTo(start) / phases) - depth)
    const last = Math.min(samples.length, Math.floor(nearestTo(end - 1) / phases) + depth + 2)
    const section = lowPass?.(first, last) ?? samples.subarray(first, last)
    for (let at = start; at < end; at += block) {
      interpolate(section, (i) => nearestTo(at + i) - first * phases, resampled.subarray(at, Math.min(end, at + block)))
    }
  }
  return resampled
}

/** Computes new samples from a section; `nearestTo` gives the point nearest to each, in steps of 1 / `phases`. */
function createInterpolation(phases: number, depth: number, ratio: number) {
  const taps = 2 * depth
  const { kernels, arrays, frame } = createWorkspace(
    { weights: phases * taps, places: block, made: block / 2 },
    Math.ceil((block + 1) * ratio) + taps + 2,
  )
  arrays.weights.set(tableOf('interpolation', [phases, depth], () => createKernels(phases, depth)))
  const { buffer } = frame
  const places = new Int32Array(buffer, arrays.places.byteOffset, 2 * block)
  const made = new Float32Array(buffer, arrays.made.byteOffset, block)
  return (section: Float32Array, nearestTo: (i: number) => number, into: Float32Array) => {
    const first = Math.floor(nearestTo(0) / phases) - depth + 1
    readFrame(section, first, frame)
    for (let i = 0; i < into.length; i++) {
      const nearest = nearestTo(i)
      const base = Math.floor(nearest / phases)
      places[2 * i] = base - depth + 1 - first
      places[2 * i + 1] = (nearest - base * phases) * taps
    }
    const { weights } = arrays
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
