import { z } from 'zod'
import { ApiError, BadRequest } from './errors.ts'
import { optionalText, requiredText, Timestamp } from './fields.ts'
import { PackageId, ProviderId, ProviderLinkId, UserId } from './ids.ts'
import { PageQuery } from './pages.ts'
import { routes } from './route.ts'

/** The roles that a rule can give. The owner is one person, whom no rule makes. */
export const ruleRoles = ['examiner', 'manager'] as const

/** Whoever has this value in this claim gets these roles, tags and packages. */
export const ProviderRule = z.strictObject({
  claim: z.string('required').regex(/^[\w.:/-]{1,200}$/, 'invalid'),
  value: requiredText(300),
  roles: z.array(z.enum(ruleRoles, 'invalid')).min(1, 'required').max(ruleRoles.length, 'too_long'),
  tags: z.array(requiredText(50).transform((tag) => tag.toLowerCase())).max(20, 'too_long'),
  packages: z.array(PackageId).max(50, 'too_long'),
})
export type ProviderRule = z.output<typeof ProviderRule>

const StoredRule = z.object({
  claim: z.string(),
  value: z.string(),
  roles: z.array(z.enum(ruleRoles)),
  tags: z.array(z.string()),
  packages: z.array(PackageId),
})

const Domain = z
  .string('required')
  .trim()
  .toLowerCase()
  .max(253, 'too_long')
  .regex(/^([a-z\d]([a-z\d-]{0,61}[a-z\d])?\.)+[a-z][a-z\d-]{0,61}[a-z\d]$/, 'invalid')

export const Provider = z.object({
  id: ProviderId,
  name: z.string(),
  issuer: z.string(),
  client_id: z.string(),
  domains: z.array(z.string()),
  is_on: z.boolean(),
  scope: z.string(),
  trusts_email: z.boolean(),
  trusts_factor: z.boolean(),
  factor_acr: z.string().nullable(),
  rules: z.array(StoredRule),
  /** To register at the provider. */
  redirect_uri: z.url(),
  logout_uri: z.url(),
  /** How many accounts are connected. */
  accounts: z.int(),
})
export type Provider = z.infer<typeof Provider>

export const NewProvider = z.strictObject({
  name: requiredText(60),
  /** `https`, or `http` on this machine only. Private addresses are allowed: a hospital's provider is often internal. */
  issuer: z.string('required').trim().max(500, 'too_long').refine(isIssuer, 'invalid'),
  client_id: requiredText(300),
  /** Stored sealed and never answered. */
  client_secret: z.string('required').min(1, 'required').max(1000, 'too_long'),
  domains: z.array(Domain).min(1, 'required').max(50, 'too_long'),
  is_on: z.boolean('invalid').optional(),
  scope: z
    .string('invalid')
    .trim()
    .regex(/^openid( [\x21\x23-\x5b\x5d-\x7e]+)*$/, 'invalid')
    .max(300, 'too_long')
    .optional(),
  /** Counts an address without `email_verified` as the house's own. `false` is refused in any case. */
  trusts_email: z.boolean('invalid').optional(),
  /** Counts the provider's second factor as the account's. */
  trusts_factor: z.boolean('invalid').optional(),
  factor_acr: optionalText(200),
  rules: z.array(ProviderRule).max(100, 'too_long').optional(),
})
export type NewProvider = z.output<typeof NewProvider>
export const ProviderChanges = NewProvider.partial()
export type ProviderChanges = z.output<typeof ProviderChanges>

/** An address that the server may call: https, or this machine for development. */
export function isProviderAddress(text: string): boolean {
  const url = URL.parse(text)
  if (url === null || url.username !== '' || url.password !== '') return false
  return url.protocol === 'https:' || (url.protocol === 'http:' && isLoopback(url.hostname))
}

const isLoopback = (host: string) => host === 'localhost' || host === '[::1]' || /^127(\.\d{1,3}){3}$/.test(host)

function isIssuer(text: string): boolean {
  const url = URL.parse(text)
  return isProviderAddress(text) && url !== null && url.search === '' && url.hash === ''
}

