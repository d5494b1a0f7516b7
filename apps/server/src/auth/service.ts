import type { Actor, Credentials, OutboxKey, Tokens } from '@fonema/contract'
import { v7 as uuidv7 } from 'uuid'
import type { Config } from '../config.ts'
import { type Clock, isFromTheFuture } from '../platform/clock.ts'
import { actAs, type Database, type Tx } from '../platform/database/database.ts'
import { AppError, InvalidFields } from '../platform/http/errors.ts'
import type { Principal } from '../platform/http/principal.ts'
import type { Site } from '../platform/http/site.ts'
import { deriveKeys } from '../platform/keys.ts'
import type { Attempt, Attempts, Source } from './attempts.ts'
import { outboxKeyOf } from './outbox-key.ts'
import { hashPassword, isOutdatedHash, verifyPassword } from './passwords.ts'
import * as queries from './queries.ts'
import { type BrowserSecret, createRefreshTokens } from './refresh-tokens.ts'
import { isAppCode, type SecondFactor } from './second-factor.ts'
import { createAccessTokens, hashOfToken } from './tokens.ts'

export type Auth = {
  signIn(credentials: Credentials, from: Origin): Promise<{ tokens: Tokens; browserSecret: string }>
  refresh(refresh: string, secret: BrowserSecret, active: boolean): Promise<Tokens>
  signOut(sessionId: string): Promise<void>
  /**
   * New tokens in place of those of a session that becomes another person's work. Locks the session.
   *
   * @throws {AppError} without the secret of the session's browser
   */
  replaceTokens(tx: Tx, session: { sessionId: string; userId: string }, secret: BrowserSecret): Promise<Tokens>
  /**
   * The principal of an access token, as the database says at this moment.
   * @param count told whose the token is before the database is asked; of nobody, when it is none of ours
   */
  authenticate(accessToken: string, count?: (userId: string | undefined) => Promise<void>): Promise<Principal>
  /** The same of a session that is known to be somebody's. */
  principalOf(sessionId: string): Promise<Principal>
  outboxKey(userId: string): OutboxKey
  /**
   * Somebody who is signed in shows once more that it is they. Wrong ones have a count of their own, so that a lock of
   * sign-ins stops nobody who is inside.
   *
   * @throws {InvalidFields}
   */
  requirePassword(principal: Pick<Principal, 'userId' | 'sessionId'>, password: string): Promise<void>
}

/** Where a sign-in comes from, and the site that the browser shows. */
type Origin = { source: Source; site: Site }

type AuthDeps = {
  database: Database
  clock: Clock
  config: Config
  attempts: Attempts
  secondFactor: SecondFactor
  /** Which features each impersonation mode has. */
  modes: Readonly<Record<string, NonNullable<Actor['mode']>>>
  /** Called with the existing account of a wrong password or code, and whether it was the last one before a lock. */
  noteFailure(account: Account, isLast: boolean): Promise<void>
}

type Account = { user_id: string; organization_id: string; email_key: string }

type NewSession = Parameters<typeof queries.insertSession>[1]

/** One form for all ways to write an e-mail address, so that they share one account and one count of failures. */
export const emailKeyOf = (email: string) => email.normalize('NFKC').trim().toLowerCase()

