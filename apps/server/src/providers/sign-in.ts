import type {
  OrganizationId,
  PasskeyProof,
  ProviderId,
  ProviderLinkId,
  ProviderRefusal,
  UserId,
} from '@fonema/contract'
import { emailKeyOf, findCredentials, requireCredentials } from '../auth/queries.ts'
import type { Auth } from '../auth/service.ts'
import type { Origin, SignedIn } from '../auth/sign-in.ts'
import type { Catalogue } from '../content/catalogue.ts'
import type { Clock } from '../platform/clock.ts'
import type { Database, Tx } from '../platform/database/database.ts'
import { AppError } from '../platform/http/errors.ts'
import { newId } from '../platform/ids.ts'
import type { Secrets } from '../platform/keys.ts'
import { applyRule, createAccount, hasDomain, insertLink } from './accounts.ts'
import { type Arrival, findArrival, keepArrival, useArrival } from './arrivals.ts'
import { type Answer, AnswerRefused, type ProviderClient } from './client.ts'
import { type Taken, takeFlow } from './flows.ts'
import { ProviderUnreachable } from './provider-fetch.ts'
import { provesFactor, ruleFor } from './rules.ts'
import { insertProviderSession, isOwner } from './sessions.ts'
import { findSettings, organizationOf, redirectUriOf, type Settings } from './settings.ts'

export type ProviderSignInDeps = {
  database: Database
  clock: Clock
  config: Secrets
  catalogue: Catalogue
  auth: Pick<Auth, 'signIn' | 'admit'>
  client: ProviderClient
  publicUrl: string
  /** Somebody whom the provider knows was not let in. */
  noteRefusal: (
    tx: Tx,
    organizationId: OrganizationId,
    providerId: ProviderId,
    reason: ProviderRefusal,
  ) => Promise<void>
}

export const refused = (reason: ProviderRefusal) => new AppError('provider_refused', { reason })

/** The answers for what a provider did wrong, or did not do. */
export function refusalOf(error: unknown): unknown {
  if (error instanceof ProviderUnreachable) return new AppError('provider_unreachable', {}, { cause: error })
  if (error instanceof AnswerRefused)
    return new AppError('provider_refused', { reason: 'invalid_answer' }, { cause: error })
  return error
}

/** The same before the browser leaves: a configuration that cannot be used is as good as none. */
export const refusalBefore = (error: unknown): unknown =>
  error instanceof AnswerRefused ? new AppError('provider_unreachable', {}, { cause: error }) : refusalOf(error)

/** @throws {AppError} `provider_refused` for a provider that is off or does not exist */
export async function requireSettings({ database, config }: ProviderSignInDeps, id: ProviderId): Promise<Settings> {
  const organizationId = await organizationOf(database, id)
  if (organizationId === undefined) throw refused('not_begun_here')
  const settings = await database.tenant(organizationId, (tx) => findSettings(tx, config, id))
  if (settings === undefined) throw refused('not_begun_here')
  return settings
}

type Returned = { query: string; browserSecret: string | undefined }

/** What the provider says about the person who comes back, in the browser and for the purpose that the way began with. */
export async function answerTo(
  { database, clock, client, publicUrl }: ProviderSignInDeps,
  settings: Settings,
  flow: Pick<Parameters<typeof takeFlow>[1], 'purposes' | 'session_id'>,
  { query, browserSecret }: Returned,
): Promise<Answer & Pick<Taken, 'begunAt' | 'purpose' | 'reportId'>> {
  const taken = await database.tenant(settings.organization_id, (tx) =>
    takeFlow(tx, { provider_id: settings.id, ...flow }, browserSecret, query, clock.now()),
  )
  if (taken === undefined) throw refused('not_begun_here')
  const parameters = new URLSearchParams(query)
  if (parameters.has('error')) throw refused('cancelled')
  const { begunAt, purpose, reportId, state, nonce, verifier } = taken
  const redirectUri = redirectUriOf(publicUrl, settings.id)
  const answer = await client.exchange(settings, { state, nonce, verifier, redirectUri, query }).catch((error) => {
    throw refusalOf(error)
  })
  return { ...answer, begunAt, purpose, reportId }
}

