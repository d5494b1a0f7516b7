import type { Takeout } from '@fonema/contract'
import type { Insertable, Selectable } from 'kysely'
import type { Tx } from '../platform/database/database.ts'
import type { Tables } from '../platform/database/tables.ts'
import '../participants/tables.ts'
import './tables.ts'

export type TakeoutRow = Selectable<Tables['takeouts']>
type Shown = TakeoutRow & { code: string | null }

const withCode = (tx: Tx) =>
  tx
    .selectFrom('takeouts')
    .leftJoin('participants', 'participants.id', 'takeouts.participant_id')
    .selectAll('takeouts')
    .select('participants.code')

export function toTakeout({ code, ...row }: Shown): Takeout {
  const { status, done_bytes, total_bytes, participant_id } = row
  const share = total_bytes === null ? 0 : total_bytes === 0 ? 1 : Math.min(1, done_bytes / total_bytes)
  return {
    uuid: row.id,
    status,
    error: row.error,
    created_at: row.created_at.toISOString(),
    start_date: row.start_date,
    end_date: row.end_date,
    include_audio: row.include_audio,
    participant: participant_id === null ? null : { id: participant_id, code },
    size: row.size_bytes,
    progress: status === 'complete' ? 1 : share,
  }
}

/** What a user ordered of an examiner's data. */
export const listOwn = (tx: Tx, userId: string, examinerId: string) =>
  withCode(tx)
    .where('takeouts.scope', '=', 'own')
    .where('takeouts.requested_by', '=', userId)
    .where('takeouts.examiner_id', '=', examinerId)
    .orderBy('takeouts.id', 'desc')
    .execute()

/** What managers ordered: of the organisation, and of one participant. */
export const listOrganization = (tx: Tx) =>
  withCode(tx).where('takeouts.scope', '<>', 'own').orderBy('takeouts.id', 'desc').execute()

export const findTakeout = (tx: Tx, id: string) => withCode(tx).where('takeouts.id', '=', id).executeTakeFirst()

/** Undefined when the list has had its takeout of the day: the database decides, whoever comes at once. */
export const insertTakeout = (tx: Tx, row: Insertable<Tables['takeouts']>) =>
  tx
    .insertInto('takeouts')
    .values(row)
    .onConflict((conflict) => conflict.columns(['organization_id', 'list', 'created_day']).doNothing())
    .returningAll()
    .executeTakeFirst()

/** Pending once more; undefined when it is no failed one. */
export const reopen = (tx: Tx, id: string) =>
  tx
    .updateTable('takeouts')
    .set({ status: 'pending', error: null, attempt: 0, done_bytes: 0, total_bytes: null, finished_at: null })
    .where('id', '=', id)
    .where('status', '=', 'failed')
    .returningAll()
    .executeTakeFirst()

/** The next try of a pending takeout; whoever worked on an earlier one has lost it by this. */
export const beginAttempt = (tx: Tx, id: string) =>
  tx
    .updateTable('takeouts')
    .set((row) => ({ attempt: row('attempt', '+', 1), done_bytes: 0, total_bytes: null }))
    .where('id', '=', id)
    .where('status', '=', 'pending')
    .returningAll()
    .executeTakeFirst()

const ofAttempt = (tx: Tx, { id, attempt }: Pick<TakeoutRow, 'id' | 'attempt'>) =>
  tx.updateTable('takeouts').where('id', '=', id).where('status', '=', 'pending').where('attempt', '=', attempt)

export const noteProgress = (tx: Tx, row: TakeoutRow, done: number, total: number) =>
  ofAttempt(tx, row).set({ done_bytes: done, total_bytes: total }).execute()

/** Whether this try was still the one that counts. */
export async function endAttempt(
  tx: Tx,
  row: TakeoutRow,
  outcome: Pick<TakeoutRow, 'status' | 'error' | 'object_key' | 'size_bytes' | 'sha256' | 'finished_at'>,
): Promise<boolean> {
  const { numUpdatedRows } = await ofAttempt(tx, row).set(outcome).executeTakeFirstOrThrow()
  return numUpdatedRows > 0n
}

export async function saveParticipants(tx: Tx, row: TakeoutRow, ids: readonly string[]) {
  await tx.deleteFrom('takeout_participants').where('takeout_id', '=', row.id).execute()
  const owned = { organization_id: row.organization_id, takeout_id: row.id }
  for (let i = 0; i < ids.length; i += 1000)
    await tx
      .insertInto('takeout_participants')
      .values(ids.slice(i, i + 1000).map((participant_id) => ({ ...owned, participant_id })))
      .execute()
}
