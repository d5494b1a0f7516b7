import type { OrganizationId, WebhookDeliveryId, WebhookId } from '@fonema/contract'
import { sql } from 'kysely'
import { Webhook } from 'standardwebhooks'
import { mailManagers } from '../organization/managers-mail.ts'
import type { Clock } from '../platform/clock.ts'
import type { Database, Tx } from '../platform/database/database.ts'
import type { Queue } from '../platform/jobs/queue.ts'
import type { KeyRing } from '../platform/keys.ts'
import { type RecordDocument, readCapabilities, sendResource } from './record-server.ts'
import { nextAttempt, retrySeconds } from './schedule.ts'
import { openSecret } from './secrets.ts'
import { type Outcome, type SendDeps, sendOnce } from './send.ts'
import '../organization/tables.ts'
import './tables.ts'

type DeliverDeps = SendDeps & {
  database: Database
  clock: Clock
  queue: Queue
  keys: KeyRing
  /** A signed report for a FHIR server; undefined when it was erased. */
  readReport: (tx: Tx, reportId: string, patientSystem: string) => Promise<RecordDocument | undefined>
}

type Claimed = { id: WebhookDeliveryId; organization_id: OrganizationId }

/** At a time: of a worker, and to one receiver, which may hang. */
const limits = { atATime: 10, ofEach: 2 }
/** After a kill another worker sends it again. Longer than any attempt takes. */
const lease = '60 seconds'

/** The body of an event. Receivers see the same one in every attempt. */
export const bodyOf = ({ event, data, created_at }: { event: string; data: object; created_at: Date }) =>
  JSON.stringify({ type: event, timestamp: created_at.toISOString(), data })

/** Sends what is due, on any number of workers. The returned function takes what is due now and starts to send it. */
export function createDeliverer(deps: DeliverDeps, onError: (error: unknown) => void) {
  const running = new Set<Promise<void>>()

  async function take() {
    const most = limits.atATime - running.size
    if (most <= 0) return
    const claimed = await sql<Claimed>`
      select * from claim_webhook_deliveries(${deps.clock.now()}, ${lease}::interval, ${most}, ${limits.ofEach})`.execute(
      deps.database.shared,
    )
    for (const delivery of claimed.rows) {
      // If the result cannot be stored, the claim runs out and it is sent again.
      const work = attempt(deps, delivery)
        .catch(onError)
        .finally(() => running.delete(work))
      running.add(work)
    }
  }

  return {
    take,
    /** Waits for what is being sent. */
    idle: async () => void (await Promise.all(running)),
  }
}

async function attempt(deps: DeliverDeps, { id, organization_id }: Claimed): Promise<void> {
  const { database } = deps
  const found = await database.tenant(organization_id, (tx) => read(tx, id))
  if (found === undefined || found.state !== 'pending') return
  const outcome = await (found.record_server === null ? sendEvent(deps, found) : sendToRecord(deps, found))
  await database.tenant(organization_id, (tx) => record(deps, tx, found, outcome))
}

async function sendEvent(deps: DeliverDeps, { id, ...found }: Found): Promise<Outcome> {
  const now = deps.clock.now()
  const body = bodyOf(found)
  const secrets = [found.sealed, ...(isCurrent(found.earlier_until, now) ? [found.earlier_sealed] : [])]
  const signatures = secrets
    .map((sealed) => sealed && openSecret(deps.keys, found.endpoint_id, sealed))
    .flatMap((secret) => (secret ? [new Webhook(secret).sign(id, now, body)] : []))
  return sendOnce(
    deps,
    found.url,
    {
      'content-type': 'application/json',
      'user-agent': 'Fonema-Webhooks/1',
      'webhook-id': id,
      'webhook-timestamp': String(Math.floor(now.getTime() / 1000)),
      'webhook-signature': signatures.join(' '),
    },
    body,
  )
}

