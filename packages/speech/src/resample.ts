import { createBandPass } from './band-pass.ts'

/** Old samples on either side that a new one is made of; fewer where the old ones lie much closer than need be. */
const fullDepth = 50
const oversampledDepth = 16
const oversampled = 2.5
/** Rates that have no simple ratio are read at the nearest of this many points between two samples. */
const mostPhases = 512
/** Half the width of the edge at the new Nyquist frequency. */
const edgeHz = 50
/** New samples that are made from one filtered stretch. */
const stretch = 65_536

/**
 * Reads a recording at another rate: everything above half the new rate is filtered out first, then each new sample is
 * a sin(x)/x interpolation under a raised cosine. The recordings are laid centre to centre.
 *
 * @see Praat manual, "Sound: Resample..."
 */
export function resample(samples: Float32Array, fromHz: number, toHz: number): Float32Array {
  if (fromHz === toHz) return samples
  const resampled = new Float32Array(Math.round((samples.length * toHz) / fromHz))
  const phases = countPhases(fromHz, toHz)
  const depth = fromHz >= oversampled * toHz ? oversampledDepth : fullDepth
  const kernels = createKernels(phases, depth)
  const lowPass = toHz < fromHz ? createBandPass(samples, fromHz, -Infinity, toHz / 2, edgeHz) : undefined
  const nearestTo = (i: number) =>
    Math.round((samples.length / 2 - 0.5 + ((i - resampled.length / 2 + 0.5) * fromHz) / toHz) * phases)

  for (let start = 0; start < resampled.length; start += stretch) {
    const end = Math.min(resampled.length, start + stretch)
    const first = Math.max(0, Math.floor(nearestTo(start) / phases) - depth)
    const last = Math.min(samples.length, Math.floor(nearestTo(end - 1) / phases) + depth + 2)
    const section = lowPass?.(first, last) ?? samples.subarray(first, last)
    for (let i = start; i < end; i++) {
      const nearest = nearestTo(i)
      const base = Math.floor(nearest / phases)
      resampled[i] = interpolate(
        section,
        base - first - depth + 1,
        kernels,
        (nearest - base * phases) * 2 * depth,
        2 * depth,
      )
    }
  }
  return resampled
}

function interpolate(
  section: Float32Array,
  first: number,
  kernels: Float64Array,
  kernel: number,
  taps: number,
): number {
  const from = Math.max(0, -first)
  const to = Math.min(taps, section.length - first)
  let sum = 0
  for (let tap = from; tap < to; tap++) sum += kernels[kernel + tap]! * section[first + tap]!
  return sum
}

/** Points between two old samples on which new samples fall. */
function countPhases(fromHz: number, toHz: number): number {
  let a = Math.round(fromHz)
  let b = Math.round(toHz)
  while (b > 0) [a, b] = [b, a % b]
  // Twice as many, as centre to centre the grids may lie half a step apart.
  return Math.min(mostPhases, (2 * Math.round(toHz)) / a)
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
