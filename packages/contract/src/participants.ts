import { z } from 'zod'
import { ApiError, BadRequest } from './errors.ts'
import { CalendarDate, Id, optionalText, possibleText, requiredText, Timestamp } from './fields.ts'
import { ExaminerId, ParticipantId } from './ids.ts'
import { importFindings } from './imports.ts'
import { PageQuery, pageLimit } from './pages.ts'
import { ranges } from './ranges.ts'
import { routes } from './route.ts'

export const Participant = z.object({
  id: ParticipantId,
  code: z.string(),
  first_name: z.string().nullable(),
  last_name: z.string().nullable(),
  birthday: CalendarDate.nullable(),
  sex: z.enum(['f', 'm']).nullable(),
  education_years: z.number().nullable(),
  occupation: z.string().nullable(),
  diagnose: z.string().nullable(),
  diagnose_date: CalendarDate.nullable(),
  /** The locale's id. */
  locale: Id,
  phone: z.string().nullable(),
  country: z.string().nullable(),
  active: z.boolean(),
  created_at: Timestamp,
})
export type Participant = z.infer<typeof Participant>

const emptyIsNull = <T extends z.ZodType>(schema: T) =>
  z.union([z.literal('').transform(() => null), schema, z.null()]).optional()

// participant-dates.ts checks the order of the dates and "not after today", which involve several fields.
const editable = {
  code: requiredText(64),
  locale: Id,
  first_name: optionalText(150),
  last_name: optionalText(150),
  birthday: emptyIsNull(CalendarDate),
  sex: emptyIsNull(z.enum(['f', 'm'], 'invalid')),
  education_years: z
    .number('invalid')
    .min(ranges.education_years.min, 'out_of_range')
    .max(ranges.education_years.max, 'out_of_range')
    .nullable()
    .optional(),
  occupation: optionalText(150),
  diagnose: optionalText(500),
  diagnose_date: emptyIsNull(CalendarDate),
  /** Dial code and number, digits only, with or without the plus sign. */
  phone: emptyIsNull(z.string('invalid').regex(/^\+?\d{3,20}$/, 'invalid')),
  /** ISO 3166-1 alpha-2. */
  country: emptyIsNull(z.string('invalid').regex(/^[A-Z]{2}$/, 'invalid')),
}

export const NewParticipant = z.strictObject(editable)
export type NewParticipant = z.output<typeof NewParticipant>

export const ParticipantChanges = z.strictObject(editable).partial()
export type ParticipantChanges = z.output<typeof ParticipantChanges>

export const ParticipantParams = z.object({ participant_id: ParticipantId })

/** The most rows of one page or search: a screen with more is read by nobody. */
export const foundLimit = 200

/** A page, or the first of a search, with the number of all. */
export const FoundParticipants = z.object({ count: z.int(), participants: z.array(Participant) })
export type FoundParticipants = z.infer<typeof FoundParticipants>

/** Up to 100 ids, separated by commas: the rows of a screen. */
export const ParticipantIds = z
  .string('invalid')
  .regex(/^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}(,[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}){0,99}$/, 'invalid')
  .optional()

/** What a participant consented to. */
export const Consent = z.object({
  /** Whether the data may be used for research. */
  consent_research: z.boolean(),
  /** Whether others who are heard in the recordings agreed that their voices are given out. */
  consent_others_heard: z.boolean(),
  /** Until when the data are kept; null: no date was agreed. */
  retain_until: CalendarDate.nullable(),
})
export type Consent = z.infer<typeof Consent>
export const ConsentChanges = z
  .strictObject({
    consent_research: z.boolean('invalid'),
    consent_others_heard: z.boolean('invalid'),
    retain_until: emptyIsNull(CalendarDate),
  })
  .partial()
export type ConsentChanges = z.output<typeof ConsentChanges>

/** A participant as a manager sees them: with code and amount of data, without a name. */
export const HeldParticipant = z.object({
  id: ParticipantId,
  code: z.string(),
  active: z.boolean(),
  /** Null: no examiner has this participant. */
  examiner_id: ExaminerId.nullable(),
  created_at: Timestamp,
  ...Consent.shape,
  sessions: z.int(),
  surveys: z.int(),
  files: z.int(),
})
export type HeldParticipant = z.infer<typeof HeldParticipant>

export const ParticipantImport = z.object({
  ...importFindings,
  /** The first participants, as they would be registered. */
  participants: z.array(z.object({ line: z.int(), code: z.string(), name: z.string(), locale: z.string() })),
})
export type ParticipantImport = z.infer<typeof ParticipantImport>

