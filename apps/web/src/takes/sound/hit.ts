import type { Span } from '../window-peaks.ts'

/** The longest piece that is played for a syllable, s. */
const longestSyllable = 0.4

/** The syllable nearest to a moment, as the piece between the middles to its neighbours. Null when none is near. */
export function syllableAt(middles: readonly number[], seconds: number, within: number): Span | null {
  let nearest = -1
  for (let i = 0; i < middles.length; i++)
    if (nearest < 0 || Math.abs(middles[i]! - seconds) < Math.abs(middles[nearest]! - seconds)) nearest = i
  return nearest < 0 || Math.abs(middles[nearest]! - seconds) > within ? null : syllable(middles, nearest)
}

/** The next syllable after a moment, or the last before it. */
export function nextSyllable(middles: readonly number[], seconds: number, direction: 1 | -1): Span | null {
  const index =
    direction > 0
      ? middles.findIndex((middle) => middle > seconds + 0.001)
      : middles.findLastIndex((middle) => middle < seconds - 0.001)
  return index < 0 ? null : syllable(middles, index)
}

function syllable(middles: readonly number[], index: number): Span {
  const middle = middles[index]!
  const half = longestSyllable / 2
  return {
    start: Math.max(0, middle - half, (middle + (middles[index - 1] ?? -Infinity)) / 2),
    end: Math.min(middle + half, (middle + (middles[index + 1] ?? Infinity)) / 2),
  }
}

/** Pieces that nearly touch, joined: a clipped vowel is one problem, not hundreds. */
export function joinNear(pieces: readonly Span[], within: number): Span[] {
  const joined: Span[] = []
  for (const piece of pieces) {
    const last = joined.at(-1)
    if (last !== undefined && piece.start - last.end <= within) last.end = Math.max(last.end, piece.end)
    else joined.push({ ...piece })
  }
  return joined
}
