import { createFft, fftLengthFrom } from './fft.ts'
import type { FrameGrid } from './frames.ts'
import { correlationLength, lagZero, longestLag } from './pitch-candidates.ts'
import { meanOf, peakAround, readFrame } from './samples.ts'

/** Receives one frame's correlation, laid out as `lagZero` says, and its peak as a share of the recording's. */
export type CorrelationReader = (frame: number, correlation: Float64Array, relativePeak: number) => void

/** Length of a frame: one longest period, and its shift by up to one longest period. */
export function crossCorrelationFrameS(floorHz: number): number {
  return 2 / floorHz
}

/**
 * Forward cross-correlation of every frame: the first longest period of the frame with what follows it by each lag,
 * each normalised by its own energy. Sharper in time than autocorrelation, as no window tapers the frame.
 *
 * @see Boersma 1993, section 6; Praat manual, "Sound: To Pitch (raw cc)..."
 */
export function correlateForward(
  samples: Float32Array,
  sampleRateHz: number,
  floorHz: number,
  grid: FrameGrid,
  read: CorrelationReader,
) {
  const width = Math.floor(sampleRateHz / floorHz)
  const maximumLag = longestLag(sampleRateHz, floorHz)
  const lags = correlationLength(maximumLag) - lagZero
  const fft = createFft(
    fftLengthFrom(width + lags),
    {
      productRe: fftLengthFrom(width + lags),
      productIm: fftLengthFrom(width + lags),
      firstEnergy: lags,
      secondEnergy: lags,
      correlation: lags + lagZero,
    },
    width + lags,
  )
  const { kernels, frame: frameSamples } = fft
  const { re, im, productRe, productIm, firstEnergy, secondEnergy, correlation } = fft.arrays
  const globalMean = meanOf(samples, 0, samples.length)
  const globalPeak = peakAround(samples, 0, samples.length, globalMean)

  /** Puts the frame's energy by lag into `energy` and the spectrum of its correlation, times 1 or i, into the product. */
  const load = (frame: number, energy: Float64Array, asImaginary: boolean): number => {
    const centre = Math.round((grid.firstS + frame * grid.stepS) * sampleRateHz)
    const first = centre - width
    const mean = meanOf(samples, first, first + 2 * width)
    readFrame(samples, first, frameSamples)
    kernels.subtract(frameSamples.byteOffset, width + lags, mean, im.byteOffset)
    // What lies outside the recording adds nothing.
    im.fill(0, 0, Math.max(0, -first))
    im.fill(0, Math.min(width + lags, samples.length - first))
    re.set(im.subarray(0, width))
    re.fill(0, width)
    kernels.energies(im.byteOffset, width, lags, energy.byteOffset)
    fft.transform(re, im)
    const parts = [re.byteOffset, im.byteOffset, fft.length, productRe.byteOffset, productIm.byteOffset] as const
    kernels.crossSpectrum(...parts, asImaginary)
    const half = width >> 1
    return peakAround(samples, centre - half, centre + half, mean) / globalPeak
  }
  const hand = (frame: number, product: Float64Array, energy: Float64Array, relativePeak: number) => {
    const lagged = correlation.subarray(lagZero)
    kernels.normalise(product.byteOffset, energy.byteOffset, lags, fft.length, lagged.byteOffset)
    for (let lag = 1; lag <= lagZero; lag++) correlation[lagZero - lag] = lagged[lag]!
    read(frame, correlation, relativePeak)
  }

  // The correlations of two frames are real, so they come back together as real and imaginary part.
  for (let frame = 0; frame < grid.count && globalPeak > 0; frame += 2) {
    const second = frame + 1 < grid.count
    const firstPeak = load(frame, firstEnergy, false)
    const secondPeak = second ? load(frame + 1, secondEnergy, true) : 0
    fft.transform(productIm, productRe)
    hand(frame, productRe, firstEnergy, firstPeak)
    if (second) hand(frame + 1, productIm, secondEnergy, secondPeak)
  }
}
