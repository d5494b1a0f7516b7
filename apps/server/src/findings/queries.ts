import type { ParticipantId, Quality, SessionId, TakeId } from '@fonema/contract'
import { sql } from 'kysely'
import type { Tx } from '../platform/database/database.ts'
import type { SessionRow } from '../responses/queries.ts'
import '../participants/tables.ts'
import '../responses/tables.ts'

export async function findBirthday(tx: Tx, participantId: ParticipantId): Promise<string | null> {
  const found = tx.selectFrom('participants').select('birthday').where('id', '=', participantId)
  return (await found.executeTakeFirstOrThrow()).birthday
}

/** The quality of the takes of some sessions that count. */
export async function findQualities(tx: Tx, sessionIds: readonly SessionId[]): Promise<Map<TakeId, Quality | null>> {
  const rows = await tx
    .selectFrom('takes')
    .innerJoin('item_responses', 'item_responses.id', 'takes.item_response_id')
    .select(['takes.id', 'takes.quality'])
    .where(sql<boolean>`item_responses.protocol_response_id = any(${sessionIds})`)
    .where('takes.counts', '=', true)
    .execute()
  return new Map(rows.map(({ id, quality }) => [id, quality]))
}

/** The latest earlier session of the participant with the same protocol that has a recording and is not archived. */
export const findPrevious = (tx: Tx, { id, participant_id, protocol_id, date_created }: SessionRow) =>
  tx
    .selectFrom('protocol_responses')
    .select(['id', 'date_created'])
    .where('participant_id', '=', participant_id)
    .where('protocol_id', '=', protocol_id)
    .where('active', '=', true)
    .where('id', '!=', id)
    .where('date_created', '<', date_created)
    .where(
      sql<boolean>`exists (select from item_responses join takes on takes.item_response_id = item_responses.id
        where item_responses.protocol_response_id = protocol_responses.id and takes.counts)`,
    )
    .orderBy('date_created', 'desc')
    .limit(1)
    .executeTakeFirst()