/** What is wrong with a provider's configuration. */
export const providerProblems = [
  'unreachable',
  'not_found',
  'other_issuer',
  'insecure_endpoint',
  'no_code_flow',
  'no_pkce',
  'no_keys',
  'invalid',
] as const
export type ProviderProblem = (typeof providerProblems)[number]

export const ProviderTest = z.object({
  /** Null: sign-in can begin. Only a first sign-in shows whether the secret is right. */
  problem: z.enum(providerProblems).nullable(),
  /** The library's or the network's words, in English. */
  detail: z.string().nullable(),
  can_log_out: z.boolean(),
  can_log_out_from_there: z.boolean(),
})
export type ProviderTest = z.infer<typeof ProviderTest>

export const SignInPolicy = z.object({
  passwords_off_at: Timestamp.nullable(),
  break_glass_user_id: UserId.nullable(),
  /** The latest sign-ins with the break-glass account. */
  break_glass_uses: z.array(Timestamp),
  /** Active accounts that no provider is connected to. */
  unconnected: z.int(),
})
export type SignInPolicy = z.infer<typeof SignInPolicy>

/** Somebody at the provider who says that an account is theirs. */
export const LinkRequest = z.object({
  id: ProviderLinkId,
  provider_id: ProviderId,
  user_id: UserId,
  created_at: Timestamp,
})
export type LinkRequest = z.infer<typeof LinkRequest>

const reads = { role: 'manager', feature: 'admin' } as const
const decides = { role: 'owner', feature: 'admin' } as const
const params = z.object({ provider_id: ProviderId })
const linkParams = z.object({ link_id: ProviderLinkId })

export const providerRoutes = routes({
  'GET /organizations/providers/': {
    summary: 'The identity providers of the organisation, by name',
    access: reads,
    query: PageQuery,
    order: ['name', 'id'],
    responses: { 200: z.array(Provider) },
  },
  'POST /organizations/providers/': {
    summary: 'Add an identity provider; a domain belongs to one provider of the whole installation',
    access: decides,
    repeatable: true,
    body: NewProvider,
    responses: { 201: Provider, 400: BadRequest },
  },
  'PATCH /organizations/providers/{provider_id}/': {
    summary: 'Change an identity provider; another issuer forgets the connected accounts',
    access: decides,
    params,
    body: ProviderChanges,
    responses: { 200: Provider, 400: BadRequest, 404: ApiError },
  },
  'DELETE /organizations/providers/{provider_id}/': {
    summary: 'Remove an identity provider and end the sessions that it opened',
    access: decides,
    params,
    responses: { 204: null, 404: ApiError },
  },
  'POST /organizations/providers/{provider_id}/test/': {
    summary: 'Read the provider’s configuration and say what is wrong with it',
    access: decides,
    params,
    responses: { 200: ProviderTest, 404: ApiError },
  },
  'GET /organizations/provider_links/': {
    summary: 'Requests to connect an account with a provider, the latest first',
    access: decides,
    query: PageQuery,
    order: ['-id'],
    responses: { 200: z.array(LinkRequest) },
  },
  'POST /organizations/provider_links/{link_id}/approve/': {
    summary: 'Connect the account: whoever asked can sign in to it from now on',
    access: decides,
    params: linkParams,
    responses: { 204: null, 404: ApiError, 409: ApiError },
  },
  'DELETE /organizations/provider_links/{link_id}/': {
    summary: 'Refuse a request, or disconnect an account and end its sessions of that provider',
    access: decides,
    params: linkParams,
    responses: { 204: null, 404: ApiError },
  },
  'GET /organizations/sign_in_policy/': {
    summary: 'Whether passwords are off, and when the break-glass account was used',
    access: reads,
    responses: { 200: SignInPolicy },
  },
  'PATCH /organizations/sign_in_policy/': {
    summary: 'Turn passwords off, except those of one break-glass account, or on again',
    access: decides,
    body: z.strictObject({ break_glass_user_id: UserId.nullable() }),
    responses: { 200: SignInPolicy, 400: BadRequest, 409: ApiError },
  },
})
