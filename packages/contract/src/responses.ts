import { z } from 'zod'
import { ApiError, BadRequest } from './errors.ts'
import { Id, jsonPart, optionalText, requiredText, Timestamp } from './fields.ts'
import { guarded } from './guarded.ts'
import { ParticipantParams } from './participants.ts'
import { Protocol, ProtocolItem, ProtocolSummary } from './protocols.ts'
import { routes } from './route.ts'

export const verdictReasons = [
  'clipped',
  'too_quiet',
  'noisy',
  'no_speech',
  'cut_start',
  'cut_end',
  'gap',
  'low_sample_rate',
  'longer_than_allowed',
  'processed_by_browser',
] as const

export const Quality = z.object({
  snr_db: z.number().nullable(),
  clipped_ratio: z.number(),
  peak_dbfs: z.number().nullable(),
  rms_dbfs: z.number().nullable(),
  sample_rate: z.number(),
  verdict: z.enum(['good', 'fair', 'poor']),
  reasons: z.array(z.enum(verdictReasons)),
})
export type Quality = z.infer<typeof Quality>

/**
 * Seconds from the start of the file. A `pause` is the time before a take that goes on with an interrupted one: nothing
 * of the take itself is missing.
 */
export const Gap = z.strictObject({
  at: z.number().min(0),
  length: z.number().min(0),
  pause: z.literal(true, 'invalid').optional(),
})
/** Click to click, in seconds from the start of the file: what is played and measured. */
export const Window = z.strictObject({ start: z.number().min(0), end: z.number().min(0) })
/** What the browser said of the microphone and of itself; kept as it was sent. */
export const CaptureSettings = z.record(
  z.string().max(64),
  z.union([z.string().max(512), z.number(), z.boolean(), z.null()]),
)
export const Capture = z.object({ settings: CaptureSettings, gaps: z.array(Gap), window: Window })
export type Capture = z.infer<typeof Capture>

/** Who made a transcript: a recogniser on this machine, one that is called, or a person. */
export const transcriptEngines = ['sherpa', 'http', 'typed'] as const

export const FeatureStatus = z.enum(['pending', 'failed', 'ready'])

/** Why a function has no result. */
export const featureErrors = [
  'audio_missing',
  'audio_changed',
  'decode_failed',
  'ffmpeg_missing',
  'too_short',
  'too_long',
  'no_speech',
  'no_voice',
  'not_measured',
  'time_limit',
  'memory_limit',
  'crashed',
  'transcriber_unavailable',
  'transcriber_failed',
  'transcriber_refused',
  'words_not_confirmed',
] as const
export type FeatureError = (typeof featureErrors)[number]

const distribution = z.object({ x: z.array(z.number()), y: z.array(z.number()) })

export const FeatureResult = z.object({
  feature_extraction_func: z.object({ id: Id, name: z.string(), entry: z.string() }),
  status: FeatureStatus,
  /** Present when an older version of the function, this one, made the result: the newer one has not run yet. */
  outdated_version: z.int().optional(),
  /** One of `featureErrors`; a result that another release made may have a code of its own. */
  error: z.string().nullable(),
  scores: z.record(z.string(), z.number()),
  /** Scores without an answer, with the reason. */
  missing: z.record(z.string(), z.string()),
  data: z.object({
    transcript: z.string().optional(),
    segments: z.array(z.object({ start: z.number(), end: z.number(), text: z.string() })).optional(),
    /** Seconds from the start of the marked window; null where no time is known. */
    words: z.array(z.object({ text: z.string(), start: z.number().nullable(), end: z.number().nullable() })).optional(),
    words_count: z.object({ words: z.record(z.string(), z.number()) }).optional(),
    /** Which version of the transcript the result is made from. */
    transcript_version: z.int().optional(),
    engine: z.enum(transcriptEngines).optional(),
    model: z.string().nullable().optional(),
    /** Whether a person confirmed the words, or the recogniser is calibrated for the speaker. Others are not counted. */
    confirmed: z.boolean().optional(),
    /** How many words the model knows at all, when they are few. */
    model_words: z.int().optional(),
  }),
  /**
   * The populations' curves by displayed score and population; null unless the session is read by GET without
   * `distributions=false`, and of a result that is not ready.
   */
  feature_population_distribution: z
    .object({ data: z.record(z.string(), z.record(z.string(), distribution)) })
    .nullable(),
  /** How untypical a score is of a population, 0 to 1: by population, then by score. */
  semaphore: z.record(z.string(), z.record(z.string(), z.number())),
  /** Where a score lies in a population, 0 to 100. */
  percentiles: z.record(z.string(), z.record(z.string(), z.number())),
  /** Which version the comparison was made with, and whether only with people of the same sex and age. */
  compared: z.record(z.string(), z.object({ version: z.int(), n: z.int(), is_matched: z.boolean() })),
})
export type FeatureResult = z.infer<typeof FeatureResult>

