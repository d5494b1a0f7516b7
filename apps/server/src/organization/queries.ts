import type { ExaminerId, ExaminerRecord, ProtocolId, SurveyId, User, UserId, UserState } from '@fonema/contract'
import { sql } from 'kysely'
import { jsonObjectFrom } from 'kysely/helpers/postgres'
import type { Clock } from '../platform/clock.ts'
import type { Tx } from '../platform/database/database.ts'
import type { Page } from '../platform/http/pages.ts'
import '../auth/tables.ts'
import './tables.ts'

const sessionHours = 12

type FindLocks = (tx: Tx, emailKeys: readonly string[]) => Promise<Map<string, Date>>
export type UserDeps = { clock: Clock; attempts: { findLocks: FindLocks } }

/** Users with their roles, by name. */
export const listUsers = async (tx: Tx, page: Page, deps: UserDeps): Promise<User[]> =>
  describeUsers(tx, deps, await page.read(tx, usersWithRoles(tx, deps)))

export async function findUserWithRoles(tx: Tx, deps: UserDeps, id: UserId): Promise<User | undefined> {
  const [user] = await describeUsers(tx, deps, await usersWithRoles(tx, deps).where('users.id', '=', id).execute())
  return user
}

function usersWithRoles(tx: Tx, { clock }: UserDeps) {
  const since = new Date(clock.now().getTime() - sessionHours * 3600_000)
  return tx
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
    .leftJoin('invitations', 'invitations.user_id', 'users.id')
    .select('second_factors.user_id as factor_user_id')
    .select(['invitations.invited_at', 'invitations.opened_at', 'invitations.accepted_at'])
    .select((eb) => [
      eb
        .selectFrom('sessions')
        .whereRef('sessions.user_id', '=', 'users.id')
        .select(({ fn }) => fn.max('sessions.created_at').as('at'))
        .as('last_sign_in'),
      jsonObjectFrom(
        eb
          .selectFrom('mails')
          .select(['state', 'reason', 'detail', 'changed_at'])
          .whereRef('mails.user_id', '=', 'users.id')
          .where('purpose', '=', 'welcome')
          .orderBy('mails.id', 'desc')
          .limit(1),
      ).as('invitation_mail'),
    ])
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
}

type UserRow = Awaited<ReturnType<ReturnType<typeof usersWithRoles>['execute']>>[number]

async function describeUsers(tx: Tx, { attempts }: UserDeps, rows: readonly UserRow[]): Promise<User[]> {
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
    state: stateOf({ ...row, is_active, is_locked: locks.has(row.email_key) }),
    last_sign_in: row.last_sign_in?.toISOString() ?? null,
    invited_at: row.invited_at?.toISOString() ?? null,
    invitation_mail: row.invitation_mail && {
      ...row.invitation_mail,
      // In JSON, PostgreSQL writes a time with an offset.
      changed_at: new Date(row.invitation_mail.changed_at).toISOString(),
    },
  }))
}

type Invited = Pick<UserRow, 'invited_at' | 'opened_at' | 'accepted_at' | 'is_active'> & { is_locked: boolean }

function stateOf({ invited_at, opened_at, accepted_at, is_active, is_locked }: Invited): UserState {
  if (!is_active) return 'deactivated'
  if (is_locked) return 'locked'
  if (invited_at === null || accepted_at !== null) return 'active'
  return opened_at === null ? 'invited' : 'opened'
}

/** Examiners with their assigned protocols and surveys. */
export const listExaminers = (tx: Tx, page: Page): Promise<ExaminerRecord[]> => page.read(tx, examiners(tx))

export const findExaminerRecord = (tx: Tx, id: ExaminerId): Promise<ExaminerRecord | undefined> =>
  examiners(tx).where('examiners.id', '=', id).executeTakeFirst()

function examiners(tx: Tx) {
  const assigned = <Id extends string>(table: string, column: string) =>
    sql<Id[]>`(select coalesce(array_agg(${sql.ref(column)} order by ${sql.ref(column)}), '{}')
      from ${sql.table(table)} a where a.examiner_id = examiners.id)`
  return tx
    .selectFrom('examiners')
    .select(['examiners.id', 'examiners.user_id', 'examiners.is_active'])
    .select(assigned<SurveyId>('examiner_surveys', 'survey_id').as('surveys'))
    .select(assigned<ProtocolId>('examiner_protocols', 'protocol_id').as('protocols'))
}

export const findUser = (tx: Tx, id: UserId) =>
  tx.selectFrom('users').selectAll().where('id', '=', id).executeTakeFirst()

export const findExaminer = (tx: Tx, id: ExaminerId) =>
  tx.selectFrom('examiners').selectAll().where('id', '=', id).executeTakeFirst()

export const grantsOf = (tx: Tx, userId: UserId) =>
  tx.selectFrom('impersonation_grants').select(['examiner_id', 'mode']).where('user_id', '=', userId)

export const listGrants = (tx: Tx, userId: UserId) =>
  grantsOf(tx, userId).orderBy('examiner_id').orderBy('mode').execute()

/** Ends all sessions of a user, on every device. */
export async function endSessionsOf(tx: Tx, userId: UserId, now: Date, reason: string) {
  await tx
    .updateTable('sessions')
    .set({ ended_at: now, end_reason: reason })
    .where('user_id', '=', userId)
    .where('ended_at', 'is', null)
    .execute()
}
