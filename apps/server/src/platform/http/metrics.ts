import { createHash, timingSafeEqual } from 'node:crypto'
import { monitorEventLoopDelay } from 'node:perf_hooks'
import type { FastifyInstance } from 'fastify'
import { AppError } from './errors.ts'

/** Upper bounds in seconds: from a list that is read to a recording that is sent over a slow line. */
const bounds = [0.01, 0.03, 0.1, 0.3, 1, 3, 10, 30]

type Series = { buckets: number[]; seconds: number }

export type Gauges = () => Promise<Record<string, { help: string; values: Record<string, number> }>>

const digestOf = (text: string) => createHash('sha256').update(text).digest()

/**
 * `/api/metrics` in Prometheus' text format, for whoever has the token; without one there is no such address. Calls are
 * told by the route's pattern: no address, no id, nothing of a person.
 */
export function metricsRoute(app: FastifyInstance, token: string | undefined, gauges: Gauges) {
  if (token === undefined) return
  const expected = digestOf(`Bearer ${token}`)
  const calls = new Map<string, Series>()
  const delay = monitorEventLoopDelay({ resolution: 20 })
  delay.enable()
  app.addHook('onClose', async () => void delay.disable())

  app.addHook('onResponse', async (request, reply) => {
    const route = request.routeOptions.url ?? 'page'
    const labels = `method="${request.method}",route="${route}",status="${reply.statusCode}"`
    const series = calls.get(labels) ?? { buckets: bounds.map(() => 0).concat(0), seconds: 0 }
    const seconds = reply.elapsedTime / 1000
    const bucket = bounds.findIndex((bound) => seconds <= bound)
    series.buckets[bucket < 0 ? bounds.length : bucket]!++
    series.seconds += seconds
    calls.set(labels, series)
  })

  app.get('/api/metrics', { schema: { hide: true } }, async (request, reply) => {
    if (!timingSafeEqual(digestOf(request.headers.authorization ?? ''), expected)) throw new AppError('token_not_valid')
    const lines = [
      '# HELP fonema_http_request_seconds Time to answer calls',
      '# TYPE fonema_http_request_seconds histogram',
    ]
    for (const [labels, { buckets, seconds }] of calls) {
      let count = 0
      for (const [index, bucket] of buckets.entries()) {
        count += bucket
        lines.push(`fonema_http_request_seconds_bucket{${labels},le="${bounds[index] ?? '+Inf'}"} ${count}`)
      }
      lines.push(`fonema_http_request_seconds_sum{${labels}} ${seconds}`)
      lines.push(`fonema_http_request_seconds_count{${labels}} ${count}`)
    }
    const { rss, heapUsed } = process.memoryUsage()
    const own = {
      process_resident_memory_bytes: { help: 'Memory of this process', values: { '': rss } },
      nodejs_heap_used_bytes: { help: 'Heap in use', values: { '': heapUsed } },
      nodejs_eventloop_delay_p99_seconds: {
        help: 'Delay of the event loop since the last question',
        values: { '': delay.percentile(99) / 1e9 },
      },
    }
    delay.reset()
    for (const [name, { help, values }] of Object.entries({ ...own, ...(await gauges()) })) {
      lines.push(`# HELP ${name} ${help}`, `# TYPE ${name} gauge`)
      for (const [labels, value] of Object.entries(values)) lines.push(`${name}${labels && `{${labels}}`} ${value}`)
    }
    return reply.type('text/plain; version=0.0.4; charset=utf-8').send(`${lines.join('\n')}\n`)
  })
}
