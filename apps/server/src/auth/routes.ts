import type { Tokens } from '@fonema/contract'
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Config } from '../config.ts'
import { cookieOf, setCookie } from '../platform/http/cookies.ts'
import type { Implement } from '../platform/http/implement.ts'
import { siteOf } from '../platform/http/site.ts'
import type { KnownDevices } from './known-devices.ts'
import { emailKeyOf } from './queries.ts'
import type { Auth } from './service.ts'
import type { SignedIn } from './sign-in.ts'

type AuthRouteDeps = { auth: Auth; config: Config; devices: KnownDevices }

export function authRoutes(implement: Implement, { auth, config, devices }: AuthRouteDeps) {
  implement('POST /user/api/token/', async ({ body, request, reply }) => {
    const emailKey = emailKeyOf(body.email)
    const site = siteOf(request, config.publicUrl)
    const from = { source: devices.sourceOf(request, emailKey), site, userAgent: request.headers['user-agent'] }
    return enter({ config, devices }, { request, reply }, emailKey, await auth.signIn(body, from))
  })
  implement('POST /user/api/token/refresh/', ({ body, request }) =>
    auth.refresh(body.refresh, cookieOf(request, 'browser'), body.active === true),
  )
  implement('POST /user/api/token/verify/', async ({ body }) => {
    await auth.authenticate(body.token)
    return {}
  })
  // The key of the user who signed in, also during an impersonation: the browser belongs to that user.
  implement('GET /user/outbox_key/', async ({ principal }) => auth.outboxKey(principal.userId))
  implement('POST /user/logout/', async ({ principal }) => {
    await auth.signOut(principal.sessionId)
    return undefined
  })
}

/** Gives the browser the secret of its new session, and makes it known to the account. */
export function enter(
  { config, devices }: Pick<AuthRouteDeps, 'config' | 'devices'>,
  { request, reply }: { request: FastifyRequest; reply: FastifyReply },
  emailKey: string,
  { tokens, browserSecret }: SignedIn,
): Tokens {
  const https = siteOf(request, config.publicUrl).protocol === 'https:'
  setCookie(reply, 'browser', { value: browserSecret, maxAgeSeconds: config.session.absoluteSeconds, https })
  devices.remember(request, reply, emailKey)
  return tokens
}

/** `Authorization: Bearer <access>`. */
export function bearerToken(authorization: string | undefined): string {
  return /^Bearer ([\w-]+\.[\w-]+\.[\w-]+)$/i.exec(authorization ?? '')?.[1] ?? ''
}
