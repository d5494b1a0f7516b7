import { createFft, fftLengthFrom } from './fft.ts'
import { createFrameLevels } from './frame-levels.ts'
import type { FrameGrid } from './frames.ts'
import type { Workspace } from './kernels.ts'
import { correlationLength, lagZero, longestLag } from './pitch-candidates.ts'
import { peakOf, readFrame, scanSamples } from './samples.ts'

/** A correlation, laid out as `lagZero` says, in a workspace with the reader's own arrays. */
type CorrelationWorkspace<Name extends string> = Workspace<'correlation' | Name>

type CorrelationReader = {
  /** Called with a frame's peak as a share of the recording's. @returns whether its correlation is needed */
  begin(frame: number, relativePeak: number): boolean
  /** Called when a frame's correlation lies in the workspace. */
  read(frame: number, relativePeak: number): void
}

/** Samples that are compared with later ones: an even number, a little below one longest period, as in Praat. */
export function comparedWidth(sampleRateHz: number, floorHz: number): number {
  return 2 * (Math.floor(Math.floor(sampleRateHz / floorHz) / 2) - 1)
}

/** Length of a frame: one longest period, plus a shift by up to one longest period. */
export function crossCorrelationFrameS(floorHz: number): number {
  return 2 / floorHz
}

/**
 * Forward cross-correlation of every frame: the first longest period of the frame with the samples that follow at each
 * lag, each normalised by its own energy. More precise in time than autocorrelation, as no window tapers the frame.
 *
 * @see Boersma 1993, section 6; Praat manual, "Sound: To Pitch (raw cc)..."
 */
export function correlateForward<Name extends string>(
  samples: Float32Array,
  sampleRateHz: number,
  floorHz: number,
  grid: FrameGrid,
  room: Readonly<Record<Name, number>>,
  createReader: (workspace: CorrelationWorkspace<Name>) => CorrelationReader,
) {
  const width = comparedWidth(sampleRateHz, floorHz)
  const maximumLag = longestLag(sampleRateHz, floorHz)
  const lags = correlationLength(maximumLag) - lagZero
  const own = {
    productRe: fftLengthFrom(width + lags),
    productIm: fftLengthFrom(width + lags),
    firstEnergy: lags,
    secondEnergy: lags,
    correlation: lags + lagZero,
  }
  const fft = createFft<keyof typeof own | Name>(fftLengthFrom(width + lags), { ...own, ...room }, width + lags)
  const reader = createReader(fft)
  const { kernels, frame: frameSamples } = fft
  const { re, im, productRe, productIm, firstEnergy, secondEnergy, correlation } = fft.arrays
  const extent = scanSamples(samples)
  const globalPeak = peakOf(extent, extent.mean)
  const levels = createFrameLevels(fft, samples.length)

  /** Puts the frame's energy by lag into `energy` and the spectrum of its correlation, times 1 or i, into the product. */
  const load = (first: number, mean: number, energy: Float64Array, asImaginary: boolean) => {
    kernels.subtract(frameSamples.byteOffset, width + lags, mean, im.byteOffset)
    // Samples outside the recording add nothing.
    im.fill(0, 0, Math.max(0, -first))
    im.fill(0, Math.min(width + lags, samples.length - first))
    re.set(im.subarray(0, width))
    re.fill(0, width)
    kernels.energies(im.byteOffset, width, lags, energy.byteOffset)
    fft.transform(re, im)
    const parts = [re.byteOffset, im.byteOffset, fft.length, productRe.byteOffset, productIm.byteOffset] as const
    kernels.crossSpectrum(...parts, asImaginary)
  }
  const hand = (frame: number, relativePeak: number, product: Float64Array, energy: Float64Array) => {
    const lagged = correlation.subarray(lagZero)
    kernels.normalise(product.byteOffset, energy.byteOffset, lags, fft.length, lagged.byteOffset)
    for (let lag = 1; lag <= lagZero; lag++) correlation[lagZero - lag] = lagged[lag]!
    reader.read(frame, relativePeak)
  }

  // The correlations of two frames are real, so one inverse transform returns them as real and imaginary part.
  const loaded: { readonly frame: number; readonly relativePeak: number }[] = []
  const correlate = () => {
    fft.transform(productIm, productRe)
    loaded.forEach(({ frame, relativePeak }, i) => {
      hand(frame, relativePeak, i === 0 ? productRe : productIm, i === 0 ? firstEnergy : secondEnergy)
    })
    loaded.length = 0
  }
  for (let frame = 0; frame < grid.count && globalPeak > 0; frame++) {
    const centre = Math.round((grid.firstS + frame * grid.stepS) * sampleRateHz)
    const half = width >> 1
    const first = centre - width
    readFrame(samples, first, frameSamples)
    const mean = levels.mean(first, first, centre + width)
    const relativePeak = levels.peak(first, centre - half, centre + half, mean) / globalPeak
    if (!reader.begin(frame, relativePeak)) continue
    const isSecond = loaded.length === 1
    load(first, mean, isSecond ? secondEnergy : firstEnergy, isSecond)
    loaded.push({ frame, relativePeak })
    if (isSecond) correlate()
  }
  if (loaded.length === 1) correlate()
}
