import type { Credentials, OrganizationId, PasskeyProof, ProviderId, Tokens, UserId } from '@fonema/contract'
import { v7 as uuidv7 } from 'uuid'
import type { Clock } from '../platform/clock.ts'
import { actAs, type Database, type Tx } from '../platform/database/database.ts'
import { AppError } from '../platform/http/errors.ts'
import type { Site } from '../platform/http/site.ts'
import type { Attempts, Source } from './attempts.ts'
import { isBreakGlass, mayUsePassword } from './password-use.ts'
import { hashPassword, isOutdatedHash, verifyPassword } from './passwords.ts'
import { emailKeyOf, findCredentials, hadSession, insertSession, replaceHash } from './queries.ts'
import type { createRefreshTokens } from './refresh-tokens.ts'
import { isAppCode, type SecondFactor } from './second-factor.ts'
import type { createAccessTokens } from './tokens.ts'

/** The source of a sign-in, the site in the browser, and the browser's own name. */
export type Origin = { source: Source; site: Site; userAgent: string | undefined }

export type SignedIn = { tokens: Tokens; browserSecret: string }

type Proof = { code?: string | undefined; passkey?: PasskeyProof | undefined }

/** The provider that opens the session, and what it writes in the same transaction. */
export type Provided = { providerId: ProviderId; onOpened: (tx: Tx, sessionId: string) => Promise<void> }

export type SignIn = (
  credentials: Credentials,
  from: Origin,
  /** Connects the account with a provider. */
  provided?: Provided & { userId: UserId },
) => Promise<SignedIn>

/** Signs in a person whom a provider identified; the second factor is asked for unless the provider's counts. */
export type Admit = (
  account: Account,
  how: Provided & { proof: Proof; isFactorProven: boolean },
  from: Origin,
) => Promise<SignedIn>

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
  /** The break-glass account signed in although passwords are off. */
  noteBreakGlass(tx: Tx, session: NewSession): Promise<void>
}

export function createSignIn(deps: SignInDeps): { signIn: SignIn; admit: Admit } {
  const { database, clock, attempts, secondFactor, accessTokens, refreshTokens, noteFailure, noteNewDevice } = deps

  const signIn: SignIn = async ({ email, password, ...proof }, { source, site, userAgent }, provided) => {
    const attempt = { emailKey: emailKeyOf(email), source }
    let { remaining } = await attempts.take(attempt)
    const account = await findCredentials(database.shared, attempt.emailKey)
    const matches = await verifyPassword(account?.password_hash, password)
    const refuse = refusalOf(account, () => remaining)
    // The same answer as for a wrong password: where passwords are off, nobody learns whether one is right.
    const isUsable = account?.is_active === true && mayUsePassword(account)
    const isOther = provided !== undefined && account?.user_id !== provided.userId
    if (!matches || account === undefined || !isUsable || isOther)
      throw refuse('invalid_credentials_remaining_attempts')
    if (isAppCode(proof.code)) remaining = Math.min(remaining, (await attempts.takeCode(attempt)).remaining)
    if (isOutdatedHash(account.password_hash)) await replaceHash(database.shared, account, await hashPassword(password))

    const session = sessionOf(account, userAgent, provided?.providerId)
    const { outcome, required, opened } = await open(session, proof, { site, source }, async (tx) => {
      if (isBreakGlass(account)) await deps.noteBreakGlass(tx, session)
      await provided?.onOpened(tx, session.id)
    })
    if (outcome === 'refused') throw refuse('invalid_second_factor')
    if (opened === undefined) {
      // Forgetting failures here would allow unlimited guesses of codes to somebody who knows the password.
      await attempts.giveBack(attempt)
      throw new AppError('second_factor_required', required)
    }
    await attempts.forget(attempt)
    return signedIn(session, opened)
  }

  const admit: Admit = async (account, { proof, isFactorProven, ...provided }, { source, site, userAgent }) => {
    const attempt = { emailKey: account.email_key, source }
    // Without a code there is nothing to guess, so a lock by strangers does not concern this person.
    const isGuess = proof.code !== undefined || proof.passkey !== undefined
    let remaining = isGuess ? (await attempts.take(attempt)).remaining : 0
    if (isAppCode(proof.code)) remaining = Math.min(remaining, (await attempts.takeCode(attempt)).remaining)
    const session = { ...sessionOf(account, userAgent, provided.providerId), isFactorProven }
    const onOpened = (tx: Tx) => provided.onOpened(tx, session.id)
    const { outcome, required, opened } = await open(
      session,
      isFactorProven ? 'proven' : proof,
      { site, source },
      onOpened,
    )
    if (outcome === 'refused') throw refusalOf(account, () => remaining)('invalid_second_factor')
    if (opened === undefined) throw new AppError('second_factor_required', required)
    if (isGuess) await attempts.forget(attempt)
    return signedIn(session, opened)
  }

  return { signIn, admit }

  function refusalOf(account: Account | undefined, remaining: () => number) {
    return (why: 'invalid_credentials_remaining_attempts' | 'invalid_second_factor') => {
      const isLast = remaining() === 0
      // Runs after the answer is sent: its time must not reveal whether an address is known.
      if (account !== undefined) setImmediate(() => void noteFailure(account, isLast))
      return new AppError(why, { remaining_attempts: remaining() })
    }
  }

  function sessionOf(account: Account, userAgent: string | undefined, providerId?: ProviderId): NewSession {
    return { id: uuidv7(), account, userAgent, now: clock.now(), ...(providerId !== undefined && { providerId }) }
  }

  async function signedIn(
    { id, account }: NewSession,
    { refresh, browserSecret }: { refresh: string; browserSecret: string },
  ): Promise<SignedIn> {
    const access = await accessTokens.sign({ sessionId: id, userId: account.user_id })
    return { tokens: { access, refresh }, browserSecret }
  }

  /** Uses up the code and opens the session in one transaction: both happen or neither. */
  function open(
    session: NewSession,
    proof: Proof | 'proven',
    { site, source }: Pick<Origin, 'site' | 'source'>,
    onOpened: (tx: Tx) => Promise<void>,
  ) {
    const user = { userId: session.account.user_id, organizationId: session.account.organization_id }
    return inNameOf(session, async (tx) => {
      const outcome = proof === 'proven' ? 'passed' : await secondFactor.redeem(tx, user, proof, site)
      if (outcome === 'required') return { outcome, required: await secondFactor.describeRequired(tx, user, site) }
      if (outcome === 'refused') return { outcome }
      const { now: at, userAgent } = session
      // The first sign-in of an account is no surprise.
      if (source.kind !== 'device' && (await hadSession(tx, user.userId)))
        await noteNewDevice(tx, { userId: user.userId, at, userAgent })
      await insertSession(tx, session)
      await onOpened(tx)
      return { outcome, opened: await refreshTokens.start(tx, session.id) }
    })
  }

  /** Runs the transaction that opens a session, so that the audit log names its user. */
  function inNameOf<T>({ id, account }: NewSession, work: (tx: Tx) => Promise<T>): Promise<T> {
    const person = { user_id: account.user_id, session_id: id, examiner_id: null, mode: null }
    return actAs(person, () => database.tenant(account.organization_id, work))
  }
}
