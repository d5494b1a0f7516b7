import { sql } from 'kysely'
import { avqiName } from '../analysis/indices/view.ts'
import type { ProtocolIndices } from '../content/formats.ts'
import type { CsvCell } from '../platform/csv/write-csv.ts'
import { sessionLabel } from './names.ts'
import { type Content, isInRange, isTheirs, paged, subjectOf } from './scope.ts'

/** The indices of sessions in long form: one line for each score, or one with the reason. Only of takes that count. */
export async function* indexRows(content: Content): AsyncGenerator<CsvCell[]> {
  const rows = paged((after, limit) =>
    content.tx
      .selectFrom('session_indices as computed')
      .innerJoin('protocol_responses', 'protocol_responses.id', 'computed.protocol_response_id')
      .innerJoin('participants', 'participants.id', 'protocol_responses.participant_id')
      .innerJoin('protocols', 'protocols.id', 'protocol_responses.protocol_id')
      .leftJoin('takes as speech', 'speech.id', 'computed.speech_take_id')
      .innerJoin('takes as vowel', 'vowel.id', 'computed.vowel_take_id')
      .leftJoin('takes as i', 'i.id', 'computed.i_take_id')
      .leftJoin('takes as u', 'u.id', 'computed.u_take_id')
      .select([
        'computed.id',
        'protocol_response_id',
        'protocol_responses.date_created',
        'participant_id',
        'participants.code',
      ])
      .select(['computed.name', 'computed.version', 'computed.status', 'computed.reason', 'computed.scores', 'indices'])
      .where(sql<boolean>`coalesce(speech.counts, true) and coalesce(i.counts, true) and coalesce(u.counts, true)`)
      .where('vowel.counts', '=', true)
      .where('computed.id', '>', after)
      .where(isTheirs(content))
      .where(isInRange(content, 'protocol_responses.date_created'))
      .orderBy('computed.id')
      .limit(limit)
      .execute(),
  )
  for await (const row of rows) {
    const begin: CsvCell[] = [
      subjectOf(content, { id: row.participant_id, code: row.code }),
      sessionLabel({ id: row.protocol_response_id, date_created: row.date_created }),
      row.name,
      row.name === avqiName.name ? avqiName.version : null,
      row.version,
      ...itemsOf(row),
      row.status,
      row.reason,
    ]
    const scores = Object.entries(row.scores)
    if (scores.length === 0) yield [...begin, null, null]
    for (const [score, value] of scores) yield [...begin, score, value]
  }
}

/** The items of the speech and of the vowel or vowels. */
const itemsOf = ({ name, indices: { avqi, vowel_space } }: { name: string; indices: ProtocolIndices }): CsvCell[] =>
  name === 'vowel_space'
    ? [null, vowel_space === undefined ? null : [vowel_space.a, vowel_space.i, vowel_space.u].join(' ')]
    : [avqi?.speech ?? null, avqi?.vowel ?? null]
