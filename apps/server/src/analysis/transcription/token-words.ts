import type { Span } from '@fonema/speech'
import type { TimedWord } from './transcription.ts'

// A recogniser may place a word's start slightly before its segment of sound.
const earlyS = 0.3

type Tokens = {
  text: string
  tokens: readonly string[]
  /** Seconds; empty: the model gives none. */
  timestamps: readonly number[]
  /** Natural logarithms; empty: the model gives none. */
  logProbabilities: readonly number[]
}

/**
 * Words with times from a recogniser's tokens. The first token of a word begins with a space. Tokens give the start of
 * a word; it ends with its segment of sound, or where the next word starts. A word is as probable as its tokens are on
 * average (the geometric mean).
 *
 * @param sounding the segments of sound, on the time axis of the tokens
 * @returns words without times when the model gives none
 */
export function wordsFromTokens(
  { text, tokens, timestamps, logProbabilities }: Tokens,
  sounding: readonly Span[],
): TimedWord[] {
  if (timestamps.length !== tokens.length || tokens.length === 0) return untimedWords(text)
  const isWeighted = logProbabilities.length === tokens.length
  const words: { text: string; start: number; logs: number[] }[] = []
  for (const [index, token] of tokens.entries()) {
    const begins = /^[\s▁]/u.test(token) || words.length === 0
    const piece = token.replace(/^[\s▁]+/u, '')
    if (begins) words.push({ text: piece, start: timestamps[index]!, logs: [] })
    else words.at(-1)!.text += piece
    if (isWeighted) words.at(-1)!.logs.push(logProbabilities[index]!)
  }
  return words
    .filter((word) => word.text !== '')
    .map(({ text: word, start, logs }, index, all) => {
      const next = all[index + 1]?.start ?? Number.POSITIVE_INFINITY
      const sound = sounding.find(({ end_s }) => end_s > start)
      const soundEnd = sound !== undefined && sound.start_s <= start + earlyS ? sound.end_s : start + earlyS
      const confidence = Math.exp(logs.reduce((sum, log) => sum + log, 0) / logs.length)
      const end = Math.max(start, Math.min(next, soundEnd))
      return { text: word, start, end, ...(isWeighted && { confidence }) }
    })
}

export const untimedWords = (text: string): TimedWord[] =>
  text.split(/\s+/u).flatMap((word) => (word === '' ? [] : [{ text: word, start: null, end: null }]))
