import { createHash, timingSafeEqual } from 'node:crypto'
import { monitorEventLoopDelay } from 'node:perf_hooks'
import type { FastifyInstance } from 'fastify'
import { Counter, Gauge, Histogram, Registry } from 'prom-client'
import type { Queue } from '../jobs/queue.ts'
import { AppError } from './errors.ts'

/** Upper bounds in seconds: from reading a list to uploading a recording over a slow network. */
const buckets = [0.01, 0.03, 0.1, 0.3, 1, 3, 10, 30]

const digestOf = (text: string) => createHash('sha256').update(text).digest()

type Sources = Pick<Queue, 'counts'> & {
  /** Deliveries of webhooks by state. */
  webhooks(): Promise<{ state: string; count: number }[]>
  /** Lists read since the start, by database and by the reason why it was not the replica. Undefined without one. */
  lists?: (() => { database: string; reason: string; count: number }[]) | undefined
}

/**
 * Serves `/api/metrics` in Prometheus' text format to callers with the token. Without a configured token the route does
 * not exist. Labels contain the route's pattern, so no addresses, ids or personal data.
 */
export function metricsRoute(app: FastifyInstance, token: string | undefined, sources: Sources) {
  if (token === undefined) return
  const expected = digestOf(`Bearer ${token}`)
  // One registry per app: a test process runs several apps, and the library's default registry is global.
  const registers = [new Registry()]
  const delay = monitorEventLoopDelay({ resolution: 20 })
  delay.enable()
  app.addHook('onClose', async () => void delay.disable())

  const requests = new Histogram({
    name: 'fonema_http_request_seconds',
    help: 'Time to answer calls',
    labelNames: ['method', 'route', 'status'],
    buckets,
    registers,
  })
  app.addHook('onResponse', async ({ method, routeOptions }, { statusCode, elapsedTime }) => {
    requests.observe({ method, route: routeOptions.url ?? 'page', status: statusCode }, elapsedTime / 1000)
  })

  const gauge = (name: string, help: string, read: () => number) =>
    new Gauge({
      name,
      help,
      registers,
      collect() {
        this.set(read())
      },
    })
  gauge('process_resident_memory_bytes', 'Memory of this process', () => process.memoryUsage.rss())
  gauge('nodejs_heap_used_bytes', 'Heap in use', () => process.memoryUsage().heapUsed)
  gauge('nodejs_eventloop_delay_p99_seconds', 'Delay of the event loop since the last scrape', () => {
    const seconds = delay.percentile(99) / 1e9
    delay.reset()
    return seconds
  })
  const counted = (
    name: string,
    help: string,
    labelNames: string[],
    read: () => Promise<({ count: number } & Record<string, string | number>)[]>,
  ) =>
    new Gauge({
      name,
      help,
      labelNames,
      registers,
      async collect() {
        const counts = await read()
        this.reset()
        for (const { count, ...labels } of counts) this.set(labels, count)
      },
    })
  counted('fonema_jobs', 'Jobs in the queue', ['queue', 'state'], sources.counts)
  counted('fonema_webhook_deliveries', 'Deliveries of webhooks that wait or failed', ['state'], sources.webhooks)
  const { lists } = sources
  if (lists !== undefined)
    new Counter({
      name: 'fonema_list_reads_total',
      help: 'Lists read from the replica or the primary',
      labelNames: ['database', 'reason'],
      registers,
      collect() {
        this.reset()
        for (const { count, ...labels } of lists()) this.inc(labels, count)
      },
    })

  app.get('/api/metrics', { schema: { hide: true } }, async (request, reply) => {
    if (!timingSafeEqual(digestOf(request.headers.authorization ?? ''), expected)) throw new AppError('token_not_valid')
    return reply.type(registers[0]!.contentType).send(await registers[0]!.metrics())
  })
}
