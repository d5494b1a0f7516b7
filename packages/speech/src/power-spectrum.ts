import { createFft, powerOfTwoFrom } from './fft.ts'

/** Mean power by frequency: bin k lies at k · binHz. */
export type PowerSpectrum = { readonly power: Float64Array; readonly binHz: number }

/** Long enough that a strong harmonic does not leak beyond the edge of a band. */
const blockS = 0.74

/**
 * The power spectrum of the whole recording, summed over overlapping blocks under a sine window, so that every sample
 * has the same weight and no transform is longer than a block. The recording is padded with zeros on both sides.
 *
 * @returns null when there are no samples
 * @see Welch 1967, "The use of fast Fourier transform for the estimation of power spectra"
 */
export function measurePowerSpectrum(samples: Float32Array, sampleRateHz: number): PowerSpectrum | null {
  if (samples.length === 0) return null
  const fft = createFft(powerOfTwoFrom(blockS * sampleRateHz))
  const { length } = fft
  const half = length / 2
  const window = Float64Array.from({ length }, (_, i) => Math.sin((Math.PI * (i + 0.5)) / length))
  const power = new Float64Array(half + 1)
  const { re, im } = fft.arrays
  const load = (first: number, into: Float64Array) => {
    for (let i = 0; i < length; i++) into[i] = (samples[first + i] ?? 0) * window[i]!
  }
  // Two blocks share each transform, as real and imaginary part; their powers add up to that of the pair.
  for (let first = -half; first < samples.length; first += length) {
    load(first, re)
    load(first + half, im)
    fft.transform(re, im)
    for (let k = 0; k <= half; k++) {
      const mirror = k === 0 ? 0 : length - k
      power[k] = power[k]! + (re[k]! ** 2 + im[k]! ** 2 + re[mirror]! ** 2 + im[mirror]! ** 2) / 2
    }
  }
  return { power, binHz: sampleRateHz / length }
}
