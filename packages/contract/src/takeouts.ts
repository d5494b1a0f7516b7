import { z } from 'zod'
import { ApiError, BadRequest } from './errors.ts'
import { CalendarDate, Id, Timestamp } from './fields.ts'
import { ParticipantParams } from './participants.ts'
import { Link } from './responses.ts'
import { routes } from './route.ts'

/** Why a takeout came to nothing. */
export const takeoutErrors = ['permission_denied', 'storage_full', 'interrupted', 'erased', 'unknown'] as const

export const Takeout = z.object({
  uuid: Id,
  status: z.enum(['pending', 'complete', 'failed']),
  error: z.enum(takeoutErrors).nullable(),
  created_at: Timestamp,
  /** Days of the organisation's calendar, both included; null: from the beginning, up to now. */
  start_date: CalendarDate.nullable(),
  end_date: CalendarDate.nullable(),
  include_audio: z.boolean(),
  /** Set when it holds one participant alone; the code is null once the participant is erased. */
  participant: z.object({ id: Id, code: z.string().nullable() }).nullable(),
  /** Bytes; null until it is complete. */
  size: z.number().nullable(),
  /** 0 to 1 */
  progress: z.number(),
})
export type Takeout = z.infer<typeof Takeout>

export const NewTakeout = z.strictObject({
  start_date: CalendarDate.nullable().optional(),
  end_date: CalendarDate.nullable().optional(),
  include_audio: z.boolean('invalid').optional(),
})
export type NewTakeout = z.output<typeof NewTakeout>

const own = { role: 'examiner', feature: 'downloadProtocolRes' } as const
const manages = { role: 'manager', feature: 'admin' } as const
const TakeoutParams = z.object({ takeout_uuid: Id })

export const takeoutRoutes = routes({
  'GET /takeouts/': {
    summary: "Takeouts of the examiner's own data, newest first",
    access: own,
    responses: { 200: z.array(Takeout) },
  },
  'POST /takeouts/': {
    summary: "Order a takeout of the examiner's own data; one a day",
    access: own,
    repeatable: true,
    rate: 'export',
    body: NewTakeout,
    responses: { 201: Takeout, 400: BadRequest },
  },
  'GET /takeouts/organization/': {
    summary: "Takeouts of the organisation's data, newest first",
    access: manages,
    responses: { 200: z.array(Takeout) },
  },
  'POST /takeouts/organization/': {
    summary: "Order a takeout of the organisation's data; one a day",
    access: manages,
    repeatable: true,
    rate: 'export',
    body: NewTakeout,
    responses: { 201: Takeout, 400: BadRequest },
  },
  'POST /user/participants/{participant_id}/export/': {
    summary: 'Order a takeout of everything about one participant, files included',
    access: manages,
    repeatable: true,
    rate: 'export',
    params: ParticipantParams,
    responses: { 201: Takeout, 404: ApiError },
  },
  'POST /takeouts/retry/{takeout_uuid}/': {
    summary: 'Try a takeout that failed again',
    access: {},
    rate: 'export',
    params: TakeoutParams,
    responses: { 200: Takeout, 404: ApiError, 409: ApiError },
  },
  'POST /takeouts/download_link/{takeout_uuid}/': {
    summary: 'A link of five minutes to a complete takeout; each use of it asks again whether its holder may',
    access: {},
    rate: 'export',
    params: TakeoutParams,
    responses: { 200: Link, 404: ApiError, 409: ApiError },
  },
})