/** The report is read now, not when it was queued: one that was erased meanwhile is not sent. */
async function sendToRecord(deps: DeliverDeps, { url, event, data, ...found }: Found): Promise<Outcome> {
  const settings = found.record_server!
  const secret = openSecret(deps.keys, found.endpoint_id, found.sealed)
  // Sealed with a key that the clinic no longer has.
  if (secret === undefined) return { failure: 'no_token', status: null, text: null }
  const target = { url, settings, secret }
  if (event === 'test') return readCapabilities(deps, target)
  const document = await deps.database.tenant(found.organization_id, (tx) =>
    deps.readReport(tx, data.report_id!, settings.patient_system),
  )
  if (document === undefined) return { failure: 'no_report', status: null, text: null }
  return sendResource(deps, target, document)
}

type Found = NonNullable<Awaited<ReturnType<typeof read>>>

const read = (tx: Tx, id: WebhookDeliveryId) =>
  tx
    .selectFrom('webhook_deliveries as delivery')
    .innerJoin('webhook_endpoints as endpoint', 'endpoint.id', 'delivery.endpoint_id')
    .innerJoin('webhook_secrets as secret', 'secret.endpoint_id', 'endpoint.id')
    .selectAll('delivery')
    .select([
      'endpoint.url',
      'endpoint.record_server',
      'secret.sealed',
      'secret.earlier_sealed',
      'secret.earlier_until',
    ])
    .where('delivery.id', '=', id)
    .executeTakeFirst()

const isCurrent = (until: Date | null, now: Date) => until !== null && now < until

/** Writes down how an attempt ended, unless its claim ran out and another one began. */
async function record(deps: DeliverDeps, tx: Tx, { id, attempts, endpoint_id, ...found }: Found, outcome: Outcome) {
  const now = deps.clock.now()
  const endpoint = await tx
    .selectFrom('webhook_endpoints')
    .selectAll()
    .where('id', '=', endpoint_id)
    .forUpdate()
    .executeTakeFirst()
  // Removed meanwhile, with its deliveries.
  if (endpoint === undefined) return
  // Neither says anything about the server, and a repetition changes neither.
  const isFinal = outcome.failure === 'several' || outcome.failure === 'no_report'
  const next = outcome.failure === null || isFinal ? null : nextAttempt(attempts, found.first_attempt_at ?? now, now)
  const recorded = await tx
    .updateTable('webhook_deliveries')
    .set({
      state: outcome.failure === null ? 'delivered' : next === null ? 'dead' : 'pending',
      next_attempt_at: next,
      claimed_until: null,
      failure: outcome.failure,
      answer_status: outcome.status,
      answer_text: outcome.text,
    })
    .where('id', '=', id)
    .where('attempts', '=', attempts)
    .where('claimed_until', 'is not', null)
    .returning('id')
    .executeTakeFirst()
  if (recorded === undefined || isFinal) return
  if (outcome.failure === null) return setFailing(tx, endpoint_id, null)
  const since = endpoint.failing_since ?? now
  if (endpoint.failing_since === null) await setFailing(tx, endpoint_id, since)
  const isLong = now.getTime() - since.getTime() >= retrySeconds * 1000
  // 410: the receiver says that it is gone for good.
  if (endpoint.paused_at === null && (isLong || outcome.status === 410)) await pause(deps, tx, endpoint_id, now)
}

const setFailing = (tx: Tx, id: WebhookId, failing_since: Date | null) =>
  tx
    .updateTable('webhook_endpoints')
    .set({ failing_since })
    .where('id', '=', id)
    .where('failing_since', 'is distinct from', failing_since)
    .execute()
    .then(() => {})

/** Stops sending, and writes to every manager. What is not sent waits. */
async function pause({ queue }: DeliverDeps, tx: Tx, id: WebhookId, now: Date) {
  await tx.updateTable('webhook_endpoints').set({ paused_at: now }).where('id', '=', id).execute()
  await mailManagers(queue, tx, { purpose: 'webhook_paused' })
}

/** Deletes deliveries of more than thirty days ago. */
export async function forgetDeliveries({ database, clock }: { database: Database; clock: Clock }) {
  const before = new Date(clock.now().getTime() - 30 * 86_400_000)
  await sql`select forget_webhook_deliveries(${before})`.execute(database.shared)
}
