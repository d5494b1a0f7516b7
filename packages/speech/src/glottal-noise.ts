import { createFft, createFft32, fftLengthFrom, roomOfFft32 } from './fft.ts'
import { layFrames } from './frames.ts'
import { createWorkspace } from './kernels.ts'
import { readFrame, scanSamples } from './samples.ts'
import { tableOf } from './tables.ts'
import { gaussianWindow } from './window.ts'

/** The rate of the analysis: the voice has little above 5 kHz. */
export const glottalNoiseRateHz = 10_000
const order = 13
const windowS = 0.06
const stepS = 0.01
const lowestHz = 500
const highestHz = 4500
const bandwidthHz = 1000
const bandStepHz = 80
/** The envelopes of bands of 1 kHz change so slowly that they are read at a quarter of the rate. */
const envelopeShare = 4
/** Envelopes are compared up to this shift, s. */
const longestShiftS = 3e-4

/**
 * Glottal-to-noise excitation ratio: whether the bands of the voice are excited together, by the closing glottis (1), or
 * each by itself, by noise (0). The spectrum is flattened by linear prediction; the value is the largest correlation
 * between the Hilbert envelopes of two bands of 1 kHz that are at least 500 Hz apart.
 *
 * @param samples at `glottalNoiseRateHz`
 * @returns null when the recording is shorter than one frame or silent
 * @see Michaelis, Gramss & Strube 1997, "Glottal-to-noise excitation ratio – a new measure for describing pathological
 *   voices", Acustica 83, 700–706
 */
export function measureGlottalNoise(samples: Float32Array): number | null {
  const flat = flatten(samples)
  if (flat === null) return null
  return linkBands(flat)
}

/** The prediction error of each sample, by the coefficients of the nearest frame; 0 before the first and after the last. */
function flatten(given: Float32Array): Float64Array | null {
  const grid = layFrames(given.length, glottalNoiseRateHz, windowS, stepS)
  if (grid === null) return null
  const length = Math.floor(windowS * glottalNoiseRateHz)
  const { kernels, arrays, frame } = createWorkspace(
    {
      samples: given.length,
      flat: given.length,
      window: length,
      windowed: length,
      correlation: order + 1,
      predictor: order,
      previous: order,
    },
    Math.max(length, given.length),
  )
  const { samples, flat, window, windowed, correlation, predictor, previous } = arrays
  const [mean, windowAt, predictorAt] = [scanSamples(given).mean, window.byteOffset, predictor.byteOffset]
  const room = [correlation.byteOffset, predictorAt, previous.byteOffset] as const
  window.set(gaussianWindow(length))
  frame.set(given)
  kernels.subtract(frame.byteOffset, given.length, mean, samples.byteOffset)
  /** The first sample that is nearest to a frame. */
  const nearestTo = (k: number) =>
    Math.max(0, Math.ceil((grid.firstS + (k - 0.5) * grid.stepS) * glottalNoiseRateHz - 0.5))
  for (let k = 0; k < grid.count; k++) {
    const first = Math.round((grid.firstS + k * grid.stepS) * glottalNoiseRateHz - length / 2)
    readFrame(samples, first, windowed)
    kernels.taper(windowed.byteOffset, length, 0, windowAt)
    kernels.predict(windowed.byteOffset, length, order, ...room)
    const end = Math.min(given.length, nearestTo(k + 1))
    kernels.predictionErrors(samples.byteOffset, nearestTo(k), end, predictorAt, order, flat.byteOffset)
  }
  return flat
}

/** The largest correlation between the Hilbert envelopes of two bands; null when there is none above 0. */
function linkBands(flat: Float64Array): number | null {
  const length = envelopeShare * fftLengthFrom(Math.ceil(flat.length / envelopeShare))
  const shortLength = length / envelopeShare
  const binHz = glottalNoiseRateHz / length
  const count = Math.floor(flat.length / envelopeShare)
  const stride = 4 * Math.ceil(count / 4)
  const bands = Math.floor((highestHz - lowestHz) / bandStepHz) + 1
  const fft = createFft(length, {
    short: roomOfFft32(shortLength),
    rows: (bands * stride) / 2,
    bandCosine: length / 2 + 1,
    bandSine: length / 2 + 1,
  })
  const { kernels, arrays } = fft
  const { re, im, short, rows, bandCosine, bandSine } = arrays
  re.set(flat)
  fft.transform(re, im)
  const envelope = createFft32(kernels, short, shortLength)
  bandCosine.set(tableOf('cosine of a band', [length], () => turns(length, binHz, Math.cos)))
  bandSine.set(tableOf('sine of a band', [length], () => turns(length, binHz, Math.sin)))
  const tables = [bandCosine.byteOffset, bandSine.byteOffset] as const
  // With the parts exchanged, the transform is the inverse.
  const parts = [envelope.im.byteOffset, envelope.re.byteOffset] as const
  for (let band = 0; band < bands; band++) {
    // Only positive frequencies, moved down to 0 Hz: the magnitude of the result is the envelope.
    const centreHz = lowestHz + band * bandStepHz
    const first = Math.ceil((centreHz - bandwidthHz / 2) / binHz)
    const bins = Math.floor((centreHz + bandwidthHz / 2) / binHz) - first + 1
    const angle = (2 * Math.PI * centreHz) / bandwidthHz
    const turn = [Math.cos(angle), Math.sin(angle)] as const
    envelope.re.fill(0)
    envelope.im.fill(0)
    kernels.takeBand(re.byteOffset, im.byteOffset, first, bins, ...tables, ...turn, ...parts)
    envelope.transform()
    kernels.normalisedEnvelope(...parts, count, rows.byteOffset + 4 * band * stride)
  }
  const apart = Math.ceil(bandwidthHz / 2 / bandStepHz)
  const reach = (longestShiftS * glottalNoiseRateHz) / envelopeShare
  const largest = kernels.largestLink(rows.byteOffset, bands, stride, count, apart, reach)
  return largest > 0 ? largest : null
}

/** Cosines or sines that go round once in a bandwidth, for the bins of positive frequencies. */
function turns(length: number, binHz: number, part: (angle: number) => number): Float64Array {
  const table = new Float64Array(length / 2 + 1)
  for (let k = 0; k < table.length; k++) table[k] = part((2 * Math.PI * k * binHz) / bandwidthHz)
  return table
}
