import { partContextS } from '@fonema/speech'
import { preRollSeconds } from '../recorder/capture.ts'

/** A running take is measured in parts of this length, so that at its end only the last one or two are left. */
export const partSeconds = 2

/** After this time a sample is in the outbox: half-second chunks, and the time to seal them. */
const writtenAfterSeconds = 1

/** Seconds of the file. */
export type Span = { start: number; end: number }

/**
 * The parts of a window. Cuts lie at whole multiples of the length, so that a part is known before the take's end is. The
 * first and the last part absorb remainders that would be too short alone.
 */
export function partsOf({ start, end }: Span): Span[] {
  const cuts: number[] = []
  const first = Math.ceil((start + partSeconds / 2) / partSeconds) * partSeconds
  for (let cut = first; cut <= end - partSeconds / 2; cut += partSeconds) cuts.push(cut)
  return [start, ...cuts].map((from, i) => ({ start: from, end: cuts[i] ?? end }))
}

/** Parts that follow each other, together: their samples are read once. */
export function runsOf(parts: readonly Span[]): Span[][] {
  const runs: Span[][] = []
  for (const part of parts) {
    const run = runs.at(-1)
    if (run?.at(-1)?.end === part.start) run.push(part)
    else runs.push([part])
  }
  return runs
}

/** What surrounds a part within its window, s: a sound that lies across a cut is measured whole. */
export const contextOf = (part: Span, window: Span) => ({
  before: Math.min(partContextS, part.start - window.start),
  after: Math.min(partContextS, window.end - part.end),
})

/** Names each part of the running take once, as soon as it is in the outbox. */
export function createFeed() {
  let running = ''
  let next = 0
  return (id: string, elapsedSeconds: number): Span[] => {
    if (running !== id) next = 0
    running = id
    const written = preRollSeconds + elapsedSeconds - writtenAfterSeconds - partContextS
    // The usual place of the first mark is assumed. If it is wrong, the first part is measured again at the end.
    const ready = partsOf({ start: preRollSeconds, end: Math.max(preRollSeconds, written) + partSeconds / 2 })
      .slice(0, -1)
      .filter(({ end }) => end <= written)
      .slice(next)
    next += ready.length
    return ready
  }
}

/** Whether a part measured while recording is still that part. What follows a mended place has moved or changed. */
export const isStill = (known: Span, part: Span, mendedFrom = Number.POSITIVE_INFINITY): boolean =>
  known.start === part.start && known.end === part.end && part.end + partContextS <= mendedFrom
