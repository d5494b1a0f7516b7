import type { Random } from './random.ts'
import type { Sound } from './wav.ts'

// A small speech synthesiser after Klatt & Klatt (1990), "Analysis, synthesis, and perception of voice quality
// variations among female and male talkers": glottal pulses and aspiration noise through formant resonators.

export type Voice = {
  f0Hz: number
  /** Standard deviation of each period and of each pulse's size, relative. */
  jitter: number
  shimmer: number
  tremorHz: number
  /** Depth of the tremor, relative to F0 and to the amplitude. */
  tremorDepth: number
  /** Aspiration noise relative to the voiced source. */
  breathiness: number
  /** Vocal tract length as a factor on all formants: about 1 for men, 1.15 for women. */
  formantScale: number
  /** Open share of a glottal period. */
  openQuotient: number
}

/** The state of the vocal tract at a moment. Formants in Hz, for a tract of scale 1. */
export type Posture = { voicing: number; aspiration: number; formantsHz: readonly number[] }
/** A release noise: `centreHz` and `widthHz` depend on the place of articulation. */
type Burst = { at: number; length: number; level: number; centreHz: number; widthHz: number }
export type Score = { duration: number; postureAt: (time: number) => Posture; bursts: readonly Burst[] }

export const openVowelHz = [740, 1260, 2520, 3450, 4300]
// The tract's higher resonances, which do not move with the vowel; without them there is no sound above the fifth.
const higherHz = [5300, 6300, 7300, 8300, 9300, 10_300]
const bandwidthsHz = [85, 95, 140, 220, 300, 400, 480, 560, 640, 720, 800]

export const sampleRateHz = 32_000
const oversampling = 4
const controlSamples = 64

/** Renders a score; the result is not yet scaled to any level. */
export function synthesise(score: Score, voice: Voice, random: Random): Sound {
  const rate = sampleRateHz * oversampling
  const count = Math.round(score.duration * rate)
  const source = glottalSource(score, voice, rate, count, random)
  const filters = bandwidthsHz.map(() => new Resonator())
  for (let from = 0; from < count; from += controlSamples) {
    const formantsHz = [...score.postureAt(from / rate).formantsHz, ...higherHz]
    filters.forEach((filter, i) => {
      filter.tune(formantsHz[i]! * voice.formantScale, bandwidthsHz[i]! * voice.formantScale, rate)
    })
    for (let i = from; i < Math.min(count, from + controlSamples); i++) {
      source[i] = filters.reduce((sample, filter) => filter.next(sample), source[i]!)
    }
  }
  for (const burst of score.bursts) addBurst(source, burst, rate, random)
  return { samples: decimated(source), sampleRateHz }
}

/** The derivative of the glottal flow, period by period, with aspiration that follows the open phase. */
function glottalSource(score: Score, voice: Voice, rate: number, count: number, random: Random): Float64Array {
  const source = new Float64Array(count)
  let drift = 0
  let tilt = 0
  let hiss = 0
  for (let start = 0; start < count / rate; ) {
    drift = 0.97 * drift + 0.0025 * random.normal()
    const tremor = voice.tremorDepth * Math.sin(2 * Math.PI * voice.tremorHz * start)
    const period = (1 + voice.jitter * random.normal()) / (voice.f0Hz * (1 + drift + tremor))
    const size = (1 + voice.shimmer * random.normal()) * (1 + 2 * tremor)
    const open = voice.openQuotient * period
    const { voicing, aspiration } = score.postureAt(start + period / 2)
    const last = Math.min(count, Math.ceil((start + period) * rate))
    for (let i = Math.max(0, Math.ceil(start * rate)); i < last; i++) {
      const phase = (i / rate - start) / open
      const pulse = phase < 1 ? size * (2 * phase - 3 * phase ** 2) : 0
      tilt += 0.35 * (pulse * voicing - tilt)
      hiss += 0.5 * (random.normal() - hiss)
      const gate = voicing > 0.05 ? (phase < 1 ? 1 : 0.35) : 1
      source[i] = tilt + hiss * gate * (voice.breathiness * voicing + aspiration)
    }
    start += period
  }
  return source
}

class Resonator {
  #a = 0
  #b = 0
  #c = 0
  #one = 0
  #two = 0

  /** Two poles, unit gain at 0 Hz. */
  tune(frequencyHz: number, bandwidthHz: number, rate: number) {
    this.#c = -Math.exp((-2 * Math.PI * bandwidthHz) / rate)
    this.#b = 2 * Math.exp((-Math.PI * bandwidthHz) / rate) * Math.cos((2 * Math.PI * frequencyHz) / rate)
    this.#a = 1 - this.#b - this.#c
  }

  next(sample: number): number {
    const out = this.#a * sample + this.#b * this.#one + this.#c * this.#two
    this.#two = this.#one
    this.#one = out
    return out
  }
}

function addBurst(target: Float64Array, burst: Burst, rate: number, random: Random) {
  const filter = new Resonator()
  filter.tune(burst.centreHz, burst.widthHz, rate)
  const gain = burst.level * (burst.widthHz / burst.centreHz)
  const from = Math.round(burst.at * rate)
  const length = Math.round(burst.length * rate)
  for (let i = 0; i < 2 * length && from + i < target.length; i++) {
    const noise = i < length ? random.normal() * Math.exp((-3 * i) / length) : 0
    target[from + i]! += gain * filter.next(noise)
  }
}

/** Low-pass by a Hann-windowed sinc below the new Nyquist frequency, then every fourth sample. */
function decimated(samples: Float64Array): Float64Array {
  const half = 16 * oversampling
  const cutoff = 0.92 / oversampling
  const taps = Float64Array.from({ length: 2 * half + 1 }, (_, i) => {
    const x = (i - half) * cutoff * Math.PI
    return cutoff * (x === 0 ? 1 : Math.sin(x) / x) * (0.5 + 0.5 * Math.cos((Math.PI * (i - half)) / half))
  })
  return Float64Array.from({ length: Math.floor(samples.length / oversampling) }, (_, n) => {
    let sum = 0
    for (let k = -half; k <= half; k++) sum += taps[k + half]! * (samples[n * oversampling + k] ?? 0)
    return sum
  })
}
