/** Signals with known measures by construction. Only tests use them. */
import { join as joinSamples } from './samples.ts'

/** The sample rates of recordings, Hz. */
export const rates = [8000, 11_025, 16_000, 22_050, 32_000, 44_100, 48_000, 96_000]

export function sine(sampleRateHz: number, hz: number, lengthS: number, amplitude = 0.5): Float32Array {
  return Float32Array.from(
    { length: Math.round(lengthS * sampleRateHz) },
    (_, i) => amplitude * Math.sin((2 * Math.PI * hz * (i + 0.5)) / sampleRateHz),
  )
}

/** A voice-like wave: harmonics falling by 12 dB per octave, with the given pitch at each time. */
export function voice(
  sampleRateHz: number,
  hzAt: number | ((timeS: number) => number),
  lengthS: number,
  amplitude = 0.3,
): Float32Array {
  const samples = new Float32Array(Math.round(lengthS * sampleRateHz))
  let phase = 0
  for (let i = 0; i < samples.length; i++) {
    const hz = typeof hzAt === 'number' ? hzAt : hzAt(i / sampleRateHz)
    let value = 0
    for (let k = 1; k <= 20 && k * hz < 0.45 * sampleRateHz; k++) value += Math.cos(k * phase) / (k * k)
    samples[i] = (amplitude * value) / 1.6
    phase += (2 * Math.PI * hz) / sampleRateHz
  }
  return samples
}

/** Evenly distributed white noise, always the same. */
export function noise(sampleRateHz: number, lengthS: number, rms: number): Float32Array {
  let state = 1
  return Float32Array.from({ length: Math.round(lengthS * sampleRateHz) }, () => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0
    return (state / 2 ** 31 - 1) * rms * Math.sqrt(3)
  })
}

export function silence(sampleRateHz: number, lengthS: number): Float32Array {
  return new Float32Array(Math.round(lengthS * sampleRateHz))
}

export const join = (...parts: readonly Float32Array[]): Float32Array => joinSamples(parts)

export function add(a: Float32Array, b: Float32Array): Float32Array {
  return a.map((value, i) => value + (b[i] ?? 0))
}

export function mix(samples: Float32Array, { gain = 1, dc = 0 }: { gain?: number; dc?: number }): Float32Array {
  return samples.map((sample) => gain * sample + dc)
}

/** Short pulses with zero mean, each at its exact time (also between two samples) and with its own height. */
export function pulseTrain(
  sampleRateHz: number,
  timesS: readonly number[],
  heights: readonly number[],
  lengthS: number,
): Float32Array {
  const samples = new Float64Array(Math.round(lengthS * sampleRateHz))
  for (const [pulse, timeS] of timesS.entries()) {
    const first = Math.max(0, Math.floor((timeS - 8 * pulseWidthS) * sampleRateHz))
    const end = Math.min(samples.length, Math.ceil((timeS + 8 * pulseWidthS) * sampleRateHz))
    for (let i = first; i < end; i++) {
      const away = ((i + 0.5) / sampleRateHz - timeS) / pulseWidthS
      samples[i]! += heights[pulse]! * (1 - away * away) * Math.exp((-away * away) / 2)
    }
  }
  return Float32Array.from(samples)
}

/** Narrow enough in frequency (nothing above 2 kHz) to be the same pulse at every rate. */
const pulseWidthS = 0.0003

/** Numbers from −1 to 1, always the same for a seed. */
export function spread(count: number, seed: number): number[] {
  let state = seed
  return Array.from({ length: count }, () => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0
    return state / 2 ** 31 - 1
  })
}

/** The resonances of vowels: frequency and bandwidth, Hz. */
export const vowels = {
  a: [
    [750, 90],
    [1300, 110],
    [2500, 160],
    [3500, 200],
  ],
  i: [
    [320, 80],
    [2300, 120],
    [3000, 200],
  ],
  e: [
    [500, 90],
    [1800, 120],
    [2500, 180],
  ],
} as const