const ofResults = <T extends z.ZodType>(schema: T, blank: z.output<T>) => guarded('readProtocolRes', schema, blank)

/**
 * What a take is to its item now. `late`: it arrived when the session was closed. `interrupted`: it ended by the loss
 * of the microphone or of the page. Neither counts until the examiner chooses it. `superseded`: another one counts.
 */
export const takeStatuses = ['counting', 'superseded', 'interrupted', 'late'] as const

export const Take = z.object({
  take: z.int(),
  /** As the browser sent it: it is shown, and decides nothing. */
  recorded_at: Timestamp,
  /** By the server's clock. */
  stored_at: Timestamp,
  /** `recorded_at` lies before the session or after the arrival: the browser's clock was wrong. */
  date_doubtful: z.boolean(),
  status: z.enum(takeStatuses),
  /** Seconds of the marked window. */
  duration: z.number(),
  window: Window,
  gaps: z.array(Gap),
  quality: ofResults(Quality.nullable(), null),
  /** Ended by the loss of the microphone or of the page: no answer, unless the examiner uses it as it is. */
  interrupted: z.boolean(),
  /** Arrived more than 24 hours after the session's completion. */
  late: z.boolean(),
  /** The interrupted take that this one goes on with. */
  continues: z.int().nullable(),
  superseded: z.boolean(),
})
export type Take = z.infer<typeof Take>

export const ItemResponse = z.object({
  id: Id,
  protocol_item: ProtocolItem,
  is_skipped: z.boolean(),
  skipped_purpose: ofResults(z.string().nullable(), null),
  duration: z.number().nullable(),
  recorded_at: Timestamp.nullable(),
  take: z.int().nullable(),
  takes: z.array(Take),
  capture: Capture.nullable(),
  quality: ofResults(Quality.nullable(), null),
  feature_extraction_res: ofResults(z.array(FeatureResult), []),
})
export type ItemResponse = z.infer<typeof ItemResponse>

/** Letters. */
export const longestComment = 5000

const session = {
  id: Id,
  participant: Id,
  timestamp: Timestamp,
  date_created: Timestamp,
  active: z.boolean(),
  is_completed: z.boolean(),
  comment: ofResults(z.string().nullable(), null),
}

export const ProtocolResponse = z.object({ ...session, protocol: Protocol, responses: z.array(ItemResponse) })
export type ProtocolResponse = z.infer<typeof ProtocolResponse>

export const ProtocolResponseSummary = z.object({ ...session, protocol: ProtocolSummary, answered_count: z.int() })
export type ProtocolResponseSummary = z.infer<typeof ProtocolResponseSummary>

export const Link = z.object({ url: z.string(), expires_at: Timestamp })
export type Link = z.infer<typeof Link>

const takeNumber = z.coerce.number('invalid').int('invalid').min(1, 'out_of_range').max(1000, 'out_of_range')

/**
 * The text fields beside the file `speech`. No `take` means take 1. A take with `settings.interrupted` is kept whatever
 * its length and answers nothing; the take that goes on with it names it in `continues`.
 */
