import { z } from 'zod'
import { ApiError, BadRequest } from './errors.ts'
import { Timestamp } from './fields.ts'
import { WebhookDeliveryId, WebhookId } from './ids.ts'
import { PageQuery } from './pages.ts'
import { routes } from './route.ts'
import { recordSignIns, webhookEvents, webhookStates } from './webhook-names.ts'

/** What a FHIR server needs beside its address. Its secret is never shown. */
export const RecordServer = z.object({
  sign_in: z.enum(recordSignIns),
  /** For client credentials; otherwise empty. */
  token_url: z.string(),
  client_id: z.string(),
  scope: z.string(),
  /** The system under which that server knows the codes of participants; empty: our own. */
  patient_system: z.string(),
})
export type RecordServer = z.infer<typeof RecordServer>

/** An address of another system. */
export const WebhookEndpoint = z.object({
  id: WebhookId,
  /** Null: it receives signed messages. Otherwise it is a FHIR server, which receives signed reports. */
  record_server: RecordServer.nullable(),
  url: z.string(),
  events: z.array(z.enum(webhookEvents)),
  /** Off: events are not kept. */
  is_on: z.boolean(),
  /** When failures paused it; null: not paused. Its events wait. */
  paused_at: Timestamp.nullable(),
  /** Since when every attempt has failed; null: the last one succeeded, or there was none. */
  failing_since: Timestamp.nullable(),
  secret_made_at: Timestamp,
  /** After a rotation the earlier secret signs too, until then. */
  earlier_secret_until: Timestamp.nullable(),
  /** Deliveries that wait for an attempt. */
  pending: z.int(),
  /** Deliveries without a further attempt. */
  dead: z.int(),
  created_at: Timestamp,
})
export type WebhookEndpoint = z.infer<typeof WebhookEndpoint>

/** With the secret of its signatures, which is not shown again. */
export const WebhookWithSecret = WebhookEndpoint.extend({ secret: z.string() })
export type WebhookWithSecret = z.infer<typeof WebhookWithSecret>

const url = z.string('invalid').trim().min(1, 'required').max(2000, 'too_long')
const events = z
  .array(z.enum(webhookEvents, 'invalid'))
  .min(1, 'required')
  .max(webhookEvents.length, 'too_long')
  .transform((names) => [...new Set(names)])

export const NewWebhook = z.strictObject({ url, events })
export type NewWebhook = z.output<typeof NewWebhook>
export const WebhookChanges = z.strictObject({ url, events, is_on: z.boolean('invalid') }).partial()
export type WebhookChanges = z.output<typeof WebhookChanges>

const optional = z.string('invalid').trim().max(500, 'too_long').default('')
/** A FHIR server that receives signed reports. Without `secret`, a stored one stays. */
export const NewRecordServer = z.strictObject({
  url,
  sign_in: z.enum(recordSignIns, 'invalid'),
  token_url: optional,
  client_id: optional,
  scope: optional,
  patient_system: optional,
  secret: z.string('invalid').min(1, 'required').max(8000, 'too_long').optional(),
})
export type NewRecordServer = z.output<typeof NewRecordServer>

/**
 * Why an attempt failed. `refused_address`: it leads into a private network that the operator does not allow. Only of
 * FHIR servers: `no_token` (the sign-in failed), `not_fhir`, `several` (it already has the report more than once), and
 * `no_report` (it was erased here).
 */
export const webhookFailures = [
  'refused_address',
  'not_resolved',
  'unreachable',
  'insecure',
  'timeout',
  'redirected',
  'refused',
  'no_token',
  'not_fhir',
  'several',
  'no_report',
] as const
export type WebhookFailure = (typeof webhookFailures)[number]

