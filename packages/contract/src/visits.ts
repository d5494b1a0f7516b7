import { z } from 'zod'
import { ApiError, BadRequest } from './errors.ts'
import { CalendarDate, Id, optionalText, Timestamp } from './fields.ts'
import { ParticipantId, ProtocolId, SurveyId, VisitId, VisitSeriesId } from './ids.ts'
import { PageQuery } from './pages.ts'
import { ParticipantIds, ParticipantParams } from './participants.ts'
import { ranges } from './ranges.ts'
import { routes } from './route.ts'

/** Enough of a participant for a list. */
export const ListedParticipant = z.object({
  id: ParticipantId,
  code: z.string(),
  first_name: z.string().nullable(),
  last_name: z.string().nullable(),
})
export type ListedParticipant = z.infer<typeof ListedParticipant>

/** Hours and minutes of a day, `HH:MM`. */
export const ClockTime = z.string('invalid').regex(/^([01]\d|2[0-3]):[0-5]\d$/, 'invalid')

/** `overdue`: still planned, and the last day of its window has passed. */
export const visitStates = ['planned', 'overdue', 'done', 'cancelled'] as const
export type VisitState = (typeof visitStates)[number]

export const repeatUnits = ['week', 'month'] as const
export type RepeatUnit = (typeof repeatUnits)[number]

const bounded = (range: { min: number; max: number }) =>
  z.int('invalid').min(range.min, 'out_of_range').max(range.max, 'out_of_range')

export const Visit = z.object({
  id: VisitId,
  participant: ListedParticipant,
  protocol: z.object({ id: ProtocolId, name: z.string() }).nullable(),
  survey: z.object({ id: SurveyId, name: z.string() }).nullable(),
  planned_at: Timestamp,
  /** Day and time of `planned_at` in the reader's time zone: their own, or else the organisation's. */
  date: CalendarDate,
  time: ClockTime,
  /** A session or survey that is started within so many days of `date` fulfils the visit; 0: on that day. */
  tolerance_days: z.int(),
  duration_min: z.int().nullable(),
  note: z.string().nullable(),
  state: z.enum(visitStates),
  /** Null: a single visit. `position` counts from 1. */
  series: z.object({ id: VisitSeriesId, position: z.int(), count: z.int() }).nullable(),
  /** The session or survey that fulfilled it; null: none, or a person marked it as done. */
  fulfilled_by: z.object({ kind: z.enum(['protocolres', 'surveyres']), id: Id }).nullable(),
})
export type Visit = z.infer<typeof Visit>

const plan = {
  date: CalendarDate,
  time: ClockTime,
  protocol_id: ProtocolId.nullable().optional(),
  survey_id: SurveyId.nullable().optional(),
  tolerance_days: bounded(ranges.tolerance_days).optional(),
  duration_min: bounded(ranges.duration_min).nullable().optional(),
  note: optionalText(500),
}

export const Repeat = z.strictObject({
  every: bounded(ranges.every),
  unit: z.enum(repeatUnits, 'invalid'),
  /** How many visits the series has, with the first. */
  times: bounded(ranges.times),
})
export type Repeat = z.infer<typeof Repeat>

export const NewVisit = z.strictObject({ ...plan, repeat: Repeat.nullable().optional() })
export type NewVisit = z.output<typeof NewVisit>

export const VisitChanges = z
  .strictObject({
    ...plan,
    state: z.enum(['planned', 'done', 'cancelled'], 'invalid'),
    /** `following`: this visit and the later planned ones of its series. Their days move by the same number of days. */
    scope: z.enum(['one', 'following'], 'invalid'),
  })
  .partial()
export type VisitChanges = z.output<typeof VisitChanges>

/** What the list of participants shows beside the registration. */
export const ParticipantActivity = z.object({
  participant: ParticipantId,
  /** When the last session was started; practice does not count. */
  last_session: Timestamp.nullable(),
  /** The newest unfinished session. */
  unfinished: Id.nullable(),
})
export type ParticipantActivity = z.infer<typeof ParticipantActivity>

const bound = CalendarDate.optional()
const VisitParams = ParticipantParams.extend({ visit_id: VisitId })

export const visitRoutes = routes({
  'GET /visits/': {
    summary: "Planned visits of the examiner's active participants, earliest first",
    access: { role: 'examiner' },
    /** Days in the reader's time zone; `to` is included. */
    query: z.object({ from: bound, to: bound, state: z.enum(visitStates, 'invalid').optional(), ...PageQuery.shape }),
    order: ['planned_at', 'id'],
    responses: { 200: z.array(Visit), 400: BadRequest },
  },
  'GET /visits/activity/': {
    summary: "When each of the examiner's participants was last recorded, and what is unfinished",
    access: { role: 'examiner' },
    query: z.object({ participants: ParticipantIds, ...PageQuery.shape }),
    order: ['participant'],
    responses: { 200: z.array(ParticipantActivity) },
  },
  'GET /visits/{participant_id}/': {
    summary: 'The visits of a participant, earliest first',
    access: { role: 'examiner' },
    scope: 'visits:write',
    params: ParticipantParams,
    query: PageQuery,
    order: ['planned_at', 'id'],
    responses: { 200: z.array(Visit), 404: ApiError },
  },
  'POST /visits/{participant_id}/': {
    summary: 'Plan a visit, or a series of visits; the answer is the first',
    access: { role: 'examiner', feature: 'recordProtocol' },
    scope: 'visits:write',
    repeatable: true,
    params: ParticipantParams,
    body: NewVisit,
    responses: { 201: Visit, 400: BadRequest, 404: ApiError, 409: ApiError },
  },
  'PATCH /visits/{participant_id}/{visit_id}/': {
    summary: 'Change, cancel or finish a visit, or this and the following ones of its series',
    access: { role: 'examiner', feature: 'recordProtocol' },
    scope: 'visits:write',
    params: VisitParams,
    body: VisitChanges,
    responses: { 200: Visit, 400: BadRequest, 404: ApiError, 409: ApiError },
  },
})
