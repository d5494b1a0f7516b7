import type { Span } from '@fonema/speech'
import type { TimedWord } from './transcription.ts'

// A recogniser may place a word's start slightly before its segment of sound.
const earlyS = 0.3

/**
 * Words with times from a recogniser's tokens. The first token of a word begins with a space. Tokens give the start of
 * a word; it ends with its segment of sound, or where the next word starts.
 *
 * @param sounding the segments of sound, on the time axis of the tokens
 * @returns words without times when the model gives none
 */
export function wordsFromTokens(
  text: string,
  tokens: readonly string[],
  timestamps: readonly number[],
  sounding: readonly Span[],
): TimedWord[] {
  if (timestamps.length !== tokens.length || tokens.length === 0)
    return text.split(/\s+/u).flatMap((word) => (word === '' ? [] : [{ text: word, start: null, end: null }]))
  const words: { text: string; start: number }[] = []
  for (const [index, token] of tokens.entries()) {
    const begins = /^[\s▁]/u.test(token) || words.length === 0
    const piece = token.replace(/^[\s▁]+/u, '')
    if (begins) words.push({ text: piece, start: timestamps[index]! })
    else words.at(-1)!.text += piece
  }
  return words
    .filter((word) => word.text !== '')
    .map((word, index, all) => {
      const next = all[index + 1]?.start ?? Number.POSITIVE_INFINITY
      const sound = sounding.find(({ end_s }) => end_s > word.start)
      const soundEnd = sound !== undefined && sound.start_s <= word.start + earlyS ? sound.end_s : word.start + earlyS
      return { ...word, end: Math.max(word.start, Math.min(next, soundEnd)) }
    })
}
