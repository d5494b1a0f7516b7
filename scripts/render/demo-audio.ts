// Renders content/demo/audio: what the demonstration clinic's synthetic participants say, as content/demo/clinic.json
// lists it. Vowels and /pa-ta-ka/ come from source-filter.ts, sentences from espeak-ng (needed) near the same pitch.
// Run from the repository's root: node scripts/render/demo-audio.ts

import { mkdirSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { speak } from './espeak.ts'
import { type Random, seededRandom } from './random.ts'
import { openVowelHz, type Posture, type Score, sampleRateHz, synthesise, type Voice } from './source-filter.ts'
import { type Sound, writeWav } from './wav.ts'

type Speaker = {
  voice: Voice
  vowelSeconds: number
  /** Syllables a second, and how uneven they are (standard deviation of the intervals, relative). */
  syllableRate: number
  unevenness: number
  espeak: { voice: string; rate: number; gap: number }
  /** Between phrases, about. */
  pauseSeconds: number
  speechDbfs: number
  snrDb: number
}

const steady = { jitter: 0.004, shimmer: 0.02, tremorHz: 5, tremorDepth: 0.004, breathiness: 0.006, openQuotient: 0.6 }

const speakers: Record<string, Speaker> = {
  'aurora-1': {
    voice: { ...steady, f0Hz: 188, formantScale: 1.13, jitter: 0.007, shimmer: 0.045, tremorDepth: 0.012 },
    vowelSeconds: 3.8,
    syllableRate: 5.4,
    unevenness: 0.07,
    espeak: { voice: 'es-419+f3', rate: 140, gap: 1 },
    pauseSeconds: 0.5,
    speechDbfs: -25,
    snrDb: 34,
  },
  'aurora-2': {
    voice: {
      ...steady,
      f0Hz: 176,
      formantScale: 1.13,
      jitter: 0.013,
      shimmer: 0.08,
      tremorHz: 5.4,
      tremorDepth: 0.03,
      breathiness: 0.05,
    },
    vowelSeconds: 3.2,
    syllableRate: 4.5,
    unevenness: 0.14,
    espeak: { voice: 'es-419+f3', rate: 125, gap: 3 },
    pauseSeconds: 0.9,
    speechDbfs: -30,
    snrDb: 27,
  },
  'bruno-1': {
    voice: { ...steady, f0Hz: 112, formantScale: 1 },
    vowelSeconds: 4.2,
    syllableRate: 6.4,
    unevenness: 0.04,
    espeak: { voice: 'es-419+m3', rate: 165, gap: 0 },
    pauseSeconds: 0.35,
    speechDbfs: -23,
    snrDb: 40,
  },
  'dylan-1': {
    voice: {
      ...steady,
      f0Hz: 128,
      formantScale: 0.97,
      jitter: 0.008,
      shimmer: 0.05,
      breathiness: 0.025,
      openQuotient: 0.66,
    },
    vowelSeconds: 3.5,
    syllableRate: 4.9,
    unevenness: 0.2,
    espeak: { voice: 'en-us+m1', rate: 125, gap: 3 },
    pauseSeconds: 0.6,
    speechDbfs: -24,
    snrDb: 18,
  },
  'lucia-1': {
    voice: {
      ...steady,
      f0Hz: 205,
      formantScale: 1.17,
      jitter: 0.016,
      shimmer: 0.09,
      tremorHz: 4.6,
      tremorDepth: 0.022,
      breathiness: 0.02,
      openQuotient: 0.5,
    },
    vowelSeconds: 3.4,
    syllableRate: 5.6,
    unevenness: 0.09,
    espeak: { voice: 'es+f4', rate: 145, gap: 1 },
    pauseSeconds: 0.45,
    speechDbfs: -24,
    snrDb: 31,
  },
}

const ramp = (x: number) => Math.min(1, Math.max(0, x))
const margin = 0.35

/** /a/ with a soft onset, a slow loss of strength and a fading end. */
function vowelScore(seconds: number): Score {
  return {
    duration: seconds + 0.1,
    bursts: [],
    postureAt: (time) => {
      const voicing = ramp(time / 0.08) * ramp((seconds - time) / 0.15) * (1 - (0.25 * time) / seconds)
      return { voicing, aspiration: 0, formantsHz: openVowelHz }
    },
  }
}

const stops = [
  { lociHz: [320, 850, 2250, 3300, 4200], voiceOnset: 0.012, level: 0.5, centreHz: 900, widthHz: 1500, length: 0.008 },
  { lociHz: [320, 1720, 2700, 3500, 4300], voiceOnset: 0.016, level: 1.1, centreHz: 4200, widthHz: 1800, length: 0.01 },
  { lociHz: [320, 1750, 2100, 3300, 4200], voiceOnset: 0.028, level: 0.9, centreHz: 1900, widthHz: 700, length: 0.016 },
]

/** /pa ta ka/ over and over; speakers of low steadiness vary the intervals and slow down a little towards the end. */
function patakaScore(seconds: number, { syllableRate, unevenness }: Speaker, random: Random): Score {
  const syllables: { release: number; end: number; stop: (typeof stops)[number]; strength: number }[] = []
  for (let at = 0.05; at < seconds; ) {
    const interval = ((1 + unevenness * random.normal()) * (1 + 0.5 * unevenness * (at / seconds))) / syllableRate
    const length = Math.max(0.1, interval)
    const strength = 1 - 0.2 * random.uniform() - (0.15 * at) / seconds
    syllables.push({ release: at, end: at + 0.68 * length, stop: stops[syllables.length % 3]!, strength })
    at += length
  }
  const postureAt = (time: number): Posture => {
    const syllable = syllables.findLast(({ release }) => release <= time)
    if (!syllable) return { voicing: 0, aspiration: 0, formantsHz: openVowelHz }
    const { release, end, stop, strength } = syllable
    const since = time - release
    const opened = 1 - Math.exp(-since / 0.018)
    const closing = ramp((time - end + 0.03) / 0.03)
    return {
      voicing: strength * ramp((since - stop.voiceOnset) / 0.012) * ramp((end - time) / 0.03),
      aspiration: since < stop.voiceOnset ? 0.06 : 0,
      formantsHz: openVowelHz.map((formant, i) => {
        const towardsVowel = stop.lociHz[i]! + (formant - stop.lociHz[i]!) * opened
        return i === 0 ? towardsVowel - closing * 0.35 * towardsVowel : towardsVowel
      }),
    }
  }
  const bursts = syllables.map(({ release, stop, strength }) => ({
    ...stop,
    at: release,
    level: 0.5 * strength * stop.level,
  }))
  return { duration: syllables.at(-1)!.end + 0.1, postureAt, bursts }
}

/** Median of the pitch of voiced frames by autocorrelation: good enough to tune espeak-ng to a speaker. */
function medianPitch({ samples, sampleRateHz: rate }: Sound): number {
  const frame = Math.round(0.04 * rate)
  const pitches: number[] = []
  for (let from = 0; from + 2 * frame < samples.length; from += frame) {
    const correlation = (lag: number) => {
      let sum = 0
      let one = 0
      let two = 0
      for (let i = from; i < from + frame; i++) {
        sum += samples[i]! * samples[i + lag]!
        one += samples[i]! ** 2
        two += samples[i + lag]! ** 2
      }
      return sum / Math.sqrt(one * two + 1e-9)
    }
    const lags = Array.from({ length: Math.round(rate / 60 - rate / 400) }, (_, i) => i + Math.round(rate / 400))
    const values = lags.map(correlation)
    const highest = Math.max(...values)
    if (highest > 0.8) pitches.push(rate / lags[values.findIndex((value) => value > 0.93 * highest)]!)
  }
  return pitches.sort((a, b) => a - b)[pitches.length >> 1] ?? 0
}

/** espeak-ng's reading at the pitch that comes nearest to the speaker's, phrase by phrase with pauses in between. */
function speakNear(text: string, { espeak, pauseSeconds, voice: { f0Hz } }: Speaker, random: Random): Sound {
  let low = 0
  let high = 99
  while (high - low > 1) {
    const middle = (low + high) >> 1
    if (medianPitch(speak(text, { ...espeak, pitch: middle })) < f0Hz) low = middle
    else high = middle
  }
  const phrases = text.split(/(?<=[.,])\s+/).map((phrase) => speak(phrase, { ...espeak, pitch: low }).samples)
  const pauses = phrases.map(() => Math.round(pauseSeconds * (0.8 + 0.4 * random.uniform()) * sampleRateHz))
  const samples = phrases.flatMap((phrase, i) => (i === 0 ? [...phrase] : [...new Float64Array(pauses[i]!), ...phrase]))
  return { samples: Float64Array.from(samples), sampleRateHz }
}

/** A few early reflections and a short tail, as in a furnished room. */
function inRoom(samples: Float64Array, random: Random): Float64Array {
  const length = Math.round(0.15 * sampleRateHz)
  const answer = Float64Array.from({ length }, (_, i) => {
    const tail = i < 0.012 * sampleRateHz ? 0 : 0.012 * random.normal() * Math.exp((-6.9 * i) / (0.25 * sampleRateHz))
    return i === 0 ? 1 : tail
  })
  for (const delay of [0.0037, 0.0071, 0.0113]) answer[Math.round(delay * sampleRateHz)]! += 0.12 - 6 * delay
  const out = new Float64Array(samples.length + length)
  for (let i = 0; i < samples.length; i++) {
    if (samples[i] !== 0) for (let k = 0; k < length; k++) out[i + k]! += samples[i]! * answer[k]!
  }
  return out
}

const rmsOf = (samples: Float64Array) =>
  Math.sqrt(samples.reduce((sum, sample) => sum + sample ** 2, 0) / samples.length)

/** The sound at its level in a room, with quiet before and after and pink noise (Voss) throughout. */
function recorded({ samples }: Sound, { speechDbfs, snrDb }: Speaker, random: Random): Sound {
  const heard = inRoom(samples, random)
  const quiet = Math.round(margin * sampleRateHz)
  const out = new Float64Array(heard.length + 2 * quiet)
  out.set(heard, quiet)
  const speech = 10 ** (speechDbfs / 20) / rmsOf(samples.filter((sample) => sample !== 0))
  const rows = new Float64Array(12)
  const noise = out.map((_, i) => {
    for (let row = 0; row < rows.length; row++) if (i % 2 ** row === 0) rows[row] = random.normal()
    return rows.reduce((sum, row) => sum + row, 0)
  })
  const floor = 10 ** ((speechDbfs - snrDb) / 20) / rmsOf(noise)
  return { samples: out.map((sample, i) => sample * speech + noise[i]! * floor), sampleRateHz }
}

const clinic: { organizations: { sessions: { items: { item: string; audio?: string; transcript?: string }[] }[] }[] } =
  JSON.parse(readFileSync('content/demo/clinic.json', 'utf8'))

for (const { item, audio, transcript } of clinic.organizations
  .flatMap(({ sessions }) => sessions)
  .flatMap(({ items }) => items)) {
  if (audio === undefined) continue
  const speaker = speakers[dirname(audio)]
  if (!speaker) throw new Error(`no speaker ${dirname(audio)}`)
  const random = seededRandom(audio)
  const said =
    transcript !== undefined
      ? speakNear(transcript, speaker, random)
      : synthesise(
          item === 'pataka' ? patakaScore(5, speaker, random) : vowelScore(speaker.vowelSeconds),
          speaker.voice,
          random,
        )
  const file = join('content/demo/audio', audio)
  mkdirSync(dirname(file), { recursive: true })
  writeWav(file, recorded(said, speaker, random))
}
