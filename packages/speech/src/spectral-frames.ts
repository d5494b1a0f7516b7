import { createFft, powerOfTwoFrom } from './fft.ts'
import { readFrame } from './samples.ts'
import { tableOf } from './tables.ts'

/** The shape of the spectrum in one frame of 20 ms. */
export type FrameSpectrum = {
  readonly timeS: number
  /** level of 1–5 kHz less that of 50–1000 Hz, dB */
  readonly alphaDb: number | null
  /** strongest line below 2 kHz less the strongest of 2–5 kHz, dB */
  readonly hammarbergDb: number | null
  /** straight lines through the levels of 0–500 Hz and of 500–1500 Hz, dB per kHz */
  readonly lowSlope: number | null
  readonly middleSlope: number | null
  /** distance to the spectrum of the frame before, both of length 1: 0 the same, √2 nothing in common; null: the first */
  readonly flux: number | null
}

const frameS = 0.02
const stepS = 0.01
const topHz = 5000
/**
 * Where the recording holds digital silence, filtering leaves residues that vary by less, and a constant offset. No
 * microphone is that quiet.
 */
const traces = 1e-6

/**
 * Frames of 20 ms every 10 ms under a Hamming window. Frames of digital silence are left out.
 *
 * @see Eyben et al. 2016, "The Geneva minimalistic acoustic parameter set", IEEE Trans. Affective Computing 7, 190–202
 */
export function measureSpectralFrames(samples: Float32Array, sampleRateHz: number): FrameSpectrum[] {
  const length = Math.round(frameS * sampleRateHz)
  const step = Math.round(stepS * sampleRateHz)
  const fftLength = powerOfTwoFrom(length)
  const binHz = sampleRateHz / fftLength
  const bins = Math.min(fftLength / 2, Math.floor(topHz / binHz))
  const fft = createFft(fftLength, { window: length, before: bins + 1, extent: 4 }, length)
  const { kernels, frame } = fft
  const { re, im, window, before, extent } = fft.arrays
  window.set(tableOf('hamming window', [length], () => hammingWindow(length)))
  const found: FrameSpectrum[] = []
  let hasBefore = false
  /** @returns whether the frame holds more than residues */
  const load = (first: number, into: Float64Array): boolean => {
    readFrame(samples, first, frame)
    kernels.weigh(frame.byteOffset, length, 0, window.byteOffset, into.byteOffset)
    into.fill(0, length)
    extent.set([0, 0, Infinity, -Infinity])
    kernels.scan(frame.byteOffset, length, extent.byteOffset)
    return extent[3]! - extent[2]! > traces
  }
  const transform = () => {
    fft.transform(re, im)
    kernels.powerSpectra(re.byteOffset, im.byteOffset, fftLength)
  }
  const readAlone = (first: number) => {
    if (!load(first, re)) {
      hasBefore = false
      return
    }
    im.fill(0)
    transform()
    read(first, re)
  }
  const read = (first: number, spectrum: Float64Array) => {
    const total = kernels.total(spectrum.byteOffset, bins + 1)
    if (!(total > 0)) {
      hasBefore = false
      return
    }
    const change = kernels.changeOfShape(spectrum.byteOffset, bins + 1, total, before.byteOffset)
    const flux = hasBefore ? change : null
    hasBefore = true
    const power = spectrum.subarray(0, bins + 1)
    found.push({ timeS: (first + length / 2) / sampleRateHz, ...shapeOf(power, binHz, sampleRateHz), flux })
  }
  // Two frames share each transform.
  let first = 0
  for (; first + step + length <= samples.length; first += 2 * step) {
    const second = first + step
    if (load(first, re) && load(second, im)) {
      transform()
      read(first, re)
      read(second, im)
    } else {
      readAlone(first)
      readAlone(second)
    }
  }
  if (first + length <= samples.length) readAlone(first)
  return found
}

/** Alpha ratio, Hammarberg index and slopes of a power spectrum; null where the recording does not reach 5 kHz. */
export function shapeOf(
  power: Float64Array,
  binHz: number,
  sampleRateHz: number,
): Pick<FrameSpectrum, 'alphaDb' | 'hammarbergDb' | 'lowSlope' | 'middleSlope'> {
  const reaches = sampleRateHz >= 2 * topHz
  const placeOf = (hz: number) => Math.min(power.length, Math.ceil(hz / binHz))
  const between = (lowHz: number, highHz: number) => power.subarray(placeOf(lowHz), placeOf(highHz))
  const ratio = (upper: number, lower: number) =>
    reaches && upper > 0 && lower > 0 ? 10 * Math.log10(upper / lower) : null
  return {
    alphaDb: ratio(sum(between(1000, topHz)), sum(between(50, 1000))),
    hammarbergDb: ratio(largest(between(0, 2000)), largest(between(2000, topHz))),
    lowSlope: slopeOf(between(0, 500), binHz),
    middleSlope: slopeOf(between(500, 1500), binHz),
  }
}

function sum(values: Float64Array): number {
  let total = 0
  for (let k = 0; k < values.length; k++) total += values[k]!
  return total
}

function largest(values: Float64Array): number {
  let best = 0
  for (let k = 0; k < values.length; k++) if (values[k]! > best) best = values[k]!
  return best
}

/** The least-squares line through the levels of neighbouring bins, dB per kHz. */
function slopeOf(power: Float64Array, binHz: number): number | null {
  const middle = (power.length - 1) / 2
  let products = 0
  let squares = 0
  for (let k = 0; k < power.length; k++) {
    if (!(power[k]! > 0)) return null
    products += (k - middle) * 10 * Math.log10(power[k]!)
    squares += (k - middle) ** 2
  }
  return squares > 0 ? ((products / squares) * 1000) / binHz : null
}

const hammingWindow = (length: number) =>
  Float64Array.from({ length }, (_, i) => 0.54 - 0.46 * Math.cos((2 * Math.PI * (i + 0.5)) / length))
