import helmet from '@fastify/helmet'
import type { FastifyInstance } from 'fastify'

const permissions = 'microphone=(self), camera=(), geolocation=()'
const yearOfHttps = { maxAge: 31_536_000 }

/** On every answer, errors and 404s too, with the id under which the log has the request. An API answer may do nothing in a browser. */
export async function securityHeaders(app: FastifyInstance, { https }: { https: boolean }) {
  await app.register(helmet, {
    contentSecurityPolicy: { useDefaults: false, directives: { defaultSrc: ["'none'"], frameAncestors: ["'none'"] } },
    referrerPolicy: { policy: 'no-referrer' },
    crossOriginOpenerPolicy: { policy: 'same-origin' },
    strictTransportSecurity: https ? yearOfHttps : false,
  })
  app.addHook('onSend', async (request, reply) => {
    reply.header('x-request-id', request.id)
    reply.header('permissions-policy', permissions)
    // The route's own: an address may be written in other ways.
    const address = request.routeOptions.url ?? request.url
    if (!reply.hasHeader('cache-control') && address.startsWith('/api/')) reply.header('cache-control', 'no-store')
  })
}

/** For what Fastify answers before any hook: an address that it cannot read. */
export const headersOfErrors = ({ https }: { https: boolean }, requestId: string) => ({
  'x-request-id': requestId,
  'content-security-policy': "default-src 'none';frame-ancestors 'none'",
  'x-content-type-options': 'nosniff',
  'referrer-policy': 'no-referrer',
  'cross-origin-opener-policy': 'same-origin',
  'permissions-policy': permissions,
  'cache-control': 'no-store',
  ...(https && { 'strict-transport-security': `max-age=${yearOfHttps.maxAge}; includeSubDomains` }),
})

/** The page's own policy: nothing but this origin and recordings from their store, scripts and styles by nonce. */
export const pagePolicy = (nonce: string, mediaFrom = '') =>
  [
    "default-src 'self'",
    `script-src 'self' 'nonce-${nonce}'`,
    `style-src 'self' 'nonce-${nonce}'`,
    "img-src 'self' data:",
    `media-src 'self' blob: ${mediaFrom}`.trimEnd(),
    "worker-src 'self'",
    "object-src 'none'",
    "base-uri 'none'",
    "form-action 'self'",
    "frame-ancestors 'none'",
  ].join('; ')

/** What a worker's script may do: compile WebAssembly, in which the measures run, and nothing else. The page may not. */
export const workerPolicy = "default-src 'none'; script-src 'wasm-unsafe-eval'; frame-ancestors 'none'"
