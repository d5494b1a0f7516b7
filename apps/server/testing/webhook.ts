import type { OrganizationId, WebhookId } from '@fonema/contract'
import { sql } from 'kysely'
import type { Tx } from '../src/platform/database/database.ts'
import { deriveKeys } from '../src/platform/keys.ts'
import { newWebhookSecret, sealSecret } from '../src/webhooks/secrets.ts'
import type { TestApp } from './open-app.ts'

type Ids = { webhook_id: string; delivery_id: string; record_server_id: string; organization_id: OrganizationId }

/** An endpoint with a delivery that has no further attempt, and a FHIR server. */
export async function insertWebhook({ config, clock }: TestApp, tx: Tx, ids: Ids) {
  const { webhook_id, delivery_id, record_server_id, organization_id } = ids
  // An hour ago, so that a new secret has another time.
  const now = new Date(clock.now().getTime() - 3_600_000)
  await sql`insert into webhook_endpoints (id, organization_id, url, events, secret_made_at, created_at)
    values (${webhook_id}, ${organization_id}, 'https://192.88.98.1/', '{session.completed}', ${now}, ${now})`.execute(
    tx,
  )
  const sealed = sealSecret(deriveKeys(config, 'webhooks'), webhook_id as WebhookId, newWebhookSecret())
  await sql`insert into webhook_secrets (endpoint_id, organization_id, sealed)
    values (${webhook_id}, ${organization_id}, ${sealed})`.execute(tx)
  await sql`insert into webhook_deliveries (id, organization_id, endpoint_id, event, data, state, created_at)
    values (${delivery_id}, ${organization_id}, ${webhook_id}, 'session.completed', '{}', 'dead', ${now})`.execute(tx)
  const settings = { sign_in: 'none', token_url: '', client_id: '', scope: '', patient_system: '' }
  await sql`insert into webhook_endpoints (id, organization_id, url, events, record_server, secret_made_at, created_at)
    values (${record_server_id}, ${organization_id}, 'https://192.88.98.1/fhir', '{report.signed}',
      ${JSON.stringify(settings)}, ${now}, ${now})`.execute(tx)
  await sql`insert into webhook_secrets (endpoint_id, organization_id, sealed)
    values (${record_server_id}, ${organization_id}, ${sealed})`.execute(tx)
}
