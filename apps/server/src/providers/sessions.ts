import type { ProviderId, UserId } from '@fonema/contract'
import { endSession } from '../auth/queries.ts'
import type { ProvidedSession } from '../auth/service.ts'
import { hashOfToken } from '../auth/tokens.ts'
import type { Clock } from '../platform/clock.ts'
import type { Database, Tx } from '../platform/database/database.ts'
import { deriveKeys, type Secrets } from '../platform/keys.ts'
import { openValue, sealValue } from '../platform/sealed-value.ts'
import { applyRule } from './accounts.ts'
import type { Arrival } from './arrivals.ts'
import { AnswerRefused, maxLogoutAgeSeconds, type ProviderClient } from './client.ts'
import { ruleFor } from './rules.ts'
import { findSettings, organizationOf, type Settings } from './settings.ts'
import './tables.ts'

/** How often the provider is asked again about a person who works. */
const checkSeconds = 240

type Deps = { database: Database; clock: Clock; config: Secrets; client: ProviderClient }

type Tokens = { idToken: string; refreshToken: string | null }

const sealTokens = (secrets: Secrets, sessionId: string, { idToken, refreshToken }: Tokens) =>
  sealValue(deriveKeys(secrets, 'providers'), Buffer.from(JSON.stringify({ idToken, refreshToken })), sessionId)

function openTokens(secrets: Secrets, sessionId: string, sealed: Buffer): Tokens | undefined {
  const plain = openValue(deriveKeys(secrets, 'providers'), sealed, sessionId)
  return plain && (JSON.parse(plain.toString()) as Tokens) // sealed by us
}

/** Writes the provider's side of a new session. */
export async function insertProviderSession(
  tx: Tx,
  secrets: Secrets,
  { organization_id, id: provider_id }: Settings,
  { sessionId, userId, arrival }: { sessionId: string; userId: UserId; arrival: Arrival },
  now: Date,
) {
  await tx
    .insertInto('provider_sessions')
    .values({
      session_id: sessionId,
      organization_id,
      provider_id,
      user_id: userId,
      subject: arrival.subject,
      provider_session: arrival.providerSession,
      sealed_tokens: sealTokens(secrets, sessionId, arrival),
      checked_at: now,
    })
    .execute()
}

/** Replaces the provider's tokens of a session: after a new sign-in there, the earlier ones may have ended. */
export async function keepTokens(tx: Tx, secrets: Secrets, sessionId: string, tokens: Tokens) {
  await tx
    .updateTable('provider_sessions')
    .set({ sealed_tokens: sealTokens(secrets, sessionId, tokens) })
    .where('session_id', '=', sessionId)
    .execute()
}

/** The provider and the tokens of a session. */
export async function findProviderSession(tx: Tx, secrets: Secrets, sessionId: string) {
  const row = await tx
    .selectFrom('provider_sessions')
    .selectAll()
    .where('session_id', '=', sessionId)
    .executeTakeFirst()
  const settings = row && (await findSettings(tx, secrets, row.provider_id))
  const tokens = row && openTokens(secrets, sessionId, row.sealed_tokens)
  return row === undefined || settings === undefined || tokens === undefined ? undefined : { ...row, settings, tokens }
}

/**
 * Asks the provider again when a session gets new tokens. Whoever lost the last role, or whose sign-in the provider
 * ended, has no session any more. While the provider is away, people go on.
 */
export function createVouching({ database, clock, config, client }: Deps) {
  return async function isStillVouched({ id, user_id, organization_id }: ProvidedSession): Promise<boolean> {
    const now = clock.now()
    const found = await database.tenant(organization_id, async (tx) => {
      const session = await findProviderSession(tx, config, id)
      if (session === undefined) return 'removed'
      if (!session.settings.is_on) return 'removed'
      if (session.tokens.refreshToken === null) return 'unknown'
      // One caller asks: a second use of a refresh token would look like a theft to the provider.
      const { numUpdatedRows } = await tx
        .updateTable('provider_sessions')
        .set({ checked_at: now })
        .where('session_id', '=', id)
        .where('checked_at', '<=', new Date(now.getTime() - checkSeconds * 1000))
        .executeTakeFirst()
      return numUpdatedRows === 1n ? session : 'unknown'
    })
    if (found === 'unknown') return true
    const end = async (reason: string) => {
      await endSession(database.shared, id, clock.now(), reason)
      return false
    }
    if (found === 'removed') return end('provider_removed')
    const { settings, tokens, subject } = found
    let answer: Awaited<ReturnType<ProviderClient['renew']>>
    try {
      answer = await client.renew(settings, tokens.refreshToken!, subject)
    } catch (error) {
      if (error instanceof AnswerRefused) return end('provider_refused')
      return true
    }
    const rule = ruleFor(answer.claims, settings.rules)
    const mayStay = await database.tenant(organization_id, async (tx) => {
      if (rule === undefined && !(await isOwner(tx, user_id))) return false
      await applyRule(tx, settings, user_id, rule)
      await keepTokens(tx, config, id, { ...answer, idToken: answer.idToken || tokens.idToken })
      return true
    })
    if (mayStay) return true
    await database.tenant(organization_id, (tx) => endProvided(tx, settings.id, { user_id }, clock.now(), 'no_role'))
    return false
  }
}

export async function isOwner(tx: Tx, userId: UserId): Promise<boolean> {
  const { owner_user_id } = await tx.selectFrom('organizations').select('owner_user_id').executeTakeFirstOrThrow()
  return owner_user_id === userId
}

/** Ends the sessions of a provider: all, or those of a person, a subject or one of the provider's sessions. */
export async function endProvided(
  tx: Tx,
  providerId: ProviderId,
  whose: { user_id?: UserId; subject?: string | undefined; session?: string | undefined },
  now: Date,
  reason: string,
) {
  await tx
    .updateTable('sessions')
    .set({ ended_at: now, end_reason: reason })
    .where('ended_at', 'is', null)
    .where('id', 'in', (db) =>
      db
        .selectFrom('provider_sessions')
        .select('session_id')
        .where('provider_id', '=', providerId)
        .$if(whose.user_id !== undefined, (query) => query.where('user_id', '=', whose.user_id!))
        .$if(whose.subject !== undefined, (query) => query.where('subject', '=', whose.subject!))
        .$if(whose.session !== undefined, (query) => query.where('provider_session', '=', whose.session!)),
    )
    .execute()
}

/**
 * Ends the sessions that a logout token names, at once: each call reads its session. With a subject and a session of
 * the provider, only that session ends.
 *
 * @returns false for a token that is not the provider's or was used
 */
export async function logOutFromThere({ database, clock, config, client }: Deps, id: ProviderId, token: string) {
  const organizationId = await organizationOf(database, id)
  if (organizationId === undefined) return false
  const settings = await database.tenant(organizationId, (tx) => findSettings(tx, config, id))
  if (settings === undefined) return false
  const now = clock.now()
  const { subject, session, jti } = await client.readLogoutToken(settings, token, now)
  return database.tenant(organizationId, async (tx) => {
    await tx.deleteFrom('provider_logouts').where('expires_at', '<=', now).execute()
    const first = await tx
      .insertInto('provider_logouts')
      .values({
        provider_id: id,
        jti_hash: hashOfToken(jti),
        organization_id: organizationId,
        expires_at: new Date(now.getTime() + 2 * maxLogoutAgeSeconds * 1000),
      })
      .onConflict((conflict) => conflict.doNothing())
      .returning('provider_id')
      .executeTakeFirst()
    if (first === undefined) return false
    await endProvided(tx, id, { subject, session }, now, 'provider_logout')
    return true
  })
}
