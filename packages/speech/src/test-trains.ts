/** Trains of /pa-ta-ka/ with known onsets, by construction. Only tests use them. */

export type TrainSettings = {
  readonly perSecond: number
  /** wanted variation of the intervals, % */
  readonly variation: number
  readonly signalToNoiseDb: number
  /** until the echo has lost 60 dB, s; 0: a room without an echo */
  readonly echoS: number
  readonly seed: number
  /** relative length of each step of the round; alike unless given */
  readonly steps?: readonly number[]
  /** the voice begins 45 to 65 ms after the burst, as in English; the burst is a click with a little breath */
  readonly isAspirated?: boolean
  /** 120 Hz unless given */
  readonly pitchHz?: number
}

/** A recording and the truth about it. */
export type Train = {
  readonly samples: Float32Array
  readonly sampleRateHz: number
  /** the burst of each syllable, s */
  readonly onsets: readonly number[]
  /** from each burst to the voice, s */
  readonly voiceOnsets: readonly number[]
}

const rate = 16_000
const count = 24
const stops = [
  { voiceOnsetS: 0.012, burstHz: 900, bandwidthHz: 1200, level: 0.25 },
  { voiceOnsetS: 0.02, burstHz: 4200, bandwidthHz: 2000, level: 0.35 },
  { voiceOnsetS: 0.032, burstHz: 2000, bandwidthHz: 900, level: 0.4 },
]

/** @returns 24 syllables at 16 kHz */
export function buildTrain(settings: TrainSettings): Train {
  const { perSecond, variation, signalToNoiseDb, echoS, seed, steps = [1], isAspirated = false } = settings
  const normal = normalNumbers(seed)
  const period = Math.round(rate / (settings.pitchHz ?? 120))
  const onsets = placeOnsets(perSecond, variation, steps, normal)
  const delayOf = (i: number) => {
    const { voiceOnsetS } = stops[i % stops.length]!
    const lengthS = (onsets[i + 1] ?? onsets[i]! + 1 / perSecond) - onsets[i]!
    return isAspirated ? Math.min(0.035 + voiceOnsetS, 0.3 * lengthS) : voiceOnsetS
  }
  const dry = new Float64Array(Math.ceil((onsets.at(-1)! + 1 / perSecond + 0.5) * rate))
  onsets.forEach((onset, i) => {
    const nextS = onsets[i + 1] ?? onset + 1 / perSecond
    addSyllable(
      dry,
      onset,
      nextS,
      { ...stops[i % stops.length]!, voiceOnsetS: delayOf(i), period, isAspirated },
      normal,
    )
  })
  const wet = echoS > 0 ? addEcho(dry, Math.round(echoS * rate), normal) : dry
  const rms = Math.sqrt(wet.reduce((sum, value) => sum + value * value, 0) / wet.length)
  const noise = rms * 10 ** (-signalToNoiseDb / 20)
  return {
    samples: Float32Array.from(wet, (value) => 0.3 * (value + noise * normal())),
    sampleRateHz: rate,
    onsets,
    voiceOnsets: onsets.map((_, i) => delayOf(i)),
  }
}

function placeOnsets(perSecond: number, variation: number, steps: readonly number[], normal: () => number): number[] {
  const drawn = Array.from({ length: count - 1 }, normal)
  const mean = drawn.reduce((sum, value) => sum + value, 0) / drawn.length
  const deviation = Math.sqrt(drawn.reduce((sum, value) => sum + (value - mean) ** 2, 0) / (drawn.length - 1))
  const onsets = [0.4]
  const whole = steps.reduce((sum, step) => sum + step, 0) / steps.length
  drawn.forEach((value, i) => {
    const interval = (1 + ((variation / 100) * (value - mean)) / deviation) / perSecond
    onsets.push(onsets.at(-1)! + Math.max(0.07, (interval * steps[i % steps.length]!) / whole))
  })
  return onsets
}

function addSyllable(
  into: Float64Array,
  onsetS: number,
  nextS: number,
  stop: (typeof stops)[number] & { readonly period: number; readonly isAspirated: boolean },
  normal: () => number,
) {
  const put = (timeS: number, values: Float64Array, level: (at: number) => number) => {
    const first = Math.round(timeS * rate)
    values.forEach((value, i) => {
      if (first + i < into.length) into[first + i]! += level(i) * value
    })
  }
  const burst = Float64Array.from({ length: Math.round((stop.voiceOnsetS + 0.01) * rate) }, normal)
  const breath = stop.isAspirated ? 0.15 : 0.4
  const decay = (at: number) => (at < 16 ? at / 16 : breath + (1 - breath) * Math.exp(-(at - 16) / 80))
  put(
    onsetS,
    scaled(resonate(burst, stop.burstHz, stop.bandwidthHz)),
    (at) => (stop.isAspirated ? 0.5 : 0.3) * stop.level * decay(at),
  )

  const voiceS = onsetS + stop.voiceOnsetS
  const closureS = Math.min(0.09, 0.35 * (nextS - onsetS))
  const length = Math.max(10, Math.round((nextS - closureS - voiceS) * rate))
  const pulses = Float64Array.from({ length }, (_, i) => (i % stop.period === 0 ? 1 : 0))
  const second = resonate(pulses, 1300, 110)
  const vowel = resonate(pulses, 750, 90).map((value, i) => value + 0.7 * second[i]!)
  const swell = (at: number) => Math.min(1, at / 192, (length - at) / 320)
  put(voiceS, scaled(vowel), (at) => 0.25 * swell(at))
}

/** Root mean square 1. */
function scaled(values: Float64Array): Float64Array {
  const rms = Math.sqrt(values.reduce((sum, value) => sum + value * value, 0) / values.length) || 1
  return values.map((value) => value / rms)
}

function resonate(source: Float64Array, hz: number, bandwidthHz: number): Float64Array {
  const radius = Math.exp((-Math.PI * bandwidthHz) / rate)
  const [first, second] = [2 * radius * Math.cos((2 * Math.PI * hz) / rate), -radius * radius]
  let [before, last] = [0, 0]
  return source.map((value) => {
    const here = value + first * last + second * before
    ;[before, last] = [last, here]
    return here
  })
}

/** Adds 200 reflections at random times, ever weaker. */
function addEcho(dry: Float64Array, length: number, normal: () => number): Float64Array {
  const wet = dry.slice()
  for (let reflection = 0; reflection < 200; reflection++) {
    const delay = Math.round(Math.min(1, Math.abs(normal()) / 3) * length)
    const share = 0.05 * normal() * 10 ** ((-3 * delay) / length)
    for (let i = delay; i < wet.length; i++) wet[i] = wet[i]! + share * dry[i - delay]!
  }
  return wet
}

/** Normally distributed numbers (Box–Muller), always the same for a seed. */
function normalNumbers(seed: number): () => number {
  let state = seed >>> 0
  const next = () => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0
    return state / 2 ** 32
  }
  return () => Math.sqrt(-2 * Math.log(next() + 1e-12)) * Math.cos(2 * Math.PI * next())
}
