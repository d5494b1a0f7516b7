import type { Edge, EditWord } from './edits.ts'

export type Piece = { start: number; end: number }

/** So much of a piece tells whether its edge is right, s. */
const edgeSound = 0.4

/** The part of a piece beside one of its edges. */
export const besideEdge = ({ start, end }: Piece, edge: Edge): Piece =>
  edge === 'start' ? { start, end: Math.min(end, start + edgeSound) } : { start: Math.max(start, end - edgeSound), end }

/** A word without an end is played for this long, s. */
const usualWord = 0.5

/**
 * Where a word sounds. A word without a time lies between its neighbours that have one.
 *
 * @returns null when no word has a time
 */
export function pieceOf(words: readonly EditWord[], at: number): Piece | null {
  const word = words[at]
  if (word === undefined) return null
  // Without copies of the words: it is called for each of thousands.
  const after = timedFrom(words, at + 1, 1)
  if (word.start !== null)
    return { start: word.start, end: word.end ?? Math.min(after?.start ?? Infinity, word.start + usualWord) }
  const before = timedFrom(words, at - 1, -1)
  if (before === undefined && after === undefined) return null
  const from = before?.end ?? before?.start ?? 0
  return { start: from, end: Math.max(from + usualWord, after?.start ?? 0) }
}

/** The nearest word that has a time, from this place on. */
function timedFrom(words: readonly EditWord[], from: number, by: 1 | -1): EditWord | undefined {
  let at = from
  while (words[at] !== undefined && words[at]!.start === null) at += by
  return words[at]
}
