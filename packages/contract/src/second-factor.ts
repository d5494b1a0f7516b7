import { z } from 'zod'
import { bytes, Credentials } from './auth.ts'
import { ApiError, BadRequest } from './errors.ts'
import { Id, requiredText, Timestamp } from './fields.ts'
import { UserId } from './ids.ts'
import { routes } from './route.ts'

export const SecondFactor = z.object({
  /** Null: sign-in needs only the password. */
  turned_on_at: Timestamp.nullable(),
  recovery_codes_left: z.int(),
  has_app: z.boolean(),
  passkeys: z.array(z.object({ id: Id, name: z.string(), created_at: Timestamp })),
})
export type SecondFactor = z.infer<typeof SecondFactor>

/** A browser's data about a new passkey. */
export const NewPasskey = z.strictObject({
  name: requiredText(50),
  credential_id: bytes(1023),
  client_data: bytes(2048),
  attestation_object: bytes(8192),
})
export type NewPasskey = z.output<typeof NewPasskey>

/**
 * Users confirm who they are before they turn a factor on or off: with their password, or, in a session that a provider
 * opened, with a new sign-in there.
 */
export const OwnProof = z.strictObject({
  password: Credentials.shape.password.optional(),
  /** Of `POST /user/provider/confirmed/`. */
  provider: requiredText(100).optional(),
})
export type OwnProof = z.infer<typeof OwnProof>
const confirmed = { body: OwnProof }

/** Empty if the factor was already on. */
const RecoveryCodes = z.object({ recovery_codes: z.array(z.string()) })

export const secondFactorRoutes = routes({
  'GET /user/mfa/': {
    summary: 'Whether sign-in needs a second factor',
    access: {},
    withoutFactor: true,
    responses: { 200: SecondFactor },
  },
  'POST /user/mfa/totp/': {
    summary:
      'A new secret for an authenticator app, in base32 and as an address; it has no effect until it is confirmed',
    access: {},
    withoutFactor: true,
    ...confirmed,
    responses: {
      201: z.object({ secret: z.string(), uri: z.string() }),
      400: BadRequest,
      409: ApiError,
      429: ApiError,
    },
  },
  'POST /user/mfa/totp/confirm/': {
    summary: 'Turn the app on with one of its codes; if the factor was off, recovery codes are shown, only this once',
    access: {},
    withoutFactor: true,
    body: z.strictObject({
      code: z
        .string('required')
        .transform((typed) => typed.replace(/\s/g, ''))
        .pipe(z.string().regex(/^\d{6}$/, 'invalid')),
    }),
    responses: { 200: RecoveryCodes, 400: BadRequest, 409: ApiError },
  },
  'DELETE /user/mfa/totp/': {
    summary: 'Turn the app off; without a passkey, the factor and its recovery codes are removed',
    access: {},
    ...confirmed,
    responses: { 204: null, 400: BadRequest, 429: ApiError },
  },
  'POST /user/mfa/passkeys/begin/': {
    summary: 'What a browser needs to create a passkey, and the existing ones',
    access: {},
    withoutFactor: true,
    ...confirmed,
    responses: {
      201: z.object({
        challenge: z.string(),
        /** The clinic's host, to which its passkeys belong. */
        host: z.string(),
        user: z.object({ id: UserId, email: z.string() }),
        known: z.array(z.string()),
      }),
      400: BadRequest,
      429: ApiError,
    },
  },
  'POST /user/mfa/passkeys/': {
    summary: 'Store a new passkey; if the factor was off, recovery codes are shown, only this once',
    access: {},
    withoutFactor: true,
    body: NewPasskey,
    responses: { 201: RecoveryCodes, 400: BadRequest },
  },
  'POST /user/mfa/passkeys/challenge/': {
    summary: 'What a browser needs to prove with a passkey who signs a report: valid once, for five minutes',
    access: {},
    responses: {
      201: z.object({
        challenge: z.string(),
        /** Those of this host. */
        passkeys: z.array(z.object({ credential_id: z.string(), host: z.string() })),
      }),
    },
  },
  'DELETE /user/mfa/passkeys/{passkey_id}/': {
    summary: 'Remove a passkey; without another one or an app, the factor and its recovery codes are removed',
    access: {},
    params: z.object({ passkey_id: Id }),
    ...confirmed,
    responses: { 204: null, 400: BadRequest, 404: ApiError, 429: ApiError },
  },
  'POST /user/mfa/recovery_codes/': {
    summary: 'New recovery codes, shown only this once; the earlier ones become invalid',
    access: {},
    ...confirmed,
    responses: { 201: RecoveryCodes, 400: BadRequest, 409: ApiError, 429: ApiError },
  },
})
