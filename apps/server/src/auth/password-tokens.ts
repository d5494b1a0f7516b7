import { type Kysely, sql } from 'kysely'
import { z } from 'zod'
import { clockSkewSeconds } from '../platform/clock.ts'
import type { Database, Tx } from '../platform/database/database.ts'
import type { Tables } from '../platform/database/tables.ts'
import type { Queue } from '../platform/jobs/queue.ts'
import { hashOfToken, newSecret as newToken } from './tokens.ts'
import './tables.ts'

const lifetimeSeconds = { reset: 3600, welcome: 7 * 24 * 3600 }

/** What a queued mail says: whom it is for and why. A token is made when it is sent, so that no table holds it. */
export const PasswordMail = z.object({ user_id: z.uuid(), purpose: z.enum(['reset', 'welcome', 'locked']) })
export type PasswordMail = z.infer<typeof PasswordMail>
type Purpose = keyof typeof lifetimeSeconds

/** Two mails that somebody asked for too often are at least this far apart. */
const spacingSeconds = 600

/** Mails about a password, when the change of `tx` is committed; spaced ones at the account's next turn. */
export const queuePasswordMail = (queue: Queue, tx: Tx, mail: PasswordMail, isSpaced = false): Promise<void> =>
  queue.add(tx, 'send-password-mail', mail, isSpaced ? { spacing: { key: mail.user_id, seconds: spacingSeconds } } : {})

/** A token for a link. A newer one ends the older ones. */
export async function issueToken(database: Database, userId: string, purpose: Purpose, now: Date): Promise<string> {
  const token = newToken()
  const expires_at = new Date(now.getTime() + lifetimeSeconds[purpose] * 1000)
  await database.shared.transaction().execute(async (tx) => {
    await forgetTokens(tx, userId)
    await tx
      .insertInto('password_tokens')
      .values({ hash: hashOfToken(token), user_id: userId, purpose, created_at: now, expires_at })
      .execute()
  })
  return token
}

export async function forgetTokens(tx: Tx, userId: string): Promise<void> {
  await tx.deleteFrom('password_tokens').where('user_id', '=', userId).execute()
}

/** Whose token it is, with the account locked: of two confirmations at once the second finds none. */
export async function findTokenOwner(db: Kysely<Tables>, token: string, now: Date) {
  const latest = new Date(now.getTime() + clockSkewSeconds * 1000)
  const { rows } = await sql<{ user_id: string; organization_id: string; email_key: string }>`
    select account.user_id, account.organization_id, account.email_key from credentials account
    where account.is_active and account.user_id =
      (select user_id from password_tokens where hash = ${hashOfToken(token)} and expires_at > ${now} and created_at <= ${latest})
    for update`.execute(db)
  // The token may have been used up while the account was waited for.
  const owner = rows[0]
  if (owner === undefined) return undefined
  const still = await db
    .selectFrom('password_tokens')
    .select('user_id')
    .where('hash', '=', hashOfToken(token))
    .executeTakeFirst()
  return still === undefined ? undefined : owner
}
