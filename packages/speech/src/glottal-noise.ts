import { createFft, fftLengthFrom } from './fft.ts'
import { layFrames } from './frames.ts'
import { meanOf, readFrame } from './samples.ts'
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
  const envelopes = bandEnvelopes(flat)
  const apart = bandwidthHz / 2 / bandStepHz
  let largest = 0
  for (let high = 0; high < envelopes.length; high++)
    for (let low = 0; low <= high - apart; low++)
      largest = Math.max(largest, correlate(envelopes[high]!, envelopes[low]!))
  return largest > 0 ? largest : null
}

/** The prediction error of each sample, by the coefficients of the nearest frame; 0 before the first and after the last. */
function flatten(given: Float32Array): Float64Array | null {
  const grid = layFrames(given.length, glottalNoiseRateHz, windowS, stepS)
  if (grid === null) return null
  const mean = meanOf(given, 0, given.length)
  const samples = given.map((sample) => sample - mean)
  const frame = new Float64Array(Math.floor(windowS * glottalNoiseRateHz))
  const window = gaussianWindow(frame.length)
  const predictors = Array.from({ length: grid.count }, (_, k) => {
    const first = Math.round((grid.firstS + k * grid.stepS) * glottalNoiseRateHz - frame.length / 2)
    readFrame(samples, first, frame)
    for (let i = 0; i < frame.length; i++) frame[i] = frame[i]! * window[i]!
    return predict(frame)
  })
  return Float64Array.from(samples, (sample, i) => {
    const nearest = Math.round(((i + 0.5) / glottalNoiseRateHz - grid.firstS) / grid.stepS)
    const predictor = predictors[nearest]
    if (predictor === undefined) return 0
    let error = sample
    for (let k = 0; k < order; k++) error += predictor[k]! * (samples[i - k - 1] ?? 0)
    return error
  })
}

/** Coefficients of linear prediction by autocorrelation (Levinson and Durbin). */
function predict(frame: Float64Array): Float64Array {
  const r = Float64Array.from({ length: order + 1 }, (_, lag) => {
    let sum = 0
    for (let i = lag; i < frame.length; i++) sum += frame[i]! * frame[i - lag]!
    return sum
  })
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

/** The Hilbert envelope of each band about its mean, with a norm of 1. */
function bandEnvelopes(flat: Float64Array): Float64Array[] {
  const length = envelopeShare * fftLengthFrom(Math.ceil(flat.length / envelopeShare))
  const whole = createFft(length)
  whole.arrays.re.set(flat)
  whole.transform(whole.arrays.re, whole.arrays.im)
  const short = createFft(length / envelopeShare)
  const { re, im } = short.arrays
  const binHz = glottalNoiseRateHz / length
  const count = Math.floor(flat.length / envelopeShare)
  const envelopes: Float64Array[] = []
  for (let centreHz = lowestHz; centreHz <= highestHz; centreHz += bandStepHz) {
    // Only positive frequencies, moved down to 0 Hz: the magnitude of the result is the envelope.
    const first = Math.ceil((centreHz - bandwidthHz / 2) / binHz)
    const last = Math.floor((centreHz + bandwidthHz / 2) / binHz)
    re.fill(0)
    im.fill(0)
    for (let k = first; k <= last; k++) {
      const weight = 0.5 + 0.5 * Math.cos((2 * Math.PI * (k * binHz - centreHz)) / bandwidthHz)
      re[k - first] = weight * whole.arrays.re[k]!
      im[k - first] = weight * whole.arrays.im[k]!
    }
    // With the parts exchanged, the transform is the inverse.
    short.transform(im, re)
    envelopes.push(normalise(Float64Array.from({ length: count }, (_, i) => Math.hypot(re[i]!, im[i]!))))
  }
  return envelopes
}

function normalise(values: Float64Array): Float64Array {
  const mean = values.reduce((sum, value) => sum + value, 0) / values.length
  const norm = Math.sqrt(values.reduce((sum, value) => sum + (value - mean) ** 2, 0))
  return values.map((value) => (norm > 0 ? (value - mean) / norm : 0))
}

/** The largest correlation of two envelopes shifted by up to `longestShiftS`, by a parabola through three shifts. */
function correlate(x: Float64Array, y: Float64Array): number {
  let [before, here, after] = [0, 0, 0]
  for (let i = 1; i + 1 < x.length; i++) {
    const value = x[i]!
    before += value * y[i - 1]!
    here += value * y[i]!
    after += value * y[i + 1]!
  }
  const bend = 2 * here - before - after
  const reach = (longestShiftS * glottalNoiseRateHz) / envelopeShare
  const top = bend > 0 ? (after - before) / (2 * bend) : after > before ? reach : -reach
  const shift = Math.max(-reach, Math.min(reach, top))
  return here + (shift * (after - before)) / 2 - (shift * shift * bend) / 2
}
