import type {
  NewWebhook,
  WebhookChanges,
  WebhookDelivery,
  WebhookDeliveryId,
  WebhookEndpoint,
  WebhookId,
} from '@fonema/contract'
import type { Clock } from '../platform/clock.ts'
import type { Tx } from '../platform/database/database.ts'
import { AppError, InvalidFields } from '../platform/http/errors.ts'
import type { Principal } from '../platform/http/principal.ts'
import { newId } from '../platform/ids.ts'
import type { KeyRing } from '../platform/keys.ts'
import { type Address, type AddressRule, addressesOf, parseTarget, type Resolve } from './address.ts'
import { deliveries, requireEndpoint, viewDelivery } from './queries.ts'
import { earlierSecretSeconds, newWebhookSecret, openSecret, sealSecret } from './secrets.ts'

export type WebhookDeps = { clock: Clock; keys: KeyRing; rule: AddressRule; resolve: Resolve }

/** A name server that does not answer must not hold up the call. */
const resolveMs = 3_000

/**
 * Checks an address when it is stored, so that a manager learns at once what is wrong. Each attempt checks it again. A
 * name that cannot be resolved now is accepted with https.
 */
export async function checkTarget({ rule, resolve }: WebhookDeps, text: string): Promise<void> {
  const url = parseTarget(text)
  if (url === undefined) throw new InvalidFields({ url: ['invalid'] })
  const isEncrypted = url.protocol === 'https:'
  const { promise: late, resolve: giveUp } = Promise.withResolvers<Address[]>()
  const timer = setTimeout(giveUp, resolveMs, [])
  const found = await Promise.race([addressesOf(url, resolve).catch(() => []), late])
  clearTimeout(timer)
  if ((found.length === 0 && !isEncrypted) || !found.every((one) => rule.permits(one, isEncrypted)))
    throw new InvalidFields({ url: ['private_address'] })
}

export async function createEndpoint(
  { clock, keys }: WebhookDeps,
  tx: Tx,
  { organizationId: organization_id }: Principal,
  { url, events }: NewWebhook,
): Promise<WebhookEndpoint> {
  const now = clock.now()
  const id = newId<WebhookId>(now)
  await tx
    .insertInto('webhook_endpoints')
    .values({ id, organization_id, url, events, secret_made_at: now, created_at: now })
    .execute()
  const sealed = sealSecret(keys, id, newWebhookSecret())
  await tx.insertInto('webhook_secrets').values({ endpoint_id: id, organization_id, sealed }).execute()
  return requireEndpoint(tx, id, now)
}

/** The secret that was just made: not part of the answer that is kept for a repeated call. */
export async function secretOf({ keys }: WebhookDeps, tx: Tx, id: WebhookId): Promise<string> {
  const { sealed } = await tx
    .selectFrom('webhook_secrets')
    .select('sealed')
    .where('endpoint_id', '=', id)
    .executeTakeFirstOrThrow()
  const secret = openSecret(keys, id, sealed)
  if (secret === undefined) throw new AppError('conflict')
  return secret
}

export async function changeEndpoint(
  { clock }: WebhookDeps,
  tx: Tx,
  id: WebhookId,
  changes: WebhookChanges,
): Promise<WebhookEndpoint> {
  const { record_server } = await requireEndpoint(tx, id, clock.now())
  // The address of a FHIR server changes together with its sign-in, and it receives reports only.
  if (record_server !== null && changes.url !== undefined) throw new InvalidFields({ url: ['invalid'] })
  if (record_server !== null && changes.events !== undefined) throw new InvalidFields({ events: ['invalid'] })
  if (Object.keys(changes).length === 0) throw new InvalidFields({ non_field_errors: ['empty_data'] })
  const { url, events, is_on } = changes
  await tx
    .updateTable('webhook_endpoints')
    .set({
      ...(url !== undefined && { url }),
      ...(events !== undefined && { events }),
      ...(is_on !== undefined && { is_on }),
      ...(is_on === true && { paused_at: null, failing_since: null }),
    })
    .where('id', '=', id)
    .execute()
  // What waited is due, and has three days again.
  if (is_on === true)
    await tx
      .updateTable('webhook_deliveries')
      .set({ first_attempt_at: null, next_attempt_at: null })
      .where('endpoint_id', '=', id)
      .where('state', '=', 'pending')
      .execute()
  return requireEndpoint(tx, id, clock.now())
}

export async function rotateSecret({ clock, keys }: WebhookDeps, tx: Tx, id: WebhookId) {
  const now = clock.now()
  const { record_server } = await requireEndpoint(tx, id, now)
  // A FHIR server's secret is made there.
  if (record_server !== null) throw new AppError('not_found')
  const secret = newWebhookSecret()
  await tx
    .updateTable('webhook_secrets')
    .set(({ ref }) => ({
      earlier_sealed: ref('sealed'),
      earlier_until: new Date(now.getTime() + earlierSecretSeconds * 1000),
      sealed: sealSecret(keys, id, secret),
    }))
    .where('endpoint_id', '=', id)
    .execute()
  await tx.updateTable('webhook_endpoints').set({ secret_made_at: now }).where('id', '=', id).execute()
  return { ...(await requireEndpoint(tx, id, now)), secret }
}

/** Queues a test event, whether or not the endpoint asks for any. */
export async function sendTest(
  { clock }: WebhookDeps,
  tx: Tx,
  { organizationId: organization_id }: Principal,
  endpoint_id: WebhookId,
): Promise<WebhookDelivery> {
  const now = clock.now()
  const { is_on, paused_at } = await requireEndpoint(tx, endpoint_id, now)
  if (!is_on || paused_at !== null) throw new AppError('conflict')
  const id = newId<WebhookDeliveryId>(now)
  const data = JSON.stringify({ webhook_id: endpoint_id })
  const row = { id, organization_id, endpoint_id, event: 'test', data, created_at: now } as const
  await tx.insertInto('webhook_deliveries').values(row).execute()
  return viewDelivery(await deliveries(tx, endpoint_id).where('id', '=', id).executeTakeFirstOrThrow())
}

const again = { state: 'pending', first_attempt_at: null, next_attempt_at: null, claimed_until: null } as const

export async function replayOne(
  { clock }: WebhookDeps,
  tx: Tx,
  { webhook_id, delivery_id }: { webhook_id: WebhookId; delivery_id: WebhookDeliveryId },
): Promise<WebhookDelivery> {
  await requireEndpoint(tx, webhook_id, clock.now())
  const replayed = await tx
    .updateTable('webhook_deliveries')
    .set(again)
    .where('endpoint_id', '=', webhook_id)
    .where('id', '=', delivery_id)
    .returningAll()
    .executeTakeFirst()
  if (replayed === undefined) throw new AppError('not_found')
  return viewDelivery(replayed)
}

export async function replayDead({ clock }: WebhookDeps, tx: Tx, id: WebhookId) {
  await requireEndpoint(tx, id, clock.now())
  const { numUpdatedRows } = await tx
    .updateTable('webhook_deliveries')
    .set(again)
    .where('endpoint_id', '=', id)
    .where('state', '=', 'dead')
    .executeTakeFirstOrThrow()
  return { replayed: Number(numUpdatedRows) }
}
