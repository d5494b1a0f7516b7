import { createFft, fftLengthFrom } from './fft.ts'
import type { FrameGrid } from './frames.ts'
import { correlationLength, lagZero, longestLag } from './pitch-candidates.ts'
import { meanOf, peakAround } from './samples.ts'

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
  const fft = createFft(fftLengthFrom(width + lags))
  const [re, im, productRe, productIm] = Array.from({ length: 4 }, () => new Float64Array(fft.length)) as Four
  const correlation = new Float64Array(lags + lagZero)
  const energies = [new Float64Array(lags), new Float64Array(lags)] as const
  const globalMean = meanOf(samples, 0, samples.length)
  const globalPeak = peakAround(samples, 0, samples.length, globalMean)

  /** Puts the frame's energy by lag into `energy` and the spectrum of its correlation, times 1 or i, into the product. */
  const load = (frame: number, energy: Float64Array, asImaginary: boolean): number => {
    const centre = Math.round((grid.firstS + frame * grid.stepS) * sampleRateHz)
    const first = centre - width
    const mean = meanOf(samples, first, first + 2 * width)
    for (let i = 0; i < width + lags; i++) im[i] = (samples[first + i] ?? mean) - mean
    im.fill(0, width + lags)
    re.set(im.subarray(0, width))
    re.fill(0, width)
    let sum = 0
    for (let i = 0; i < width; i++) sum += im[i]! * im[i]!
    for (let lag = 0; lag < lags; lag++) {
      energy[lag] = sum
      sum += im[lag + width]! * im[lag + width]! - im[lag]! * im[lag]!
    }
    fft.transform(re, im)
    addCrossSpectrum(re, im, productRe, productIm, asImaginary)
    const half = width >> 1
    return peakAround(samples, centre - half, centre + half, mean) / globalPeak
  }
  const hand = (frame: number, product: Float64Array, energy: Float64Array, relativePeak: number) => {
    for (let lag = 0; lag < lags; lag++) {
      const power = energy[0]! * energy[lag]!
      const r = power > 0 ? product[lag]! / (fft.length * Math.sqrt(power)) : 0
      correlation[lagZero + lag] = r
      if (lag <= lagZero) correlation[lagZero - lag] = r
    }
    read(frame, correlation, relativePeak)
  }

  // The correlations of two frames are real, so they come back together as real and imaginary part.
  for (let frame = 0; frame < grid.count && globalPeak > 0; frame += 2) {
    const second = frame + 1 < grid.count
    productRe.fill(0)
    productIm.fill(0)
    const firstPeak = load(frame, energies[0], false)
    const secondPeak = second ? load(frame + 1, energies[1], true) : 0
    fft.transform(productIm, productRe)
    hand(frame, productRe, energies[0], firstPeak)
    if (second) hand(frame + 1, productIm, energies[1], secondPeak)
  }
}

type Four = [Float64Array, Float64Array, Float64Array, Float64Array]

/** From the transform of x + i·y, adds X*·Y (or i·X*·Y) to the product. */
function addCrossSpectrum(
  re: Float64Array,
  im: Float64Array,
  productRe: Float64Array,
  productIm: Float64Array,
  asImaginary: boolean,
) {
  const length = re.length
  for (let k = 0; k < length; k++) {
    const mirror = k === 0 ? 0 : length - k
    const xr = 0.5 * (re[k]! + re[mirror]!)
    const xi = 0.5 * (im[k]! - im[mirror]!)
    const yr = 0.5 * (im[k]! + im[mirror]!)
    const yi = 0.5 * (re[mirror]! - re[k]!)
    const r = xr * yr + xi * yi
    const i = xr * yi - xi * yr
    if (asImaginary) {
      productRe[k] = productRe[k]! - i
      productIm[k] = productIm[k]! + r
    } else {
      productRe[k] = r
      productIm[k] = i
    }
  }
}