export const SpeechFields = z.strictObject({
  take: takeNumber.default(1),
  continues: takeNumber.optional(),
  /** The page that recorded it, as in its lease: two pages may give the same number. */
  holder: Id.optional(),
  sha256: z
    .string()
    .regex(/^[0-9a-f]{64}$/, 'invalid')
    .optional(),
  settings: jsonPart(CaptureSettings).optional(),
  gaps: jsonPart(z.array(Gap).max(10_000)).optional(),
  /** When the recording began, by the browser's clock: kept as it was sent. The server's clock decides what is late. */
  recorded_at: z.iso.datetime('invalid').optional(),
  window: jsonPart(Window.refine(({ start, end }) => end >= start)).optional(),
})
export type SpeechFields = z.output<typeof SpeechFields>

/** `holder`: an id that a page makes for itself. `take_over` takes the recording from another page. */
export const LeaseRequest = z.strictObject({ holder: Id, take_over: z.boolean('invalid').optional() })
export type LeaseRequest = z.infer<typeof LeaseRequest>

/** The right to record a session, for one page at a time; to be renewed well before it expires. */
export const Lease = z.object({ holder: Id, expires_at: Timestamp })
export type Lease = z.infer<typeof Lease>

/** Beside the code `recording_elsewhere`: whose page records, and since when. */
export const RecordingElsewhere = ApiError.extend({
  recorded_by: z.object({ first_name: z.string(), last_name: z.string() }),
  since: Timestamp,
  expires_at: Timestamp,
})
export type RecordingElsewhere = z.infer<typeof RecordingElsewhere>

export const Skip = z.strictObject({ skipped_purpose: requiredText(500) })
export type Skip = z.infer<typeof Skip>

/** `holder`: `take` is the number that this page gave. Without it, `take` is the number that the session shows. */
export const ChosenTake = z.strictObject({ take: z.int('invalid').min(1, 'out_of_range'), holder: Id.optional() })
export type ChosenTake = z.infer<typeof ChosenTake>

export const TranscriptVersion = z.object({
  version: z.int(),
  text: ofResults(z.string(), ''),
  /** Who typed it; null: a recogniser, or the demonstration. */
  author: z.object({ id: Id, first_name: z.string(), last_name: z.string() }).nullable(),
  created_at: Timestamp,
  based_on: z.int().nullable(),
  engine: z.enum(transcriptEngines),
  model: z.string().nullable(),
})
export type TranscriptVersion = z.infer<typeof TranscriptVersion>

export const NewTranscript = z.strictObject({
  text: z.string('invalid').trim().max(100_000, 'too_long'),
  /** The version that the person had in front of them; 0: none. */
  based_on: z.int('invalid').min(0, 'invalid'),
})

export const ResponseParams = ParticipantParams.extend({ protocol_res_id: Id })
export const ItemParams = ResponseParams.extend({ protocol_item_id: Id })

/** No `take` means the one that counts. */
const TakeQuery = z.object({ take: z.coerce.number().int().min(1).optional() })

