import type { FrameGap } from './take-writer.ts'

/** The possible offset between the page's clock and the frame numbers. */
const dropSlackSeconds = 0.5

export type FrameDrop = { from: number; to: number; length: number }

/** What was found while a take ran, in the worklet's frame numbers. */
export type Findings = {
  /** Silence inserted by the browser. */
  holes: FrameGap[]
  /** Frames missing by the clock but not in the numbering. The file has no samples for them. */
  losses: FrameGap[]
  /** Drops reported by the browser, each somewhere within these frames. */
  drops: FrameDrop[]
}

/** All gaps in the first `frames` of an unmended file; `written` are those that the writer filled with zeros. */
export function allGaps(
  { holes, losses, drops }: Findings,
  written: readonly FrameGap[],
  { firstFrame, frames, sampleRateHz }: { firstFrame: number; frames: number; sampleRateHz: number },
): FrameGap[] {
  const begins = (found: readonly FrameGap[]) =>
    found.map(({ at, length }) => ({ at: at - firstFrame, length })).filter(({ at }) => at >= 0 && at < frames)
  // Zeros may begin before the file.
  const reaches = holes.map(({ at, length }) => {
    const from = Math.max(at, firstFrame)
    return { at: from, length: at + length - from }
  })
  const zeros = [...written, ...begins(reaches.filter(({ length }) => length > 0))]
  const missing = begins(losses)
  const shown = [...zeros, ...missing]
  const slack = dropSlackSeconds * sampleRateHz
  const unseen = drops.filter(({ from, to }) => {
    const [first, last] = [from - firstFrame - slack, to - firstFrame + slack]
    return !shown.some(({ at, length }) => at <= last && at + length >= first)
  })
  return apart(zeros, [...missing, ...begins(unseen.map(({ from, length }) => ({ at: from, length })))])
}

/**
 * Sorts the gaps and removes overlaps. Overlapping zeros are the same zeros of the file and count once. Missing frames
 * have no samples, so their length adds to any gap they overlap.
 */
function apart(zeros: readonly FrameGap[], missing: readonly FrameGap[]): FrameGap[] {
  const all = [...zeros.map((gap) => ({ ...gap, adds: false })), ...missing.map((gap) => ({ ...gap, adds: true }))]
  const found: { at: number; zerosEnd: number; added: number }[] = []
  for (const { at, length, adds } of all.sort((a, b) => a.at - b.at)) {
    const last = found.at(-1)
    if (last === undefined || at >= last.zerosEnd + last.added)
      found.push({ at, zerosEnd: adds ? at : at + length, added: adds ? length : 0 })
    else if (adds || at >= last.zerosEnd) last.added += length
    else last.zerosEnd = Math.max(last.zerosEnd, at + length)
  }
  return found.map(({ at, zerosEnd, added }) => ({ at, length: zerosEnd - at + added }))
}
