import type {
  Actor,
  OrganizationId,
  OutboxKey,
  PasskeyProof,
  ProviderId,
  ReportId,
  Tokens,
  UserId,
} from '@fonema/contract'
import type { Config } from '../config.ts'
import { isFromTheFuture } from '../platform/clock.ts'
import type { Tx } from '../platform/database/database.ts'
import { AppError, InvalidFields } from '../platform/http/errors.ts'
import type { Principal } from '../platform/http/principal.ts'
import type { Site } from '../platform/http/site.ts'
import { deriveKeys } from '../platform/keys.ts'
import type { Attempt } from './attempts.ts'
import { outboxKeyOf } from './outbox-key.ts'
import { mayUsePassword } from './password-use.ts'
import { verifyPassword } from './passwords.ts'
import * as queries from './queries.ts'
import { type BrowserSecret, createRefreshTokens } from './refresh-tokens.ts'
import { findSecondFactor, isAppCode } from './second-factor.ts'
import { type Admit, createSignIn, type SignIn, type SignInDeps } from './sign-in.ts'
import { createAccessTokens, hashOfToken } from './tokens.ts'

/** What a person confirms with a proof of who they are. A proof of a provider is for one of these. */
export type Confirmed = { purpose: 'signature'; report_id: ReportId } | { purpose: 'second_factor'; report_id: null }

export type Auth = {
  signIn: SignIn
  admit: Admit
  refresh(refresh: string, secret: BrowserSecret, active: boolean): Promise<Tokens>
  signOut(sessionId: string): Promise<void>
  /**
   * Replaces the tokens of a session that begins or ends an impersonation. Locks the session.
   *
   * @throws {AppError} without the secret of the session's browser
   */
  replaceTokens(tx: Tx, session: { sessionId: string; userId: UserId }, secret: BrowserSecret): Promise<Tokens>
  /**
   * The principal of an access token, read from the database for each call.
   * @param count called before the database is read, with the user id, or `undefined` for an invalid token
   */
  authenticate(accessToken: string, count?: (userId: UserId | undefined) => Promise<void>): Promise<Principal>
  /** The principal of a session whose caller is already authenticated. */
  principalOf(sessionId: string): Promise<Principal>
  outboxKey(userId: UserId): OutboxKey
  /**
   * Checks the password of a signed-in user again. Failures have their own count, so that a lock of sign-ins does not
   * affect signed-in users.
   *
   * @throws {InvalidFields}
   */
  requirePassword(principal: Pick<Principal, 'userId' | 'sessionId'>, password: string): Promise<void>
  /**
   * Checks again who a signed-in user is, by the password, by a code of their second factor, by a passkey that signed a
   * challenge for this, or by a new sign-in at the provider.
   *
   * @throws {InvalidFields}
   */
  requireIdentity(
    principal: Identity,
    proof: {
      password?: string | undefined
      code?: string | undefined
      passkey?: PasskeyProof | undefined
      provider?: string | undefined
    },
    confirmed: Confirmed,
    site: Site,
  ): Promise<void>
}

type AuthDeps = Omit<SignInDeps, 'accessTokens' | 'refreshTokens'> & {
  config: Config
  /** The features of each impersonation mode. */
  modes: Readonly<Record<string, NonNullable<Actor['mode']>>>
  /** Whether the provider that opened a session still lets the person in. */
  isStillVouched(session: ProvidedSession): Promise<boolean>
}

export type ProvidedSession = {
  id: string
  user_id: UserId
  organization_id: OrganizationId
  provider_id: ProviderId | null
}

