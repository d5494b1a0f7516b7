import { z } from 'zod'
import { Tokens } from './auth.ts'
import { ApiError, BadRequest } from './errors.ts'
import { CalendarDate, possibleText, requiredText } from './fields.ts'
import { EhrId, ParticipantId, ProviderId } from './ids.ts'
import { PageQuery } from './pages.ts'
import { NewParticipant, Participant } from './participants.ts'
import { Address, Return } from './provider-sign-in.ts'
import { routes } from './route.ts'

/** A health record from which examiners open participants (SMART App Launch). */
export const Ehr = z.object({
  id: EhrId,
  /** Who its people are: the identity provider that signs its id tokens. */
  provider_id: ProviderId,
  name: z.string(),
  /** The address of its FHIR server, exactly as it sends it in `iss`. */
  iss: z.string(),
  client_id: z.string(),
  /** False: a public client, which PKCE alone protects. */
  has_secret: z.boolean(),
  /** The system of the identifier that becomes a participant's code; empty: codes are typed. */
  code_system: z.string(),
  is_on: z.boolean(),
  /** To register at the health record. */
  launch_url: z.url(),
  redirect_uri: z.url(),
})
export type Ehr = z.infer<typeof Ehr>

const iss = z
  .string('required')
  .trim()
  .max(500, 'too_long')
  .refine((text) => {
    const url = URL.parse(text)
    return (
      url !== null &&
      /^https?:$/.test(url.protocol) &&
      [url.username, url.password, url.search, url.hash].every((part) => part === '')
    )
  }, 'invalid')

export const NewEhr = z.strictObject({
  provider_id: ProviderId,
  name: requiredText(60),
  iss,
  client_id: requiredText(300),
  /** Stored sealed and never answered; null: a public client. */
  client_secret: z.string('invalid').min(1, 'required').max(1000, 'too_long').nullable().optional(),
  code_system: possibleText(300).optional(),
  is_on: z.boolean('invalid').optional(),
})
export type NewEhr = z.output<typeof NewEhr>
export const EhrChanges = NewEhr.omit({ provider_id: true }).partial()
export type EhrChanges = z.output<typeof EhrChanges>

/** What a health record says about the patient in context, for a person to check. */
export const LaunchedValues = z.object({
  code: z.string().nullable(),
  first_name: z.string().nullable(),
  last_name: z.string().nullable(),
  birthday: CalendarDate.nullable(),
  sex: z.enum(['f', 'm']).nullable(),
})
export type LaunchedValues = z.infer<typeof LaunchedValues>

export const Launched = z.object({
  ehr: z.string(),
  /** The examiner's participant that is connected to the patient. */
  participant_id: ParticipantId.nullable(),
  /** The patient is connected to a colleague's participant. */
  is_elsewhere: z.boolean(),
  /** The examiner's participant whose code is the patient's identifier: nothing connects them yet. */
  same_code: ParticipantId.nullable(),
  values: LaunchedValues,
})
export type Launched = z.infer<typeof Launched>

const reads = { role: 'manager', feature: 'admin' } as const
const decides = { role: 'owner', feature: 'admin' } as const
const registers = { role: 'examiner', feature: 'createParticipant' } as const
const params = z.object({ ehr_id: EhrId })
/** The `state` of the launch, which works only in the browser that began it. */
const state = z.string('required').min(1, 'required').max(200, 'invalid')

export const ehrRoutes = routes({
  'GET /organizations/ehrs/': {
    summary: 'The health records from which participants are opened, by name',
    access: reads,
    query: PageQuery,
    order: ['name', 'id'],
    responses: { 200: z.array(Ehr) },
  },
  'POST /organizations/ehrs/': {
    summary: 'Add a health record; its people are those of an identity provider',
    access: decides,
    repeatable: true,
    body: NewEhr,
    responses: { 201: Ehr, 400: BadRequest },
  },
  'PATCH /organizations/ehrs/{ehr_id}/': {
    summary: 'Change a health record; another address needs the secret again and forgets the connected patients',
    access: decides,
    params,
    body: EhrChanges,
    responses: { 200: Ehr, 400: BadRequest, 404: ApiError },
  },
  'DELETE /organizations/ehrs/{ehr_id}/': {
    summary: 'Remove a health record; participants stay, without their connection to its patients',
    access: decides,
    params,
    responses: { 204: null, 404: ApiError },
  },
  'POST /user/provider/launch/begin/': {
    summary:
      'Where the browser goes to sign in at the health record; `launch` comes from there, without it one chooses',
    access: 'public',
    rate: 'sign_in',
    body: z.strictObject({
      ehr_id: EhrId,
      iss: z.string('invalid').max(1000, 'too_long').optional(),
      launch: z.string('invalid').min(1, 'required').max(4000, 'too_long').optional(),
    }),
    responses: { 200: Address, 400: BadRequest, 403: ApiError, 503: ApiError },
  },
  'POST /user/provider/launch/finish/': {
    summary: 'Sign in with what the health record answered, and read its patient in context',
    access: 'public',
    rate: 'sign_in',
    body: Return,
    responses: { 200: Tokens, 400: BadRequest, 401: ApiError, 403: ApiError, 409: ApiError, 503: ApiError },
  },
  'POST /user/provider/launch/patient/': {
    summary: 'Which participant the patient of a launch is, or what to register',
    access: { role: 'examiner' },
    body: z.strictObject({ state }),
    responses: { 200: Launched, 400: BadRequest, 404: ApiError },
  },
  'POST /user/provider/launch/register/': {
    summary: 'Register the patient of a launch as a participant, after a person has checked the values',
    access: registers,
    repeatable: true,
    body: z.strictObject({ state, participant: NewParticipant }),
    responses: { 201: Participant, 400: BadRequest, 404: ApiError, 409: ApiError },
  },
  'POST /user/provider/launch/connect/': {
    summary: 'Connect the patient of a launch with a participant that the examiner has already',
    access: registers,
    body: z.strictObject({ state, participant_id: ParticipantId }),
    responses: { 204: null, 400: BadRequest, 404: ApiError, 409: ApiError },
  },
})