export function createAuth({ database, clock, config, attempts, secondFactor, modes, noteFailure }: AuthDeps): Auth {
  const { accessSeconds, idleSeconds, absoluteSeconds, graceSeconds } = config.session
  const accessTokens = createAccessTokens(deriveKeys(config, 'access'), clock, accessSeconds)
  const refreshTokens = createRefreshTokens({ keys: deriveKeys(config, 'refresh'), clock, graceSeconds })
  const notValid = () => new AppError('token_not_valid')
  const secondsSince = (time: Date) => (clock.now().getTime() - time.getTime()) / 1000
  const hasEnded = (session: { created_at: Date; last_active_at: Date; ended_at: Date | null }) =>
    session.ended_at !== null ||
    secondsSince(session.last_active_at) > idleSeconds ||
    secondsSince(session.created_at) > absoluteSeconds ||
    isFromTheFuture(session.last_active_at, clock.now())

  return {
    async signIn({ email, password, ...proof }, { source, site }) {
      const attempt = { emailKey: emailKeyOf(email), source }
      let { remaining } = await attempts.take(attempt)
      const account = await queries.findCredentials(database.shared, attempt.emailKey)
      const matches = await verifyPassword(account?.password_hash, password)
      const refuse = (why: 'invalid_credentials_remaining_attempts' | 'invalid_second_factor') => {
        // Not before the answer is on its way: its time must not tell an address that is known from one that is not.
        if (account !== undefined) setImmediate(() => void noteFailure(account, remaining === 0))
        return new AppError(why, { remaining_attempts: remaining })
      }
      if (!matches || account === undefined || !account.is_active)
        throw refuse('invalid_credentials_remaining_attempts')
      if (isAppCode(proof.code)) remaining = Math.min(remaining, (await attempts.takeCode(attempt)).remaining)

      if (isOutdatedHash(account.password_hash))
        await queries.replaceHash(database.shared, account, await hashPassword(password))
      const session = { id: uuidv7(), account, now: clock.now() }
      // A code is used up together with the session that it opens, or not at all.
      const { outcome, required, opened } = await inNameOf(session, async (tx) => {
        const whose = { userId: account.user_id, organizationId: account.organization_id }
        const outcome = await secondFactor.redeem(tx, whose, proof, site)
        if (outcome === 'required') return { outcome, required: await secondFactor.describeRequired(tx, whose, site) }
        if (outcome === 'refused') return { outcome }
        await queries.insertSession(tx, session)
        return { outcome, opened: await refreshTokens.start(tx, session.id) }
      })
      if (outcome === 'refused') throw refuse('invalid_second_factor')
      if (opened === undefined) {
        // Forgetting failures here would let whoever knows the password guess codes without end.
        await attempts.giveBack(attempt)
        throw new AppError('second_factor_required', required)
      }
      await attempts.forget(attempt)
      const { refresh, browserSecret } = opened
      const access = await accessTokens.sign({ sessionId: session.id, userId: account.user_id })
      return { tokens: { access, refresh }, browserSecret }
    },

    async refresh(refresh, secret, active) {
      const now = clock.now()
      const hash = hashOfToken(refresh)
      const outcome = await database.shared.transaction().execute(async (tx) => {
        const sessionId = (await queries.findRefreshToken(tx, hash))?.session_id
        const session = sessionId && (await queries.lockSession(tx, sessionId))
        if (!session || hasEnded(session) || !session.is_active) return undefined
        const successor = await refreshTokens.exchange(tx, hash, secret)
        // Somebody else holds a copy of this token: nobody keeps the session.
        if (successor === 'replayed') await queries.endSession(tx, sessionId, now, 'refresh_token_reused')
        if (successor === 'replayed' || successor === undefined) return undefined
        if (active) await queries.touchSession(tx, sessionId, now)
        return { sessionId, userId: session.user_id, successor }
      })
      if (outcome === undefined) throw notValid()
      return { access: await accessTokens.sign(outcome), refresh: outcome.successor }
    },

    async signOut(sessionId) {
      await queries.endSession(database.shared, sessionId, clock.now(), 'signed_out')
    },

    async replaceTokens(tx, { sessionId, userId }, secret) {
      const session = await queries.lockSession(tx, sessionId)
      if (session === undefined || hasEnded(session)) throw notValid()
      const refresh = await refreshTokens.advance(tx, sessionId, secret)
      if (refresh === undefined) throw notValid()
      return { access: await accessTokens.sign({ sessionId, userId }), refresh }
    },

    outboxKey: (userId) => outboxKeyOf(config, userId),

    async requirePassword({ userId, sessionId }, password) {
      const account = await queries.requireCredentials(database.shared, userId)
      const attempt: Attempt = { emailKey: account.email_key, source: { kind: 'session', value: sessionId } }
      const { remaining } = await attempts.take(attempt)
      if (await verifyPassword(account.password_hash, password)) return attempts.forget(attempt)
      setImmediate(() => void noteFailure(account, remaining === 0))
      throw new InvalidFields({ password: ['invalid'] })
    },

    async authenticate(accessToken, count = async () => {}) {
      const session = await accessTokens.verify(accessToken)
      await count(session?.userId)
      if (session === undefined) throw notValid()
      return principalOf(session.sessionId)
    },
    principalOf,
  }

  /** The transaction of a session that is about to begin: the trail knows whose it is. */
  function inNameOf<T>({ id, account }: NewSession, work: (tx: Tx) => Promise<T>): Promise<T> {
    const person = { user_id: account.user_id, session_id: id, examiner_id: null, mode: null }
    return actAs(person, () => database.tenant(account.organization_id, work))
  }

  async function principalOf(sessionId: string): Promise<Principal> {
    const found = await queries.findPrincipal(database.shared, sessionId)
    if (found === undefined || !found.is_active || hasEnded(found)) throw notValid()
    const { acting_examiner_id, acting_mode } = found
    const isActing = acting_examiner_id !== null && acting_mode !== null
    // Without its grant an impersonation ends with its session: what was meant for another's participants must not
    // land among one's own.
    if (isActing && !found.may_act) throw notValid()
    const impersonation = isActing ? { examiner_id: acting_examiner_id, mode: acting_mode } : null
    return {
      userId: found.user_id,
      organizationId: found.organization_id,
      sessionId: found.session_id,
      examinerId: impersonation?.examiner_id ?? found.examiner_id,
      // Whoever works as an examiner is one, and nothing more.
      managerId: isActing ? null : found.manager_id,
      impersonation,
      timeZone: found.time_zone,
      roles: {
        is_examiner: isActing || found.examiner_id !== null,
        is_manager: !isActing && found.manager_id !== null,
        is_owner: !isActing && found.is_owner,
      },
      mode: impersonation === null ? null : (modes[impersonation.mode] ?? {}),
    }
  }
}
