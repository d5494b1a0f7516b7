import { z } from 'zod'
import { bytes, Credentials } from './auth.ts'
import { ApiError, BadRequest } from './errors.ts'
import { Id, requiredText, Timestamp } from './fields.ts'
import { routes } from './route.ts'

export const SecondFactor = z.object({
  /** Null: the password alone signs in. */
  turned_on_at: Timestamp.nullable(),
  recovery_codes_left: z.int(),
  has_app: z.boolean(),
  passkeys: z.array(z.object({ id: Id, name: z.string(), created_at: Timestamp })),
})
export type SecondFactor = z.infer<typeof SecondFactor>

/** What a browser says of a passkey that it has just made. */
export const NewPasskey = z.strictObject({
  name: requiredText(50),
  credential_id: bytes(1023),
  client_data: bytes(2048),
  attestation_object: bytes(8192),
})
export type NewPasskey = z.output<typeof NewPasskey>

/** Whoever turns a factor on or off shows once more that it is they. */
const confirmed = { body: z.strictObject({ password: Credentials.shape.password }) }

/** None where the factor was on before. */
const RecoveryCodes = z.object({ recovery_codes: z.array(z.string()) })

export const secondFactorRoutes = routes({
  'GET /user/mfa/': {
    summary: 'Whether a second factor is asked for at the sign-in',
    access: {},
    responses: { 200: SecondFactor },
  },
  'POST /user/mfa/totp/': {
    summary: 'A new secret for an authenticator app, in base32 and as an address; nothing is on before it is confirmed',
    access: {},
    ...confirmed,
    responses: {
      201: z.object({ secret: z.string(), uri: z.string() }),
      400: BadRequest,
      409: ApiError,
      429: ApiError,
    },
  },
  'POST /user/mfa/totp/confirm/': {
    summary: 'Turn the app on by a code of it; the recovery codes of a factor that was off are shown this once',
    access: {},
    body: z.strictObject({
      code: z
        .string('required')
        .transform((typed) => typed.replace(/\s/g, ''))
        .pipe(z.string().regex(/^\d{6}$/, 'invalid')),
    }),
    responses: { 200: RecoveryCodes, 400: BadRequest, 409: ApiError },
  },
  'DELETE /user/mfa/totp/': {
    summary: 'Turn the app off; without a passkey beside it the factor is off, with its recovery codes',
    access: {},
    ...confirmed,
    responses: { 204: null, 400: BadRequest, 429: ApiError },
  },
  'POST /user/mfa/passkeys/begin/': {
    summary: 'What a browser needs to make a passkey, and which ones there are already',
    access: {},
    ...confirmed,
    responses: {
      201: z.object({
        challenge: z.string(),
        /** Of the clinic, which its passkeys belong to. */
        host: z.string(),
        user: z.object({ id: Id, email: z.string() }),
        known: z.array(z.string()),
      }),
      400: BadRequest,
      429: ApiError,
    },
  },
  'POST /user/mfa/passkeys/': {
    summary: 'Keep a new passkey; the recovery codes of a factor that was off are shown this once',
    access: {},
    body: NewPasskey,
    responses: { 201: RecoveryCodes, 400: BadRequest },
  },
  'DELETE /user/mfa/passkeys/{passkey_id}/': {
    summary: 'Forget a passkey; without another one or an app the factor is off, with its recovery codes',
    access: {},
    params: z.object({ passkey_id: Id }),
    ...confirmed,
    responses: { 204: null, 400: BadRequest, 404: ApiError, 429: ApiError },
  },
  'POST /user/mfa/recovery_codes/': {
    summary: 'New recovery codes, shown this once; those of before are no longer good',
    access: {},
    ...confirmed,
    responses: { 201: RecoveryCodes, 400: BadRequest, 409: ApiError, 429: ApiError },
  },
})
