import type { Take } from '@fonema/contract'
import type { Curves } from '@fonema/speech'
import type { Span } from '../window-peaks.ts'
import { joinNear } from './hit.ts'

/** A place where the recording itself is damaged, in seconds from the start of the take. */
export type Problem = { kind: 'gap' | 'clipped'; span: Span }

/** Pieces of clipping that are nearer than this are one. */
const clippingApart = 0.15

/** The problems whose place is known, in the order of time. A pause before a continued take is none. */
export function problemsOf(gaps: Take['gaps'], window: Span, clipped: Curves['clipped']): Problem[] {
  const inside = gaps
    .filter(({ at, length, pause }) => pause !== true && at < window.end && at + length > window.start)
    .map(({ at, length }): Problem => {
      const start = Math.max(0, at - window.start)
      return { kind: 'gap', span: { start, end: Math.max(start, at + length - window.start) } }
    })
  const flat = joinNear(
    clipped.map(({ start_s, end_s }) => ({ start: start_s, end: end_s })),
    clippingApart,
  )
  return [...inside, ...flat.map((span): Problem => ({ kind: 'clipped', span }))].sort(
    (a, b) => a.span.start - b.span.start,
  )
}

/** A problem may be shorter than anybody hears: the piece around it. */
export const around = ({ start, end }: Span): Span => ({ start: Math.max(0, start - 0.25), end: end + 0.25 })
