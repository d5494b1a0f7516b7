import type { ExaminerId, Participant, ParticipantId } from '@fonema/contract'
import { type Insertable, type RawBuilder, sql, type Updateable } from 'kysely'
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

/** Of which an id must be one: those of the participants with these codes, in any case. */
export const withCodes = (codes: readonly string[]) =>
  sql<ParticipantId>`any(array(select participants_by_code(${codes})))`

export type Filter = { examinerId: ExaminerId | null; active?: boolean | undefined }

const filtered = (tx: Tx, { examinerId, active }: Filter) =>
  tx
    .selectFrom('participants')
    .$if(examinerId !== null, (query) => query.where('examiner_id', '=', examinerId))
    .$if(active !== undefined, (query) => query.where('active', '=', active!))

export const listFiltered = (tx: Tx, page: Page, filter: Filter, usual: number, skip: number) =>
  page.read(tx, filtered(tx, filter).select(columns), usual, skip)

export async function countFiltered(tx: Tx, filter: Filter): Promise<number> {
  const { count } = await filtered(tx, filter)
    .select(({ fn }) => fn.countAll<string>().as('count'))
    .executeTakeFirstOrThrow()
  return Number(count)
}

/** Those whose text may contain the letters, newest first. The search itself decides (participant-search.ts). */
export const listCandidates = (tx: Tx, filter: Filter, text: RawBuilder<boolean>) =>
  filtered(tx, filter)
    .select(['id', 'code', 'first_name', 'last_name'])
    .where(text)
    .orderBy('created_at', 'desc')
    .orderBy('id', 'desc')
    .execute()

export const findMany = (tx: Tx, ids: readonly ParticipantId[]) =>
  tx.selectFrom('participants').select(columns).where('id', '=', sql<ParticipantId>`any(${ids}::uuid[])`).execute()

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
