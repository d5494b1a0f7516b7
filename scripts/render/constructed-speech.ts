// Speech whose words and times are known: single words of espeak-ng, in random order, with random pauses and some noise.
import { resample, type SaidWord } from '@fonema/speech'
import { animalsOf, numbersOf } from './demo-words.ts'
import { speak } from './espeak.ts'
import { type Random, seededRandom } from './random.ts'

export const constructedKinds = ['counting', 'fluency'] as const
type ConstructedKind = (typeof constructedKinds)[number]
export const constructedRateHz = 16_000

/** Voices that the demonstration's recogniser was not trained on. */
const variants = ['m7', 'f5', 'edward', 'steph', 'miguel'] as const
const locales: Record<string, { locale: string; voice: string }> = {
  es: { locale: 'es-ES', voice: 'es' },
  en: { locale: 'en-US', voice: 'en-us' },
  pt: { locale: 'pt-BR', voice: 'pt-br' },
  fr: { locale: 'fr-FR', voice: 'fr' },
}
export const constructedLanguages = Object.keys(locales)

const noiseBelowSpeechDb = 35
/** How often a filled pause precedes an animal. */
const fillerShare = 0.2

/** A clip of 6 to 10 words at 16 kHz; the same number gives the same clip. */
export function constructSpeech(language: string, kind: ConstructedKind, number: number) {
  const { locale, voice } = locales[language]!
  const random = seededRandom(`${language} ${kind} ${number}`)
  const pick = <T>(list: readonly T[]): T => list[Math.floor(random.uniform() * list.length)]!
  const settings = {
    voice: `${voice}+${variants[number % variants.length]}`,
    rate: Math.round(120 + 60 * random.uniform()),
    pitch: Math.round(30 + 40 * random.uniform()),
  }
  const { words: animals, fillers } = animalsOf(locale)
  const texts = Array.from({ length: 6 + Math.floor(5 * random.uniform()) }, () =>
    kind === 'counting' ? pick(numbersOf(locale)) : random.uniform() < fillerShare ? pick(fillers) : pick(animals),
  )
  const said: SaidWord[] = []
  const parts: Float32Array[] = [silence(0.2 + 0.3 * random.uniform())]
  for (const text of texts) {
    const { samples, sampleRateHz } = speak(text, settings)
    said.push({ text, startS: lengthOf(parts) / constructedRateHz })
    parts.push(resample(Float32Array.from(samples), sampleRateHz, constructedRateHz))
    parts.push(silence(0.15 + 0.85 * random.uniform()))
  }
  return { samples: withNoise(join(parts), random), said }
}

const silence = (seconds: number) => new Float32Array(Math.round(seconds * constructedRateHz))
const lengthOf = (parts: readonly Float32Array[]) => parts.reduce((sum, { length }) => sum + length, 0)

function join(parts: readonly Float32Array[]): Float32Array {
  const whole = new Float32Array(lengthOf(parts))
  let at = 0
  for (const part of parts) {
    whole.set(part, at)
    at += part.length
  }
  return whole
}

function withNoise(samples: Float32Array, random: Random): Float32Array {
  const power = samples.reduce((sum, sample) => sum + sample ** 2, 0) / samples.length
  const level = Math.sqrt(power) * 10 ** (-noiseBelowSpeechDb / 20)
  return samples.map((sample) => sample + level * random.normal())
}
