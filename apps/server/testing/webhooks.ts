import { sql } from 'kysely'
import { readRecordReport } from '../src/clinical-reports/record-report.ts'
import { deriveKeys } from '../src/platform/keys.ts'
import { createAddressRule, type Resolve, resolveHost } from '../src/webhooks/address.ts'
import { createDeliverer } from '../src/webhooks/deliver.ts'
import { ask } from './second-factor.ts'
import { buildTestApp } from './test-app.ts'

export const everyEvent = [
  'session.completed',
  'results.ready',
  'report.signed',
  'participant.erased',
  'consent.withdrawn',
]

type Options = { networks?: string; resolve?: Resolve; as?: string }

/** An application whose manager sets up webhooks, and its worker. */
export async function openWebhooks({
  networks = '127.0.0.0/8',
  resolve = resolveHost,
  as = 'manager@demo.example',
}: Options = {}) {
  const demo = await buildTestApp({ WEBHOOK_NETWORKS: networks })
  let session = { at: demo.clock.now().getTime(), headers: await demo.signIn(as) }
  /** The manager's headers. Their session ends when a test moves the clock. */
  async function headersNow() {
    const at = demo.clock.now().getTime()
    if (at !== session.at) session = { at, headers: await demo.signIn(as) }
    return session.headers
  }
  const send = async (method: 'GET' | 'POST' | 'PATCH' | 'DELETE', path: string, payload?: object, more: object = {}) =>
    ask(demo, `/organizations/webhooks/${path}`, {
      method,
      headers: { ...(await headersNow()), ...more },
      ...(payload && { payload }),
    })
  const create = async (url: string, events: string[] = everyEvent) => {
    const { status, answer } = await send('POST', '', { url, events })
    if (status !== 201) throw new Error(JSON.stringify(answer))
    return answer as { id: string; secret: string }
  }
  /** Ids for an event of a session that need not exist. */
  const emit = (data: object = { session_id: 'x' }, event = 'session.completed') =>
    sql`insert into webhook_deliveries (id, organization_id, endpoint_id, event, data)
      select gen_random_uuid(), organization_id, id, ${event}, ${JSON.stringify(data)} from webhook_endpoints`
  const queueEvents = (count = 1) =>
    demo.database.tenant(demo.organizationId, async (tx) => {
      for (let i = 0; i < count; i++) await emit({ session_id: String(i) }).execute(tx)
    })
  const openWorker = (timeoutMs?: number) => {
    const errors: unknown[] = []
    const deps = {
      ...demo,
      keys: deriveKeys(demo.config, 'webhooks'),
      rule: createAddressRule(demo.config.webhookNetworks),
      resolve,
      readReport: readRecordReport,
      ...(timeoutMs !== undefined && { timeoutMs }),
    }
    return { ...createDeliverer(deps, (error) => errors.push(error)), errors }
  }
  /** One round of a worker, to its end. */
  const work = async (timeoutMs?: number) => {
    const worker = openWorker(timeoutMs)
    await worker.take()
    await worker.idle()
    if (worker.errors.length > 0) throw worker.errors[0]
  }
  const deliveriesOf = async (id: string, query = '') => (await send('GET', `${id}/deliveries/${query}`)).answer
  const endpointOf = async (id: string) => (await send('GET', '')).answer.find((each: { id: string }) => each.id === id)
  return { ...demo, send, create, queueEvents, openWorker, work, deliveriesOf, endpointOf }
}
