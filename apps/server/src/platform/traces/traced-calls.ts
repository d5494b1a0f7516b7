import { SpanKind } from '@opentelemetry/api'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { beginTrace } from './traces.ts'

/** Probes and metrics are asked every few seconds, and tell nothing. */
const untraced = ['/api/health', '/api/ready', '/api/metrics']

/**
 * Begins a trace for each call. A `traceparent` of the client is not followed: clients decide neither what is traced nor
 * to which trace it belongs.
 */
export function traceCalls(app: FastifyInstance) {
  const ends = new WeakMap<FastifyRequest, ReturnType<typeof beginTrace>>()
  app.addHook('onRequest', (request, _reply, done) => {
    const route = request.routeOptions.url ?? 'page'
    if (untraced.includes(route)) return done()
    ends.set(request, beginTrace(`${request.method} ${route}`, SpanKind.SERVER, done))
  })
  app.addHook('onResponse', async (request, { statusCode }) => {
    const { method, routeOptions } = request
    const outcome = {
      'http.request.method': method,
      'http.route': routeOptions.url ?? 'page',
      'http.response.status_code': statusCode,
    }
    ends.get(request)?.(outcome, statusCode >= 500)
  })
}
