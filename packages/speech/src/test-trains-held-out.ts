/**
 * A second construction of syllable trains, for figures that no setting was chosen by: a pulse with an open phase, four
 * formants that move, clicks and aspiration, a room that decays exponentially, noise with a falling spectrum. Only tests
 * and tools use it.
 */
import type { Train } from './test-trains.ts'

const rate = 22_050
const vowels = [
  [760, 1280, 2500, 3500],
  [700, 1650, 2400, 3400],
  [480, 1900, 2550, 3600],
  [560, 950, 2400, 3300],
]
/** Where the formants come from, and where the burst is loudest, Hz. */
const stops = [
  { second: 0.75, third: 0.9, bursts: [500, 1400], level: 0.5 },
  { second: 1.15, third: 1.05, bursts: [3600, 5200], level: 0.9 },
  { second: 1.3, third: 0.85, bursts: [1700, 3000], level: 0.8 },
]

/** @param index picks speed (3 to 9 a second), variation (0 to 25 %), noise (40, 25, 15 dB) and room (a third of them) */
export function buildHeldOutTrain(index: number): Train & { readonly signalToNoiseDb: number; readonly echoS: number } {
  const random = uniformNumbers(9001 + 77 * index)
  const between = (low: number, high: number) => low + (high - low) * random()
  const normal = () => Math.sqrt(-2 * Math.log(random() + 1e-12)) * Math.cos(2 * Math.PI * random())
  const perSecond = between(3, 9)
  const variation = between(0, 25)
  const signalToNoiseDb = [40, 25, 15][index % 3]!
  const echoS = Math.floor(index / 3) % 3 === 2 ? between(0.2, 0.5) : 0
  const count = 15 + Math.floor(between(0, 16))

  const lengths = Array.from({ length: 3 }, () => between(0.88, 1.12))
  const spread = Math.sqrt(Math.log(1 + (variation / 100) ** 2))
  const onsets = [between(0.2, 0.7)]
  for (let i = 1; i < count; i++) {
    const interval = (lengths[(i - 1) % 3]! * Math.exp(spread * normal() - (spread * spread) / 2)) / perSecond
    onsets.push(onsets[i - 1]! + Math.max(0.075, interval))
  }
  const aspirated = random() < 0.5
  const usual = (aspirated ? [0.04, 0.05, 0.06] : [0.01, 0.016, 0.028]).map((delay) => Math.min(delay, 0.3 / perSecond))
  const voiceOnsets = onsets.map((_, i) => usual[i % 3]! * Math.max(0.6, 1 + 0.1 * normal()))

  const pitchHz = between(90, 240)
  const vowel = vowels[Math.floor(between(0, vowels.length))]!
  const hum = random() < 0.5 ? 0.02 : 0
  const dry = new Float64Array(Math.ceil((onsets.at(-1)! + 1 / perSecond + 0.8) * rate))
  onsets.forEach((onset, i) => {
    const endS = onsets[i + 1] ?? onset + 1 / perSecond
    const voiceS = onset + voiceOnsets[i]!
    const closureS = Math.min(0.08, between(0.25, 0.4) * (endS - onset))
    const lengthS = Math.max(0.025, endS - closureS - voiceS)
    const gain = 10 ** ((1.5 * normal()) / 20)
    const stop = stops[i % 3]!
    addVowel(dry, voiceS, lengthS, { vowel, stop, pitchHz: pitchHz * (1 - (0.15 * i) / count), gain, normal })
    addBurst(dry, onset, voiceOnsets[i]!, {
      vowel,
      stop,
      level: 0.16 * stop.level * 10 ** ((2 * normal()) / 20),
      normal,
    })
    const first = Math.round((voiceS + lengthS) * rate)
    for (let k = first; k < Math.round((endS - 0.004) * rate) && k < dry.length; k++)
      dry[k]! += hum * gain * Math.sin((2 * Math.PI * pitchHz * k) / rate)
  })
  const wet = echoS > 0 ? addRoom(dry, echoS, random) : dry
  const rms = Math.sqrt(wet.reduce((sum, value) => sum + value * value, 0) / wet.length)
  let low = 0
  const colored = wet.map(() => {
    low = 0.9 * low + normal()
    return 0.35 * low + 0.6 * normal()
  })
  const loudness = Math.sqrt(colored.reduce((sum, value) => sum + value * value, 0) / colored.length)
  const share = (rms * 10 ** (-signalToNoiseDb / 20)) / loudness
  const top = wet.reduce((most, value) => Math.max(most, Math.abs(value)), 0)
  const samples = Float32Array.from(wet, (value, i) => (0.5 / top) * (value + share * colored[i]!))
  return { samples, sampleRateHz: rate, onsets, voiceOnsets, signalToNoiseDb, echoS }
}

