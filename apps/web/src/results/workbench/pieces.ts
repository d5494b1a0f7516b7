import type { EditWord } from './edits.ts'

/** A word without an end is played for this long, s. */
const usualWord = 0.5

/**
 * Where a word sounds. A word without a time lies between its neighbours that have one.
 *
 * @returns null when no word has a time
 */
export function pieceOf(words: readonly EditWord[], at: number): { start: number; end: number } | null {
  const word = words[at]
  if (word === undefined) return null
  const after = words.slice(at + 1).find(({ start }) => start !== null)
  if (word.start !== null)
    return { start: word.start, end: word.end ?? Math.min(after?.start ?? Infinity, word.start + usualWord) }
  const before = words.slice(0, at).findLast(({ start }) => start !== null)
  if (before === undefined && after === undefined) return null
  const from = before?.end ?? before?.start ?? 0
  return { start: from, end: Math.max(from + usualWord, after?.start ?? 0) }
}