export const participantRoutes = routes({
  'GET /user/participants/': {
    summary: "The examiner's participants, active and archived, newest first",
    access: { role: 'examiner' },
    scope: 'participants:read',
    query: PageQuery,
    order: ['-created_at', '-id'],
    responses: { 200: z.array(Participant) },
  },
  'GET /user/participants/search/': {
    summary:
      "One page of the examiner's participants; with `search`, those in whose code and name its letters stand in order",
    access: { role: 'examiner' },
    scope: 'participants:read',
    /** The order is that of a page. A search has no pages: whole words come first, then beginnings, then the newest. */
    query: z.object({
      search: possibleText(200).optional(),
      active: z.enum(['true', 'false'], 'invalid').optional(),
      skip: z.coerce.number('invalid').int('invalid').min(0, 'out_of_range').max(9_999_999, 'out_of_range').optional(),
      ...PageQuery.shape,
      limit: pageLimit(foundLimit),
    }),
    order: ['-created_at', '-id'],
    responses: { 200: FoundParticipants, 400: BadRequest },
  },
  'POST /user/participants/': {
    summary: 'Register a participant',
    access: { role: 'examiner', feature: 'createParticipant' },
    scope: 'participants:write',
    repeatable: true,
    /** `id`: chosen by a client that works before it can ask; also the call's repeat key, when it has no other. */
    body: NewParticipant.extend({ id: ParticipantId.optional() }),
    responses: { 201: Participant, 400: BadRequest, 409: ApiError },
  },
  'GET /user/participants/{participant_id}/': {
    summary: 'A participant',
    access: { role: 'examiner' },
    scope: 'participants:read',
    params: ParticipantParams,
    responses: { 200: Participant, 404: ApiError },
  },
  'PATCH /user/participants/{participant_id}/': {
    summary: 'Edit a participant',
    access: { role: 'examiner', feature: 'editParticipant' },
    scope: 'participants:write',
    params: ParticipantParams,
    body: ParticipantChanges,
    responses: { 200: Participant, 400: BadRequest, 404: ApiError, 409: ApiError },
  },
  'PATCH /user/participants/{participant_id}/inactivate/': {
    summary: 'Archive a participant',
    access: { role: 'examiner', feature: 'archiveParticipant' },
    params: ParticipantParams,
    responses: { 200: Participant, 404: ApiError },
  },
  'PATCH /user/participants/{participant_id}/activate/': {
    summary: 'Restore an archived participant',
    access: { role: 'examiner', feature: 'archiveParticipant' },
    params: ParticipantParams,
    responses: { 200: Participant, 404: ApiError },
  },
  'POST /user/participants/import/': {
    summary: 'Register participants from a CSV file (multipart, file `file`), all or none; `preview` stores nothing',
    access: { role: 'examiner', feature: 'createParticipant' },
    repeatable: true,
    query: z.object({ preview: z.enum(['true', 'false']).optional() }),
    multipart: { file: 'file', fields: z.strictObject({}) },
    responses: {
      201: ParticipantImport,
      200: ParticipantImport,
      400: BadRequest,
      409: ApiError,
      413: ApiError,
      415: ApiError,
    },
  },
  'GET /user/participants/{participant_id}/fhir/': {
    summary:
      "A participant's record as a FHIR R4 bundle, to hand over; without surveys in a mode that may not read them",
    access: { role: 'examiner', feature: 'downloadProtocolRes', also: 'readProtocolRes' },
    params: ParticipantParams,
    responses: { 200: 'bytes', 404: ApiError },
  },
  'GET /user/participants/{participant_id}/consent/': {
    summary: 'What a participant consented to',
    access: { role: 'examiner' },
    scope: 'participants:read',
    params: ParticipantParams,
    responses: { 200: Consent, 404: ApiError },
  },
  'PATCH /user/participants/{participant_id}/consent/': {
    summary: 'Change what a participant consented to',
    access: { role: 'examiner', feature: 'editParticipant' },
    params: ParticipantParams,
    body: ConsentChanges,
    responses: { 200: Consent, 400: BadRequest, 404: ApiError, 409: ApiError },
  },
  'GET /organizations/participants/': {
    summary: 'The participant with a code; without a code, those whose retention date has passed',
    access: { role: 'manager', feature: 'admin' },
    query: z.object({ code: z.string().trim().max(64, 'too_long').optional(), ...PageQuery.shape }),
    order: ['retain_until', 'id'],
    responses: { 200: z.array(HeldParticipant), 400: BadRequest },
  },
  'DELETE /user/participants/{participant_id}/': {
    summary: "Erase everything about a participant permanently; the participant's code confirms it",
    access: { role: 'owner', feature: 'admin' },
    params: ParticipantParams,
    body: z.strictObject({ code: z.string('invalid') }),
    responses: { 204: null, 400: BadRequest, 404: ApiError },
  },
})
