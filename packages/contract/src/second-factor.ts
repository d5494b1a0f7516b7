import { z } from 'zod'
import { Credentials } from './auth.ts'
import { ApiError, BadRequest } from './errors.ts'
import { Timestamp } from './fields.ts'
import { routes } from './route.ts'

export const SecondFactor = z.object({
  /** Null: the password alone signs in. */
  turned_on_at: Timestamp.nullable(),
  recovery_codes_left: z.int(),
})
export type SecondFactor = z.infer<typeof SecondFactor>

/** Whoever turns a factor on or off shows once more that it is they. */
const confirmed = { body: z.strictObject({ password: Credentials.shape.password }) }

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
    summary: "Turn the factor on with a code of the app; ends the user's other sessions. The codes are shown this once",
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
    summary: 'Turn the factor off, with its recovery codes',
    access: {},
    ...confirmed,
    responses: { 204: null, 400: BadRequest, 429: ApiError },
  },
  'POST /user/mfa/recovery_codes/': {
    summary: 'New recovery codes, shown this once; those of before are no longer good',
    access: {},
    ...confirmed,
    responses: { 201: RecoveryCodes, 400: BadRequest, 409: ApiError, 429: ApiError },
  },
})
