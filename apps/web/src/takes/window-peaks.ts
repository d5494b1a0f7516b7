/** Seconds from the start of the file. */
export type Span = { start: number; end: number }

/**
 * The loudest sample of each of `count` equal parts of a span.
 *
 * @returns values ≥ 0; empty when the span holds no sample
 */
export function windowPeaks(samples: Float32Array, sampleRateHz: number, span: Span, count: number): Float32Array {
  const from = Math.max(0, Math.round(span.start * sampleRateHz))
  const windowed = samples.subarray(from, Math.max(from, Math.round(span.end * sampleRateHz)))
  const peaks = new Float32Array(Math.min(count, windowed.length))
  for (let part = 0; part < peaks.length; part++) {
    const end = Math.floor(((part + 1) * windowed.length) / peaks.length)
    for (let i = Math.floor((part * windowed.length) / peaks.length); i < end; i++)
      peaks[part] = Math.max(peaks[part]!, Math.abs(windowed[i]!))
  }
  return peaks
}
