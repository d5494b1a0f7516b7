import type { Credentials, OrganizationId, Tokens, UserId } from '@fonema/contract'
import { v7 as uuidv7 } from 'uuid'
import type { Clock } from '../platform/clock.ts'
import { actAs, type Database, type Tx } from '../platform/database/database.ts'
import { AppError } from '../platform/http/errors.ts'
import type { Site } from '../platform/http/site.ts'
import type { Attempts, Source } from './attempts.ts'
import { hashPassword, isOutdatedHash, verifyPassword } from './passwords.ts'
import { emailKeyOf, findCredentials, hadSession, insertSession, replaceHash } from './queries.ts'
import type { createRefreshTokens } from './refresh-tokens.ts'
import { isAppCode, type SecondFactor } from './second-factor.ts'
import type { createAccessTokens } from './tokens.ts'

/** The source of a sign-in, the site in the browser, and the browser's own name. */
type Origin = { source: Source; site: Site; userAgent: string | undefined }

export type SignIn = (credentials: Credentials, from: Origin) => Promise<{ tokens: Tokens; browserSecret: string }>

type Account = { user_id: UserId; organization_id: OrganizationId; email_key: string }

type NewSession = Parameters<typeof insertSession>[1]

export type SignInDeps = {
  database: Database
  clock: Clock
  attempts: Attempts
  secondFactor: SecondFactor
  accessTokens: ReturnType<typeof createAccessTokens>
  refreshTokens: ReturnType<typeof createRefreshTokens>
  /** Called after a wrong password or code, if the account exists. `isLast`: this failure led to a lock. */
  noteFailure(account: Account, isLast: boolean): Promise<void>
  /** Called in the transaction of a sign-in from a device on which the account never signed in before. */
  noteNewDevice(tx: Tx, signIn: { userId: UserId; at: Date; userAgent: string | undefined }): Promise<void>
}

export function createSignIn(deps: SignInDeps): SignIn {
  const { database, clock, attempts, secondFactor, accessTokens, refreshTokens, noteFailure, noteNewDevice } = deps

  return async ({ email, password, ...proof }, { source, site, userAgent }) => {
    const attempt = { emailKey: emailKeyOf(email), source }
    let { remaining } = await attempts.take(attempt)
    const account = await findCredentials(database.shared, attempt.emailKey)
    const matches = await verifyPassword(account?.password_hash, password)
    const refuse = (why: 'invalid_credentials_remaining_attempts' | 'invalid_second_factor') => {
      // Runs after the answer is sent: its time must not reveal whether an address is known.
      if (account !== undefined) setImmediate(() => void noteFailure(account, remaining === 0))
      return new AppError(why, { remaining_attempts: remaining })
    }
    if (!matches || account === undefined || !account.is_active) throw refuse('invalid_credentials_remaining_attempts')
    if (isAppCode(proof.code)) remaining = Math.min(remaining, (await attempts.takeCode(attempt)).remaining)
    if (isOutdatedHash(account.password_hash)) await replaceHash(database.shared, account, await hashPassword(password))

    const session = { id: uuidv7(), account, userAgent, now: clock.now() }
    const { outcome, required, opened } = await open(session, proof, site, source.kind !== 'device')
    if (outcome === 'refused') throw refuse('invalid_second_factor')
    if (opened === undefined) {
      // Forgetting failures here would allow unlimited guesses of codes to somebody who knows the password.
      await attempts.giveBack(attempt)
      throw new AppError('second_factor_required', required)
    }
    await attempts.forget(attempt)
    const { refresh, browserSecret } = opened
    const access = await accessTokens.sign({ sessionId: session.id, userId: account.user_id })
    return { tokens: { access, refresh }, browserSecret }
  }

  /** Uses up the code and opens the session in one transaction: both happen or neither. */
  function open(session: NewSession, proof: Omit<Credentials, 'email' | 'password'>, site: Site, isNew: boolean) {
    const user = { userId: session.account.user_id, organizationId: session.account.organization_id }
    return inNameOf(session, async (tx) => {
      const outcome = await secondFactor.redeem(tx, user, proof, site)
      if (outcome === 'required') return { outcome, required: await secondFactor.describeRequired(tx, user, site) }
      if (outcome === 'refused') return { outcome }
      const { now: at, userAgent } = session
      // The first sign-in of an account is no surprise.
      if (isNew && (await hadSession(tx, user.userId))) await noteNewDevice(tx, { userId: user.userId, at, userAgent })
      await insertSession(tx, session)
      return { outcome, opened: await refreshTokens.start(tx, session.id) }
    })
  }

  /** Runs the transaction that opens a session, so that the audit log names its user. */
  function inNameOf<T>({ id, account }: NewSession, work: (tx: Tx) => Promise<T>): Promise<T> {
    const person = { user_id: account.user_id, session_id: id, examiner_id: null, mode: null }
    return actAs(person, () => database.tenant(account.organization_id, work))
  }
}
