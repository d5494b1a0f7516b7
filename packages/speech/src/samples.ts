/** The mean of the samples from `first` up to `end`, without indices outside the recording. */
export function meanOf(samples: Float32Array, first: number, end: number): number {
  const from = Math.max(0, first)
  const to = Math.min(samples.length, end)
  let sum = 0
  for (let i = from; i < to; i++) sum += samples[i]!
  return to > from ? sum / (to - from) : 0
}

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
