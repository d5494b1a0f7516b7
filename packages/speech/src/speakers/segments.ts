import type { Span } from '../timing.ts'

export const speakers = ['participant', 'examiner', 'other'] as const
export type SpeakerName = (typeof speakers)[number]

/** A stretch in which one person speaks, in seconds. */
export type SpeakerSegment = Span & { readonly speaker: SpeakerName }

/** Increment it whenever the segments change, so that stored segments are found again. */
export const speakersVersion = 2

/** Segments in order of time. */
export const inOrder = (segments: readonly SpeakerSegment[]): SpeakerSegment[] =>
  segments.toSorted((a, b) => a.start_s - b.start_s || a.end_s - b.end_s)

export const lengthOf = (spans: readonly Span[]): number =>
  spans.reduce((sum, { start_s, end_s }) => sum + end_s - start_s, 0)

/** The share of the speaking time that is not the participant's, %; null: nobody speaks. */
export function shareOfOthers(segments: readonly SpeakerSegment[]): number | null {
  const whole = lengthOf(segments)
  return whole > 0 ? (100 * lengthOf(segments.filter(({ speaker }) => speaker !== 'participant'))) / whole : null
}
