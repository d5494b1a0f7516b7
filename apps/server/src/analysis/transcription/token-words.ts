import type { Span } from '@fonema/speech'
import type { TimedWord } from './transcription.ts'

// A recogniser may put a word's beginning a little before the sound that was found for it.
const earlyS = 0.3

/**
 * Words with their times from a recogniser's tokens, a word's first token of which begins with a blank. The tokens
 * tell when a word begins; it ends with its stretch of sound, or where the next word begins.
 *
 * @param sounding the stretches of sound, in the tokens' own time
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
