import helmet from '@fastify/helmet'
import type { FastifyInstance } from 'fastify'

/** On every answer, errors and 404s too. An API answer may do nothing in a browser. */
export async function securityHeaders(app: FastifyInstance, { https }: { https: boolean }) {
  await app.register(helmet, {
    contentSecurityPolicy: { useDefaults: false, directives: { defaultSrc: ["'none'"], frameAncestors: ["'none'"] } },
    referrerPolicy: { policy: 'no-referrer' },
    crossOriginOpenerPolicy: { policy: 'same-origin' },
    strictTransportSecurity: https ? { maxAge: 31_536_000 } : false,
  })
  app.addHook('onSend', async (request, reply) => {
    reply.header('permissions-policy', 'microphone=(self), camera=(), geolocation=()')
    if (!reply.hasHeader('cache-control') && request.url.startsWith('/api/')) reply.header('cache-control', 'no-store')
  })
}

/** For what Fastify answers before any hook: an address that it cannot read. */
export const headersOfErrors = {
  'content-security-policy': "default-src 'none';frame-ancestors 'none'",
  'x-content-type-options': 'nosniff',
  'referrer-policy': 'no-referrer',
  'cache-control': 'no-store',
}

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
