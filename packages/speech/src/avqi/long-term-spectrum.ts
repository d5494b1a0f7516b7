import { createFft, powerOfTwoFrom } from '../fft.ts'

/** The two bands that slope and tilt compare, Hz. */
const lowBand = { from: 0, to: 1000 }
const highBand = { from: 1000, to: 10_000 }
const emptyDb = -300

/** Level of 1–10 kHz less that of 0–1 kHz, dB: of the spectrum (`slope`), and of a straight line through it (`tilt`). */
type SpectralBalance = { readonly slopeDb: number; readonly tiltDb: number }

/**
 * Balance of the long-term spectrum in bands of 1 Hz. Below 20 kHz sampling it uses the bands that there are.
 *
 * @see Praat manual, "Ltas: Get slope...", "Ltas: Compute trend line..."
 */
export function measureBalance(samples: Float32Array, sampleRateHz: number): SpectralBalance {
  const levels = bandLevels(samples, sampleRateHz)
  const line = trendOf(levels)
  return { slopeDb: balanceOf(levels), tiltDb: balanceOf(line) }
}

/** Levels of the bands of 1 Hz, dB: band k reaches from k to k + 1 Hz. */
function bandLevels(samples: Float32Array, sampleRateHz: number): Float64Array {
  const { power, binHz } = periodogram(samples, sampleRateHz)
  return Float64Array.from({ length: Math.ceil(sampleRateHz / 2) }, (_, band) => {
    const mean = meanBetween(power, band / binHz, (band + 1) / binHz)
    return mean > 0 ? 10 * Math.log10(mean) : emptyDb
  })
}

/** The power spectrum of the whole recording, padded to a power of two; up to a constant factor. */
function periodogram(samples: Float32Array, sampleRateHz: number) {
  // Even samples are the real part and odd ones the imaginary part: the transform has half the length.
  const fft = createFft(powerOfTwoFrom(samples.length) / 2)
  const { length } = fft
  const { re, im } = fft.arrays
  for (let i = 0; i < length; i++) {
    re[i] = samples[2 * i] ?? 0
    im[i] = samples[2 * i + 1] ?? 0
  }
  fft.transform(re, im)
  const power = Float64Array.from({ length: length + 1 }, (_, k) => {
    const [here, mirror] = [k % length, (length - k) % length]
    const even = { re: (re[here]! + re[mirror]!) / 2, im: (im[here]! - im[mirror]!) / 2 }
    const odd = { re: (im[here]! + im[mirror]!) / 2, im: (re[mirror]! - re[here]!) / 2 }
    const angle = (-Math.PI * k) / length
    const [cosine, sine] = [Math.cos(angle), Math.sin(angle)]
    return (even.re + cosine * odd.re - sine * odd.im) ** 2 + (even.im + cosine * odd.im + sine * odd.re) ** 2
  })
  return { power, binHz: sampleRateHz / (2 * length) }
}

/** The mean between two places; values at the edges count by the part of them that lies inside. */
function meanBetween(values: Float64Array, from: number, to: number): number {
  const first = Math.max(0, Math.round(from))
  const last = Math.min(values.length - 1, Math.round(to))
  let sum = 0
  let weights = 0
  for (let k = first; k <= last; k++) {
    const inside = Math.min(to, k + 0.5) - Math.max(from, k - 0.5)
    sum += inside * values[k]!
    weights += inside
  }
  return weights > 0 ? sum / weights : 0
}

/** The straight line through the levels from 1 Hz to 10 kHz, by least squares. */
function trendOf(levels: Float64Array): Float64Array {
  const first = 1
  const end = Math.min(levels.length, highBand.to)
  const middle = (first + end - 1) / 2
  let mean = 0
  for (let band = first; band < end; band++) mean += levels[band]! / (end - first)
  let products = 0
  let squares = 0
  for (let band = first; band < end; band++) {
    products += (band - middle) * (levels[band]! - mean)
    squares += (band - middle) ** 2
  }
  return levels.map((_, band) => mean + (products / squares) * (band - middle))
}

function balanceOf(levels: Float64Array): number {
  const levelOf = ({ from, to }: { from: number; to: number }) => {
    let power = 0
    const end = Math.min(levels.length, to)
    for (let band = from; band < end; band++) power += 10 ** (levels[band]! / 10)
    return 10 * Math.log10(power / (end - from))
  }
  return levelOf(highBand) - levelOf(lowBand)
}
