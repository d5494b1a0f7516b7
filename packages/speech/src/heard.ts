import type { Span } from './timing.ts'
import { splitWords } from './words.ts'

/** Why a recognised word counts as not heard. */
export const doubts = ['no_voice', 'too_fast', 'loop', 'other_language', 'unsure'] as const
export type Doubt = (typeof doubts)[number]

export type RecognisedWord = {
  text: string
  /** Seconds; null: the recogniser gives no times. */
  start: number | null
  end: number | null
  /** The recogniser's own probability of the word, 0 to 1; absent: it gives none. */
  confidence?: number | undefined
}

/** The function words of the language that is spoken in an item, and of the other languages. */
export type FunctionWords = { own: ReadonlySet<string>; others: readonly ReadonlySet<string>[] }
export const noFunctionWords: FunctionWords = { own: new Set(), others: [] }

/** Recognisers place a word up to this many seconds before or after its sound. */
const nearS = 0.3
/** Less voice than this holds no word. */
const shortestWordS = 0.1
/** A shorter voice is doubtful where as much sound as `aroundS` beside it, of twice that, is no voice. */
const shortVoiceS = 0.4
const aroundS = 0.5
/** Fast speech has about 10 syllables a second, of at most 3 letters on average. */
const lettersPerSecond = 40
/** A person may say a phrase several times; a recogniser that loops goes on to the end of its text. */
const copiesOfLoop = 6
const longestLoop = 8
/** The limit of the mean log-probability below which Whisper rejects its own decoding is −1 (Radford et al. 2023, 4.5). */
const leastConfidence = Math.exp(-1)

/** So many function words that only another language has say that it is spoken, if they are `foreignRatio` times as many. */
const foreignWords = 3
const foreignRatio = 3

/**
 * Which words of one stretch of a recording its recogniser probably invented: words where nobody has a voice, more letters
 * than the voice has time for, endless repetition, another language than the item's, and words of which the recogniser
 * itself is not sure.
 *
 * @param voice where there is a voice, in seconds on the time axis of the words
 * @returns the doubt of each word; null: the word was heard
 */
export function findDoubts(
  words: readonly RecognisedWord[],
  voice: readonly Span[],
  functionWords: FunctionWords,
): (Doubt | null)[] {
  const voiceS = voice.reduce((sum, { start_s, end_s }) => sum + end_s - start_s, 0)
  const untimed = words.filter(({ start }) => start === null)
  const letters = untimed.reduce((sum, { text }) => sum + keyOf(text).length, 0)
  const isTooFast = letters / (voiceS + nearS) > lettersPerSecond
  const copies = findCopies(words)
  const isForeign = isOtherLanguage(words, functionWords)
  return words.map((word, index) => {
    const isVoiced = word.start === null ? voiceS >= shortestWordS : isNear(word.start, word.end ?? word.start, voice)
    if (!isVoiced) return 'no_voice'
    if (word.start === null && isTooFast) return 'too_fast'
    if (copies.has(index)) return 'loop'
    if (isForeign) return 'other_language'
    return word.confidence !== undefined && word.confidence < leastConfidence ? 'unsure' : null
  })
}

/**
 * Drops short voices amid lasting sound that is no voice: in music, a network hears one now and then.
 *
 * @param voice where a network hears a voice, in order
 * @param sounding what is not silence, in order
 */
export const trustedVoice = (voice: readonly Span[], sounding: readonly Span[]): Span[] =>
  voice.filter(({ start_s, end_s }) => {
    if (end_s - start_s >= shortVoiceS) return true
    const around = { start_s: start_s - aroundS, end_s: end_s + aroundS }
    const besides = overlap([around], sounding) - overlap([around], voice)
    return besides < aroundS
  })

/** Names and loan words say nothing about the language; words that both languages have neither. */
function isOtherLanguage(words: readonly RecognisedWord[], { own, others }: FunctionWords): boolean {
  const spoken = words.flatMap(({ text }) => splitWords(text))
  return others.some((other) => {
    const foreign = spoken.filter((word) => other.has(word) && !own.has(word)).length
    const native = spoken.filter((word) => own.has(word) && !other.has(word)).length
    return foreign >= foreignWords && foreign >= foreignRatio * native
  })
}

const overlap = (some: readonly Span[], others: readonly Span[]) =>
  some.reduce(
    (sum, one) =>
      others.reduce(
        (all, other) => all + Math.max(0, Math.min(one.end_s, other.end_s) - Math.max(one.start_s, other.start_s)),
        sum,
      ),
    0,
  )

const isNear = (start: number, end: number, voice: readonly Span[]) =>
  voice.some(({ start_s, end_s }) => start < end_s + nearS && end > start_s - nearS)

const keyOf = (text: string) =>
  text
    .normalize('NFC')
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]/gu, '')

/** @returns the places of all copies after the first, where a phrase without times is repeated many times in a row */
function findCopies(words: readonly RecognisedWord[]): Set<number> {
  const keys = words.map(({ text, start }) => (start === null ? keyOf(text) : null))
  const found = new Set<number>()
  for (let length = 1; length <= longestLoop; length++) {
    // Words from `begin` on that equal the word `length` places earlier.
    let begin = length
    for (let index = length; index <= keys.length; index++) {
      if (index < keys.length && keys[index] !== null && keys[index] === keys[index - length]) continue
      if (index - begin >= length * (copiesOfLoop - 1)) for (let copy = begin; copy < index; copy++) found.add(copy)
      begin = index + 1
    }
  }
  return found
}
