import type { ItemId, ItemResponseId, ParticipantId, SessionId, TakeId } from '@fonema/contract'
import type { ExpressionBuilder, Insertable, Selectable } from 'kysely'
import { sql } from 'kysely'
import type { Tx } from '../platform/database/database.ts'
import type { Tables } from '../platform/database/tables.ts'
import type { Page } from '../platform/http/pages.ts'
import './tables.ts'

export type SessionRow = Selectable<Tables['protocol_responses']>
export type ItemResponseRow = Selectable<Tables['item_responses']>
export type TakeRow = Selectable<Tables['takes']>

export const findSession = (tx: Tx, participantId: ParticipantId, id: SessionId): Promise<SessionRow | undefined> =>
  tx
    .selectFrom('protocol_responses')
    .selectAll()
    .where('id', '=', id)
    .where('participant_id', '=', participantId)
    .executeTakeFirst()

/** Locks the session until the transaction ends, so that answers to one session are stored one after the other. */
export const lockSession = (tx: Tx, participantId: ParticipantId, id: SessionId): Promise<SessionRow | undefined> =>
  tx
    .selectFrom('protocol_responses')
    .selectAll()
    .where('id', '=', id)
    .where('participant_id', '=', participantId)
    .forUpdate()
    .executeTakeFirst()

/** The names of a session's examiner and of the user who started it. */
export async function findRecorders(tx: Tx, { examiner_id, created_by }: SessionRow) {
  const users = tx.selectFrom('users').select(['users.first_name', 'users.last_name'])
  const [examiner, recorded_by] = await Promise.all([
    users
      .innerJoin('examiners', 'examiners.user_id', 'users.id')
      .where('examiners.id', '=', examiner_id)
      .executeTakeFirstOrThrow(),
    users.where('users.id', '=', created_by).executeTakeFirstOrThrow(),
  ])
  return { examiner, recorded_by }
}

/** Reads the comment and locks the session until the transaction ends. */
export async function lockComment(tx: Tx, id: SessionId): Promise<string | null> {
  const session = tx.selectFrom('protocol_responses').select('comment').where('id', '=', id).forUpdate()
  return (await session.executeTakeFirstOrThrow()).comment
}

export function listSessions(tx: Tx, page: Page, participantId: ParticipantId) {
  const sessions = tx
    .selectFrom('protocol_responses as session')
    .selectAll('session')
    .select((query) =>
      query
        .selectFrom('item_responses')
        .select(({ fn }) => fn.countAll<number>().as('count'))
        .whereRef('item_responses.protocol_response_id', '=', 'session.id')
        .where(isAnswered)
        .as('answered_count'),
    )
    .where('participant_id', '=', participantId)
  return page.read(tx, sessions)
}

/** Undefined: the id is taken, by a session of any organisation. */
export async function insertSession(
  tx: Tx,
  row: Insertable<Tables['protocol_responses']>,
): Promise<SessionRow | undefined> {
  return tx
    .insertInto('protocol_responses')
    .values(row)
    .onConflict((conflict) => conflict.column('id').doNothing())
    .returningAll()
    .executeTakeFirst()
}

export async function updateSession(
  tx: Tx,
  id: SessionId,
  changes: { comment?: string | null; active?: boolean; completed_at?: Date },
): Promise<SessionRow> {
  return tx.updateTable('protocol_responses').set(changes).where('id', '=', id).returningAll().executeTakeFirstOrThrow()
}

export const findItemResponses = (tx: Tx, sessionId: SessionId): Promise<ItemResponseRow[]> =>
  tx.selectFrom('item_responses').selectAll().where('protocol_response_id', '=', sessionId).execute()

export const findItemResponse = (tx: Tx, sessionId: SessionId, itemId: ItemId): Promise<ItemResponseRow | undefined> =>
  tx
    .selectFrom('item_responses')
    .selectAll()
    .where('protocol_response_id', '=', sessionId)
    .where('protocol_item_id', '=', itemId)
    .executeTakeFirst()

