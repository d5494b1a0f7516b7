import type { SpeakerSegment, WordSpeaker } from '@fonema/contract'
import { shortestSegment } from '@fonema/contract/word-marks'
import type { Edge } from '../workbench/edits.ts'

/** A stretch in which one person speaks. Its id stays through every edit and is never sent. */
export type EditSegment = {
  readonly id: number
  readonly start: number
  readonly end: number
  readonly speaker: WordSpeaker
}

/** The segments in order of time, none over another, and the place of the current one; −1: there is none. */
export type Track = { readonly segments: readonly EditSegment[]; readonly at: number }

/** What a key moves an edge by, s. */
const edgeStep = 0.01
/** A new segment is this long where there is room, s. */
const usualSegment = 1

export function openTrack(segments: readonly SpeakerSegment[]): Track {
  return {
    segments: apart(segments).map(({ start_s, end_s, speaker }, id) => ({ id, start: start_s, end: end_s, speaker })),
    at: segments.length === 0 ? -1 : 0,
  }
}

/**
 * Two microphones hear two people at the same time; a corrected track has one of them. What somebody else says is taken
 * out of the participant's segment, as in the measures.
 */
function apart(segments: readonly SpeakerSegment[]): SpeakerSegment[] {
  const others = segments.filter(({ speaker }) => speaker !== 'participant')
  const own = segments.filter(({ speaker }) => speaker === 'participant')
  const left = others.reduce((pieces, other) => pieces.flatMap((each) => without(each, other)), own)
  return [...left, ...others].sort((a, b) => a.start_s - b.start_s)
}

function without(segment: SpeakerSegment, { start_s, end_s }: SpeakerSegment): SpeakerSegment[] {
  if (end_s <= segment.start_s || start_s >= segment.end_s) return [segment]
  const around = [
    { ...segment, end_s: start_s },
    { ...segment, start_s: end_s },
  ]
  return around.filter((each) => each.end_s - each.start_s >= shortestSegment)
}

export const toSegments = ({ segments }: Track): SpeakerSegment[] =>
  segments.map(({ start, end, speaker }) => ({ start_s: start, end_s: end, speaker }))

export const moveTo = (track: Track, at: number): Track =>
  at === track.at || at < 0 || at >= track.segments.length ? track : { ...track, at }

/** The place of the segment at a moment; −1: nobody speaks. */
const placeAt = ({ segments }: Track, seconds: number): number =>
  segments.findIndex(({ start, end }) => start <= seconds && seconds < end)

/** Moves an edge of the current segment towards a moment: up to its neighbour, or the end of the recording. */
export function moveEdge(track: Track, edge: Edge, seconds: number, length: number): Track {
  const { segments, at } = track
  const segment = segments[at]
  if (segment === undefined) return track
  const { start, end } = segment
  const moved =
    edge === 'start'
      ? { start: clamp(seconds, segments[at - 1]?.end ?? 0, end - shortestSegment), end }
      : { start, end: clamp(seconds, start + shortestSegment, segments[at + 1]?.start ?? length) }
  return moved.start === start && moved.end === end ? track : change(track, moved)
}

const rounded = (seconds: number) => Math.round(1000 * seconds) / 1000

const clamp = (seconds: number, least: number, most: number): number =>
  Math.max(least, Math.min(rounded(seconds), most))

export function nudgeEdge(track: Track, edge: Edge, by: 1 | -1, length: number): Track {
  const segment = track.segments[track.at]
  return segment === undefined ? track : moveEdge(track, edge, segment[edge] + by * edgeStep, length)
}

export const setSpeaker = (track: Track, speaker: WordSpeaker): Track =>
  track.segments[track.at]?.speaker === speaker ? track : change(track, { speaker })

/** Splits the current segment at a moment inside it, or else in its middle. The second part is current then. */
export function split(track: Track, seconds: number): Track {
  const { segments, at } = track
  const segment = segments[at]
  if (segment === undefined || segment.end - segment.start < 2 * shortestSegment) return track
  const isInside = seconds - segment.start >= shortestSegment && segment.end - seconds >= shortestSegment
  const cut = rounded(isInside ? seconds : (segment.start + segment.end) / 2)
  const parts = [
    { ...segment, end: cut },
    { ...segment, id: nextId(segments), start: cut },
  ]
  return { segments: segments.toSpliced(at, 1, ...parts), at: at + 1 }
}

/** Joins the current segment with the one before, of which it takes the speaker, and the silence between them. */
export function join({ segments, at }: Track): Track {
  const [before, segment] = [segments[at - 1], segments[at]]
  if (before === undefined || segment === undefined) return { segments, at }
  return { segments: segments.toSpliced(at - 1, 2, { ...before, end: segment.end }), at: at - 1 }
}

/** Nobody speaks where the current segment was. */
export function remove({ segments, at }: Track): Track {
  const left = segments.filter((_, place) => place !== at)
  return { segments: left, at: Math.min(at, left.length - 1) }
}

/** Adds a segment of the participant in the silence at a moment, up to the next one. Where somebody speaks: nothing. */
export function insert(track: Track, seconds: number, length: number): Track {
  const { segments } = track
  if (placeAt(track, seconds) >= 0) return track
  const after = segments.findIndex(({ start }) => start > seconds)
  const place = after < 0 ? segments.length : after
  const end = Math.min(seconds + usualSegment, segments[place]?.start ?? length)
  const least = segments[place - 1]?.end ?? 0
  // At the end of the silence, the segment begins earlier.
  const start = Math.max(least, Math.min(seconds, end - shortestSegment))
  if (end - start < shortestSegment) return track
  const added: EditSegment = { id: nextId(segments), start, end, speaker: 'participant' }
  return { segments: segments.toSpliced(place, 0, added), at: place }
}

const nextId = (segments: readonly EditSegment[]) => segments.reduce((most, { id }) => Math.max(most, id), -1) + 1

function change(track: Track, what: Partial<EditSegment>): Track {
  const segment = track.segments[track.at]
  return segment === undefined ? track : { ...track, segments: track.segments.with(track.at, { ...segment, ...what }) }
}
