import { createWorkspace } from './kernels.ts'

/** What one pass over all samples finds; 0 where there are none. */
type Extent = {
  readonly mean: number
  readonly meanSquare: number
  readonly lowest: number
  readonly highest: number
}

const scannedAtOnce = 16_384

export function scanSamples(samples: Float32Array): Extent {
  if (samples.length === 0) return { mean: 0, meanSquare: 0, lowest: 0, highest: 0 }
  const { kernels, arrays, frame } = createWorkspace({ found: 4 }, Math.min(samples.length, scannedAtOnce))
  const { found } = arrays
  found.set([0, 0, Infinity, -Infinity])
  for (let at = 0; at < samples.length; at += frame.length) {
    const part = samples.subarray(at, at + frame.length)
    frame.set(part)
    kernels.scan(frame.byteOffset, part.length, found.byteOffset)
  }
  const { length } = samples
  return { mean: found[0]! / length, meanSquare: found[1]! / length, lowest: found[2]!, highest: found[3]! }
}

/** The largest distance of any sample from `level`. */
export const peakOf = ({ lowest, highest }: Extent, level: number): number =>
  Math.max(Math.abs(highest - level), Math.abs(lowest - level))

/** The largest distance from `level` among the samples from `first` up to `end`. */
export function peakAround(samples: Float32Array, first: number, end: number, level: number): number {
  const to = Math.min(samples.length, end)
  let peak = 0
  for (let i = Math.max(0, first); i < to; i++) peak = Math.max(peak, Math.abs(samples[i]! - level))
  return peak
}

/** Fills the frame with the samples from `first` on, with zeros before and after the recording. */
export function readFrame<Samples extends Float32Array | Float64Array>(
  samples: Samples,
  first: number,
  frame: Float32Array | Float64Array,
) {
  const from = Math.min(frame.length, Math.max(0, -first))
  const to = Math.max(from, Math.min(frame.length, samples.length - first))
  frame.fill(0, 0, from)
  frame.set(samples.subarray(first + from, first + to), from)
  frame.fill(0, to)
}

/** The parts in a row. */
export function join(parts: readonly Float32Array[]): Float32Array {
  const joined = new Float32Array(parts.reduce((length, samples) => length + samples.length, 0))
  let at = 0
  for (const samples of parts) {
    joined.set(samples, at)
    at += samples.length
  }
  return joined
}
