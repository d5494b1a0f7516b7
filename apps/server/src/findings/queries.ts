import type { ParticipantId, ReadyResult, TakeId } from '@fonema/contract'
import { sql } from 'kysely'
import type { Tx } from '../platform/database/database.ts'
import type { SessionRow } from '../responses/queries.ts'
import '../analysis/tables.ts'
import '../participants/tables.ts'
import '../responses/tables.ts'

export async function findBirthday(tx: Tx, participantId: ParticipantId): Promise<string | null> {
  const found = tx.selectFrom('participants').select('birthday').where('id', '=', participantId)
  return (await found.executeTakeFirstOrThrow()).birthday
}

/** Of a row of `protocol_responses`: a take of the session counts. */
export const hasRecording = sql<boolean>`exists (select from item_responses join takes on takes.item_response_id = item_responses.id
  where item_responses.protocol_response_id = protocol_responses.id and takes.counts)`

/** The latest earlier sessions of the participant with the same protocol that have a recording and are not archived. */
export const findEarlier = (tx: Tx, { id, participant_id, protocol_id, date_created }: SessionRow, most: number) =>
  tx
    .selectFrom('protocol_responses')
    .select(['id', 'date_created'])
    .where('participant_id', '=', participant_id)
    .where('protocol_id', '=', protocol_id)
    .where('active', '=', true)
    .where('id', '!=', id)
    .where('date_created', '<', date_created)
    .where(hasRecording)
    .orderBy('date_created', 'desc')
    .limit(most)
    .execute()

export type Measured = Awaited<ReturnType<typeof findMeasured>>[number]

/** The newest ready result of each function and take, without the words and curves. */
export const findMeasured = (tx: Tx, takeIds: readonly TakeId[]) =>
  tx
    .selectFrom('feature_results')
    .innerJoin('takes', 'takes.id', 'feature_results.take_id')
    .distinctOn(['take_id', 'entry'])
    .select(['take_id', 'entry', 'function_version', 'status', 'scores', 'quality'])
    .select(sql<string | null>`data->>'engine'`.as('recogniser'))
    .select(sql<ReadyResult['data']['pitch_search'] | null>`data->'pitch_search'`.as('search'))
    .select(sql<boolean>`coalesce(data->'provisional' = 'true', false)`.as('is_provisional'))
    .where(sql<boolean>`take_id = any(${takeIds})`)
    .orderBy('take_id')
    .orderBy('entry')
    .orderBy((row) => row('feature_results.status', '=', 'pending'))
    .orderBy('function_version', 'desc')
    .execute()
