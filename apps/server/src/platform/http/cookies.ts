import cookie from '@fastify/cookie'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { pathSeenFrom } from './lasting-address.ts'

/**
 * The cookies of the server. None of them authorises a call alone: each is required in addition to a token in the body
 * or header, so another site gains nothing by making a browser send them.
 */
const cookies = {
  /**
   * The secret of the browser that signed in, required with its refresh tokens. All calls that need it are under this
   * path.
   */
  browser: { name: 'fonema_browser', path: '/api/user/' },
  /** The secret of the browser that went to an identity provider, required when it comes back. */
  provider: { name: 'fonema_provider', path: '/api/user/provider/' },
} as const
type CookieName = keyof typeof cookies

export async function readCookies(app: FastifyInstance) {
  await app.register(cookie)
}

export const cookieOf = ({ cookies: sent }: FastifyRequest, name: CookieName): string | undefined =>
  sent[cookies[name].name]

type Kept = { value: string; maxAgeSeconds: number; https: boolean }

/**
 * Scripts cannot read the cookie, and browsers send it only from the clinic's own pages. A program that signs in below
 * `/api/v1` gets it for its further calls there.
 */
export function setCookie(reply: FastifyReply, name: CookieName, { value, maxAgeSeconds, https }: Kept): void {
  const { name: sentAs, path: routes } = cookies[name]
  const path = pathSeenFrom(reply.request.originalUrl, routes)
  reply.setCookie(sentAs, value, { path, maxAge: maxAgeSeconds, secure: https, httpOnly: true, sameSite: 'strict' })
}