/** One event for one address. */
export const WebhookDelivery = z.object({
  /** The `webhook-id` of every attempt. */
  id: WebhookDeliveryId,
  event: z.enum([...webhookEvents, 'test']),
  /** `pending`: waits for an attempt. `dead`: there is no further one. */
  state: z.enum(webhookStates),
  attempts: z.int(),
  last_attempt_at: Timestamp.nullable(),
  /** Null: at once, or there is none. */
  next_attempt_at: Timestamp.nullable(),
  /** Of the last attempt; null: it succeeded, or there was none. */
  failure: z.enum(webhookFailures).nullable(),
  /** The status of the last answer. */
  answer_status: z.int().nullable(),
  /** The beginning of the last answer. */
  answer_text: z.string().nullable(),
  created_at: Timestamp,
})
export type WebhookDelivery = z.infer<typeof WebhookDelivery>

const manages = { role: 'manager', feature: 'admin' } as const
/** A FHIR server receives reports, which managers may not read. */
const owns = { role: 'owner', feature: 'admin' } as const
const params = z.object({ webhook_id: WebhookId })

export const webhookRoutes = routes({
  'GET /organizations/webhooks/': {
    summary: 'The webhooks of the organisation',
    access: manages,
    query: PageQuery,
    order: ['created_at', 'id'],
    responses: { 200: z.array(WebhookEndpoint), 304: null },
  },
  'POST /organizations/webhooks/': {
    summary: 'Create a webhook; the answer has its secret, which is not shown again',
    access: manages,
    repeatable: true,
    body: NewWebhook,
    responses: { 201: WebhookWithSecret, 400: BadRequest },
  },
  'POST /organizations/webhooks/fhir/': {
    summary: 'Add a FHIR server, to which signed reports are sent',
    access: owns,
    repeatable: true,
    body: NewRecordServer,
    responses: { 201: WebhookEndpoint, 400: BadRequest },
  },
  'PATCH /organizations/webhooks/fhir/{record_server_id}/': {
    summary: 'Change a FHIR server; another host, or another sign-in, needs the secret again',
    access: owns,
    params: z.object({ record_server_id: WebhookId }),
    body: NewRecordServer,
    responses: { 200: WebhookEndpoint, 400: BadRequest, 404: ApiError },
  },
  'PATCH /organizations/webhooks/{webhook_id}/': {
    summary: 'Change a webhook, turn it on or off; turning it on also ends a pause, and what waited is sent',
    access: manages,
    params,
    body: WebhookChanges,
    responses: { 200: WebhookEndpoint, 400: BadRequest, 404: ApiError },
  },
  'DELETE /organizations/webhooks/{webhook_id}/': {
    summary: 'Remove a webhook with its deliveries',
    access: manages,
    params,
    responses: { 204: null, 404: ApiError },
  },
  'POST /organizations/webhooks/{webhook_id}/secret/': {
    summary: 'Make a new secret; the earlier one signs too for a day',
    access: manages,
    params,
    responses: { 200: WebhookWithSecret, 404: ApiError },
  },
  'POST /organizations/webhooks/{webhook_id}/test/': {
    summary: 'Send a test event',
    access: manages,
    repeatable: true,
    params,
    responses: { 201: WebhookDelivery, 404: ApiError, 409: ApiError },
  },
  'GET /organizations/webhooks/{webhook_id}/deliveries/': {
    summary: 'The deliveries of the last thirty days, newest first',
    access: manages,
    params,
    query: z.object({ state: z.enum(webhookStates, 'invalid').optional(), ...PageQuery.shape }),
    order: ['-created_at', '-id'],
    responses: { 200: z.array(WebhookDelivery), 304: null, 400: BadRequest, 404: ApiError },
  },
  'POST /organizations/webhooks/{webhook_id}/deliveries/{delivery_id}/replay/': {
    summary: 'Send a delivery again, with the same id',
    access: manages,
    params: z.object({ webhook_id: WebhookId, delivery_id: WebhookDeliveryId }),
    responses: { 200: WebhookDelivery, 404: ApiError },
  },
  'POST /organizations/webhooks/{webhook_id}/replay/': {
    summary: 'Send every dead delivery again',
    access: manages,
    params,
    responses: { 200: z.object({ replayed: z.int() }), 404: ApiError },
  },
})
