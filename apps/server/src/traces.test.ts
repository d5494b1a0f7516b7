import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'
import { afterEach, expect, test, vi } from 'vitest'
import { prepare, upload } from '../testing/prepared-session.ts'
import { toneWav } from '../testing/recordings.ts'
import { measureTake } from './analysis/jobs.ts'
import { MeasureTake } from './analysis/plan.ts'
import { sendTraces } from './platform/traces/send-traces.ts'

type Span = {
  traceId: string
  spanId: string
  parentSpanId?: string
  name: string
  attributes: { key: string; value: object }[]
  status: { code?: number }
}

/** A receiver of traces: OTLP over HTTP. */
async function openReceiver(status = 200) {
  const bodies: string[] = []
  const server = createServer(async (request, response) => {
    bodies.push(`${request.url}\n${await text(request)}`)
    response.writeHead(status, { 'content-type': 'application/json' }).end('{}')
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const endpoint = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  ends.push(() => new Promise((resolve) => server.close(resolve)))
  const spans = () =>
    bodies.flatMap((body): Span[] =>
      JSON.parse(body.slice(body.indexOf('\n'))).resourceSpans.flatMap(
        ({ scopeSpans }: { scopeSpans: { spans: Span[] }[] }) => scopeSpans.flatMap((each) => each.spans),
      ),
    )
  return { endpoint, bodies, spans }
}
const ends: (() => Promise<unknown>)[] = []
afterEach(async () => {
  for (const end of ends.splice(0).reverse()) await end()
})

/** An upload, and the job that measures it. */
async function uploadAndMeasure(environment: Record<string, string>, headers: Record<string, string> = {}) {
  const world = await prepare(environment)
  await world.queue.work('measure-take', MeasureTake, 1, (job) => measureTake(world.demo, job))
  const answer = await upload(world, world.itemUrl(world.items[0]!), { ...world.headers, ...headers }, toneWav(4))
  expect(answer.statusCode).toBe(201)
  await vi.waitFor(
    async () => {
      const { responses } = (await world.app.inject({ url: world.sessionUrl, headers: world.headers })).json()
      const { feature_extraction_res: results } = responses[0]
      expect(results.every(({ status }: { status: string }) => status === 'ready')).toBe(true)
    },
    { timeout: 20_000, interval: 250 },
  )
  return world
}

test('a trace leads from an upload through the queue to the measuring process, and names nobody', async () => {
  const { endpoint, bodies, spans } = await openReceiver()
  const stop = sendTraces({ url: `${endpoint}/v1/traces`, serviceName: 'fonema', share: 1 }, 'all')
  const clients = '0af7651916cd43dd8448eb211c80319c'
  const world = await uploadAndMeasure(
    { OTEL_EXPORTER_OTLP_ENDPOINT: endpoint },
    { traceparent: `00-${clients}-b7ad6b7169203331-01` },
  )
  await world.app.inject({ url: '/api/health' })
  await stop()

  const all = spans()
  const named = (name: string) => all.filter((span) => span.name === name)
  const [call] = named('POST /api/protocols/responses/:participant_id/:protocol_res_id/item/:protocol_item_id/')
  const job = named('job measure-take').find(({ traceId }) => traceId === call!.traceId)
  const child = named('measure-process').find(({ traceId }) => traceId === call!.traceId)
  expect(call).toMatchObject({
    attributes: expect.arrayContaining([{ key: 'http.response.status_code', value: { intValue: 201 } }]),
  })
  expect(call!.parentSpanId ?? '').toBe('')
  expect(call!.traceId).not.toBe(clients)
  expect(child).toMatchObject({ parentSpanId: job!.spanId })
  expect(all.filter(({ name, traceId }) => name === 'transaction' && traceId === call!.traceId).length).toBeGreaterThan(
    1,
  )
  expect(all.some(({ name }) => name.includes('health'))).toBe(false)

  const sent = bodies.join()
  expect(sent).toContain('service.version')
  const canaries = [
    world.participant.id,
    world.session.id,
    world.organizationId,
    'P-1',
    'examiner@demo.example',
    '127.0.0.1',
  ]
  expect(canaries.filter((canary) => sent.includes(canary))).toEqual([])
})

test('an error is noted by its kind only', async () => {
  const { endpoint, spans, bodies } = await openReceiver()
  const stop = sendTraces({ url: `${endpoint}/v1/traces`, serviceName: 'fonema', share: 1 }, 'all')
  const { traced } = await import('./platform/traces/traces.ts')
  const fails = traced('step', async () => {
    throw new TypeError('the name of a patient')
  })
  await expect(fails).rejects.toThrow('the name of a patient')
  await stop()
  expect(spans()).toMatchObject([{ name: 'step', status: { code: 2 } }])
  expect(bodies.join()).toContain('TypeError')
  expect(bodies.join()).not.toContain('patient')
})

test('a receiver that refuses stops nothing', async () => {
  const { endpoint } = await openReceiver(500)
  const stop = sendTraces({ url: `${endpoint}/v1/traces`, serviceName: 'fonema', share: 1 }, 'all')
  await uploadAndMeasure({ OTEL_EXPORTER_OTLP_ENDPOINT: endpoint })
  await stop()
})

test('without a receiver, no job carries a trace', async () => {
  const { withTrace } = await import('./platform/traces/traces.ts')
  expect(withTrace({ take_id: '1' })).toEqual({ take_id: '1' })
})
