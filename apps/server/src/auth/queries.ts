import type { ExaminerId, ManagerId, OrganizationId, ProviderId, UserId } from '@fonema/contract'
import type { Kysely } from 'kysely'
import { sql } from 'kysely'
import type { Tables } from '../platform/database/tables.ts'
import './tables.ts'

type Db = Kysely<Tables>

/** One form for all ways to write an e-mail address, so that they share one account and one count of failures. */
export const emailKeyOf = (email: string) => email.normalize('NFKC').trim().toLowerCase()

export const findCredentials = (db: Db, emailKey: string) =>
  db.selectFrom('credentials').selectAll().where('email_key', '=', emailKey).executeTakeFirst()

export const requireCredentials = (db: Db, userId: UserId) =>
  db.selectFrom('credentials').selectAll().where('user_id', '=', userId).executeTakeFirstOrThrow()

/** Replaces the hash of an unchanged password, unless the password was changed meanwhile. */
export const replaceHash = (
  db: Db,
  { user_id, password_hash: before }: { user_id: UserId; password_hash: string },
  password_hash: string,
) =>
  db.transaction().execute(async (tx) => {
    await sql`select set_config('app.rehash', 'on', true)`.execute(tx)
    await tx
      .updateTable('credentials')
      .set({ password_hash })
      .where('user_id', '=', user_id)
      .where('password_hash', '=', before)
      .execute()
  })

export async function insertSession(
  db: Db,
  {
    id,
    account,
    userAgent,
    providerId,
    isFactorProven = false,
    now,
  }: {
    id: string
    account: { user_id: UserId; organization_id: OrganizationId }
    userAgent: string | undefined
    providerId?: ProviderId
    isFactorProven?: boolean
    now: Date
  },
) {
  await db
    .insertInto('sessions')
    .values({
      id,
      user_id: account.user_id,
      organization_id: account.organization_id,
      created_at: now,
      last_active_at: now,
      user_agent: userAgent?.slice(0, 300) ?? null,
      provider_id: providerId ?? null,
      is_factor_proven: isFactorProven,
    })
    .execute()
}

export type RefreshToken = { hash: Buffer; session_id: string; rotated_at: Date | null; browser_hash: Buffer | null }

export async function insertRefreshToken(db: Db, token: Omit<RefreshToken, 'rotated_at'>, now: Date) {
  await db
    .insertInto('refresh_tokens')
    .values({ ...token, issued_at: now })
    .execute()
}

/** Locks the session until the transaction ends. Every change of its chain of refresh tokens needs this lock. */
export const lockSession = (db: Db, sessionId: string) =>
  db
    .selectFrom('sessions as session')
    .innerJoin('credentials as account', 'account.user_id', 'session.user_id')
    .select([
      'session.user_id',
      'session.created_at',
      'session.last_active_at',
      'session.ended_at',
      'account.is_active',
    ])
    .where('session.id', '=', sessionId)
    .forUpdate('session')
    .executeTakeFirst()

const refreshTokens = (db: Db) =>
  db.selectFrom('refresh_tokens').select(['hash', 'session_id', 'rotated_at', 'browser_hash'])

export const findRefreshToken = (db: Db, hash: Buffer) => refreshTokens(db).where('hash', '=', hash).executeTakeFirst()

/** The session of a refresh token that an identity provider opened. */
export const findProvidedSession = (db: Db, hash: Buffer) =>
  db
    .selectFrom('refresh_tokens as token')
    .innerJoin('sessions as session', 'session.id', 'token.session_id')
    .select(['session.id', 'session.user_id', 'session.organization_id', 'session.provider_id'])
    .where('token.hash', '=', hash)
    .where('session.provider_id', 'is not', null)
    .where('session.ended_at', 'is', null)
    .executeTakeFirst()

/** The session's token that was not used yet. */
export const findCurrentToken = (db: Db, sessionId: string) =>
  refreshTokens(db).where('session_id', '=', sessionId).where('rotated_at', 'is', null).executeTakeFirst()

export async function rotateRefreshToken(db: Db, token: RefreshToken, successor: Buffer, now: Date) {
  await db.updateTable('refresh_tokens').set({ rotated_at: now }).where('hash', '=', token.hash).execute()
  await insertRefreshToken(db, { hash: successor, session_id: token.session_id, browser_hash: token.browser_hash }, now)
}

/** Deletes the tokens of sessions that ended, and of sessions that began before `before`, which are over too. */
export async function deleteOverRefreshTokens(db: Db, before: Date) {
  await db
    .deleteFrom('refresh_tokens')
    .using('sessions as session')
    .whereRef('session.id', '=', 'refresh_tokens.session_id')
    .where(({ eb, or }) => or([eb('session.ended_at', 'is not', null), eb('session.created_at', '<', before)]))
    .execute()
}

export async function touchSession(db: Db, sessionId: string, now: Date) {
  await db
    .updateTable('sessions')
    .set({ last_active_at: now })
    .where('id', '=', sessionId)
    .where('last_active_at', '<', now)
    .execute()
}

export async function endSession(db: Db, sessionId: string, now: Date, reason: string) {
  await db
    .updateTable('sessions')
    .set({ ended_at: now, end_reason: reason })
    .where('id', '=', sessionId)
    .where('ended_at', 'is', null)
    .execute()
}

export type PrincipalRow = {
  session_id: string
  user_id: UserId
  organization_id: OrganizationId
  created_at: Date
  last_active_at: Date
  ended_at: Date | null
  is_active: boolean
  examiner_id: ExaminerId | null
  manager_id: ManagerId | null
  is_owner: boolean
  time_zone: string
  own_time_zone: string
  acting_examiner_id: ExaminerId | null
  acting_mode: string | null
  may_act: boolean
  /** `YYYY-MM-DD`: from then on a role of the user needs a second factor, which they lack. */
  factor_from: string | null
  /** That day had come when the session began. */
  lacks_factor: boolean
  last_write: string | null
}

export async function findPrincipal(db: Db, sessionId: string): Promise<PrincipalRow | undefined> {
  const { rows } = await sql<PrincipalRow>`select * from session_principal(${sessionId})`.execute(db)
  return rows[0]
}

const position = sql<string>`greatest(last_write, pg_current_wal_insert_lsn())`

/** Notes how far the database's log is, after a write of the session. */
export async function noteWrite(db: Db, sessionId: string) {
  await db.updateTable('sessions').set({ last_write: position }).where('id', '=', sessionId).execute()
}

/** The same for every open session of the organisation; none is older than a day. */
export async function noteWriteForAll(db: Db, organizationId: OrganizationId) {
  await db
    .updateTable('sessions')
    .set({ last_write: position })
    .where('organization_id', '=', organizationId)
    .where('ended_at', 'is', null)
    .where(sql<boolean>`created_at > now() - interval '1 day'`)
    .execute()
}

export const hadSession = async (db: Db, userId: UserId): Promise<boolean> =>
  (await db.selectFrom('sessions').select('id').where('user_id', '=', userId).limit(1).executeTakeFirst()) !== undefined

/** Ends a person's sessions except this one. */
export async function endOtherSessions(
  db: Db,
  { userId, sessionId }: { userId: UserId; sessionId: string },
  now: Date,
  reason: string,
) {
  await db
    .updateTable('sessions')
    .set({ ended_at: now, end_reason: reason })
    .where('user_id', '=', userId)
    .where('id', '<>', sessionId)
    .where('ended_at', 'is', null)
    .execute()
}
