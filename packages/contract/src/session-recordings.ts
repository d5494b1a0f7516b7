import { z } from 'zod'
import { ApiError, BadRequest } from './errors.ts'
import { jsonPart, Timestamp } from './fields.ts'
import { ItemId, RecordingMarkId, SessionRecordingId, TakeId } from './ids.ts'
import { PageQuery } from './pages.ts'
import { ResponseParams } from './responses.ts'
import { routes } from './route.ts'
import { CaptureSettings, Completeness, completenesses, Gap } from './takes.ts'

/** A recording of hours in pieces of seconds: more than a day of them. */
export const mostPieces = 10_000
/** Bytes of one piece: a minute at the highest sample rate. */
export const largestPiece = 24_000_000

export const markKinds = ['subtest', 'name_spoken'] as const

const seconds = z.number('invalid').min(0, 'out_of_range').max(1_000_000, 'out_of_range')
/** Made anew for each use: the field of a form and a member of a body are described apart. */
const sha256 = () => z.string('invalid').regex(/^[0-9a-f]{64}$/, 'invalid')

/** A place in a recording, in seconds from its start. `subtest`: an item begins here. A removed one stays removed when its
 * call is repeated. */
export const NewRecordingMark = z
  .strictObject({
    id: RecordingMarkId,
    at_s: seconds,
    kind: z.enum(markKinds, 'invalid'),
    protocol_item_id: ItemId.nullable(),
  })
  .refine(({ kind, protocol_item_id }) => kind === 'subtest' || protocol_item_id === null, 'invalid')
export type NewRecordingMark = z.infer<typeof NewRecordingMark>

export const RecordingMark = z.object({
  id: RecordingMarkId,
  at_s: z.number(),
  kind: z.enum(markKinds),
  protocol_item_id: ItemId.nullable(),
})
export type RecordingMark = z.infer<typeof RecordingMark>

/** A part of a recording that is a take of an item. */
export const RecordingCut = z.object({
  take_id: TakeId,
  protocol_item_id: ItemId,
  take: z.int(),
  start_s: z.number(),
  end_s: z.number(),
  cut_at: Timestamp,
})
export type RecordingCut = z.infer<typeof RecordingCut>

/** The browser chooses the id, so that it can begin without a network and repeat the call. */
export const NewSessionRecording = z.strictObject({
  id: SessionRecordingId,
  sample_rate_hz: z.int('invalid').min(8000, 'out_of_range').max(192_000, 'out_of_range'),
  /** By the browser's clock; it is shown and decides nothing. */
  recorded_at: z.iso.datetime('invalid'),
  settings: CaptureSettings,
})
export type NewSessionRecording = z.infer<typeof NewSessionRecording>

export const SessionRecording = z.object({
  id: SessionRecordingId,
  recorded_at: Timestamp,
  sample_rate_hz: z.int(),
  /** Of the pieces that are stored without a missing one before them. */
  duration_s: z.number(),
  pieces: z.int(),
  /** Null: it is still recorded, or its browser has not finished it. */
  finished_at: Timestamp.nullable(),
  /** A crash or the loss of the microphone ended it, or somebody finished it as it was stored. */
  interrupted: z.boolean(),
  /** Whether the browser's hash of the whole was equal to that of the stored pieces. */
  verified: z.boolean(),
  /** SHA-256 of the joined samples, 16 bits each, without a header; null until it is finished. */
  sha256: z.string().nullable(),
  last_piece_at: Timestamp.nullable(),
  gaps: z.array(Gap),
  /** As of a take; null until it is finished, or where the browser did not say it. */
  completeness: Completeness.nullable(),
  marks: z.array(RecordingMark),
  cuts: z.array(RecordingCut),
})
export type SessionRecording = z.infer<typeof SessionRecording>

export const SessionRecordingState = SessionRecording.extend({
  /** What is stored, also after a missing piece. */
  stored: z.array(z.object({ piece: z.int(), sha256: z.string(), frames: z.int() })),
  /** The loudest sample of each tenth of a second, 0 to 255, in base64. */
  peaks: z.string(),
})
export type SessionRecordingState = z.infer<typeof SessionRecordingState>

/** The text fields beside the file `speech`: a mono WAV file of 16 bits with the rate of its recording. */
export const PieceFields = z.strictObject({
  piece: z.coerce
    .number('invalid')
    .int('invalid')
    .min(0, 'out_of_range')
    .max(mostPieces - 1, 'out_of_range'),
  sha256: sha256(),
  /** In seconds from the start of the piece. */
  gaps: jsonPart(z.array(Gap).max(10_000)).optional(),
})
export type PieceFields = z.output<typeof PieceFields>

/**
 * With the browser's facts about the whole, or, when the browser is lost, `as_stored`: what is there without a missing
 * piece is the recording.
 */
