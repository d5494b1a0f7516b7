import type { ProviderId } from '@fonema/contract'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { sql } from 'kysely'
import type { KnownDevices } from '../auth/known-devices.ts'
import { mayUsePassword } from '../auth/password-use.ts'
import { requireCredentials } from '../auth/queries.ts'
import { enter } from '../auth/routes.ts'
import type { Auth } from '../auth/service.ts'
import { hashOfToken, newSecret } from '../auth/tokens.ts'
import type { Config } from '../config.ts'
import { clockSkewSeconds } from '../platform/clock.ts'
import { cookieOf, setCookie } from '../platform/http/cookies.ts'
import { AppError } from '../platform/http/errors.ts'
import type { Implement } from '../platform/http/implement.ts'
import { siteOf } from '../platform/http/site.ts'
import { domainOf } from './accounts.ts'
import { AnswerRefused } from './client.ts'
import { beginFlow, type Flow } from './flows.ts'
import { ProviderUnreachable } from './provider-fetch.ts'
import { findProviderSession, keepTokens, logOutFromThere } from './sessions.ts'
import { redirectUriOf } from './settings.ts'
import {
  answerTo,
  createProviderSignIn,
  type ProviderSignInDeps,
  refusalBefore,
  refused,
  requireSettings,
} from './sign-in.ts'

type Deps = Omit<ProviderSignInDeps, 'config'> & {
  config: Config
  auth: Pick<Auth, 'signIn' | 'admit'>
  devices: KnownDevices
}

/** How long a browser keeps the secret of its way to the provider. */
const cookieSeconds = 1200
/** How long a new sign-in at the provider confirms a signature, or a change of the second factor. */
const proofSeconds = 300

