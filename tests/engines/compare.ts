const patternFrames = 64
const lookBackSeconds = 0.2
const lookAheadSeconds = 3
/** A stored gap explains a difference this near to it: by the clock, a gap is placed to half a second. */
const nearSeconds = 1

/** A place where a recording left its source. `lost` < 0: samples were inserted. */
export type Jump = { atSeconds: number; lostFrames: number; unequalFrames: number }

function find(source: Int16Array, piece: Int16Array, from: number, to: number): number | null {
  for (let at = Math.max(0, from); at <= Math.min(to, source.length - piece.length); at++) {
    let same = 0
    while (same < piece.length && source[at + same] === piece[same]) same++
    if (same === piece.length) return at
  }
  return null
}

/** Follows a recording through its source, sample by sample; null: it is not from this source at all. */
export function jumpsOf(recording: Int16Array, source: Int16Array, rateHz: number): Jump[] | null {
  const piece = (at: number) => recording.subarray(at, at + patternFrames)
  const isSound = (at: number) => piece(at).some((sample) => sample !== 0)
  let offset: number | null = null
  let begin = 0
  for (; offset === null && begin + patternFrames <= recording.length; begin += offset === null ? 4800 : 0) {
    const found = isSound(begin) ? find(source, piece(begin), 0, source.length) : null
    if (found !== null) offset = found - begin
  }
  if (offset === null) return null
  const jumps: Jump[] = []
  for (let at = begin; at < recording.length; at++) {
    if (recording[at] === source[at + offset]) continue
    let next = at
    let found: number | null = null
    for (; found === null && next + patternFrames <= recording.length; next += found === null ? 16 : 0)
      if (isSound(next))
        found = find(
          source,
          piece(next),
          next + offset - lookBackSeconds * rateHz,
          next + offset + lookAheadSeconds * rateHz,
        )
    const end = found === null ? recording.length : next
    const moved = found === null ? 0 : found - next - offset
    jumps.push({ atSeconds: at / rateHz, lostFrames: moved, unequalFrames: end - at })
    offset += moved
    at = end
  }
  return jumps
}

/** The jumps that no stored gap explains. */
export const unexplained = (jumps: readonly Jump[], gaps: readonly { at: number; length: number }[]) =>
  jumps.filter(
    ({ atSeconds }) =>
      !gaps.some(({ at, length }) => atSeconds > at - nearSeconds && atSeconds < at + length + nearSeconds),
  )
