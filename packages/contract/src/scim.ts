import { z } from 'zod'
import { ApiError, BadRequest } from './errors.ts'
import { requiredText, Timestamp } from './fields.ts'
import { ScimTokenId } from './ids.ts'
import { NewUser } from './organization.ts'
import { PageQuery } from './pages.ts'
import { routes } from './route.ts'

// The directory's own calls are below `/scim/v2`, in the form of SCIM 2.0. These are the managers' ones.

/** A key with which a directory manages the accounts of the organisation. */
export const ScimToken = z.object({
  id: ScimTokenId,
  name: z.string(),
  created_at: Timestamp,
  last_used_at: Timestamp.nullable(),
})
export type ScimToken = z.infer<typeof ScimToken>

export const ScimSettings = z.object({
  /** The address to enter in the directory. */
  address: z.string(),
  /** The names of the groups that the directory has sent. */
  groups: z.array(z.string()),
})
export type ScimSettings = z.infer<typeof ScimSettings>

/** What the members of a group get. */
export const ScimRule = z.object({
  /** The group's name in the directory, in any case. */
  group: z.string(),
  role: z.enum(['examiner', 'manager']).nullable(),
  tags: z.array(z.string()),
})
export type ScimRule = z.infer<typeof ScimRule>

const GivenRule = z.strictObject({
  group: requiredText(200),
  role: z.enum(['examiner', 'manager'], 'invalid').nullable(),
  tags: NewUser.shape.tags.unwrap(),
})
export type GivenRule = z.output<typeof GivenRule>

const manages = { role: 'manager', feature: 'admin' } as const

export const scimRoutes = routes({
  'GET /organizations/scim/': {
    summary: 'Where the directory sends accounts, and the groups it has sent',
    access: manages,
    responses: { 200: ScimSettings },
  },
  'GET /organizations/scim/tokens/': {
    summary: 'The tokens of directories (SCIM)',
    access: manages,
    query: PageQuery,
    order: ['created_at', 'id'],
    responses: { 200: z.array(ScimToken) },
  },
  'POST /organizations/scim/tokens/': {
    summary: 'Create a token for a directory (SCIM); the answer has the token, which is not shown again',
    // With it, managers are deactivated, which is the owner's alone.
    access: { role: 'owner', feature: 'admin' },
    repeatable: true,
    body: z.strictObject({ name: requiredText(100) }),
    responses: { 201: ScimToken.extend({ token: z.string() }), 400: BadRequest },
  },
  'DELETE /organizations/scim/tokens/{scim_token_id}/': {
    summary: 'Revoke a token of a directory (SCIM), at once',
    access: manages,
    params: z.object({ scim_token_id: ScimTokenId }),
    responses: { 204: null, 404: ApiError },
  },
  'GET /organizations/scim/rules/': {
    summary: 'What the members of the directory’s groups get',
    access: manages,
    query: PageQuery,
    order: ['group'],
    responses: { 200: z.array(ScimRule) },
  },
  'PATCH /organizations/scim/rules/': {
    summary:
      'Replace all rules of groups; members get and lose what changed. Only the owner adds, changes or removes a rule that makes managers',
    access: manages,
    body: z.array(GivenRule).max(200, 'too_long'),
    responses: { 200: z.array(ScimRule), 400: BadRequest, 403: ApiError },
  },
})
