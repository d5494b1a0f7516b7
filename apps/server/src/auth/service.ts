import type { Actor, Credentials, OutboxKey, Tokens } from '@fonema/contract'
import { v7 as uuidv7 } from 'uuid'
import type { Config } from '../config.ts'
import { type Clock, isFromTheFuture } from '../platform/clock.ts'
import type { Database } from '../platform/database/database.ts'
import { AppError } from '../platform/http/errors.ts'
import type { Principal } from '../platform/http/principal.ts'
import { deriveKey, deriveKeys } from '../platform/keys.ts'
import { createLockout } from './lockout.ts'
import { outboxKeyOf } from './outbox-key.ts'
import { hashPassword, isOutdatedHash, verifyPassword } from './passwords.ts'
import * as queries from './queries.ts'
import { createAccessTokens, hashOfToken, newRefreshToken, successorOf } from './tokens.ts'

export type Auth = {
  signIn(credentials: Credentials, address: string): Promise<Tokens>
  refresh(refresh: string, active: boolean): Promise<Tokens>
  signOut(sessionId: string): Promise<void>
  /** A further pair of tokens for a session that goes on. */
  issueTokens(session: { sessionId: string; userId: string }): Promise<Tokens>
  /**
   * The principal of an access token, as the database says at this moment.
   * @param count told whose the token is before the database is asked; of nobody, when it is none of ours
   */
  authenticate(accessToken: string, count?: (userId: string | undefined) => Promise<void>): Promise<Principal>
  /** The same of a session that is known to be somebody's. */
  principalOf(sessionId: string): Promise<Principal>
  outboxKey(userId: string): OutboxKey
}

type AuthDeps = {
  database: Database
  clock: Clock
  config: Config
  /** Which features each impersonation mode has. */
  modes: Readonly<Record<string, NonNullable<Actor['mode']>>>
  /** Told of an attempt with a wrong password on an account that there is; nobody waits for it. */
  noteFailure(account: { user_id: string; organization_id: string }): Promise<void>
}

/** One form for all ways to write an e-mail address, so that they share one account and one count of failures. */
export const emailKeyOf = (email: string) => email.normalize('NFKC').trim().toLowerCase()

export function createAuth({ database, clock, config, modes, noteFailure }: AuthDeps): Auth {
  const { accessSeconds, idleSeconds, absoluteSeconds, graceSeconds } = config.session
  const accessTokens = createAccessTokens(deriveKeys(config, 'access'), clock, accessSeconds)
  const refreshKeys = deriveKeys(config, 'refresh')
  const lockout = createLockout(database, deriveKey(config.secretKey, 'login-attempts'))
  const notValid = () => new AppError('token_not_valid')
  const secondsSince = (time: Date) => (clock.now().getTime() - time.getTime()) / 1000
  const hasEnded = (session: { created_at: Date; last_active_at: Date; ended_at: Date | null }) =>
    session.ended_at !== null ||
    secondsSince(session.last_active_at) > idleSeconds ||
    secondsSince(session.created_at) > absoluteSeconds ||
    isFromTheFuture(session.last_active_at, clock.now())

  async function takeAttempts(emailKey: string, address: string) {
    const now = clock.now()
    const { attempts, addressAttempts, seconds } = config.lockout
    const byAddress = await lockout.take('address', address, now, { attempts: addressAttempts, seconds })
    if (byAddress.failures > addressAttempts) throw locked(byAddress.until, now)
    const byEmail = await lockout.take('email', emailKey, now, { attempts, seconds })
    if (byEmail.failures > attempts) throw locked(byEmail.until, now)
    return { remaining: attempts - byEmail.failures }
  }

  return {
    async signIn({ email, password }, address) {
      const emailKey = emailKeyOf(email)
      const { remaining } = await takeAttempts(emailKey, address)
      const account = await queries.findCredentials(database.shared, emailKey)
      const matches = await verifyPassword(account?.password_hash, password)
      if (!matches || account === undefined || !account.is_active) {
        // Not before the answer is on its way: its time must not tell an address that is known from one that is not.
        if (account !== undefined) setImmediate(() => void noteFailure(account))
        throw new AppError('invalid_credentials_remaining_attempts', { remaining_attempts: remaining })
      }

      if (isOutdatedHash(account.password_hash))
        await queries.replaceHash(database.shared, account, await hashPassword(password))
      await lockout.forget('email', emailKey)
      await lockout.giveBack('address', address)
      const now = clock.now()
      const sessionId = uuidv7()
      const refresh = newRefreshToken()
      await database.shared.transaction().execute(async (tx) => {
        await queries.insertSession(tx, { id: sessionId, account, now })
        await queries.insertRefreshToken(tx, { hash: hashOfToken(refresh), sessionId, now })
      })
      return { access: await accessTokens.sign({ sessionId, userId: account.user_id }), refresh }
    },

    async refresh(refresh, active) {
      const now = clock.now()
      const hash = hashOfToken(refresh)
      const successors = refreshKeys.map((key) => successorOf(key, refresh))
      const outcome = await database.shared.transaction().execute(async (tx) => {
        const found = await queries.lockRefreshToken(tx, hash)
        if (found === undefined || hasEnded(found) || !found.is_active) return undefined
        if (found.rotated_at === null) {
          await queries.rotateRefreshToken(tx, { hash, successor: hashOfToken(successors[0]!), found, now })
        } else if (secondsSince(found.rotated_at) > graceSeconds || isFromTheFuture(found.rotated_at, now)) {
          // Somebody else holds a copy of this token: nobody keeps the session.
          await queries.endSession(tx, found.session_id, now, 'refresh_token_reused')
          return undefined
        }
        if (active) await queries.touchSession(tx, found.session_id, now)
        // The first use may have been before the clinic's secret was replaced.
        const stored = await queries.findRefreshTokens(tx, successors.map(hashOfToken))
        const successor = successors.find((token) => stored.some((each) => each.equals(hashOfToken(token))))
        return successor && { ...found, successor }
      })
      if (!outcome) throw notValid()
      const { session_id: sessionId, user_id: userId, successor } = outcome
      return { access: await accessTokens.sign({ sessionId, userId }), refresh: successor }
    },

    async signOut(sessionId) {
      await queries.endSession(database.shared, sessionId, clock.now(), 'signed_out')
    },

    async issueTokens({ sessionId, userId }) {
      const refresh = newRefreshToken()
      await queries.insertRefreshToken(database.shared, { hash: hashOfToken(refresh), sessionId, now: clock.now() })
      return { access: await accessTokens.sign({ sessionId, userId }), refresh }
    },

    outboxKey: (userId) => outboxKeyOf(config, userId),

    async authenticate(accessToken, count = async () => {}) {
      const session = await accessTokens.verify(accessToken)
      await count(session?.userId)
      if (session === undefined) throw notValid()
      return principalOf(session.sessionId)
    },
    principalOf,
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

function locked(until: Date, now: Date): AppError {
  const seconds = Math.max(1, Math.ceil((until.getTime() - now.getTime()) / 1000))
  return new AppError('account_locked', {
    minutes_remaining: Math.floor(seconds / 60),
    seconds_remaining: seconds % 60,
    retry_after_seconds: seconds,
  })
}
