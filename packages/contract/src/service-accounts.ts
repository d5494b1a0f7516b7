import { z } from 'zod'
import { ApiError, BadRequest } from './errors.ts'
import { requiredText, Timestamp } from './fields.ts'
import { ExaminerId, ServiceAccountId, ServiceAccountKeyId } from './ids.ts'
import { PageQuery } from './pages.ts'
import { routes } from './route.ts'
import { longestKeyDays, scopes } from './scopes.ts'

export const ServiceAccountKey = z.object({
  id: ServiceAccountKeyId,
  /** The last characters of the key, to recognise it. */
  ending: z.string(),
  created_at: Timestamp,
  expires_at: Timestamp,
  /** To the minute. */
  last_used_at: Timestamp.nullable(),
})
export type ServiceAccountKey = z.infer<typeof ServiceAccountKey>

/** A program that calls in the name of the organisation, with rights of its own. */
export const ServiceAccount = z.object({
  id: ServiceAccountId,
  name: z.string(),
  scopes: z.array(z.enum(scopes)),
  /** The examiner whose participants it reaches; null: those of every examiner. */
  examiner_id: ExaminerId.nullable(),
  /** The networks from which its keys are accepted, such as `10.1.0.0/16`; empty: from everywhere. */
  networks: z.array(z.string()),
  created_at: Timestamp,
  /** Keys that are neither revoked nor expired, the earliest first. */
  keys: z.array(ServiceAccountKey),
})
export type ServiceAccount = z.infer<typeof ServiceAccount>

const network = z.union([z.cidrv4(), z.cidrv6(), z.ipv4(), z.ipv6()], 'invalid')

const rights = {
  name: requiredText(100),
  scopes: z
    .array(z.enum(scopes, 'invalid'))
    .min(1, 'required')
    .max(scopes.length, 'too_long')
    .transform((given) => scopes.filter((scope) => given.includes(scope))),
  networks: z.array(network).max(50, 'too_long'),
}

const days = z.int('invalid').min(1, 'out_of_range').max(longestKeyDays, 'out_of_range')

export const NewServiceAccount = z.strictObject({
  ...rights,
  examiner_id: ExaminerId.nullable(),
  /** For how many days its first key is valid. */
  days,
})

export type NewServiceAccount = z.output<typeof NewServiceAccount>

const NewKey = z.object({ key: z.string(), key_id: ServiceAccountKeyId })

// With a key, results are read that no manager may read: only the owner makes one. Managers can end it.
const owned = { role: 'owner', feature: 'admin' } as const
const managed = { role: 'manager', feature: 'admin' } as const

export const serviceAccountRoutes = routes({
  'GET /organizations/service_accounts/': {
    summary: 'The service accounts of the organisation with their valid keys',
    access: managed,
    query: PageQuery,
    order: ['created_at', 'id'],
    responses: { 200: z.array(ServiceAccount) },
  },
  'POST /organizations/service_accounts/': {
    summary: 'Create a service account; the answer has its first key, which is not shown again',
    access: owned,
    repeatable: true,
    body: NewServiceAccount,
    responses: { 201: ServiceAccount.extend(NewKey.shape), 400: BadRequest },
  },
  'PATCH /organizations/service_accounts/{service_account_id}/': {
    summary: 'Change the name, the scopes or the networks of a service account, for its next call',
    access: owned,
    params: z.object({ service_account_id: ServiceAccountId }),
    body: z.strictObject(rights).partial(),
    responses: { 200: ServiceAccount, 400: BadRequest, 404: ApiError },
  },
  'DELETE /organizations/service_accounts/{service_account_id}/': {
    summary: 'End a service account and its keys, at once and for good',
    access: managed,
    params: z.object({ service_account_id: ServiceAccountId }),
    responses: { 204: null, 404: ApiError },
  },
  'POST /organizations/service_accounts/{service_account_id}/keys/': {
    summary: 'Make another key, which is not shown again; with two valid keys it is a 409',
    access: owned,
    repeatable: true,
    params: z.object({ service_account_id: ServiceAccountId }),
    body: z.strictObject({ days }),
    responses: { 201: ServiceAccount.extend(NewKey.shape), 400: BadRequest, 404: ApiError, 409: ApiError },
  },
  'DELETE /organizations/service_accounts/{service_account_id}/keys/{service_account_key_id}/': {
    summary: 'Revoke a key of a service account, at once',
    access: managed,
    params: z.object({ service_account_id: ServiceAccountId, service_account_key_id: ServiceAccountKeyId }),
    responses: { 200: ServiceAccount, 404: ApiError },
  },
})
