import type { ExaminerId, ParticipantId, Takeout, TakeoutId, UserId } from '@fonema/contract'
import type { Insertable, Selectable } from 'kysely'
import type { Tx } from '../platform/database/database.ts'
import type { Tables } from '../platform/database/tables.ts'
import type { Page } from '../platform/http/pages.ts'
import '../participants/tables.ts'
import './tables.ts'

export type TakeoutRow = Selectable<Tables['takeouts']>
type Shown = TakeoutRow & { code: string | null }

const withCode = (tx: Tx) =>
  tx
    .selectFrom('takeouts')
    .leftJoin('participants', 'participants.id', 'takeouts.participant_id')
    .selectAll('takeouts')
    .select(['takeouts.id as uuid', 'participants.code'])

export function toTakeout({ code, ...row }: Shown): Takeout {
  const { status, done_bytes, total_bytes, participant_id } = row
  const share = total_bytes === null ? 0 : total_bytes === 0 ? 1 : Math.min(1, done_bytes / total_bytes)
  const takeout = {
    uuid: row.id,
    created_at: row.created_at.toISOString(),
    start_date: row.start_date,
    end_date: row.end_date,
    include_audio: row.include_audio,
    deidentified: row.deidentified,
    form: row.form,
    audio_format: row.audio_format,
    participant: participant_id === null ? null : { id: participant_id, code },
    progress: status === 'complete' ? 1 : share,
  }
  switch (status) {
    case 'pending':
      return { ...takeout, status, error: null, size: null }
    case 'complete':
      if (row.size_bytes === null) throw new Error(`takeout ${row.id} is complete and has no size`)
      return { ...takeout, status, error: null, size: row.size_bytes }
    case 'failed':
      return { ...takeout, status, error: row.error ?? 'unknown', size: null }
  }
}

/** The takeouts that a user ordered of an examiner's data. */
export function listOwn(tx: Tx, page: Page, userId: UserId, examinerId: ExaminerId) {
  const takeouts = withCode(tx)
    .where('takeouts.scope', '=', 'own')
    .where('takeouts.requested_by', '=', userId)
    .where('takeouts.examiner_id', '=', examinerId)
  return page.read(tx, takeouts)
}

/** The takeouts that managers ordered: of the organisation, and of one participant. */
export const listOrganization = (tx: Tx, page: Page) => page.read(tx, withCode(tx).where('takeouts.scope', '<>', 'own'))

export const findTakeout = (tx: Tx, id: TakeoutId) => withCode(tx).where('takeouts.id', '=', id).executeTakeFirst()

/** Undefined when the list already has a takeout of this day. The database decides, also for concurrent orders. */
export const insertTakeout = (tx: Tx, row: Insertable<Tables['takeouts']>) =>
  tx
    .insertInto('takeouts')
    .values(row)
    .onConflict((conflict) => conflict.columns(['organization_id', 'list', 'created_day']).doNothing())
    .returningAll()
    .executeTakeFirst()

/** Sets a takeout to pending again; undefined when it has not failed. */
export const reopen = (tx: Tx, id: TakeoutId) =>
  tx
    .updateTable('takeouts')
    .set({ status: 'pending', error: null, attempt: 0, done_bytes: 0, total_bytes: null, finished_at: null })
    .where('id', '=', id)
    .where('status', '=', 'failed')
    .returningAll()
    .executeTakeFirst()

/** Starts the next attempt of a pending takeout. A worker on an earlier attempt can no longer finish it. */
export const beginAttempt = (tx: Tx, id: TakeoutId) =>
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

/** @returns whether this attempt was still the current one */
export async function endAttempt(
  tx: Tx,
  row: TakeoutRow,
  outcome: Pick<TakeoutRow, 'status' | 'error' | 'object_key' | 'size_bytes' | 'sha256' | 'finished_at'>,
): Promise<boolean> {
  const { numUpdatedRows } = await ofAttempt(tx, row).set(outcome).executeTakeFirstOrThrow()
  return numUpdatedRows > 0n
}

export async function saveParticipants(tx: Tx, row: TakeoutRow, ids: readonly ParticipantId[]) {
  await tx.deleteFrom('takeout_participants').where('takeout_id', '=', row.id).execute()
  const owned = { organization_id: row.organization_id, takeout_id: row.id }
  for (let i = 0; i < ids.length; i += 1000)
    await tx
      .insertInto('takeout_participants')
      .values(ids.slice(i, i + 1000).map((participant_id) => ({ ...owned, participant_id })))
      .execute()
}
