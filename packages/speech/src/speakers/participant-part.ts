import type { Span } from '../timing.ts'
import { lengthOf, type SpeakerSegment } from './segments.ts'

/** The ends of a piece fade, so that no join clicks. */
const fadeS = 0.005

/**
 * The participant's turns: from the first to the last of the participant's segments between which nobody else speaks, with
 * the pauses among them. Silence between two people belongs to nobody.
 */
export function turnsOfParticipant(segments: readonly SpeakerSegment[]): Span[] {
  const others = segments.filter(({ speaker }) => speaker !== 'participant')
  const turns: { start_s: number; end_s: number }[] = []
  for (const { speaker, start_s, end_s } of segments) {
    if (speaker !== 'participant') continue
    const last = turns.at(-1)
    const isBetween = last !== undefined && others.some((other) => other.start_s < start_s && other.end_s > last.end_s)
    if (last === undefined || isBetween) turns.push({ start_s, end_s })
    else last.end_s = Math.max(last.end_s, end_s)
  }
  return turns
}

/** The participant's turns in a row, without what somebody else says meanwhile. */
export function joinTurns(
  samples: Float32Array,
  sampleRateHz: number,
  segments: readonly SpeakerSegment[],
): Float32Array {
  const turns = turnsOfParticipant(segments)
  const joined = new Float32Array(Math.ceil(lengthOf(turns) * sampleRateHz) + turns.length)
  const fade = Math.round(fadeS * sampleRateHz)
  let at = 0
  for (const { start_s, end_s } of turns) {
    const piece = samples.slice(Math.round(start_s * sampleRateHz), Math.round(end_s * sampleRateHz))
    for (let i = 0; i < Math.min(fade, piece.length); i++) {
      piece[i]! *= i / fade
      piece[piece.length - 1 - i]! *= i / fade
    }
    joined.set(piece, at)
    at += piece.length
  }
  return joined.subarray(0, at)
}
