import type { ExaminerId, Participant, ParticipantId } from '@fonema/contract'
import type { Insertable, Updateable } from 'kysely'
import type { Tx } from '../platform/database/database.ts'
import type { Tables } from '../platform/database/tables.ts'
import type { Page } from '../platform/http/pages.ts'
import './tables.ts'

const columns = [
  'id',
  'code',
  'first_name',
  'last_name',
  'birthday',
  'sex',
  'education_years',
  'occupation',
  'diagnose',
  'diagnose_date',
  'locale_id as locale',
  'phone',
  'country',
  'active',
  'created_at',
] as const

export function toParticipant(row: Omit<Participant, 'created_at'> & { created_at: Date }): Participant {
  return { ...row, created_at: row.created_at.toISOString() }
}

/** @param examinerId null: those of every examiner, for a service account of the whole organisation */
export const listParticipants = (tx: Tx, page: Page, examinerId: ExaminerId | null) =>
  page.read(
    tx,
    tx
      .selectFrom('participants')
      .select(columns)
      .$if(examinerId !== null, (query) => query.where('examiner_id', '=', examinerId)),
  )

export const findParticipant = (tx: Tx, examinerId: ExaminerId, id: ParticipantId) =>
  tx
    .selectFrom('participants')
    .select(columns)
    .where('id', '=', id)
    .where('examiner_id', '=', examinerId)
    .executeTakeFirst()

/** Undefined: the id is taken, by a participant of any organisation. */
export const insertParticipant = (tx: Tx, row: Insertable<Tables['participants']>) =>
  tx
    .insertInto('participants')
    .values(row)
    .onConflict((conflict) => conflict.column('id').doNothing())
    .returning(columns)
    .executeTakeFirst()

export const updateParticipant = (tx: Tx, id: ParticipantId, changes: Updateable<Tables['participants']>) =>
  tx.updateTable('participants').set(changes).where('id', '=', id).returning(columns).executeTakeFirstOrThrow()
