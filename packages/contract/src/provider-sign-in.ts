import { z } from 'zod'
import { Credentials, Tokens } from './auth.ts'
import { ApiError, BadRequest } from './errors.ts'
import { ProviderId, ReportId } from './ids.ts'
import { routes } from './route.ts'

/** Why a sign-in through a provider was refused, in the member `reason` of `provider_refused`. */
export const providerRefusals = [
  /** Begun in another browser, used already, or too long ago. */
  'not_begun_here',
  /** The person or the provider ended the sign-in there. */
  'cancelled',
  /** Not signed, or not meant for this clinic and this sign-in. */
  'invalid_answer',
  'email_missing',
  'email_unverified',
  /** Not one of the provider's domains, or of an account elsewhere. */
  'email_foreign',
  'no_role',
  'deactivated',
  /** Somebody else signed in than the person of the session. */
  'other_person',
  /** The provider did not ask again who it is. */
  'not_recent',
  /** Not a health record of the organisation, or with another address. */
  'launch_unknown',
  /** The health record named no patient, or one that is not there. */
  'no_patient',
  /** What it says about the patient cannot be read. */
  'patient_unreadable',
] as const
export type ProviderRefusal = (typeof providerRefusals)[number]

/** What the provider's answer is: the part of the address after `?`. */
export const Return = z.strictObject({
  provider_id: ProviderId,
  query: z.string('required').min(1, 'required').max(8192, 'too_long'),
})
const secret = z.string('required').min(1, 'required').max(100, 'invalid')
export const Address = z.object({ address: z.url() })

export const NamedProvider = z.object({ id: ProviderId, name: z.string() })
export type NamedProvider = z.infer<typeof NamedProvider>

export const providerSignInRoutes = routes({
  'POST /user/provider/find/': {
    summary: 'The identity provider for the domain of an e-mail address; it says nothing about the account',
    access: 'public',
    rate: 'sign_in',
    body: z.strictObject({ email: Credentials.shape.email }),
    responses: { 200: z.object({ provider: NamedProvider.nullable() }), 400: BadRequest },
  },
  'POST /user/provider/begin/': {
    summary: 'Where the browser goes to sign in at the provider; only this browser can come back from there',
    access: 'public',
    rate: 'sign_in',
    body: z.strictObject({ provider_id: ProviderId, email: Credentials.shape.email.optional() }),
    responses: { 200: Address, 400: BadRequest, 404: ApiError, 503: ApiError },
  },
  'POST /user/provider/finish/': {
    summary:
      'Sign in with what the provider answered; `link_required` and `second_factor_required` name a continuation',
    access: 'public',
    rate: 'sign_in',
    body: Return,
    responses: { 200: Tokens, 400: BadRequest, 401: ApiError, 403: ApiError, 409: ApiError, 503: ApiError },
  },
  'POST /user/provider/continue/': {
    summary: 'Go on with a sign-in: with the password of the account to connect, or with the second factor',
    access: 'public',
    rate: 'sign_in',
    body: z.strictObject({
      provider_id: ProviderId,
      continuation: secret,
      password: Credentials.shape.password.optional(),
      code: Credentials.shape.code,
      passkey: Credentials.shape.passkey,
    }),
    responses: { 200: Tokens, 400: BadRequest, 401: ApiError, 403: ApiError, 409: ApiError, 429: ApiError },
  },
  'POST /user/provider/ask/': {
    summary: 'Ask the owner of the organisation to connect the account; repeated requests are one',
    access: 'public',
    rate: 'sign_in',
    body: z.strictObject({ provider_id: ProviderId, continuation: secret }),
    responses: { 204: null, 400: BadRequest, 403: ApiError },
  },
  'GET /user/provider/': {
    summary: 'The provider through which this session was opened, and whether the account has a password to use',
    access: {},
    withoutFactor: true,
    responses: { 200: z.object({ provider: NamedProvider.nullable(), has_password: z.boolean() }) },
  },
  'POST /user/provider/confirm/': {
    summary: 'Where the browser goes to sign in again before a report is signed, or the second factor is changed',
    access: {},
    withoutFactor: true,
    body: z
      .strictObject({
        purpose: z.enum(['signature', 'second_factor']),
        /** The report to sign; without it, any. */
        report_id: ReportId.optional(),
      })
      .refine(({ purpose, report_id }) => purpose === 'signature' || report_id === undefined, {
        path: ['report_id'],
        error: 'invalid',
      })
      // Without a body, a signature.
      .nullable(),
    responses: { 200: Address, 400: BadRequest, 409: ApiError, 503: ApiError },
  },
  'POST /user/provider/confirmed/': {
    summary:
      'A proof that the person signed in again: valid once, for five minutes, for what it began with, in this session',
    access: {},
    withoutFactor: true,
    body: Return,
    responses: { 200: z.object({ proof: z.string() }), 400: BadRequest, 403: ApiError, 409: ApiError, 503: ApiError },
  },
  'GET /user/provider/logout/': {
    summary: 'Where the browser goes, after it signed out here, to sign out at the provider too; null: nowhere',
    access: {},
    withoutFactor: true,
    responses: { 200: z.object({ address: z.url().nullable() }) },
  },
})