export function providerSignInRoutes(implement: Implement, deps: Deps) {
  const { database, clock, config, devices, client, publicUrl } = deps
  const signIn = createProviderSignIn(deps)
  const browserOf = (request: FastifyRequest) => cookieOf(request, 'provider')
  const fromOf = (request: FastifyRequest) => (emailKey: string) => ({
    source: devices.sourceOf(request, emailKey),
    site: siteOf(request, config.publicUrl),
    userAgent: request.headers['user-agent'],
  })

  implement('POST /user/provider/find/', async ({ body }) => {
    const { rows } = await sql<{ id: ProviderId; name: string }>`
      select id, name from provider_of_domain(${domainOf(body.email)})`.execute(database.shared)
    return { provider: rows[0] ?? null }
  })

  /** Begins the way, and leaves its secret in the browser. A second tab goes with the same secret. */
  const leave = async (
    settings: Awaited<ReturnType<typeof requireSettings>>,
    flow: Pick<Flow, 'purpose' | 'session_id' | 'report_id'>,
    { email, again }: { email: string | undefined; again: boolean },
    { request, reply }: Pick<Parameters<typeof enter>[1], 'request' | 'reply'>,
  ) => {
    const secret = browserOf(request) ?? newSecret()
    const owner = { organization_id: settings.organization_id, provider_id: settings.id }
    const secrets = await database.tenant(settings.organization_id, (tx) =>
      beginFlow(tx, { ...owner, ...flow }, secret, clock.now()),
    )
    const redirectUri = redirectUriOf(publicUrl, settings.id)
    const address = await client
      .authorizationAddress(settings, { ...secrets, redirectUri, email, again })
      .catch((error) => {
        throw refusalBefore(error)
      })
    const https = siteOf(request, config.publicUrl).protocol === 'https:'
    setCookie(reply, 'provider', { value: secret, maxAgeSeconds: cookieSeconds, https })
    return { address }
  }

  implement('POST /user/provider/begin/', async ({ body: { provider_id, email }, request, reply }) => {
    const settings = await requireSettings(deps, provider_id).catch((error) => {
      throw error instanceof AppError ? new AppError('not_found') : error
    })
    return leave(settings, { purpose: 'sign_in', session_id: null }, { email, again: false }, { request, reply })
  })

  implement('POST /user/provider/finish/', async ({ body: { provider_id, query }, request, reply }) => {
    const returned = { query, browserSecret: browserOf(request) }
    const { signedIn, emailKey } = await signIn.finish(provider_id, returned, fromOf(request)(''))
    return enter({ config, devices }, { request, reply }, emailKey, signedIn)
  })

  implement('POST /user/provider/continue/', async ({ body, request, reply }) => {
    const { signedIn, emailKey } = await signIn.goOn(body, browserOf(request), fromOf(request))
    return enter({ config, devices }, { request, reply }, emailKey, signedIn)
  })

  implement('POST /user/provider/ask/', async ({ body, request }) => {
    await signIn.ask(body, browserOf(request))
    return undefined
  })

  implement('GET /user/provider/', async ({ principal }) => {
    const account = await requireCredentials(database.shared, principal.userId)
    const found = await database.tenant(principal.organizationId, (tx) =>
      findProviderSession(tx, config, principal.sessionId),
    )
    const provider = found === undefined ? null : { id: found.settings.id, name: found.settings.name }
    return { provider, has_password: mayUsePassword(account) }
  })

  implement('POST /user/provider/confirm/', async ({ principal, body, request, reply }) => {
    const found = await database.tenant(principal.organizationId, (tx) =>
      findProviderSession(tx, config, principal.sessionId),
    )
    if (found === undefined) throw new AppError('conflict')
    const { purpose = 'signature', report_id = null } = body ?? {}
    const flow = { purpose, session_id: principal.sessionId, report_id } as const
    return leave(found.settings, flow, { email: undefined, again: true }, { request, reply })
  })

  implement('POST /user/provider/confirmed/', async ({ principal, body: { provider_id, query }, request }) => {
    const { organizationId, sessionId, userId } = principal
    const found = await database.tenant(organizationId, (tx) => findProviderSession(tx, config, sessionId))
    if (found === undefined) throw new AppError('conflict')
    if (found.provider_id !== provider_id) throw refused('not_begun_here')
    const flow = { purposes: ['signature', 'second_factor'] as const, session_id: sessionId }
    const answer = await answerTo(deps, found.settings, flow, { query, browserSecret: browserOf(request) })
    const { claims, begunAt, purpose, reportId } = answer
    if (claims.sub !== found.subject) throw refused('other_person')
    // The clocks of the two machines differ a little.
    const earliest = begunAt.getTime() / 1000 - clockSkewSeconds / 2
    const latest = clock.now().getTime() / 1000 + clockSkewSeconds
    const { auth_time } = claims
    if (typeof auth_time !== 'number' || auth_time < earliest || auth_time > latest) throw refused('not_recent')
    const proof = newSecret()
    await database.tenant(organizationId, async (tx) => {
      await keepTokens(tx, config, sessionId, answer)
      await tx.deleteFrom('provider_proofs').where('expires_at', '<=', clock.now()).execute()
      await tx
        .insertInto('provider_proofs')
        .values({
          hash: hashOfToken(proof),
          organization_id: organizationId,
          user_id: userId,
          session_id: sessionId,
          purpose: purpose === 'second_factor' ? purpose : 'signature',
          report_id: reportId,
          expires_at: new Date(clock.now().getTime() + proofSeconds * 1000),
        })
        .execute()
    })
    return { proof }
  })

  implement('GET /user/provider/logout/', async ({ principal }) => {
    const found = await database.tenant(principal.organizationId, (tx) =>
      findProviderSession(tx, config, principal.sessionId),
    )
    if (found === undefined) return { address: null }
    // The session ends here in any case; a provider that is away keeps its own.
    const address = await client
      .endSessionAddress(found.settings, found.tokens.idToken, `${publicUrl}/`)
      .catch(() => undefined)
    return { address: address ?? null }
  })
}

/** Where providers post logout tokens, as a form (OpenID Connect Back-Channel Logout 1.0). */
export async function providerLogoutRoute(app: FastifyInstance, deps: Parameters<typeof logOutFromThere>[0]) {
  await app.register(async (scope) => {
    scope.addContentTypeParser(
      'application/x-www-form-urlencoded',
      { parseAs: 'string', bodyLimit: 16 * 1024 },
      (_request, body, done) => done(null, new URLSearchParams(body as string)),
    )
    scope.post<{ Params: { id: string } }>(
      '/api/provider_logout/:id',
      { schema: { hide: true }, config: { access: 'public', rate: 'refresh' } },
      async ({ params, body }, reply) => {
        reply.header('cache-control', 'no-store')
        const token = body instanceof URLSearchParams ? body.get('logout_token') : null
        const isDone = isId(params.id) && token !== null && (await endsSessions(deps, params.id, token))
        return isDone ? reply.code(200).send() : reply.code(400).send({ error: 'invalid_request' })
      },
    )
  })
}

const isId = (text: string): text is ProviderId => /^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/i.test(text)

async function endsSessions(deps: Parameters<typeof logOutFromThere>[0], id: ProviderId, token: string) {
  try {
    return await logOutFromThere(deps, id, token)
  } catch (error) {
    if (error instanceof AnswerRefused || error instanceof ProviderUnreachable) return false
    throw error
  }
}