/** Stores that the item is answered. An answer after a skip reuses the skip's row. */
export async function saveItemResponse(tx: Tx, row: Insertable<Tables['item_responses']>): Promise<ItemResponseRow> {
  return tx
    .insertInto('item_responses')
    .values(row)
    .onConflict((conflict) =>
      conflict.columns(['protocol_response_id', 'protocol_item_id']).doUpdateSet({
        skipped_purpose: sql`excluded.skipped_purpose`,
        answered_at: sql`excluded.answered_at`,
        answered_by: sql`excluded.answered_by`,
      }),
    )
    .returningAll()
    .executeTakeFirstOrThrow()
}

/**
 * All takes of these item responses: the counting one first, late ones last, complete ones before interrupted ones,
 * then by the generation of the lease and by number, the latest first.
 */
export const findTakes = (tx: Tx, itemResponseIds: readonly ItemResponseId[]): Promise<TakeRow[]> =>
  itemResponseIds.length === 0
    ? Promise.resolve([])
    : takesInOrder(tx).where('item_response_id', 'in', itemResponseIds).execute()

/** The takes of all answers of a session, in the same order. */
export const findTakesOfSession = (tx: Tx, sessionId: SessionId): Promise<TakeRow[]> => {
  const answers = tx.selectFrom('item_responses').select('id').where('protocol_response_id', '=', sessionId)
  return takesInOrder(tx).where('item_response_id', 'in', answers).execute()
}

/** The takes of an item in a session, in the same order. */
export const findTakesOfItem = (tx: Tx, sessionId: SessionId, itemId: ItemId): Promise<TakeRow[]> => {
  const answer = tx
    .selectFrom('item_responses')
    .select('id')
    .where('protocol_response_id', '=', sessionId)
    .where('protocol_item_id', '=', itemId)
  return takesInOrder(tx).where('item_response_id', 'in', answer).execute()
}

const takesInOrder = (tx: Tx) =>
  tx
    .selectFrom('takes')
    .selectAll()
    .orderBy('item_response_id')
    .orderBy('counts', 'desc')
    .orderBy('late')
    .orderBy('interrupted')
    .orderBy('generation', 'desc')
    .orderBy('take', 'desc')

/** The generation of a page's lease of the session. A page that never had a lease gets the latest generation. */
export async function generationOf(tx: Tx, sessionId: SessionId, holder: string | undefined): Promise<number> {
  const leases = await tx
    .selectFrom('recording_leases')
    .select(['holder', 'generation'])
    .where('protocol_response_id', '=', sessionId)
    .orderBy('generation', 'desc')
    .execute()
  return (leases.find((lease) => lease.holder === holder) ?? leases[0])?.generation ?? 0
}

export async function insertTake(tx: Tx, row: Insertable<Tables['takes']>): Promise<TakeRow> {
  return tx.insertInto('takes').values(row).returningAll().executeTakeFirstOrThrow()
}

/** Marks the counting take as not counting. */
export async function clearCounting(tx: Tx, itemResponseId: ItemResponseId): Promise<void> {
  await tx
    .updateTable('takes')
    .set({ counts: false, chosen_because: null })
    .where('item_response_id', '=', itemResponseId)
    .where('counts', '=', true)
    .execute()
}

export async function setCounting(tx: Tx, takeId: TakeId, reason: string | null): Promise<void> {
  await tx.updateTable('takes').set({ counts: true, chosen_because: reason }).where('id', '=', takeId).execute()
}

/** Whether the item is skipped or has a counting take. */
const isAnswered = ({ or, eb, exists, selectFrom }: ExpressionBuilder<Tables, 'item_responses'>) =>
  or([
    eb('item_responses.skipped_purpose', 'is not', null),
    exists(
      selectFrom('takes')
        .select('takes.id')
        .whereRef('takes.item_response_id', '=', 'item_responses.id')
        .where('takes.counts', '=', true),
    ),
  ])

export const countAnswered = async (tx: Tx, sessionId: SessionId): Promise<number> => {
  const { count } = await tx
    .selectFrom('item_responses')
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .where('protocol_response_id', '=', sessionId)
    .where(isAnswered)
    .executeTakeFirstOrThrow()
  return count
}
