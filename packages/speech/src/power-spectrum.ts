import { createFft, powerOfTwoFrom } from './fft.ts'
import { readFrame } from './samples.ts'
import { tableOf } from './tables.ts'

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
  const length = powerOfTwoFrom(blockS * sampleRateHz)
  const half = length / 2
  const fft = createFft(length, { window: length, power: half + 1 }, length)
  const { kernels, frame } = fft
  const { re, im, window, power } = fft.arrays
  window.set(tableOf('sine window', [length], () => sineWindow(length)))
  const load = (first: number, into: Float64Array) => {
    readFrame(samples, first, frame)
    kernels.weigh(frame.byteOffset, length, 0, window.byteOffset, into.byteOffset)
  }
  // Two blocks share each transform, as real and imaginary part; their powers add up to that of the pair.
  for (let first = -half; first < samples.length; first += length) {
    load(first, re)
    load(first + half, im)
    fft.transform(re, im)
    kernels.powerSpectra(re.byteOffset, im.byteOffset, length)
    kernels.addBoth(re.byteOffset, im.byteOffset, half + 1, power.byteOffset)
  }
  return { power: power.slice(), binHz: sampleRateHz / length }
}

const sineWindow = (length: number) => Float64Array.from({ length }, (_, i) => Math.sin((Math.PI * (i + 0.5)) / length))