export function createAuth(deps: AuthDeps): Auth {
  const { database, clock, config, attempts, modes, noteFailure, secondFactor, isStillVouched } = deps
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
    ...createSignIn({ ...deps, accessTokens, refreshTokens }),

    async refresh(refresh, secret, active) {
      const now = clock.now()
      const hash = hashOfToken(refresh)
      // Outside the transaction, because the provider may take seconds to answer.
      const provided = await queries.findProvidedSession(database.shared, hash)
      if (provided !== undefined && !(await isStillVouched(provided))) throw notValid()
      const outcome = await database.shared.transaction().execute(async (tx) => {
        const sessionId = (await queries.findRefreshToken(tx, hash))?.session_id
        const session = sessionId && (await queries.lockSession(tx, sessionId))
        if (!session || hasEnded(session) || !session.is_active) return undefined
        const successor = await refreshTokens.exchange(tx, hash, secret)
        // A copy of the token exists, so the session ends for everybody.
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

    requirePassword,

    async requireIdentity(principal, { password, code, passkey, provider }, confirmed, site) {
      if (provider !== undefined) return requireProof(principal, provider, confirmed)
      if (password !== undefined) return requirePassword(principal, password)
      if (code === undefined && passkey === undefined) throw new InvalidFields({ password: ['required'] })
      const account = await queries.requireCredentials(database.shared, principal.userId)
      const attempt = attemptOf(account, principal)
      const { remaining } = await attempts.take(attempt)
      if (isAppCode(code)) await attempts.takeCode(attempt)
      const isRight = await database.tenant(principal.organizationId, async (tx) => {
        // Without a factor, nothing would be asked for.
        if ((await findSecondFactor(tx, principal.userId)) === undefined) return false
        return (await secondFactor.redeem(tx, principal, { code, passkey }, site, 'signature')) === 'passed'
      })
      if (isRight) {
        if (isAppCode(code)) await attempts.giveBackCode(attempt)
        return attempts.forget(attempt)
      }
      setImmediate(() => void noteFailure(account, remaining === 0))
      throw new InvalidFields(passkey === undefined ? { code: ['invalid'] } : { passkey: ['invalid'] })
    },

    async authenticate(accessToken, count = async () => {}) {
      const session = await accessTokens.verify(accessToken)
      await count(session?.userId)
      if (session === undefined) throw notValid()
      return principalOf(session.sessionId)
    },
    principalOf,
  }

  async function requirePassword({ userId, sessionId }: Pick<Principal, 'userId' | 'sessionId'>, password: string) {
    const account = await queries.requireCredentials(database.shared, userId)
    const attempt = attemptOf(account, { sessionId })
    const { remaining } = await attempts.take(attempt)
    const matches = await verifyPassword(account.password_hash, password)
    if (matches && mayUsePassword(account)) return attempts.forget(attempt)
    setImmediate(() => void noteFailure(account, remaining === 0))
    throw new InvalidFields({ password: ['invalid'] })
  }

  /** Uses up the proof: it confirms one thing. */
  async function requireProof({ userId, sessionId, organizationId }: Identity, proof: string, confirmed: Confirmed) {
    const { numDeletedRows } = await database.tenant(organizationId, (tx) =>
      tx
        .deleteFrom('provider_proofs')
        .where('hash', '=', hashOfToken(proof))
        .where('user_id', '=', userId)
        .where('session_id', '=', sessionId)
        .where('purpose', '=', confirmed.purpose)
        .where((is) => is.or([is('report_id', 'is', null), is('report_id', '=', confirmed.report_id)]))
        .where('expires_at', '>', clock.now())
        .executeTakeFirst(),
    )
    if (numDeletedRows !== 1n) throw new InvalidFields({ provider: ['invalid'] })
  }

  async function principalOf(sessionId: string): Promise<Principal> {
    const found = await queries.findPrincipal(database.shared, sessionId)
    if (found === undefined || !found.is_active || hasEnded(found)) throw notValid()
    const principal = toPrincipal(found, modes)
    // Without its grant the whole session ends, not only the impersonation: otherwise work on the examiner's
    // participants would be stored among the user's own.
    if (principal.impersonation !== null && !found.may_act) throw notValid()
    return principal
  }
}

type Identity = Pick<Principal, 'userId' | 'sessionId' | 'organizationId'>

const attemptOf = ({ email_key }: { email_key: string }, { sessionId }: Pick<Principal, 'sessionId'>): Attempt => ({
  emailKey: email_key,
  source: { kind: 'session', value: sessionId },
})

function toPrincipal(found: queries.PrincipalRow, modes: AuthDeps['modes']): Principal {
  const { acting_examiner_id, acting_mode } = found
  const isActing = acting_examiner_id !== null && acting_mode !== null
  const impersonation = isActing ? { examiner_id: acting_examiner_id, mode: acting_mode } : null
  return {
    userId: found.user_id,
    organizationId: found.organization_id,
    sessionId: found.session_id,
    machine: null,
    examinerId: impersonation?.examiner_id ?? found.examiner_id,
    // During an impersonation the user has only the examiner's role.
    managerId: isActing ? null : found.manager_id,
    impersonation,
    timeZone: found.time_zone,
    ownTimeZone: found.own_time_zone,
    secondFactorNeeded: found.factor_from === null ? null : { from: found.factor_from, is_due: found.lacks_factor },
    lastWrite: found.last_write,
    roles: {
      is_examiner: isActing || found.examiner_id !== null,
      is_manager: !isActing && found.manager_id !== null,
      is_owner: !isActing && found.is_owner,
    },
    mode: impersonation === null ? null : (modes[impersonation.mode] ?? {}),
  }
}
