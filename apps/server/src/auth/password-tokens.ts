import { type OrganizationId, UserId } from '@fonema/contract'
import { type Kysely, sql } from 'kysely'
import { z } from 'zod'
import { clockSkewSeconds } from '../platform/clock.ts'
import type { Database, Tx } from '../platform/database/database.ts'
import type { Tables } from '../platform/database/tables.ts'
import type { Queue } from '../platform/jobs/queue.ts'
import { hashOfToken, newSecret as newToken } from './tokens.ts'
import './tables.ts'

const lifetimeSeconds = { reset: 3600, welcome: 7 * 24 * 3600 }

/**
 * A queued mail: its recipient and purpose. The token is created when the mail is sent, so that no table contains it.
 */
export const PasswordMail = z.object({
  user_id: UserId,
  purpose: z.enum(['reset', 'welcome', 'locked', 'new_device', 'test', 'webhook_paused', 'break_glass']),
  /** Of a sign-in on a new device or with the break-glass account: when it was, and the browser's own name. */
  sign_in: z.object({ at: z.iso.datetime(), user_agent: z.string().nullable() }).optional(),
  /** The row that records what happens to the mail, for those that managers see. */
  mail_id: z.string().optional(),
})
export type PasswordMail = z.infer<typeof PasswordMail>
type Purpose = keyof typeof lifetimeSeconds

/** The minimum time between mails that were requested too often. */
const spacingSeconds = 600

/** Queues a mail about a password; it is sent after `tx` commits, or, if spaced, in the account's next free period. */
export const queuePasswordMail = (queue: Queue, tx: Tx, mail: PasswordMail, isSpaced = false): Promise<void> =>
  queue.add(tx, 'send-password-mail', mail, isSpaced ? { spacing: { key: mail.user_id, seconds: spacingSeconds } } : {})

/** Creates a token for a link, and invalidates the account's older ones. */
export const issueToken = (database: Database, userId: UserId, purpose: Purpose, now: Date): Promise<string> =>
  database.shared.transaction().execute(async (tx) => (await insertToken(tx, userId, purpose, now)).token)

/** The same in the transaction of a call. */
export async function insertToken(tx: Tx, userId: UserId, purpose: Purpose, now: Date) {
  const token = newToken()
  const expires_at = new Date(now.getTime() + lifetimeSeconds[purpose] * 1000)
  await forgetTokens(tx, userId)
  await tx
    .insertInto('password_tokens')
    .values({ hash: hashOfToken(token), user_id: userId, purpose, created_at: now, expires_at })
    .execute()
  return { token, expires_at }
}

export async function forgetTokens(tx: Tx, userId: UserId): Promise<void> {
  await tx.deleteFrom('password_tokens').where('user_id', '=', userId).execute()
}

/** The owner of a token, with the account's row locked: of two simultaneous confirmations the second finds no token. */
export async function findTokenOwner(db: Kysely<Tables>, token: string, now: Date) {
  const latest = new Date(now.getTime() + clockSkewSeconds * 1000)
  const { rows } = await sql<{ user_id: UserId; organization_id: OrganizationId; email_key: string }>`
    select account.user_id, account.organization_id, account.email_key from credentials account
    where account.is_active and account.has_password and account.password_use <> 'off' and account.user_id =
      (select user_id from password_tokens where hash = ${hashOfToken(token)} and expires_at > ${now} and created_at <= ${latest})
    for update`.execute(db)
  // The token may have been used while this transaction waited for the account.
  const owner = rows[0]
  if (owner === undefined) return undefined
  const still = await db
    .selectFrom('password_tokens')
    .select('user_id')
    .where('hash', '=', hashOfToken(token))
    .executeTakeFirst()
  return still === undefined ? undefined : owner
}
