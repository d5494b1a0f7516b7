import helmet from '@fastify/helmet'
import type { FastifyInstance } from 'fastify'

const permissions = 'microphone=(self), camera=(), geolocation=()'
const yearOfHttps = { maxAge: 31_536_000 }

/**
 * Adds security headers and the request's id in the log to every answer, also to errors and 404s. The policy of an API
 * answer allows nothing in a browser.
 */
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
    // The route's pattern, because the same address can be written in several ways.
    const address = request.routeOptions.url ?? request.url
    if (!reply.hasHeader('cache-control') && address.startsWith('/api/')) reply.header('cache-control', 'no-store')
  })
}

/** For answers that Fastify sends before any hook, as to an address that it cannot parse. */
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

/** The page's policy allows this origin, recordings from their store, and scripts and styles with the nonce. */
export const pagePolicy = (nonce: string, mediaFrom = '') =>
  [
    "default-src 'self'",
    `script-src 'self' 'nonce-${nonce}'`,
    `style-src 'self' 'nonce-${nonce}'`,
    "img-src 'self' data:",
    `media-src 'self' blob: ${mediaFrom}`.trimEnd(),
    "worker-src 'self'",
    // The preview of a report: a PDF that the page made an address for.
    'frame-src blob:',
    "object-src 'none'",
    "base-uri 'none'",
    "form-action 'self'",
    "frame-ancestors 'none'",
  ].join('; ')

/**
 * The policy of a worker's script allows only WebAssembly, which computes the measures. The page may not compile any.
 */
export const workerPolicy = "default-src 'none'; script-src 'wasm-unsafe-eval'; frame-ancestors 'none'"

/** The service worker loads files and pages of this origin, and nothing else. */
export const serviceWorkerPolicy = "default-src 'none'; connect-src 'self'; frame-ancestors 'none'"
