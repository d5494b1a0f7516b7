import type { WebhookId } from '@fonema/contract'
import type { Database, Tx } from '../platform/database/database.ts'
import { once } from '../platform/http/idempotency.ts'
import type { Implement } from '../platform/http/implement.ts'
import type { Principal } from '../platform/http/principal.ts'
import { deliveries, endpoints, requireEndpoint, viewDelivery, viewEndpoint } from './queries.ts'
import { changeRecordServer, checkRecordServer, createRecordServer } from './record-settings.ts'
import {
  changeEndpoint,
  checkTarget,
  createEndpoint,
  replayDead,
  replayOne,
  rotateSecret,
  secretOf,
  sendTest,
  type WebhookDeps,
} from './service.ts'

type Deps = WebhookDeps & {
  database: Database
  /** A person asked the product to send something again. */
  noteRequest: (tx: Tx, principal: Principal, id: WebhookId) => Promise<void>
}

/** Rows of a list without `limit`. */
const usualRows = 50

export function webhookRoutes(implement: Implement, deps: Deps) {
  const { database, clock } = deps
  const one = '/organizations/webhooks/{webhook_id}/' as const

  implement.inTenant('GET /organizations/webhooks/', async ({ tx, page }) => {
    const rows = await page.read(tx, endpoints(tx))
    return rows.map((row) => viewEndpoint(row, clock.now()))
  })
  implement('POST /organizations/webhooks/', async ({ principal, body, request }) => {
    // Before the transaction: a name server may be slow.
    await checkTarget(deps, body.url)
    return database.tenant(principal.organizationId, async (tx) => {
      const made = await once(tx, clock, request, principal, () => createEndpoint(deps, tx, principal, body))
      return { ...made, secret: await secretOf(deps, tx, made.id) }
    })
  })
  implement('POST /organizations/webhooks/fhir/', async ({ principal, body, request }) => {
    await checkRecordServer(deps, body)
    return database.tenant(principal.organizationId, (tx) =>
      once(tx, clock, request, principal, () => createRecordServer(deps, tx, principal, body)),
    )
  })
  implement('PATCH /organizations/webhooks/fhir/{record_server_id}/', async ({ principal, params, body }) => {
    const { organizationId } = principal
    await database.tenant(organizationId, (tx) => requireEndpoint(tx, params.record_server_id, clock.now()))
    await checkRecordServer(deps, body)
    return database.tenant(organizationId, (tx) => changeRecordServer(deps, tx, params.record_server_id, body))
  })
  implement(`PATCH ${one}`, async ({ principal, params, body }) => {
    const { organizationId } = principal
    await database.tenant(organizationId, (tx) => requireEndpoint(tx, params.webhook_id, clock.now()))
    if (body.url !== undefined) await checkTarget(deps, body.url)
    return database.tenant(organizationId, (tx) => changeEndpoint(deps, tx, params.webhook_id, body))
  })
  implement.inTenant(`DELETE ${one}`, async ({ tx, params }): Promise<undefined> => {
    await requireEndpoint(tx, params.webhook_id, clock.now())
    await tx.deleteFrom('webhook_endpoints').where('id', '=', params.webhook_id).execute()
  })
  implement.inTenant(`POST ${one}secret/`, ({ tx, params }) => rotateSecret(deps, tx, params.webhook_id))
  implement.inTenant(`POST ${one}test/`, ({ tx, principal, params, request }) =>
    once(tx, clock, request, principal, async () => {
      const sent = await sendTest(deps, tx, principal, params.webhook_id)
      await deps.noteRequest(tx, principal, params.webhook_id)
      return sent
    }),
  )
  implement.inTenant(`GET ${one}deliveries/`, async ({ tx, params, query, page }) => {
    await requireEndpoint(tx, params.webhook_id, clock.now())
    const all = deliveries(tx, params.webhook_id)
    const wanted = query.state === undefined ? all : all.where('state', '=', query.state)
    return (await page.read(tx, wanted, usualRows)).map(viewDelivery)
  })
  implement.inTenant(`POST ${one}deliveries/{delivery_id}/replay/`, async ({ tx, principal, params }) => {
    const replayed = await replayOne(deps, tx, params)
    await deps.noteRequest(tx, principal, params.webhook_id)
    return replayed
  })
  implement.inTenant(`POST ${one}replay/`, async ({ tx, principal, params }) => {
    const replayed = await replayDead(deps, tx, params.webhook_id)
    await deps.noteRequest(tx, principal, params.webhook_id)
    return replayed
  })
}
