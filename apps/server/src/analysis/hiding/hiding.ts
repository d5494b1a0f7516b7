import type { LeftOutReason, TakeId, TypedWord } from '@fonema/contract'
import type { Span } from '@fonema/speech'
import { hiddenWords } from '@fonema/transcript-exchange/hidden'
import type { Tx } from '../../platform/database/database.ts'
import '../../content/tables.ts'
import '../../participants/tables.ts'
import '../../responses/tables.ts'
import '../tables.ts'
import { typedWords } from '../transcript-files/recorded-transcript.ts'
import '../transcript-tables.ts'
import { findFlagged, wordsWithin } from './flagged-names.ts'
import { findOtherVoices } from './other-voices.ts'

/** Which words of a take are hidden, or why nobody can say. Spans are in seconds of the marked window. */
export type Hiding =
  | {
      words: TypedWord[]
      hidden: ReadonlySet<number>
      /** Where others may speak who did not consent. */
      others: Span[]
      /** Around the names that an examiner flagged while a whole session was recorded. */
      flagged: Span[]
    }
  | { reason: LeftOutReason }
export type Hidden = Exclude<Hiding, { reason: unknown }>

/** Where a recording is silent whatever its words are. */
export const silentSpans = ({ others, flagged }: Hidden): Span[] => [...others, ...flagged]

/**
 * What a de-identified output hides of each take: words that a person marked as names, what the patterns find, the
 * voices of others who did not consent, and what is around a name that an examiner flagged. The words of a take that has
 * any must come from a person; a take that nobody has analysed may have words.
 */
export async function hidingsOf(tx: Tx, takeIds: readonly TakeId[]): Promise<Map<TakeId, Hiding>> {
  if (takeIds.length === 0) return new Map()
  const takes = await tx
    .selectFrom('takes')
    .innerJoin('item_responses', 'item_responses.id', 'takes.item_response_id')
    .innerJoin('protocol_items', 'protocol_items.id', 'item_responses.protocol_item_id')
    .innerJoin('protocols', 'protocols.id', 'protocol_items.protocol_id')
    .innerJoin('locales', 'locales.id', 'protocols.locale_id')
    .innerJoin('protocol_responses', 'protocol_responses.id', 'item_responses.protocol_response_id')
    .innerJoin('participants', 'participants.id', 'protocol_responses.participant_id')
    .select(['takes.id', 'lang_code', 'window_start', 'window_end', 'people', 'quality', 'consent_others_heard'])
    .where('takes.id', 'in', takeIds)
    .execute()
  const results = await tx
    .selectFrom('feature_results')
    .select(['take_id', 'entry'])
    .where('take_id', 'in', takeIds)
    .execute()
  const transcripts = await tx
    .selectFrom('transcripts')
    .distinctOn('take_id')
    .select(['take_id', 'engine', 'words'])
    .where('take_id', 'in', takeIds)
    .orderBy('take_id')
    .orderBy('version', 'desc')
    .execute()
  const tracks = await tx
    .selectFrom('speaker_tracks')
    .distinctOn('take_id')
    .select(['take_id', 'segments'])
    .where('take_id', 'in', takeIds)
    .orderBy('take_id')
    .orderBy('version', 'desc')
    .execute()
  const flags = await findFlagged(tx, takes)
  const trackOf = new Map(tracks.map(({ take_id, segments }) => [take_id, segments]))
  const entries = Map.groupBy(results, ({ take_id }) => take_id)
  const newest = new Map(transcripts.map((row) => [row.take_id, row]))
  return new Map(
    takes.map((take): [TakeId, Hiding] => {
      const { id, lang_code, window_start, window_end, people, quality } = take
      const track = trackOf.get(id) ?? null
      const othersBeside = (words: readonly TypedWord[]) =>
        take.consent_others_heard
          ? []
          : findOtherVoices({ lengthS: window_end - window_start, people, track, quality, words })
      const transcript = newest.get(id)
      const own = entries.get(id) ?? []
      const flagged = flags.get(id) ?? []
      if (transcript === undefined) {
        if (own.length === 0) return [id, { reason: 'not_analysed' }]
        const isSpoken = own.some(({ entry }) => entry === 'transcript')
        if (isSpoken) return [id, { reason: 'not_confirmed' }]
        return [id, { words: [], hidden: new Set(), others: othersBeside([]), flagged }]
      }
      if (transcript.engine !== 'typed') return [id, { reason: 'not_confirmed' }]
      const words = typedWords(transcript)
      const hidden = new Set([...hiddenWords(words, lang_code), ...wordsWithin(words, flagged)])
      return [id, { words, hidden, others: othersBeside(words), flagged }]
    }),
  )
}
