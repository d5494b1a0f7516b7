import type { ExaminerRecord, User } from '@fonema/contract'
import { sql } from 'kysely'
import type { Clock } from '../platform/clock.ts'
import type { Tx } from '../platform/database/database.ts'
import '../auth/tables.ts'
import './tables.ts'

const sessionHours = 12

type FindLocks = (tx: Tx, emailKeys: readonly string[]) => Promise<Map<string, Date>>
export type UserDeps = { clock: Clock; attempts: { findLocks: FindLocks } }

/** Users with their roles, by name; one of them when `id` is given. */
export async function listUsers(tx: Tx, { clock, attempts }: UserDeps, id?: string): Promise<User[]> {
  const now = clock.now()
  const since = new Date(now.getTime() - sessionHours * 3600_000)
  const rows = await tx
    .selectFrom('users')
    .leftJoin('managers', 'managers.user_id', 'users.id')
    .leftJoin('examiners', (join) =>
      join.onRef('examiners.user_id', '=', 'users.id').on('examiners.is_active', '=', true),
    )
    .leftJoin('second_factors', 'second_factors.user_id', 'users.id')
    .innerJoin('organizations', 'organizations.id', 'users.organization_id')
    .innerJoin('credentials', 'credentials.user_id', 'users.id')
    .selectAll('users')
    .select('credentials.email_key')
    .select(['managers.id as manager_id', 'examiners.id as examiner_id', 'organizations.owner_user_id'])
    .select('second_factors.user_id as factor_user_id')
    .select((eb) =>
      eb
        .exists(
          eb
            .selectFrom('sessions')
            .select('sessions.id')
            .whereRef('sessions.user_id', '=', 'users.id')
            .where('sessions.acting_mode', 'is not', null)
            .where('sessions.ended_at', 'is', null)
            .where('sessions.created_at', '>', since),
        )
        .as('is_impersonifing'),
    )
    .$if(id !== undefined, (query) => query.where('users.id', '=', id!))
    .orderBy('users.last_name')
    .orderBy('users.first_name')
    .orderBy('users.id')
    .execute()
  const emailKeys = rows.map(({ email_key }) => email_key)
  const locks = await attempts.findLocks(tx, emailKeys)
  return rows.map(({ id, first_name, last_name, email, locale_id, tags, is_active, is_impersonifing, ...row }) => ({
    id,
    first_name,
    last_name,
    email,
    locale: locale_id,
    tags,
    roles: {
      manager_id: row.manager_id,
      examiner_id: row.examiner_id,
      is_manager: row.manager_id !== null,
      is_examiner: row.examiner_id !== null,
      is_owner: row.owner_user_id === id,
    },
    is_impersonifing: Boolean(is_impersonifing),
    is_active,
    has_second_factor: row.factor_user_id !== null,
    locked_until: locks.get(row.email_key)?.toISOString() ?? null,
  }))
}

/** Examiners with what is assigned to them; one of them when `id` is given. */
export async function listExaminers(tx: Tx, id?: string): Promise<ExaminerRecord[]> {
  const assigned = (table: string, column: string) =>
    sql<string[]>`(select coalesce(array_agg(${sql.ref(column)} order by ${sql.ref(column)}), '{}')
      from ${sql.table(table)} a where a.examiner_id = examiners.id)`
  return tx
    .selectFrom('examiners')
    .select(['examiners.id', 'examiners.user_id', 'examiners.is_active'])
    .select(assigned('examiner_surveys', 'survey_id').as('surveys'))
    .select(assigned('examiner_protocols', 'protocol_id').as('protocols'))
    .$if(id !== undefined, (query) => query.where('examiners.id', '=', id!))
    .orderBy('examiners.id')
    .execute()
}

export const findUser = (tx: Tx, id: string) =>
  tx.selectFrom('users').selectAll().where('id', '=', id).executeTakeFirst()

export const findExaminer = (tx: Tx, id: string) =>
  tx.selectFrom('examiners').selectAll().where('id', '=', id).executeTakeFirst()

export const listGrants = (tx: Tx, userId: string) =>
  tx
    .selectFrom('impersonation_grants')
    .select(['examiner_id', 'mode'])
    .where('user_id', '=', userId)
    .orderBy('examiner_id')
    .orderBy('mode')
    .execute()

/** Ends everything that a user has begun, on every device. */
export async function endSessionsOf(tx: Tx, userId: string, now: Date, reason: string) {
  await tx
    .updateTable('sessions')
    .set({ ended_at: now, end_reason: reason })
    .where('user_id', '=', userId)
    .where('ended_at', 'is', null)
    .execute()
}
