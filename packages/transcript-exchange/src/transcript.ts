import type { TranscriptFormat, TranscriptLoss, TranscriptLossCode, TypedWord } from '@fonema/contract'

/** Words of a marked window, in the order in which they were said. */
export type Transcript = {
  words: readonly TypedWord[]
  /** Seconds of the marked window. */
  duration: number
  /** ISO 639-1 */
  language: string
  /** When the version of the transcript was made. */
  made: Date
}

export type Written = { text: string; losses: TranscriptLoss[] }
export type Read = { format: TranscriptFormat; words: TypedWord[]; losses: TranscriptLoss[] }

/** Counts what is lost, in the order in which it was first met. */
export class Losses {
  readonly #counts = new Map<TranscriptLossCode, number>()
  add(code: TranscriptLossCode, count = 1) {
    if (count > 0) this.#counts.set(code, (this.#counts.get(code) ?? 0) + count)
  }
  list = (): TranscriptLoss[] => [...this.#counts].map(([code, count]) => ({ code, count }))
}

export type TimedWord = TypedWord & { start: number; end: number }
export const isTimed = (word: TypedWord): word is TimedWord => word.start !== null && word.end !== null

/** Shorter words have no place in a tier of intervals. */
const shortest = 1e-6

/**
 * The words as a writer may rely on them: a time is finite, inside the window, and not before that of the word before.
 * A time that is none of this is unknown.
 */
export function orderly({ words, duration }: Pick<Transcript, 'words' | 'duration'>): TypedWord[] {
  let latest = 0
  return words.map((word) => {
    const { start, end } = word
    const isGood =
      start !== null && end !== null && start >= latest && end >= start && end <= duration && Number.isFinite(end)
    if (isGood) latest = start
    return isGood ? word : { ...word, start: null, end: null }
  })
}

/**
 * Puts words that overlap into different layers, each without overlaps. Sorted by start and layer, the words have their
 * order again. Words that are untimed or too short are in no layer.
 */
export function layersOf(words: readonly TypedWord[], least = shortest): { layers: TimedWord[][]; others: number[] } {
  const layers: TimedWord[][] = []
  const others: number[] = []
  for (const [index, word] of words.entries()) {
    if (!isTimed(word) || word.end - word.start < least) {
      others.push(index)
      continue
    }
    const free = layers.find((layer) => layer.at(-1)!.end <= word.start)
    if (free === undefined) layers.push([word])
    else free.push(word)
  }
  return { layers, others }
}

/** Whole milliseconds; at least one long. Starts keep their order. */
export const inMilliseconds = ({ start, end }: TimedWord): { start: number; end: number } => {
  const from = Math.round(start * 1000)
  return { start: from, end: Math.max(Math.round(end * 1000), from + 1) }
}

/** Whether milliseconds hold the times of all words exactly. */
export const roundedWords = (words: readonly TypedWord[]): number =>
  words.filter((word) => {
    if (!isTimed(word)) return false
    const { start, end } = inMilliseconds(word)
    return start / 1000 !== word.start || end / 1000 !== word.end
  }).length

/** Sorts words by their start. Words without a time stay behind the word before them. */
export function inOrder<Word extends TypedWord>(words: readonly Word[]): Word[] {
  let latest = 0
  return words
    .map((word) => {
      if (word.start !== null) latest = word.start
      return { word, at: latest }
    })
    .sort((a, b) => a.at - b.at)
    .map(({ word }) => word)
}

/** A longer silence ends a phrase. */
const pauseS = 0.5
const longestPhrase = 40

/** Words of one speaker without a pause between them. Words without a time belong to the phrase before. */
export function phrasesOf(words: readonly TypedWord[]): TypedWord[][] {
  const phrases: TypedWord[][] = []
  let end: number | null = null
  for (const word of words) {
    const phrase = phrases.at(-1)
    const isSame = phrase !== undefined && speakerOf(phrase[0]!) === speakerOf(word)
    const isNear = end === null || word.start === null || word.start - end <= pauseS
    if (phrase !== undefined && isSame && isNear && phrase.length < longestPhrase) phrase.push(word)
    else phrases.push([word])
    end = word.end ?? end
  }
  return phrases
}

export const speakerOf = ({ speaker }: Pick<TypedWord, 'speaker'>) => speaker ?? 'participant'

/** From the first start to the last end of the words with a time. */
export function spanOf(words: readonly TypedWord[]): { start: number; end: number } | null {
  const timed = words.filter(isTimed).map(inMilliseconds)
  if (timed.length === 0) return null
  return { start: timed[0]!.start, end: timed.reduce((latest, { end }) => Math.max(latest, end), 0) }
}
