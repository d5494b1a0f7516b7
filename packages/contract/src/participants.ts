import { z } from 'zod'
import { ApiError, BadRequest } from './errors.ts'
import { CalendarDate, Id, optionalText, requiredText, Timestamp } from './fields.ts'
import { routes } from './route.ts'

export const Participant = z.object({
  id: Id,
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

// "Not after today" needs the organisation's time zone and is checked by the server's participants service.
const editable = {
  code: requiredText(64),
  locale: Id,
  first_name: optionalText(150),
  last_name: optionalText(150),
  birthday: emptyIsNull(CalendarDate),
  sex: emptyIsNull(z.enum(['f', 'm'], 'invalid')),
  education_years: z.number('invalid').min(0, 'out_of_range').max(100, 'out_of_range').nullable().optional(),
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

export const ParticipantParams = z.object({ participant_id: Id })

export const participantRoutes = routes({
  'GET /user/participants/': {
    summary: "The examiner's participants, active and archived, newest first",
    access: { role: 'examiner' },
    responses: { 200: z.array(Participant) },
  },
  'POST /user/participants/': {
    summary: 'Register a participant',
    access: { role: 'examiner', feature: 'createParticipant' },
    body: NewParticipant,
    responses: { 201: Participant, 400: BadRequest },
  },
  'PATCH /user/participants/{participant_id}/': {
    summary: 'Edit a participant',
    access: { role: 'examiner', feature: 'editParticipant' },
    params: ParticipantParams,
    body: ParticipantChanges,
    responses: { 200: Participant, 400: BadRequest, 404: ApiError },
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
})
