import { createFft, fftLengthFrom } from './fft.ts'
import { layFrames } from './frames.ts'
import { meanOf, readFrame } from './samples.ts'
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
  const mean = meanOf(given, 0, given.length)
  const samples = Float64Array.from(given)
  for (let i = 0; i < samples.length; i++) samples[i] = samples[i]! - mean
  const frame = new Float64Array(Math.floor(windowS * glottalNoiseRateHz))
  const window = gaussianWindow(frame.length)
  const flat = new Float64Array(samples.length)
  const nearestTo = (i: number) => Math.round(((i + 0.5) / glottalNoiseRateHz - grid.firstS) / grid.stepS)
  let i = 0
  while (i < flat.length && nearestTo(i) < 0) i++
  for (let k = 0; k < grid.count; k++) {
    const first = Math.round((grid.firstS + k * grid.stepS) * glottalNoiseRateHz - frame.length / 2)
    readFrame(samples, first, frame)
    for (let n = 0; n < frame.length; n++) frame[n] = frame[n]! * window[n]!
    const predictor = predict(frame)
    for (; i < flat.length && nearestTo(i) === k; i++) {
      let error = samples[i]!
      for (let n = 0; n < Math.min(order, i); n++) error += predictor[n]! * samples[i - n - 1]!
      flat[i] = error
    }
  }
  return flat
}

/** Coefficients of linear prediction by autocorrelation (Levinson and Durbin). */
function predict(frame: Float64Array): Float64Array {
  const r = new Float64Array(order + 1)
  for (let lag = 0; lag <= order; lag++) {
    let sum = 0
    for (let i = lag; i < frame.length; i++) sum += frame[i]! * frame[i - lag]!
    r[lag] = sum
  }
  const a = new Float64Array(order)
  let error = r[0]!
  for (let k = 0; k < order && error > 0; k++) {
    let sum = r[k + 1]!
    for (let i = 0; i < k; i++) sum += a[i]! * r[k - i]!
    const reflection = -sum / error
    const before = a.slice(0, k)
    for (let i = 0; i < k; i++) a[i] = before[i]! + reflection * before[k - 1 - i]!
    a[k] = reflection
    error *= 1 - reflection * reflection
  }
  return a
}

/** The largest correlation between the Hilbert envelopes of two bands; null when there is none above 0. */
function linkBands(flat: Float64Array): number | null {
  const length = envelopeShare * fftLengthFrom(Math.ceil(flat.length / envelopeShare))
  const whole = createFft(length)
  whole.arrays.re.set(flat)
  whole.transform(whole.arrays.re, whole.arrays.im)
  const binHz = glottalNoiseRateHz / length
  const count = Math.floor(flat.length / envelopeShare)
  const stride = 4 * Math.ceil(count / 4)
  const bands = Math.floor((highestHz - lowestHz) / bandStepHz) + 1
  const short = createFft(length / envelopeShare, { rows: (bands * stride) / 2 })
  const { re, im, rows } = short.arrays
  const envelopes = new Float32Array(rows.buffer, rows.byteOffset, bands * stride)
  const cosine = tableOf('cosine of a band', [length], () => turns(length, binHz, Math.cos))
  const sine = tableOf('sine of a band', [length], () => turns(length, binHz, Math.sin))
  for (let band = 0; band < bands; band++) {
    // Only positive frequencies, moved down to 0 Hz: the magnitude of the result is the envelope.
    const centreHz = lowestHz + band * bandStepHz
    const first = Math.ceil((centreHz - bandwidthHz / 2) / binHz)
    const last = Math.floor((centreHz + bandwidthHz / 2) / binHz)
    re.fill(0)
    im.fill(0)
    const angle = (2 * Math.PI * centreHz) / bandwidthHz
    const [cosineOfCentre, sineOfCentre] = [Math.cos(angle), Math.sin(angle)]
    for (let k = first; k <= last; k++) {
      const weight = 0.5 + 0.5 * (cosine[k]! * cosineOfCentre + sine[k]! * sineOfCentre)
      re[k - first] = weight * whole.arrays.re[k]!
      im[k - first] = weight * whole.arrays.im[k]!
    }
    // With the parts exchanged, the transform is the inverse.
    short.transform(im, re)
    for (let i = 0; i < count; i++) re[i] = Math.sqrt(re[i]! * re[i]! + im[i]! * im[i]!)
    normalise(re.subarray(0, count), envelopes.subarray(band * stride))
  }
  const apart = Math.ceil(bandwidthHz / 2 / bandStepHz)
  const reach = (longestShiftS * glottalNoiseRateHz) / envelopeShare
  const largest = short.kernels.largestLink(rows.byteOffset, bands, stride, count, apart, reach)
  return largest > 0 ? largest : null
}

/** Cosines or sines that go round once in a bandwidth, for the bins of positive frequencies. */
function turns(length: number, binHz: number, part: (angle: number) => number): Float64Array {
  const table = new Float64Array(length / 2 + 1)
  for (let k = 0; k < table.length; k++) table[k] = part((2 * Math.PI * k * binHz) / bandwidthHz)
  return table
}

/** The values about their mean, with a norm of 1. */
function normalise(values: Float64Array, into: Float32Array) {
  let mean = 0
  for (let i = 0; i < values.length; i++) mean += values[i]! / values.length
  let squares = 0
  for (let i = 0; i < values.length; i++) squares += (values[i]! - mean) ** 2
  const scale = squares > 0 ? 1 / Math.sqrt(squares) : 0
  for (let i = 0; i < values.length; i++) into[i] = scale * (values[i]! - mean)
}
