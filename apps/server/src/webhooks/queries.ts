import type { WebhookDelivery, WebhookEndpoint, WebhookId } from '@fonema/contract'
import { sql } from 'kysely'
import type { Database, Tx } from '../platform/database/database.ts'
import { AppError } from '../platform/http/errors.ts'
import './tables.ts'

/** Of all organisations, for the metrics. */
export async function countDeliveries({ shared }: Database) {
  return (await sql<{ state: string; count: number }>`select * from count_webhook_deliveries()`.execute(shared)).rows
}

export const endpoints = (tx: Tx) =>
  tx
    .selectFrom('webhook_endpoints as endpoint')
    .innerJoin('webhook_secrets as secret', 'secret.endpoint_id', 'endpoint.id')
    .selectAll('endpoint')
    .select('secret.earlier_until')
    .select((eb) =>
      (['pending', 'dead'] as const).map((state) =>
        eb
          .selectFrom('webhook_deliveries')
          .select(({ fn }) => fn.countAll<number>().as('count'))
          .whereRef('endpoint_id', '=', 'endpoint.id')
          .where('webhook_deliveries.state', '=', state)
          .as(state),
      ),
    )

type EndpointRow = Awaited<ReturnType<ReturnType<typeof endpoints>['execute']>>[number]

export const viewEndpoint = (row: EndpointRow, now: Date): WebhookEndpoint => ({
  id: row.id,
  record_server: row.record_server,
  url: row.url,
  events: row.events,
  is_on: row.is_on,
  paused_at: row.paused_at?.toISOString() ?? null,
  failing_since: row.failing_since?.toISOString() ?? null,
  secret_made_at: row.secret_made_at.toISOString(),
  earlier_secret_until: row.earlier_until !== null && row.earlier_until > now ? row.earlier_until.toISOString() : null,
  pending: row.pending ?? 0,
  dead: row.dead ?? 0,
  created_at: row.created_at.toISOString(),
})

export async function requireEndpoint(tx: Tx, id: WebhookId, now: Date): Promise<WebhookEndpoint> {
  const found = await endpoints(tx).where('endpoint.id', '=', id).executeTakeFirst()
  if (found === undefined) throw new AppError('not_found')
  return viewEndpoint(found, now)
}

export const deliveries = (tx: Tx, id: WebhookId) =>
  tx.selectFrom('webhook_deliveries').selectAll().where('endpoint_id', '=', id)

type DeliveryRow = Awaited<ReturnType<ReturnType<typeof deliveries>['execute']>>[number]

export const viewDelivery = (row: DeliveryRow): WebhookDelivery => ({
  id: row.id,
  event: row.event,
  state: row.state,
  attempts: row.attempts,
  last_attempt_at: row.last_attempt_at?.toISOString() ?? null,
  next_attempt_at: row.next_attempt_at?.toISOString() ?? null,
  failure: row.failure,
  answer_status: row.answer_status,
  answer_text: row.answer_text,
  created_at: row.created_at.toISOString(),
})
