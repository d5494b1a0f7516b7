// npm run tool -- other-voices [--tuning] [--folder WAVS]: how often another voice is noticed in vowels and syllables, in
// mixes of the demonstration's voices whose truth is known by construction, and how often one is noticed that is not there.
// Spread and limits were chosen with one half of the voices (--tuning); without the option, the other half is mixed.
// --folder adds WAV files whose names begin with "vowel" or contain "ddk".
import { readdir, readFile } from 'node:fs/promises'
import path from 'node:path'
import { parseArgs } from 'node:util'
import { findOtherVoice, readFlac, readWav, resample, verdictThresholds } from '@fonema/speech'
import { phrasesOf, randomOf } from '../packages/speech/src/speakers/test-mixes.ts'

const { values } = parseArgs({ options: { tuning: { type: 'boolean', default: false }, folder: { type: 'string' } } })
const audio = path.join(path.dirname(import.meta.dirname), 'packages/content/demo/audio')
const rateHz = 16_000
const lengths = [0.5, 1, 3]
const perTask = { sustained_vowel: /^(vowel|sustained)/, diadochokinesis: /^pataka/ } as const
const tasks = Object.keys(perTask) as (keyof typeof perTask)[]

/** The synthesiser's variant of each person: nobody is mixed with the same variant. */
const halves = {
  tuning: {
    carmen: 'f3',
    julie: 'f3',
    ignacio: 'm3',
    julian: 'm3',
    renata: 'f1',
    iris: 'f1',
    walter: 'm1',
    tomas: 'm5',
  },
  heldOut: {
    lidia: 'f2',
    abigail: 'f2',
    paloma: 'f4',
    nora: 'f4',
    lucia: 'f4',
    gaspard: 'm2',
    emerson: 'm6',
    marcos: 'm4',
  },
}
const variants: Readonly<Record<string, string>> = values.tuning ? halves.tuning : halves.heldOut

type Voice = { variant: string; item: string; samples: Float32Array }
const voices: Voice[] = []
for (const folder of (await readdir(audio)).sort()) {
  const variant = variants[folder.replace(/-\d+$/, '')]
  if (variant === undefined) continue
  for (const name of (await readdir(path.join(audio, folder))).sort()) {
    const read = readFlac(await readFile(path.join(audio, folder, name)))
    voices.push({
      variant,
      item: name.replace('.flac', ''),
      samples: resample(read.samples, read.sampleRateHz, rateHz),
    })
  }
}
if (values.folder !== undefined)
  for (const name of (await readdir(values.folder)).filter((name) => name.endsWith('.wav')).sort()) {
    const read = readWav(await readFile(path.join(values.folder, name)))
    const item = name.includes('ddk') ? 'pataka' : name
    voices.push({ variant: name, item, samples: resample(read.samples, read.sampleRateHz, rateHz) })
  }

const talking = voices.filter(({ item }) => /^(counting|reading|sentence|picture|story)$/.test(item))
const secondsIn = (samples: Float32Array, task: string) => findOtherVoice(samples, rateHz, task)?.seconds ?? 0
const isSaid = (seconds: number) => seconds >= verdictThresholds.otherVoiceS

/** The level of the louder frames. */
function levelOf(samples: Float32Array): number {
  const frame = rateHz / 50
  const powers: number[] = []
  for (let from = 0; from + frame <= samples.length; from += frame)
    powers.push(samples.subarray(from, from + frame).reduce((sum, sample) => sum + sample * sample, 0) / frame)
  return Math.sqrt(powers.sort((a, b) => b - a)[Math.floor(powers.length / 5)] ?? 0)
}

/** So many seconds of somebody else's speech, 8 dB softer to 4 dB louder than the participant. */
function wordsBeside(voice: Voice, lengthS: number, random: () => number): Float32Array {
  const others = talking.filter(({ variant }) => variant !== voice.variant)
  const phrases = phrasesOf(
    { samples: others[Math.floor(random() * others.length)]!.samples, sampleRateHz: rateHz },
    random,
  )
  const words = new Float32Array(lengthS * rateHz)
  let phrase = Math.floor(random() * phrases.length)
  for (let at = 0; at < words.length; phrase++) {
    const piece = phrases[phrase % phrases.length]!.samples.subarray(0, words.length - at)
    words.set(piece, at)
    at += piece.length
  }
  const gain = (levelOf(voice.samples) / levelOf(words)) * 10 ** ((-8 + 12 * random()) / 20)
  return words.map((sample) => gain * sample)
}

/** The words before or after the task, a quarter of a second apart. */
function beside(alone: Float32Array, words: Float32Array, random: () => number): Float32Array {
  const gap = rateHz / 4
  const isBefore = random() < 0.5
  const samples = new Float32Array(alone.length + words.length + 2 * gap)
  samples.set(alone, isBefore ? words.length + 2 * gap : 0)
  samples.set(words, isBefore ? gap : alone.length + gap)
  return samples
}

/** The words while the participant sounds. */
function over(alone: Float32Array, words: Float32Array, random: () => number): Float32Array {
  const edge = 0.3 * rateHz
  const last = Math.max(0, alone.length - words.length - edge)
  const from = Math.round(Math.min(last, edge + random() * Math.max(0, last - edge)))
  return alone.map((sample, i) => sample + (words[i - from] ?? 0))
}

const quantileOf = (sorted: readonly number[], share: number) => sorted[Math.round(share * (sorted.length - 1))] ?? 0
let seed = 1
console.log('task             another voice       n   noticed, %   its length as found, s: median (10 % to 90 %)')
for (const task of tasks) {
  const own = voices.filter(({ item }) => perTask[task].test(item))
  const alone = own.filter(({ samples }) => isSaid(secondsIn(samples, task))).length
  console.log(`${task.padEnd(17)}none         ${pad(own.length)}   ${percent(alone, own.length)}`)
  for (const lengthS of lengths)
    for (const [how, mix] of [['beside', beside] as const, ['over', over] as const]) {
      const found = own
        .map((voice) => {
          const random = randomOf(seed++)
          return secondsIn(mix(voice.samples, wordsBeside(voice, lengthS, random), random), task)
        })
        .filter(isSaid)
        .sort((a, b) => a - b)
      const [low, middle, high] = [0.1, 0.5, 0.9].map((share) => quantileOf(found, share).toFixed(1))
      const name = `${lengthS} s ${how}`.padEnd(13)
      console.log(
        `${task.padEnd(17)}${name}${pad(own.length)}   ${percent(found.length, own.length)}   ${middle} (${low} to ${high})`,
      )
    }
}

function pad(count: number) {
  return String(count).padStart(9)
}

function percent(part: number, whole: number) {
  return ((100 * part) / whole).toFixed(1).padStart(10)
}