type Found = { user_id: UserId; needs: 'nothing' | 'link' }

export function createProviderSignIn(deps: ProviderSignInDeps) {
  const { database, clock, config, catalogue, auth } = deps

  /** Whose account the subject is: a connected one, one to connect, or a new one. */
  async function identify(tx: Tx, settings: Settings, { claims }: Answer): Promise<Found | ProviderRefusal> {
    const link = await tx
      .selectFrom('provider_links')
      .select(['user_id', 'state'])
      .where('provider_id', '=', settings.id)
      .where('subject', '=', claims.sub)
      .executeTakeFirst()
    const rule = ruleFor(claims, settings.rules)
    if (link?.state === 'linked') {
      const { is_active } = await requireCredentials(tx, link.user_id)
      if (!is_active) return 'deactivated'
      const mayEnter = rule !== undefined || (await isOwner(tx, link.user_id))
      return mayEnter ? { user_id: link.user_id, needs: 'nothing' } : 'no_role'
    }
    const { email, email_verified } = claims
    if (typeof email !== 'string' || !/^[^\s@]+@[^\s@]+$/.test(email) || email.length > 320) return 'email_missing'
    const isVerified = email_verified === true || (email_verified === undefined && settings.trusts_email)
    if (!isVerified) return 'email_unverified'
    if (!(await hasDomain(tx, settings, email))) return 'email_foreign'
    const account = await findCredentials(tx, emailKeyOf(email))
    if (account !== undefined && account.organization_id !== settings.organization_id) return 'email_foreign'
    if (account !== undefined && !account.is_active) return 'deactivated'
    if (account !== undefined) {
      const mayEnter = rule !== undefined || (await isOwner(tx, account.user_id))
      return mayEnter ? { user_id: account.user_id, needs: 'link' } : 'no_role'
    }
    if (rule === undefined) return 'no_role'
    const user_id = await createAccount(tx, settings, { claims, email }, { catalogue, now: clock.now() })
    return { user_id, needs: 'nothing' }
  }

  /** Opens the session of a connected account. */
  const enter = async (
    settings: Settings,
    user_id: UserId,
    arrival: Arrival,
    proof: { code?: string | undefined; passkey?: PasskeyProof | undefined },
    from: Origin,
    hash?: Buffer,
  ) => {
    const { email_key } = await requireCredentials(database.shared, user_id)
    const account = { user_id, organization_id: settings.organization_id, email_key }
    const { isFactorProven, rule } = arrival
    const signedIn = await auth.admit(
      account,
      {
        providerId: settings.id,
        proof,
        isFactorProven,
        onOpened: async (tx, sessionId) => {
          if (hash !== undefined && !(await useArrival(tx, hash))) throw refused('not_begun_here')
          await applyRule(tx, settings, user_id, rule)
          await insertProviderSession(tx, config, settings, { sessionId, userId: user_id, arrival }, clock.now())
        },
      },
      from,
    )
    return { signedIn, emailKey: email_key }
  }

  /** Opens the session of the person whom the provider's answer is about, or says what is missing. */
  async function admit(settings: Settings, answer: Answer, browserSecret: string, from: Origin) {
    const { id } = settings
    const found = await database.tenant(settings.organization_id, async (tx) => {
      const found = await identify(tx, settings, answer)
      if (typeof found === 'string') await deps.noteRefusal(tx, settings.organization_id, id, found)
      return found
    })
    if (typeof found === 'string') throw refused(found)
    const arrival = arrivalOf(answer, settings)
    const keep = (needs: 'link' | 'second_factor') =>
      database.tenant(settings.organization_id, (tx) => {
        const person = { organization_id: settings.organization_id, provider_id: id, user_id: found.user_id }
        return keepArrival(tx, config, { ...person, needs, arrival }, browserSecret, clock.now())
      })
    if (found.needs === 'link')
      throw new AppError('link_required', { continuation: await keep('link'), email: arrival.email })
    try {
      return await enter(settings, found.user_id, arrival, {}, from)
    } catch (error) {
      if (!(error instanceof AppError) || error.code !== 'second_factor_required') throw error
      throw new AppError(error.code, { ...error.members, continuation: await keep('second_factor') })
    }
  }

  return {
    admit,

    async finish(id: ProviderId, returned: Returned, from: Origin) {
      const settings = await requireSettings(deps, id)
      const answer = await answerTo(deps, settings, { purposes: ['sign_in'], session_id: null }, returned)
      return admit(settings, answer, returned.browserSecret!, from)
    },

    /** Goes on with a kept arrival: connects the account by its password, or opens the session by the second factor. */
    async goOn(
      { provider_id, continuation, password, ...proof }: Continuation,
      browserSecret: string | undefined,
      fromOf: (emailKey: string) => Origin,
    ): Promise<{ signedIn: SignedIn; emailKey: string }> {
      const settings = await requireSettings(deps, provider_id)
      const now = clock.now()
      const kept = await database.tenant(settings.organization_id, (tx) =>
        findArrival(tx, config, { provider_id, continuation }, browserSecret, now),
      )
      if (kept === undefined) throw refused('not_begun_here')
      const { user_id, arrival, hash } = kept
      const { email_key, is_active } = await requireCredentials(database.shared, user_id)
      if (!is_active) throw refused('deactivated')
      const from = fromOf(email_key)
      if (kept.needs === 'second_factor') return enter(settings, user_id, arrival, proof, from, hash)
      if (password === undefined) throw new AppError('link_required', { continuation, email: arrival.email })
      const signedIn = await auth.signIn({ email: email_key, password, ...proof }, from, {
        userId: user_id,
        providerId: provider_id,
        onOpened: async (tx, sessionId) => {
          if (!(await useArrival(tx, hash))) throw refused('not_begun_here')
          await insertLink(tx, settings, { user_id, subject: arrival.subject }, 'password', now)
          await applyRule(tx, settings, user_id, arrival.rule)
          await insertProviderSession(tx, config, settings, { sessionId, userId: user_id, arrival }, now)
        },
      })
      return { signedIn, emailKey: email_key }
    },

    /** Leaves a request for the owner. */
    async ask({ provider_id, continuation }: Continuation, browserSecret: string | undefined) {
      const settings = await requireSettings(deps, provider_id)
      const now = clock.now()
      await database.tenant(settings.organization_id, async (tx) => {
        const kept = await findArrival(tx, config, { provider_id, continuation }, browserSecret, now)
        if (kept === undefined || kept.needs !== 'link') throw refused('not_begun_here')
        await tx
          .insertInto('provider_links')
          .values({
            id: newId<ProviderLinkId>(now),
            organization_id: settings.organization_id,
            provider_id,
            user_id: kept.user_id,
            subject: kept.arrival.subject,
            state: 'asked',
            agreed_by: null,
            created_at: now,
            linked_at: null,
          })
          .onConflict((conflict) => conflict.columns(['provider_id', 'subject']).doNothing())
          .execute()
      })
    },
  }
}

type Continuation = {
  provider_id: ProviderId
  continuation: string
  password?: string | undefined
  code?: string | undefined
  passkey?: PasskeyProof | undefined
}

function arrivalOf({ claims, idToken, refreshToken }: Answer, settings: Settings): Arrival {
  return {
    subject: claims.sub,
    email: typeof claims.email === 'string' ? claims.email : null,
    providerSession: typeof claims.sid === 'string' ? claims.sid : null,
    idToken,
    refreshToken,
    isFactorProven: provesFactor(claims, settings),
    rule: ruleFor(claims, settings.rules),
  }
}