type Stop = (typeof stops)[number]

/** Four formants in a row, excited by pulses; each filter's frequency moves from the stop's place within 30 ms. */
function addVowel(
  into: Float64Array,
  timeS: number,
  lengthS: number,
  v: { vowel: readonly number[]; stop: Stop; pitchHz: number; gain: number; normal: () => number },
) {
  const length = Math.round(lengthS * rate)
  const flow = new Float64Array(length)
  let [pulse, at] = [0, 0]
  while (at < length) {
    const period = Math.round((rate / v.pitchHz) * (1 + 0.01 * v.normal()))
    const height = Math.min(1, 0.35 + 0.3 * pulse) * (1 + 0.04 * v.normal())
    const open = Math.round(0.6 * period)
    // The derivative of a pulse that opens slowly and closes at once, so that it begins with its closing.
    for (let i = 0; i < period && at + i < length; i++) {
      const opening = i - (period - open)
      flow[at + i]! += i === 0 ? -height : opening > 0 ? (height * 1.6 * opening * (open - opening)) / open ** 3 : 0
    }
    at += period
    pulse++
  }
  let wave: Float64Array = flow
  v.vowel.forEach((target, formant) => {
    const from = target * (formant === 0 ? 0.6 : formant === 1 ? v.stop.second : formant === 2 ? v.stop.third : 1)
    const hzAt = (i: number) => target + (from - target) * Math.exp(-i / (0.012 * rate))
    wave = resonate(wave, hzAt, 60 + 35 * formant)
  })
  const top = wave.reduce((most, value) => Math.max(most, Math.abs(value)), 1e-9)
  const first = Math.round(timeS * rate)
  const fade = Math.min(length / 2, 0.02 * rate)
  wave.forEach((value, i) => {
    if (first + i < into.length) into[first + i]! += (v.gain * value * Math.min(1, (length - i) / fade)) / top
  })
}

/** A click of 2 ms, then breath until just after the voice begins. */
function addBurst(
  into: Float64Array,
  timeS: number,
  delayS: number,
  b: { vowel: readonly number[]; stop: Stop; level: number; normal: () => number },
) {
  const length = Math.round((delayS + 0.004) * rate)
  const click = Float64Array.from({ length }, (_, i) => b.normal() * Math.exp(-i / (0.002 * rate)))
  const breath = Float64Array.from(
    { length },
    (_, i) => b.normal() * Math.min(1, i / (0.004 * rate)) * (1 - i / length),
  )
  const parts = [
    ...b.stop.bursts.map((hz) => ({ wave: resonate(click, () => hz, 500), share: 1 })),
    {
      wave: resonate(
        resonate(breath, () => b.vowel[1]!, 200),
        () => b.vowel[2]!,
        300,
      ),
      share: 0.3,
    },
  ]
  const first = Math.round(timeS * rate)
  for (const { wave, share } of parts) {
    const top = wave.reduce((most, value) => Math.max(most, Math.abs(value)), 1e-9)
    wave.forEach((value, i) => {
      if (first + i < into.length) into[first + i]! += (b.level * share * 2 * value) / top
    })
  }
}

function resonate(source: Float64Array, hzAt: (i: number) => number, bandwidthHz: number): Float64Array {
  const radius = Math.exp((-Math.PI * bandwidthHz) / rate)
  let [before, last] = [0, 0]
  return source.map((value, i) => {
    const here = value + 2 * radius * Math.cos((2 * Math.PI * hzAt(i)) / rate) * last - radius * radius * before
    ;[before, last] = [last, here]
    return here
  })
}

/** 500 reflections of random sign, spread evenly over the decay of 60 dB, together 8 dB below the direct sound. */
function addRoom(dry: Float64Array, decayS: number, random: () => number): Float64Array {
  const taps = Array.from({ length: 500 }, () => {
    const at = 0.003 + random() * decayS
    return { delay: Math.round(at * rate), share: (random() < 0.5 ? -1 : 1) * 10 ** ((-3 * at) / decayS) }
  })
  const energy = taps.reduce((sum, { share }) => sum + share * share, 0)
  const wet = dry.slice()
  for (const { delay, share } of taps) {
    const gain = (share * 10 ** (-8 / 20)) / Math.sqrt(energy)
    for (let i = delay; i < wet.length; i++) wet[i]! += gain * dry[i - delay]!
  }
  return wet
}

/** Evenly distributed from 0 to 1 (mulberry32), always the same for a seed. */
function uniformNumbers(seed: number): () => number {
  let state = seed >>> 0
  return () => {
    state = (state + 0x6d2b79f5) >>> 0
    let t = Math.imul(state ^ (state >>> 15), 1 | state)
    t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t
    return ((t ^ (t >>> 14)) >>> 0) / 2 ** 32
  }
}
