import type { TakeId, TypedWord } from '@fonema/contract'
import type { Span } from '@fonema/speech'
import type { Tx } from '../../platform/database/database.ts'
import '../../responses/recordings/tables.ts'

/** An examiner presses the key after the name, s. */
const beforeS = 8
const afterS = 2

type Windowed = { id: TakeId; window_start: number; window_end: number }

/**
 * What is around the names that an examiner flagged while the session was recorded, in takes that were cut out of it: in
 * seconds of the marked window.
 */
export async function findFlagged(tx: Tx, takes: readonly Windowed[]): Promise<Map<TakeId, Span[]>> {
  if (takes.length === 0) return new Map()
  const flags = await tx
    .selectFrom('session_recording_cuts as cut')
    .innerJoin('session_recordings as recording', 'recording.id', 'cut.session_recording_id')
    .innerJoin('session_recording_marks as mark', 'mark.session_recording_id', 'recording.id')
    .select(['cut.take_id', 'start_frame', 'sample_rate_hz', 'at_s'])
    .where('mark.kind', '=', 'name_spoken')
    .where(
      'cut.take_id',
      'in',
      takes.map(({ id }) => id),
    )
    .execute()
  const flagsOf = Map.groupBy(flags, ({ take_id }) => take_id)
  return new Map(
    takes.map(({ id, window_start, window_end }): [TakeId, Span[]] => {
      const spans = (flagsOf.get(id) ?? []).flatMap(({ at_s, start_frame, sample_rate_hz }): Span[] => {
        const at = at_s - start_frame / sample_rate_hz - window_start
        const span = { start_s: Math.max(0, at - beforeS), end_s: Math.min(window_end - window_start, at + afterS) }
        return span.end_s > span.start_s ? [span] : []
      })
      return [id, united(spans)]
    }),
  )
}

/** Overlapping spans become one. */
function united(spans: readonly Span[]): Span[] {
  const found: { start_s: number; end_s: number }[] = []
  for (const span of spans.toSorted((a, b) => a.start_s - b.start_s)) {
    const last = found.at(-1)
    if (last !== undefined && span.start_s <= last.end_s) last.end_s = Math.max(last.end_s, span.end_s)
    else found.push({ ...span })
  }
  return found
}

/** The places of the words that overlap a span. A word without a time may lie in any. */
export const wordsWithin = (words: readonly TypedWord[], spans: readonly Span[]): number[] =>
  words.flatMap(({ start, end }, place) =>
    spans.some(({ start_s, end_s }) => start === null || (start < end_s && (end ?? start) >= start_s)) ? [place] : [],
  )
