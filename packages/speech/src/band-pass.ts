import { createFft, fftLengthFrom } from './fft.ts'
import { readFrame } from './samples.ts'
import { tableOf } from './tables.ts'

/**
 * Reads a filtered section of a recording; samples outside the recording count as zero. The section is valid until the
 * next one is read.
 */
export type SectionReader = (first: number, end: number) => Float32Array

/** A filter kernel of this length can represent every edge that is at least 50 Hz wide. */
const kernelReachS = 0.06

/**
 * A band-pass without phase shift. Its edges are raised cosines from `smoothingHz` below to `smoothingHz` above the
 * corner. The recording is filtered in sections, so that memory never holds a second copy of it.
 */
export function createBandPass(
  samples: Float32Array,
  sampleRateHz: number,
  lowHz: number,
  highHz: number,
  smoothingHz: number,
): SectionReader {
  const reach = Math.ceil(kernelReachS * sampleRateHz)
  const length = fftLengthFrom(8 * reach)
  const fft = createFft(length, { response: length }, length)
  const { kernels, frame } = fft
  const { re, im, response } = fft.arrays
  const edges = [sampleRateHz, lowHz, highHz, smoothingHz] as const
  response.set(tableOf('band-pass', edges, () => createResponse(length, reach, ...edges)))
  const step = fft.length - 2 * reach

  let kept = new Float32Array(0)

  return (first, end) => {
    if (kept.length < end - first) kept = new Float32Array(end - first)
    const section = kept.subarray(0, end - first)
    const load = (from: number, into: Float64Array) => {
      readFrame(samples, from, frame)
      kernels.subtract(frame.byteOffset, length, 0, into.byteOffset)
    }
    const store = (block: Float64Array, at: number) => {
      const count = Math.min(step, end - at)
      if (count <= 0) return
      kernels.narrow(block.byteOffset + block.BYTES_PER_ELEMENT * reach, count, frame.byteOffset)
      section.set(frame.subarray(0, count), at - first)
    }
    // The response is real, so two blocks share one transform, as its real and its imaginary part.
    for (let at = first; at < end; at += 2 * step) {
      load(at - reach, re)
      load(at + step - reach, im)
      fft.transform(re, im)
      for (const part of [re, im]) {
        kernels.multiply(part.byteOffset, response.byteOffset, length, 1 / length, part.byteOffset)
      }
      fft.transform(im, re)
      store(re, at)
      store(im, at + step)
    }
    return section
  }
}

/** The frequency response, truncated in time to the reach of the kernel, so that blocks do not wrap around. */
function createResponse(
  length: number,
  reach: number,
  sampleRateHz: number,
  lowHz: number,
  highHz: number,
  smoothingHz: number,
): Float64Array {
  const fft = createFft(length)
  const { re, im } = fft.arrays
  // There is no upper edge at the Nyquist frequency, where nothing follows.
  const endHz = highHz < sampleRateHz / 2 ? highHz : Infinity
  for (let k = 0; k < length; k++) {
    const hz = (Math.min(k, length - k) * sampleRateHz) / length
    re[k] = rise((hz - lowHz) / smoothingHz) * rise((endHz - hz) / smoothingHz)
  }
  fft.transform(re, im)
  for (let i = 0; i < length; i++) {
    const distance = Math.min(i, length - i) / reach
    re[i] = distance < 1 ? (re[i]! / length) * (0.5 + 0.5 * Math.cos(Math.PI * distance)) : 0
    im[i] = 0
  }
  fft.transform(re, im)
  return re.slice()
}

/** From 0 at −1 to 1 at 1. */
function rise(x: number): number {
  if (x <= -1) return 0
  if (x >= 1) return 1
  return 0.5 + 0.5 * Math.sin((Math.PI / 2) * x)
}
