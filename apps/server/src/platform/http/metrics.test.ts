import Fastify from 'fastify'
import { expect, onTestFinished, test } from 'vitest'
import { sendError } from './errors.ts'
import { metricsRoute } from './metrics.ts'

const token = 'a token of the metrics'
const headers = { authorization: `Bearer ${token}` }

function openMetrics() {
  const app = Fastify()
  onTestFinished(() => app.close())
  app.setErrorHandler(sendError)
  const jobs = [
    { queue: 'measure-take', state: 'queued', count: 2 },
    { queue: 'a "name"\\', state: 'active', count: 1 },
  ]
  metricsRoute(app, token, { counts: async () => jobs, webhooks: async () => [{ state: 'dead', count: 3 }] })
  app.get('/things/:id', async () => 'one')
  const scrape = async () => (await app.inject({ url: '/api/metrics', headers })).body
  return { app, jobs, scrape }
}

/** A sample line of Prometheus' text format 0.0.4: a name, labels with escaped values, a number. */
const sample = /^([a-z_0-9]+)(?:\{((?:\w+="(?:[^"\\\n]|\\["\\n])*",?)*)\})? (-?[\d.e+-]+|NaN|[+-]Inf)$/

test('every line is valid Prometheus text, and every metric has help and type', async () => {
  const { app, scrape } = openMetrics()
  await app.inject('/things/7')
  const lines = (await scrape()).trimEnd().split('\n')
  const samples = lines.filter((line) => line !== '' && !line.startsWith('#'))
  expect(samples.filter((line) => !sample.test(line))).toEqual([])
  const families = [
    ['fonema_http_request_seconds', 'histogram'],
    ['process_resident_memory_bytes', 'gauge'],
    ['nodejs_heap_used_bytes', 'gauge'],
    ['nodejs_eventloop_delay_p99_seconds', 'gauge'],
    ['fonema_jobs', 'gauge'],
    ['fonema_webhook_deliveries', 'gauge'],
  ]
  expect(lines.filter((line) => line.startsWith('# TYPE'))).toEqual(
    families.map((words) => `# TYPE ${words.join(' ')}`),
  )
  for (const [name] of families) {
    expect(lines).toContainEqual(expect.stringMatching(new RegExp(`^# HELP ${name} \\w`)))
    expect(samples).toContainEqual(expect.stringMatching(new RegExp(`^${name}[_{ ]`)))
  }
})

test('counts calls by the pattern of their route, in cumulative buckets', async () => {
  const { app, scrape } = openMetrics()
  for (const url of ['/things/7', '/things/8', '/nothing?secret=1']) await app.inject(url)
  const text = await scrape()
  expect(text).toContain('fonema_http_request_seconds_count{method="GET",route="/things/:id",status="200"} 2\n')
  expect(text).toContain('fonema_http_request_seconds_count{method="GET",route="page",status="404"} 1\n')
  expect(text).not.toMatch(/things\/\d|secret/)
  const buckets = [...text.matchAll(/_bucket\{le="([^"]+)",method="GET",route="\/things\/:id",status="200"\} (\d+)/g)]
  expect(buckets.map(([, bound]) => bound)).toEqual(['0.01', '0.03', '0.1', '0.3', '1', '3', '10', '30', '+Inf'])
  const counts = buckets.map(([, , count]) => Number(count))
  expect(counts).toEqual(counts.toSorted((a, b) => a - b))
  expect(counts.at(-1)).toBe(2)
})

test('reports the current jobs, with escaped labels', async () => {
  const { jobs, scrape } = openMetrics()
  const jobLines = async () => (await scrape()).split('\n').filter((line) => line.startsWith('fonema_jobs'))
  expect(await jobLines()).toEqual([
    'fonema_jobs{queue="measure-take",state="queued"} 2',
    'fonema_jobs{queue="a \\"name\\"\\\\",state="active"} 1',
  ])
  jobs.splice(0, 2, { queue: 'measure-take', state: 'queued', count: 3 })
  expect(await jobLines()).toEqual(['fonema_jobs{queue="measure-take",state="queued"} 3'])
})

test('counts lists by where they were read, if there is a replica', async () => {
  const { scrape } = openMetrics()
  expect(await scrape()).not.toContain('fonema_list_reads_total')
  const app = Fastify()
  onTestFinished(() => app.close())
  const reads = [{ database: 'primary', reason: 'own_write', count: 2 }]
  metricsRoute(app, token, { counts: async () => [], webhooks: async () => [], lists: () => reads })
  const line = async () =>
    (await app.inject({ url: '/api/metrics', headers })).body.match(/^fonema_list_reads_total.*$/m)?.[0]
  expect(await line()).toBe('fonema_list_reads_total{database="primary",reason="own_write"} 2')
  reads[0]!.count = 5
  expect(await line()).toBe('fonema_list_reads_total{database="primary",reason="own_write"} 5')
})

test('refuses metrics without the token', async () => {
  const { app } = openMetrics()
  for (const wrong of [{}, { authorization: 'Bearer another' }, { authorization: token }])
    expect((await app.inject({ url: '/api/metrics', headers: wrong })).statusCode).toBe(401)
  const { headers: answered } = await app.inject({ url: '/api/metrics', headers })
  expect(answered['content-type']).toBe('text/plain; version=0.0.4; charset=utf-8')
})