export const responseRoutes = routes({
  'GET /protocols/responses/{participant_id}/': {
    summary: "The participant's sessions, active and archived, newest first",
    access: { role: 'examiner' },
    params: ParticipantParams,
    responses: { 200: z.array(ProtocolResponseSummary), 404: ApiError },
  },
  'POST /protocols/responses/{participant_id}/': {
    summary: 'Start a session',
    access: { role: 'examiner', feature: 'recordProtocol' },
    repeatable: true,
    params: ParticipantParams,
    body: z.strictObject({ protocol_id: Id }),
    responses: { 201: ProtocolResponse, 400: BadRequest, 404: ApiError, 409: ApiError },
  },
  'GET /protocols/responses/{participant_id}/{protocol_res_id}/': {
    summary: 'A session with its items and their results, with the populations’ curves unless `distributions` is false',
    access: { role: 'examiner' },
    params: ResponseParams,
    query: z.object({ distributions: z.enum(['true', 'false']).optional() }),
    responses: { 200: ProtocolResponse, 404: ApiError },
  },
  'PATCH /protocols/responses/{participant_id}/{protocol_res_id}/': {
    summary: "Change the session's comment; whoever may not read it adds to what is there",
    access: { role: 'examiner', feature: 'recordProtocol' },
    params: ResponseParams,
    /**
     * `based_on`: the comment that the user saw. Another one there meanwhile is a conflict; without it, it is replaced.
     * It is ignored where the mode may not read the comment.
     */
    body: z.strictObject({ comment: optionalText(longestComment), based_on: optionalText(longestComment) }),
    responses: { 200: ProtocolResponse, 400: BadRequest, 404: ApiError, 409: ApiError },
  },
  'PATCH /protocols/responses/{participant_id}/{protocol_res_id}/inactivate/': {
    summary: 'Archive a session',
    access: { role: 'examiner', feature: 'archiveProtocolRes' },
    params: ResponseParams,
    responses: { 200: ProtocolResponse, 404: ApiError },
  },
  'PATCH /protocols/responses/{participant_id}/{protocol_res_id}/activate/': {
    summary: 'Restore an archived session',
    access: { role: 'examiner', feature: 'archiveProtocolRes' },
    params: ResponseParams,
    responses: { 200: ProtocolResponse, 404: ApiError },
  },
  'POST /protocols/responses/{participant_id}/{protocol_res_id}/lease/': {
    summary: 'Hold, renew or take over the right to record a session, for 45 seconds',
    access: { role: 'examiner', feature: 'recordProtocol' },
    params: ResponseParams,
    body: LeaseRequest,
    responses: { 200: Lease, 400: BadRequest, 404: ApiError, 409: z.union([RecordingElsewhere, ApiError]) },
  },
  'DELETE /protocols/responses/{participant_id}/{protocol_res_id}/lease/{holder}/': {
    summary: 'Give the right to record back',
    access: { role: 'examiner', feature: 'recordProtocol' },
    params: ResponseParams.extend({ holder: Id }),
    responses: { 204: null, 404: ApiError },
  },
  'POST /protocols/responses/{participant_id}/{protocol_res_id}/item/{protocol_item_id}/': {
    summary: 'Answer an item: a recording (multipart, file `speech`) or a skip (JSON)',
    access: { role: 'examiner', feature: 'recordProtocol' },
    params: ItemParams,
    body: Skip,
    multipart: { file: 'speech', fields: SpeechFields },
    responses: {
      200: ItemResponse,
      201: ItemResponse,
      400: BadRequest,
      404: ApiError,
      409: ApiError,
      413: ApiError,
      415: ApiError,
      507: ApiError,
    },
  },
  'PATCH /protocols/responses/{participant_id}/{protocol_res_id}/item/{protocol_item_id}/': {
    summary: 'Make a stored take the one that counts: a late, an interrupted or an earlier one',
    access: { role: 'examiner', feature: 'recordProtocol' },
    params: ItemParams,
    body: ChosenTake,
    responses: { 200: ItemResponse, 400: BadRequest, 404: ApiError, 409: ApiError },
  },
  'GET /protocols/responses/{participant_id}/{protocol_res_id}/item/{protocol_item_id}/transcript/': {
    summary: "The versions of the item's transcript, newest first",
    access: { role: 'examiner', feature: 'readProtocolRes' },
    params: ItemParams,
    responses: { 200: z.array(TranscriptVersion), 404: ApiError },
  },
  'POST /protocols/responses/{participant_id}/{protocol_res_id}/item/{protocol_item_id}/transcript/': {
    summary: "Type, correct or confirm the item's words; what is there stays as an earlier version",
    access: { role: 'examiner', feature: 'recordProtocol' },
    repeatable: true,
    params: ItemParams,
    body: NewTranscript,
    responses: { 201: TranscriptVersion, 400: BadRequest, 404: ApiError, 409: ApiError },
  },
  'GET /protocols/responses/{participant_id}/{protocol_res_id}/item/{protocol_item_id}/audio_presigned_url/': {
    summary: "A short-lived link to the item's recording",
    access: { role: 'examiner', feature: 'readProtocolRes' },
    params: ItemParams,
    query: TakeQuery,
    responses: { 200: Link, 404: ApiError },
  },
  'GET /protocols/responses/{participant_id}/{protocol_res_id}/item/{protocol_item_id}/audio_src/': {
    summary: "The item's recording, whole or by `Range`",
    access: { role: 'examiner', feature: 'readProtocolRes' },
    params: ItemParams,
    query: TakeQuery,
    responses: { 200: 'bytes', 206: 'bytes', 404: ApiError, 416: ApiError },
  },
})
