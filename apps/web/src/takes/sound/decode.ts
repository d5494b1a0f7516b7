import { readFlac, readWav } from '@fonema/speech'
import type { Span } from '../window-peaks.ts'

/**
 * The samples that the server measured: decoded by the same program, and cut at the same samples. A decoder of the
 * browser would resample them.
 */
export function decodePart(bytes: ArrayBuffer, part: Span | null): { samples: Float32Array; sampleRateHz: number } {
  const file = new Uint8Array(bytes)
  const isFlac = String.fromCharCode(...file.subarray(0, 4)) === 'fLaC'
  const { samples, sampleRateHz } = isFlac ? readFlac(file) : readWav(file)
  if (part === null) return { samples, sampleRateHz }
  const from = Math.round(part.start * sampleRateHz)
  return { samples: samples.subarray(from, Math.round(part.end * sampleRateHz)), sampleRateHz }
}
