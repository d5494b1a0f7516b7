import type { Curves } from '@fonema/speech'
import { type View, xOf } from './view.ts'

type Timed = { text: string; start: number | null; end: number | null }

/** A word, or a pause (`text` is null), by its place in the order of time. */
export type Piece = { place: number; text: string | null; start: number; end: number }

/** A word without an end is played for this long, s. */
const usualWord = 0.5

/** Words with a time and pauses in the order of time. A word without an end reaches to the next one. */
export function piecesOf(words: readonly Timed[], pauses: Curves['pauses']): Piece[] {
  const timed = words.filter((word): word is Timed & { start: number } => word.start !== null)
  const spoken = timed.map(({ text, start, end }, i) => ({
    text,
    start,
    end: end ?? Math.min(timed[i + 1]?.start ?? Infinity, start + usualWord),
  }))
  const silent = pauses.map(({ start_s, end_s }) => ({ text: null, start: start_s, end: end_s }))
  return [...spoken, ...silent].sort((a, b) => a.start - b.start).map((piece, place) => ({ ...piece, place }))
}

/** A piece with its place on the screen, px. `room`: up to the next word of its row. */
type PlacedPiece = Piece & { left: number; width: number; room: number; row: 0 | 1 }

/** The pieces in view. Words take turns in two rows, which doubles the room for their text. */
export function piecesIn(pieces: readonly Piece[], view: View, plot: number): PlacedPiece[] {
  const end = view.start + view.length
  let word = 0
  const rows = pieces.map((piece): 0 | 1 => (piece.text === null ? 0 : ((word++ % 2) as 0 | 1)))
  return pieces.flatMap((piece, i) => {
    if (piece.end < view.start || piece.start > end) return []
    const row = rows[i]!
    const left = xOf(view, piece.start, plot)
    const width = xOf(view, piece.end, plot) - left
    const next = pieces.findIndex((other, j) => j > i && other.text !== null && rows[j] === row)
    const until = next < 0 ? plot : Math.min(plot, xOf(view, pieces[next]!.start, plot))
    return [{ ...piece, row, left, width, room: Math.max(3, until - left - 2) }]
  })
}