export const FinishedRecording = z.union([
  z.strictObject({
    pieces: z.int('invalid').min(0, 'out_of_range').max(mostPieces, 'out_of_range'),
    frames: z.int('invalid').min(0, 'out_of_range'),
    sha256: sha256(),
    interrupted: z.boolean('invalid'),
    completeness: z.enum(completenesses, 'invalid').nullable(),
  }),
  z.strictObject({ as_stored: z.literal(true, 'invalid') }),
])
export type FinishedRecording = z.infer<typeof FinishedRecording>

/** Sent with the code `pieces_missing`. */
export const PiecesMissing = ApiError.extend({ missing: z.array(z.int()) })

export const NewCut = z
  .strictObject({ protocol_item_id: ItemId, start_s: seconds, end_s: seconds })
  .refine(({ start_s, end_s }) => end_s > start_s, { message: 'out_of_range', path: ['end_s'] })
export type NewCut = z.infer<typeof NewCut>

const RecordingParams = ResponseParams.extend({ recording_id: SessionRecordingId })

export const sessionRecordingRoutes = routes({
  'GET /protocols/responses/{participant_id}/{protocol_res_id}/recordings/': {
    summary: 'The recordings of a whole session, newest first, with their marks and cuts',
    access: { role: 'examiner' },
    params: ResponseParams,
    query: PageQuery,
    order: ['-recorded_at', '-id'],
    responses: { 200: z.array(SessionRecording), 404: ApiError },
  },
  'POST /protocols/responses/{participant_id}/{protocol_res_id}/recordings/': {
    summary: 'Start the recording of a whole session',
    access: { role: 'examiner', feature: 'recordProtocol' },
    params: ResponseParams,
    body: NewSessionRecording,
    responses: { 200: SessionRecording, 400: BadRequest, 404: ApiError, 409: ApiError },
  },
  'GET /protocols/responses/{participant_id}/{protocol_res_id}/recordings/{recording_id}/': {
    summary: 'A recording of a session: which pieces are stored, and how loud it is',
    access: { role: 'examiner' },
    params: RecordingParams,
    responses: { 200: SessionRecordingState, 404: ApiError },
  },
  'POST /protocols/responses/{participant_id}/{protocol_res_id}/recordings/{recording_id}/pieces/': {
    summary: 'Store a piece of a recording, while it is recorded (multipart, file `speech`)',
    access: { role: 'examiner', feature: 'recordProtocol' },
    params: RecordingParams,
    multipart: { file: 'speech', fields: PieceFields },
    responses: {
      200: z.object({ piece: z.int(), sha256: z.string() }),
      400: BadRequest,
      404: ApiError,
      409: ApiError,
      413: ApiError,
      415: ApiError,
      507: ApiError,
    },
  },
  'POST /protocols/responses/{participant_id}/{protocol_res_id}/recordings/{recording_id}/marks/': {
    summary: 'Mark where an item begins, or where a name is spoken',
    access: { role: 'examiner', feature: 'recordProtocol' },
    params: RecordingParams,
    body: NewRecordingMark,
    responses: { 200: RecordingMark, 400: BadRequest, 404: ApiError, 409: ApiError },
  },
  'PATCH /protocols/responses/{participant_id}/{protocol_res_id}/recordings/{recording_id}/marks/{mark_id}/': {
    summary: 'Remove a mark, or bring it back',
    access: { role: 'examiner', feature: 'recordProtocol' },
    params: RecordingParams.extend({ mark_id: RecordingMarkId }),
    body: z.strictObject({ removed: z.boolean('invalid') }),
    responses: { 200: SessionRecording, 400: BadRequest, 404: ApiError, 409: ApiError },
  },
  'POST /protocols/responses/{participant_id}/{protocol_res_id}/recordings/{recording_id}/finish/': {
    summary: 'Finish a recording: the stored pieces are joined and compared with the hash of the whole',
    access: { role: 'examiner', feature: 'recordProtocol' },
    params: RecordingParams,
    body: FinishedRecording,
    responses: {
      200: SessionRecording,
      400: BadRequest,
      404: ApiError,
      409: z.union([PiecesMissing, ApiError]),
    },
  },
  'POST /protocols/responses/{participant_id}/{protocol_res_id}/recordings/{recording_id}/cuts/': {
    summary: 'Cut a part of a finished recording: it becomes a take of an item and is measured',
    access: { role: 'examiner', feature: 'recordProtocol' },
    params: RecordingParams,
    body: NewCut,
    responses: {
      200: RecordingCut,
      400: BadRequest,
      404: ApiError,
      409: ApiError,
      413: ApiError,
      507: ApiError,
    },
  },
  'GET /protocols/responses/{participant_id}/{protocol_res_id}/recordings/{recording_id}/audio_src/': {
    summary: 'The joined recording as a WAV file, or the part between two times',
    access: { role: 'examiner', feature: 'readProtocolRes' },
    params: RecordingParams,
    query: z.object({ from_s: z.coerce.number().min(0).optional(), to_s: z.coerce.number().min(0).optional() }),
    responses: { 200: 'bytes', 206: 'bytes', 404: ApiError, 416: ApiError },
  },
})
