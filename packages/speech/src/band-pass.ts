import { createFft, fftLengthFrom } from './fft.ts'

/**
 * Reads a stretch of a recording, filtered; what lies outside the recording counts as zero. The stretch is good until
 * the next one is read.
 */
export type SectionReader = (first: number, end: number) => Float32Array

/** A filter kernel this long carries every edge that is at least 50 Hz wide. */
const kernelReachS = 0.06

/**
 * A band-pass without phase shift, whose edges are raised cosines from `smoothingHz` below to `smoothingHz` above
 * the corner. The recording is filtered in stretches, so that no second copy of it is ever held.
 */
export function createBandPass(
  samples: Float32Array,
  sampleRateHz: number,
  lowHz: number,
  highHz: number,
  smoothingHz: number,
): SectionReader {
  const reach = Math.ceil(kernelReachS * sampleRateHz)
  const fft = createFft(fftLengthFrom(8 * reach))
  const response = createResponse(fft.length, reach, sampleRateHz, lowHz, highHz, smoothingHz)
  const step = fft.length - 2 * reach
  const re = new Float64Array(fft.length)
  const im = new Float64Array(fft.length)

  let kept = new Float32Array(0)

  const load = (block: Float64Array, first: number) => {
    for (let i = 0; i < block.length; i++) block[i] = samples[first - reach + i] ?? 0
  }
  return (first, end) => {
    if (kept.length < end - first) kept = new Float32Array(end - first)
    const section = kept.subarray(0, end - first)
    const store = (block: Float64Array, at: number) => {
      const count = Math.min(step, end - at)
      for (let i = 0; i < count; i++) section[at - first + i] = block[reach + i]! / fft.length
    }
    // The response is real, so two blocks go through one transform as its real and its imaginary part.
    for (let at = first; at < end; at += 2 * step) {
      load(re, at)
      load(im, at + step)
      fft.transform(re, im)
      for (let k = 0; k < fft.length; k++) {
        re[k] = re[k]! * response[k]!
        im[k] = im[k]! * response[k]!
      }
      fft.transform(im, re)
      store(re, at)
      store(im, at + step)
    }
    return section
  }
}

/** The frequency response, cut in time to the kernel's reach, so that blocks do not wrap around. */
function createResponse(
  length: number,
  reach: number,
  sampleRateHz: number,
  lowHz: number,
  highHz: number,
  smoothingHz: number,
): Float64Array {
  const fft = createFft(length)
  const re = new Float64Array(length)
  const im = new Float64Array(length)
  for (let k = 0; k < length; k++) {
    const hz = (Math.min(k, length - k) * sampleRateHz) / length
    re[k] = rise((hz - lowHz) / smoothingHz) * rise((highHz - hz) / smoothingHz)
  }
  fft.transform(re, im)
  for (let i = 0; i < length; i++) {
    const distance = Math.min(i, length - i) / reach
    re[i] = distance < 1 ? (re[i]! / length) * (0.5 + 0.5 * Math.cos(Math.PI * distance)) : 0
    im[i] = 0
  }
  fft.transform(re, im)
  return re
}

/** From 0 at −1 to 1 at 1. */
function rise(x: number): number {
  if (x <= -1) return 0
  if (x >= 1) return 1
  return 0.5 + 0.5 * Math.sin((Math.PI / 2) * x)
}