/** A breathy vowel: a steady voice and noise that swells with each period, both through the vowel's resonances. */
export function breathyVowel(
  sampleRateHz: number,
  vowel: keyof typeof vowels,
  hz: number,
  lengthS: number,
  { snrDb, seed = 1 }: { snrDb: number; seed?: number },
): Float32Array {
  const source = voice(sampleRateHz, hz, lengthS)
  const breath = Float32Array.from(spread(source.length, seed), (value, i) => {
    return value * (1 + 0.5 * Math.cos((2 * Math.PI * hz * i) / sampleRateHz))
  })
  const [clean, noisy] = [source, breath].map((signal) =>
    vowels[vowel].reduce((sound, [formantHz, widthHz]) => resonate(sound, sampleRateHz, formantHz, widthHz), signal),
  )
  const gain = rmsOf(clean!) / rmsOf(noisy!) / 10 ** (snrDb / 20)
  const sum = add(clean!, mix(noisy!, { gain }))
  return mix(sum, { gain: 0.5 / sum.reduce((peak, sample) => Math.max(peak, Math.abs(sample)), 0) })
}

/** Pulses through resonances of known frequency and bandwidth. */
export function resonantVowel(
  rate: number,
  pitchHz: number,
  formantsHz: readonly number[],
  bandwidthHz: number,
): Float32Array {
  let samples: Float64Array = Float64Array.from(noise(rate, 1, 1e-4))
  let next = 0
  for (let i = 0; i < samples.length; i++) {
    if (i < next) continue
    samples[i]! += 1
    next += rate / pitchHz
  }
  // The glottal spectrum falls by 12 dB per octave; radiation at the lips adds 6.
  const tilt = Math.exp((-2 * Math.PI * 50) / rate)
  for (let i = 1; i < samples.length; i++) samples[i]! += tilt * samples[i - 1]!
  for (const hz of formantsHz) {
    const r = Math.exp((-Math.PI * bandwidthHz) / rate)
    const a = 2 * r * Math.cos((2 * Math.PI * hz) / rate)
    const filtered = new Float64Array(samples.length)
    for (let i = 0; i < samples.length; i++) {
      filtered[i] = samples[i]! + a * (filtered[i - 1] ?? 0) - r * r * (filtered[i - 2] ?? 0)
    }
    samples = filtered
  }
  const peak = samples.reduce((largest, sample) => Math.max(largest, Math.abs(sample)), 0)
  return Float32Array.from(samples, (sample) => sample / peak / 2)
}

function resonate(samples: Float32Array, sampleRateHz: number, hz: number, widthHz: number): Float32Array {
  const radius = Math.exp((-Math.PI * widthHz) / sampleRateHz)
  const factor = 2 * radius * Math.cos((2 * Math.PI * hz) / sampleRateHz)
  let [last, before] = [0, 0]
  return samples.map((sample) => {
    const here = (1 - radius) * sample + factor * last - radius * radius * before
    before = last
    last = here
    return here
  })
}

export const rmsOf = (samples: Float32Array): number =>
  Math.sqrt(samples.reduce((sum, sample) => sum + sample * sample, 0) / samples.length)

/** A dog that barks four times: the pitch rises and falls within each bark. */
export function bark(sampleRateHz: number): Float32Array {
  const lengthS = 0.2
  const one = voice(sampleRateHz, (timeS) => 350 + 450 * Math.sin((Math.PI * timeS) / lengthS), lengthS, 0.6)
  const swelling = one.map((sample, i) => sample * Math.sin((Math.PI * i) / one.length))
  const barks = Array.from({ length: 4 }, () => [silence(sampleRateHz, 0.35), swelling]).flat()
  const sound = join(...barks, silence(sampleRateHz, 0.4))
  return add(sound, noise(sampleRateHz, sound.length / sampleRateHz, 1e-3))
}

/** A tone that rises by 120 Hz a second. */
export function drifting(rate: number, hz: number, lengthS: number, amplitude: number): Float32Array {
  return Float32Array.from({ length: lengthS * rate }, (_, i) => {
    const timeS = i / rate
    return amplitude * Math.sin(2 * Math.PI * (hz + 60 * timeS) * timeS)
  })
}

/** Noise through the formants of a vowel. */
export function whisper(rate: number, formants: readonly (readonly [hz: number, bandwidthHz: number])[]): Float32Array {
  const source = noise(rate, 3, 1)
  const sum = new Float64Array(source.length)
  formants.forEach(([hz, bandwidthHz], place) => {
    const radius = Math.exp((-Math.PI * bandwidthHz) / rate)
    const [first, second] = [2 * radius * Math.cos((2 * Math.PI * hz) / rate), -radius * radius]
    let [before, last] = [0, 0]
    for (const [i, sample] of source.entries()) {
      const here = sample + first * last + second * before
      ;[before, last] = [last, here]
      sum[i]! += (here * (1 - radius)) / 2 ** place
    }
  })
  return Float32Array.from(sum, (sample) => 0.3 * sample)
}
