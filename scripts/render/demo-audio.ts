// Renders packages/content/demo/audio: the speech of the demonstration clinic's synthetic participants, as listed in
// packages/content/demo/clinic.json and with the voices of demo-speakers.ts. Vowels and /pa-ta-ka/ come from source-filter.ts,
// words from espeak-ng near the same pitch; flac compresses them (both programs are needed). Run from the repository's
// root: node scripts/render/demo-audio.ts. An argument renders only paths that begin with it.

import { execFileSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { type Fault, faultOf, type Speaker, speakerOf } from './demo-speakers.ts'
import { animalsOf, numbersOf, type Words } from './demo-words.ts'
import { speak } from './espeak.ts'
import { type Random, seededRandom } from './random.ts'
import { openVowelHz, type Posture, type Score, sampleRateHz, synthesise } from './source-filter.ts'
import { type Sound, writeWav } from './wav.ts'

type Prompt = { after: number; text: string }
type Answer = { item: string; audio?: string; transcript?: string; prompts?: Prompt[] }
type Session = { locale: string; participant: string; items: Answer[] }
type Clinic = { organizations: { participants: { key: string; locale: string }[]; sessions: Session[] }[] }

const ramp = (x: number) => Math.min(1, Math.max(0, x))
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

/** /pa ta ka/ repeated; speakers of low steadiness vary the intervals and slow down a little towards the end. */
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

/** Median pitch of voiced frames by autocorrelation: good enough to tune espeak-ng to a speaker. */
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

/** espeak-ng's voice for a speaker, with the regional Spanish of the participant. */
function voiceOf(locale: string, { variant }: Speaker): string {
  const voices: Record<string, string> = { 'es-ES': 'es', 'en-US': 'en-us', 'pt-BR': 'pt-br', 'fr-FR': 'fr' }
  return `${voices[locale] ?? 'es-419'}+${variant}`
}

type Reader = { voice: string; rate: number; pitch: number; range: number }

/** espeak-ng's scale of pitch has no unit, so this searches for the value nearest to the speaker's pitch. */
function readerOf(locale: string, speaker: Speaker): Reader {
  const { wordsPerMinute, melodyPercent } = speaker
  const reader = { voice: voiceOf(locale, speaker), rate: Math.round(wordsPerMinute), range: Math.round(melodyPercent) }
  let low = 0
  let high = 99
  while (high - low > 1) {
    const pitch = (low + high) >> 1
    if (medianPitch(speak('La mañana, a banana, no mais, la rame.', { ...reader, pitch })) < speaker.f0Hz) low = pitch
    else high = pitch
  }
  return { ...reader, pitch: low }
}

const silence = (seconds: number) => new Float64Array(Math.max(0, Math.round(seconds * sampleRateHz)))

function joined(parts: readonly Float64Array[]): Sound {
  const samples = new Float64Array(parts.reduce((sum, part) => sum + part.length, 0))
  let at = 0
  for (const part of parts) {
    samples.set(part, at)
    at += part.length
  }
  return { samples, sampleRateHz }
}

const said = (text: string, reader: Reader) => atOurRate(speak(text, reader)).samples

/** Speaks a text phrase by phrase, with pauses in between. */
function spoken(text: string, reader: Reader, { pauseSeconds }: Speaker, random: Random): Sound {
  const phrases = text.split(/(?<=[.,;:!?»”])\s+(?=[^.,;:!?»”])/)
  return joined(
    phrases.flatMap((phrase, i) => [
      silence(i === 0 ? 0 : pauseSeconds * (0.7 + 0.6 * random.uniform())),
      said(phrase, reader),
    ]),
  )
}

/** Speaks one word after the other, as in counting. The examiner's prompts stand between pauses. */
function counted(
  words: Words,
  reader: Reader,
  { pauseSeconds }: Speaker,
  random: Random,
  prompts: readonly Prompt[],
): Sound {
  const gap = () => silence(0.14 + 0.35 * pauseSeconds * (0.7 + 0.6 * random.uniform()))
  return joined(
    words.flatMap((word, i) => [
      ...(i === 0 ? [] : [gap()]),
      said(word, reader),
      ...prompts
        .filter(({ after }) => after === i + 1)
        .flatMap(({ text }) => [silence(0.6), said(text, examiner), silence(0.5)]),
    ]),
  )
}

/** Sits a little farther from the microphone than the participant does. */
const examiner: Reader = { voice: 'es-419+f2', rate: 175, pitch: 62, range: 110 }

/** Words that are recalled: quickly at first, then ever more slowly, with a filler and a repetition among them. */
function recalled(
  { words, fillers }: { words: Words; fillers: Words },
  reader: Reader,
  speaker: Speaker,
  random: Random,
) {
  const count = Math.round(speaker.animals)
  const chosen = words
    .map((word) => ({ word, place: random.uniform() }))
    .sort((a, b) => a.place - b.place)
    .slice(0, count)
    .map(({ word }) => word)
  if (speaker.pauseSeconds > 0.5) {
    chosen.splice(Math.round(count * 0.45), 0, fillers[0]!)
    chosen.splice(Math.round(count * 0.75), 0, chosen[1]!)
  }
  const seconds = 31
  const parts: Float64Array[] = []
  let at = 0
  for (const [i, word] of chosen.entries()) {
    const due = 0.4 + (seconds - 3) * (i / chosen.length) ** 1.45 + 0.3 * random.uniform()
    const pause = silence(Math.max(0.18, due - at))
    const sound = said(word, reader)
    parts.push(pause, sound)
    at += (pause.length + sound.length) / sampleRateHz
  }
  return joined([...parts, silence(seconds - at)])
}

/** Windowed-sinc interpolation from a lower rate. */
function atOurRate({ samples, sampleRateHz: rate }: Sound): Sound {
  const half = 24
  const out = new Float64Array(Math.floor((samples.length * sampleRateHz) / rate))
  for (let n = 0; n < out.length; n++) {
    const place = (n * rate) / sampleRateHz
    const first = Math.floor(place) - half + 1
    let sum = 0
    for (let k = Math.max(0, first); k < Math.min(samples.length, first + 2 * half); k++) {
      const x = Math.PI * (place - k)
      sum += samples[k]! * (x === 0 ? 1 : Math.sin(x) / x) * (0.5 + 0.5 * Math.cos(x / half))
    }
    out[n] = sum
  }
  return { samples: out, sampleRateHz }
}

/** A few early reflections and a thin short tail, as in a furnished room. */
function inRoom(samples: Float64Array, random: Random): Float64Array {
  const echoes = [0, 0.0037, 0.0071, 0.0113].map((delay) => ({ delay, gain: delay === 0 ? 1 : 0.12 - 6 * delay }))
  for (let i = 0; i < 60; i++) {
    const delay = 0.012 + 0.138 * random.uniform()
    echoes.push({ delay, gain: 0.1 * (random.uniform() < 0.5 ? -1 : 1) * Math.exp((-6.9 * delay) / 0.25) })
  }
  const out = new Float64Array(samples.length + Math.round(0.15 * sampleRateHz))
  for (const { delay, gain } of echoes) {
    const offset = Math.round(delay * sampleRateHz)
    for (let i = 0; i < samples.length; i++) out[i + offset]! += gain * samples[i]!
  }
  return out
}

const rmsOf = (samples: Float64Array) =>
  Math.sqrt(samples.reduce((sum, sample) => sum + sample ** 2, 0) / samples.length)
const gainOf = (decibels: number) => 10 ** (decibels / 20)

/** Bits below the last one kept would cost as much space as all the rest; the noise of the room is above it. */
const keptBits = 11
const margin = 0.35

/** The sound at its level in a room, with silence before and after and low-frequency noise throughout. */
function recorded(sound: Sound, speaker: Speaker, fault: Fault | undefined, random: Random): Sound {
  const heard = inRoom(sound.samples, random)
  const quiet = Math.round(margin * sampleRateHz)
  const whole = new Float64Array(heard.length + 2 * quiet)
  whole.set(heard, quiet)
  const speechDbfs = fault?.kind === 'quiet' ? fault.speechDbfs : speaker.speechDbfs
  const level = gainOf(speechDbfs) / rmsOf(sound.samples.filter((sample) => sample !== 0))
  let hum = 0
  let rumble = 0
  const noise = whole.map(() => {
    hum = 0.97 * hum + random.normal()
    rumble = 0.97 * rumble + hum
    return rumble + 2 * random.normal()
  })
  const snrDb = fault?.kind === 'noisy' ? fault.snrDb : speaker.snrDb
  const floor = gainOf(Math.max(speaker.speechDbfs - snrDb, -78)) / rmsOf(noise)
  const gain = fault?.kind === 'clipped' ? gainOf(fault.gainDb) : 1
  const largest = 2 ** (keptBits - 1) - 1
  const step = 2 ** (16 - keptBits) / 32_767 // relative to the full scale of the file
  const samples = whole.map((sample, i) => {
    const steps = Math.round((gain * (sample * level + noise[i]! * floor)) / step)
    if (fault?.kind !== 'clipped' && Math.abs(steps) > largest) throw new RangeError(`clips at sample ${i}`)
    return Math.max(-largest, Math.min(largest, steps)) * step
  })
  // The examiner clicked too late.
  return { samples: fault?.kind === 'cut' ? samples.subarray(quiet + 0.25 * sampleRateHz) : samples, sampleRateHz }
}

function soundOf(
  { item, transcript, prompts }: Answer,
  locale: string,
  dialect: string,
  speaker: Speaker,
  random: Random,
) {
  if (item === 'pataka') return synthesise(patakaScore(5.2, speaker, random), speaker, random)
  if (/^(vowel|sustained)-/.test(item)) return synthesise(vowelScore(speaker.vowelSeconds), speaker, random)
  const reader = readerOf(dialect, speaker)
  if (transcript !== undefined) return spoken(transcript, reader, speaker, random)
  if (item === 'counting') return counted(numbersOf(locale), reader, speaker, random, prompts ?? [])
  if (item === 'animals') return recalled(animalsOf(locale), reader, speaker, random)
  throw new Error(`unknown item ${item}`)
}

const clinic: Clinic = JSON.parse(readFileSync('packages/content/demo/clinic.json', 'utf8'))
const temporary = mkdtempSync(join(tmpdir(), 'clinic-'))
for (const { participants, sessions } of clinic.organizations) {
  for (const { locale, participant, items } of sessions) {
    const ownLocale = participants.find(({ key }) => key === participant)!.locale
    const dialect = ownLocale.slice(0, 2) === locale.slice(0, 2) ? ownLocale : locale
    for (const answer of items) {
      const { audio } = answer
      if (audio === undefined || !audio.startsWith(process.argv[2] ?? '')) continue
      const speaker = speakerOf(dirname(audio))
      const random = seededRandom(audio)
      const sound = soundOf(answer, locale, dialect, speaker, random)
      const wav = join(temporary, 'answer.wav')
      writeWav(wav, recorded(sound, speaker, faultOf(audio), random))
      const file = join('packages/content/demo/audio', audio)
      mkdirSync(dirname(file), { recursive: true })
      execFileSync('flac', ['-s', '-f', '-8', '-e', '-p', '--no-padding', '-o', file, wav])
    }
  }
}
rmSync(temporary, { recursive: true })
