import { type FunctionWords, findDoubts, type Span } from '@fonema/speech'
import type { TimedWord } from './transcription.ts'

/**
 * Marks the words of one stretch that its recogniser probably invented.
 *
 * @param voice where there is a voice, on the time axis of the words
 */
export function markDoubts(
  words: readonly TimedWord[],
  voice: readonly Span[],
  functionWords: FunctionWords,
): TimedWord[] {
  const found = findDoubts(words, voice, functionWords)
  return words.map((word, index) => {
    const doubt = found[index]!
    return doubt === null ? word : { ...word, doubt }
  })
}

/** The text of the words without a doubt: the recogniser's own where that is all of them. */
export const heardText = (text: string, words: readonly TimedWord[]): string =>
  words.every(({ doubt }) => doubt === undefined)
    ? text.trim()
    : words.flatMap((word) => (word.doubt === undefined ? word.text : [])).join(' ')

/** The parts of spans inside another span. */
export const cutTo = ({ start_s, end_s }: Span, spans: readonly Span[]): Span[] =>
  spans
    .filter((span) => span.end_s > start_s && span.start_s < end_s)
    .map((span) => ({ start_s: Math.max(span.start_s, start_s), end_s: Math.min(span.end_s, end_s) }))
