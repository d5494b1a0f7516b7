import { z } from 'zod'
import { features } from './access.ts'
import { Locale } from './content.ts'
import { ApiError, BadRequest, FieldErrors } from './errors.ts'
import { CalendarDate, OfflineParticipants } from './fields.ts'
import { ExaminerId, ManagerId, OrganizationId, UserId } from './ids.ts'
import { routes } from './route.ts'

export const Tokens = z.object({ access: z.string(), refresh: z.string() })
export type Tokens = z.infer<typeof Tokens>

/** Bytes in base64url. */
export const bytes = (maxBytes: number) =>
  z
    .string('required')
    .max(Math.ceil(maxBytes / 3) * 4, 'too_long')
    .regex(/^[\w-]+$/, 'invalid')

/** The signed answer of a passkey. */
export const PasskeyProof = z.strictObject({
  credential_id: bytes(1023),
  client_data: bytes(2048),
  authenticator_data: bytes(2048),
  signature: bytes(1024),
})
export type PasskeyProof = z.infer<typeof PasskeyProof>

// Exactly as typed: a password is neither trimmed nor changed.
export const Credentials = z.strictObject({
  email: z.string('required').min(1, 'required').max(320, 'invalid'),
  password: z.string('required').min(1, 'required').max(256, 'too_long'),
  /** A code of an authenticator app or a recovery code, for accounts with a second factor. */
  code: z.string('invalid').min(1, 'required').max(64, 'too_long').optional(),
  /** Instead of the code. */
  passkey: PasskeyProof.optional(),
})
export type Credentials = z.infer<typeof Credentials>

export const Roles = z.object({
  manager_id: ManagerId.nullable(),
  examiner_id: ExaminerId.nullable(),
  is_manager: z.boolean(),
  is_examiner: z.boolean(),
  is_owner: z.boolean(),
})
export type Roles = z.infer<typeof Roles>

export const UserInfo = z.object({
  id: UserId,
  first_name: z.string(),
  last_name: z.string(),
  email: z.string(),
  locale: Locale,
  /** The user’s own, for their day, their agenda and their mails; null: the organisation’s. */
  time_zone: z.string().nullable(),
  tags: z.array(z.string()),
  roles: Roles,
  is_impersonifing: z.boolean(),
  impersonification: z.object({ examiner_id: ExaminerId, mode: z.string() }).nullable(),
  /** The examiner has more participants than a browser needs to have at hand: ask for them by page. */
  has_many_participants: z.boolean(),
  /** The day from which the user needs a second factor, which they lack. Once it `is_due`, nothing else is possible. */
  second_factor_needed: z.object({ from: CalendarDate, is_due: z.boolean() }).nullable(),
  organization: z.object({
    id: OrganizationId,
    name: z.string(),
    time_zone: z.string(),
    is_demonstration: z.boolean(),
    /** The colour of buttons and links, `#rrggbb`; null: the product's. */
    accent: z.string().nullable(),
    /** The hash of its logo; null without one. */
    logo: z.string().nullable(),
    offline_participants: OfflineParticipants,
  }),
})
export type UserInfo = z.infer<typeof UserInfo>

export const ToggleTable = z.object({
  modes: z.record(z.string(), z.record(z.enum(features), z.boolean())),
  semaphore_column: z.boolean(),
})
export type ToggleTable = z.infer<typeof ToggleTable>

const NamedKey = z.object({ key_id: z.string(), key: z.string() })

/**
 * An AES-256 key as base64url. Another `key_id` means another key. Data encrypted with an earlier key can be decrypted
 * while the clinic keeps that key among the `former` ones.
 */
export const OutboxKey = NamedKey.extend({ former: z.array(NamedKey) })
export type OutboxKey = z.infer<typeof OutboxKey>

const token = z.string('required').min(1, 'required').max(4096, 'invalid')

export const NewPassword = z.strictObject({
  token,
  password: z.string('required').min(1, 'required').max(256, 'too_long'),
})

export const authRoutes = routes({
  'POST /user/password_reset/': {
    summary: 'Mail a link to set a new password; the answer is the same for unknown addresses',
    access: 'public',
    rate: 'reset',
    body: z.strictObject({ email: Credentials.shape.email }),
    responses: { 200: z.object({}), 400: FieldErrors },
  },
  'POST /user/password_reset/validate_token/': {
    summary: 'Whether the token of a mailed link is still valid',
    access: 'public',
    rate: 'reset',
    body: z.strictObject({ token }),
    responses: { 200: z.object({}), 400: BadRequest },
  },
  'POST /user/password_reset/confirm/': {
    summary: 'Set a password with the token of a mailed link; ends every session of the user',
    access: 'public',
    rate: 'reset',
    body: NewPassword,
    responses: { 200: z.object({}), 400: BadRequest },
  },
  'POST /user/api/token/': {
    summary:
      'Sign in; an account with a second factor also needs a code, which is requested once the password is right',
    access: 'public',
    rate: 'sign_in',
    malformed: 'invalid_inputs',
    body: Credentials,
    responses: { 200: Tokens, 400: ApiError, 401: ApiError, 429: ApiError },
  },
  'POST /user/api/token/refresh/': {
    summary:
      'A new pair of tokens, for the browser with the sign-in cookie; `active` means that the user did something since the last refresh',
    access: 'public',
    rate: 'refresh',
    body: z.strictObject({ refresh: token, active: z.boolean('invalid').optional() }),
    responses: { 200: Tokens, 400: FieldErrors, 401: ApiError },
  },
  'POST /user/api/token/verify/': {
    summary: 'Whether an access token is still valid',
    access: 'public',
    rate: 'refresh',
    body: z.strictObject({ token }),
    responses: { 200: z.object({}), 400: FieldErrors, 401: ApiError },
  },
  'POST /user/logout/': {
    summary: 'End the session on the server',
    access: {},
    withoutFactor: true,
    responses: { 204: null },
  },
  'GET /user/outbox_key/': {
    summary: "The user's own key to encrypt what the browser keeps until it is sent",
    access: {},
    withoutFactor: true,
    responses: { 200: OutboxKey },
  },
  'GET /user/user_info/': {
    summary: 'The signed-in user',
    access: {},
    withoutFactor: true,
    responses: { 200: UserInfo },
  },
  'GET /user/examiner_info/': {
    summary: 'The examiner in whose name the user works',
    access: {},
    responses: { 200: z.object({ id: ExaminerId }), 404: ApiError },
  },
  'GET /user/toggle_table': {
    summary: 'The features of each impersonation mode',
    access: {},
    withoutFactor: true,
    responses: { 200: ToggleTable },
  },
})
