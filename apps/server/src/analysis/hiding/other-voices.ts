import type { Quality, SpeakerSegment, TypedWord } from '@fonema/contract'
import { type Span, turnsOfParticipant } from '@fonema/speech'

/** Around a voice that a program noticed, s: where it begins and ends is not exact. */
const noticedMarginS = 0.25
/** Around a word, s. */
const wordMarginS = 0.05

type Heard = {
  /** Seconds of the marked window. */
  lengthS: number
  /** How many people speak, as an examiner said. */
  people: number
  /** Who speaks when, as a person corrected it; null: no person did. */
  track: readonly SpeakerSegment[] | null
  quality: Quality | null
  /** The words that a person confirmed. */
  words: readonly TypedWord[]
}

/**
 * Where somebody else than the participant may be heard, in seconds from the start of the marked window. What is not known
 * counts as another voice: of several people's speech, only the participant's turns in a track by a person are sure.
 */
export function findOtherVoices({ lengthS, people, track, quality, words }: Heard): Span[] {
  const everything = [{ start_s: 0, end_s: lengthS }]
  const spans: Span[] = people > 1 ? (track === null ? everything : betweenTurns(track, lengthS)) : []
  for (const { start_s, end_s } of quality?.other_voice ?? [])
    spans.push({ start_s: start_s - noticedMarginS, end_s: end_s + noticedMarginS })
  for (const { speaker, start, end } of words) {
    if (speaker === undefined || speaker === 'participant') continue
    if (start === null || end === null) return everything
    spans.push({ start_s: start - wordMarginS, end_s: end + wordMarginS })
  }
  const within = spans
    .map(({ start_s, end_s }) => ({ start_s: Math.max(0, start_s), end_s: Math.min(lengthS, end_s) }))
    .filter(({ start_s, end_s }) => end_s > start_s)
    .sort((a, b) => a.start_s - b.start_s)
  return joined(within)
}

function joined(spans: readonly Span[]): Span[] {
  const all: { start_s: number; end_s: number }[] = []
  for (const { start_s, end_s } of spans) {
    const last = all.at(-1)
    if (last !== undefined && start_s <= last.end_s) last.end_s = Math.max(last.end_s, end_s)
    else all.push({ start_s, end_s })
  }
  return all
}

function betweenTurns(track: readonly SpeakerSegment[], lengthS: number): Span[] {
  const turns = turnsOfParticipant(track)
  const edges = [0, ...turns.flatMap(({ start_s, end_s }) => [start_s, end_s]), lengthS]
  return Array.from({ length: edges.length / 2 }, (_, i) => ({ start_s: edges[2 * i]!, end_s: edges[2 * i + 1]! }))
}
