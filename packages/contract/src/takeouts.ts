import { z } from 'zod'
import { ApiError, BadRequest } from './errors.ts'
import { CalendarDate, optionalText, Timestamp } from './fields.ts'
import { ParticipantId, TakeoutId } from './ids.ts'
import { Link } from './links.ts'
import { PageQuery } from './pages.ts'
import { ParticipantParams } from './participants.ts'
import { routes } from './route.ts'

/** Why a takeout failed. */
export const takeoutErrors = ['permission_denied', 'storage_full', 'interrupted', 'erased', 'unknown'] as const

/** `research`: a tree in the form of BIDS with pseudonyms, always de-identified. */
export const takeoutForms = ['tables', 'research'] as const

/** Formats of the recordings in a research archive. Both keep every sample. */
export const archiveAudioFormats = ['wav', 'flac'] as const

const takeout = {
  uuid: TakeoutId,
  created_at: Timestamp,
  /** Days in the organisation's calendar, both included; null: from the beginning, or until now. */
  start_date: CalendarDate.nullable(),
  end_date: CalendarDate.nullable(),
  include_audio: z.boolean(),
  /** Names are hidden, and so is who took part and who examined. */
  deidentified: z.boolean(),
  form: z.enum(takeoutForms),
  audio_format: z.enum(archiveAudioFormats),
  /** Set for a takeout of one participant; the code is null once the participant is erased. */
  participant: z.object({ id: ParticipantId, code: z.string().nullable() }).nullable(),
  /** 0 to 1 */
  progress: z.number(),
}

/** `size`: bytes. */
export const Takeout = z.discriminatedUnion('status', [
  z.object({ ...takeout, status: z.literal('pending'), error: z.null(), size: z.null() }),
  z.object({ ...takeout, status: z.literal('complete'), error: z.null(), size: z.number() }),
  z.object({ ...takeout, status: z.literal('failed'), error: z.enum(takeoutErrors), size: z.null() }),
])
export type Takeout = z.infer<typeof Takeout>

export const NewTakeout = z.strictObject({
  start_date: CalendarDate.nullable().optional(),
  end_date: CalendarDate.nullable().optional(),
  include_audio: z.boolean('invalid').optional(),
  /** Hides names, dates, numbers and addresses in transcripts and recordings, and leaves out what identifies people. */
  deidentified: z.boolean('invalid').optional(),
})
export type NewTakeout = z.output<typeof NewTakeout>

/** The last two are of a research archive only; other forms ignore them. */
export const NewOrganizationTakeout = NewTakeout.extend({
  form: z.enum(takeoutForms, 'invalid').optional(),
  audio_format: z.enum(archiveAudioFormats, 'invalid').optional(),
  /** Who stands as the author in the archive and its citation. Without one, the archive names nobody. */
  dataset_author: optionalText(200),
})
export type NewOrganizationTakeout = z.output<typeof NewOrganizationTakeout>

const own = { role: 'examiner', feature: 'downloadProtocolRes' } as const
const manages = { role: 'manager', feature: 'admin' } as const
const TakeoutParams = z.object({ takeout_uuid: TakeoutId })

export const takeoutRoutes = routes({
  'GET /takeouts/': {
    summary: "Takeouts of the examiner's own data, newest first",
    access: own,
    query: PageQuery,
    order: ['-uuid'],
    responses: { 200: z.array(Takeout), 304: null },
  },
  'POST /takeouts/': {
    summary: "Order a takeout of the examiner's own data; one of each kind a day",
    access: own,
    repeatable: true,
    rate: 'export',
    body: NewTakeout,
    responses: { 201: Takeout, 400: BadRequest },
  },
  'GET /takeouts/organization/': {
    summary: "Takeouts of the organisation's data, newest first",
    access: manages,
    scope: 'exports:write',
    query: PageQuery,
    order: ['-uuid'],
    responses: { 200: z.array(Takeout), 304: null },
  },
  'POST /takeouts/organization/': {
    summary: "Order a takeout of the organisation's data; one of each kind a day",
    access: manages,
    scope: 'exports:write',
    repeatable: true,
    rate: 'export',
    body: NewOrganizationTakeout,
    responses: { 201: Takeout, 400: BadRequest },
  },
  'POST /user/participants/{participant_id}/export/': {
    summary: 'Order a takeout of everything about one participant, files included',
    access: manages,
    scope: 'exports:write',
    repeatable: true,
    rate: 'export',
    params: ParticipantParams,
    responses: { 201: Takeout, 404: ApiError },
  },
  'POST /takeouts/retry/{takeout_uuid}/': {
    summary: 'Retry a failed takeout',
    access: {},
    scope: 'exports:write',
    rate: 'export',
    params: TakeoutParams,
    responses: { 200: Takeout, 404: ApiError, 409: ApiError },
  },
  'POST /takeouts/download_link/{takeout_uuid}/': {
    summary: "A link to a complete takeout, valid for five minutes; each use checks the holder's rights again",
    access: {},
    scope: 'exports:write',
    rate: 'export',
    params: TakeoutParams,
    responses: { 200: Link, 404: ApiError, 409: ApiError },
  },
})
