import { z } from 'zod'
import { ContentUnitDecision } from './content-units.ts'
import { ApiError, BadRequest } from './errors.ts'
import { FeatureResult } from './feature-results.ts'
import { Id, optionalText, requiredText, Timestamp } from './fields.ts'
import { FluencyDecision } from './fluency.ts'
import { ofResults } from './guarded.ts'
import { ItemId, ItemResponseId, ParticipantId, ProtocolId, SessionId, VisitId } from './ids.ts'
import { SessionIndex } from './indices.ts'
import { Lease, LeaseRequest, RecordingElsewhere } from './leases.ts'
import { Link } from './links.ts'
import { PageQuery } from './pages.ts'
import { ParticipantParams } from './participants.ts'
import { PersonName } from './people.ts'
import { Protocol, ProtocolItem, ProtocolSummary } from './protocols.ts'
import { routes } from './route.ts'
import { NewSpeakerTrack, People, SpeakerTrackVersion } from './speakers.ts'
import { Capture, ChosenTake, Quality, SpeechFields, Take } from './takes.ts'
import { NewTranscript, TranscriptVersion, transcriptBytes } from './transcripts.ts'

const answer = { id: ItemResponseId, protocol_item: ProtocolItem, takes: z.array(Take) }

const SkippedItem = z.object({
  ...answer,
  is_skipped: z.literal(true),
  skipped_purpose: ofResults(z.string().nullable(), null),
  duration: z.null(),
  recorded_at: z.null(),
  take: z.null(),
  capture: z.null(),
  quality: ofResults(z.null(), null),
  feature_extraction_res: ofResults(z.array(z.never()), []),
})
/** The fields from `duration` on are those of the shown take. */
const RecordedItem = z.object({
  ...answer,
  is_skipped: z.literal(false),
  skipped_purpose: ofResults(z.null(), null),
  duration: z.number(),
  recorded_at: Timestamp,
  take: z.int(),
  capture: Capture,
  /** Null until it is measured. */
  quality: ofResults(Quality.nullable(), null),
  feature_extraction_res: ofResults(z.array(FeatureResult), []),
})
export const ItemResponse = z.discriminatedUnion('is_skipped', [SkippedItem, RecordedItem])
export type ItemResponse = z.infer<typeof ItemResponse>

/** Characters. */
export const longestComment = 5000

/** More than any protocol has. */
const mostItems = 1000

const session = {
  id: SessionId,
  participant: ParticipantId,
  timestamp: Timestamp,
  date_created: Timestamp,
  active: z.boolean(),
  is_completed: z.boolean(),
  comment: ofResults(z.string().nullable(), null),
}

export const ProtocolResponse = z.object({
  ...session,
  /** The examiner in whose name the session was recorded. */
  examiner: PersonName,
  /** The user who started it: another user if they worked as the examiner. */
  recorded_by: PersonName,
  protocol: Protocol,
  responses: z.array(ItemResponse),
  /** Measures of the whole session, if its protocol declares them. */
  indices: ofResults(z.array(SessionIndex), []),
})
export type ProtocolResponse = z.infer<typeof ProtocolResponse>

export const ProtocolResponseSummary = z.object({ ...session, protocol: ProtocolSummary, answered_count: z.int() })
export type ProtocolResponseSummary = z.infer<typeof ProtocolResponseSummary>

export const Skip = z.strictObject({ skipped_purpose: requiredText(500) })
export type Skip = z.infer<typeof Skip>

export const ResponseParams = ParticipantParams.extend({ protocol_res_id: SessionId })
export const ItemParams = ResponseParams.extend({ protocol_item_id: ItemId })

/** Without `take`: the take that counts. */
const TakeQuery = z.object({ take: z.coerce.number().int().min(1).optional() })

export const responseRoutes = routes({
  'GET /protocols/responses/{participant_id}/': {
    summary: "The participant's sessions, active and archived, newest first",
    access: { role: 'examiner' },
    scope: 'results:read',
    params: ParticipantParams,
    query: PageQuery,
    order: ['-date_created', '-id'],
    responses: { 200: z.array(ProtocolResponseSummary), 404: ApiError },
  },
  'POST /protocols/responses/{participant_id}/': {
    summary: 'Start a session',
    access: { role: 'examiner', feature: 'recordProtocol' },
    repeatable: true,
    params: ParticipantParams,
    /**
     * `visit_id`: the planned visit that the session fulfils, also outside its window. `id`: chosen by a client that
     * records before it can ask; also the call's repeat key, when it has no other. `item_order`: the items as that client
     * shows them; each item of a random block is at a place of its block, and all others are at their own.
     * `earlier_wording`: a person decided to store what was recorded with an earlier wording of an assigned protocol.
     */
    body: z.strictObject({
      protocol_id: ProtocolId,
      visit_id: VisitId.optional(),
      id: SessionId.optional(),
      item_order: z.array(ItemId).max(mostItems, 'invalid').optional(),
      earlier_wording: z.literal(true, 'invalid').optional(),
    }),
    responses: { 201: ProtocolResponse, 400: BadRequest, 404: ApiError, 409: ApiError },
  },
  'GET /protocols/responses/{participant_id}/{protocol_res_id}/': {
    summary: 'A session with its items and their results, with the populations’ curves unless `distributions` is false',
    access: { role: 'examiner' },
    scope: 'results:read',
    params: ResponseParams,
    query: z.object({ distributions: z.enum(['true', 'false']).optional() }),
    responses: { 200: ProtocolResponse, 304: null, 404: ApiError },
  },
  'PATCH /protocols/responses/{participant_id}/{protocol_res_id}/': {
    summary: "Change the session's comment; a user who may not read it appends to it",
    access: { role: 'examiner', feature: 'recordProtocol' },
    params: ResponseParams,
    /**
     * `based_on`: the comment that the user saw. If the stored comment differs, the answer is a conflict; without
     * `based_on`, the comment is replaced. Ignored in a mode that may not read the comment.
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
    summary: 'Acquire, renew or take over the lease to record a session, for 45 seconds',
    access: { role: 'examiner', feature: 'recordProtocol' },
    params: ResponseParams,
    body: LeaseRequest,
    responses: { 200: Lease, 400: BadRequest, 404: ApiError, 409: z.union([RecordingElsewhere, ApiError]) },
  },
  'DELETE /protocols/responses/{participant_id}/{protocol_res_id}/lease/{holder}/': {
    summary: 'Release the lease to record',
    access: { role: 'examiner', feature: 'recordProtocol' },
    params: ResponseParams.extend({ holder: Id }),
    responses: { 204: null, 404: ApiError },
  },
  'POST /protocols/responses/{participant_id}/{protocol_res_id}/item/{protocol_item_id}/': {
    summary: 'Answer an item: a recording (multipart, file `speech`, optionally `examiner`) or a skip (JSON)',
    access: { role: 'examiner', feature: 'recordProtocol' },
    params: ItemParams,
    body: Skip,
    multipart: { file: 'speech', second: 'examiner', fields: SpeechFields },
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
    summary: 'Make a stored take count: a late, interrupted or earlier one',
    access: { role: 'examiner', feature: 'recordProtocol' },
    params: ItemParams,
    body: ChosenTake,
    responses: { 200: ItemResponse, 400: BadRequest, 404: ApiError, 409: ApiError },
  },
  'GET /protocols/responses/{participant_id}/{protocol_res_id}/item/{protocol_item_id}/transcript/': {
    summary: "The versions of the item's transcript, newest first",
    access: { role: 'examiner', feature: 'readProtocolRes' },
    scope: 'results:read',
    params: ItemParams,
    query: PageQuery,
    order: ['-version'],
    responses: { 200: z.array(TranscriptVersion), 404: ApiError },
  },
  'POST /protocols/responses/{participant_id}/{protocol_res_id}/item/{protocol_item_id}/transcript/': {
    summary: "Type, correct or confirm the item's words; the present text stays as an earlier version",
    access: { role: 'examiner', feature: 'recordProtocol' },
    repeatable: true,
    params: ItemParams,
    body: NewTranscript,
    bodyBytes: transcriptBytes,
    responses: { 201: TranscriptVersion, 400: BadRequest, 404: ApiError, 409: ApiError },
  },
  'PATCH /protocols/responses/{participant_id}/{protocol_res_id}/item/{protocol_item_id}/fluency/': {
    summary: 'Decide about a word of a fluency task; the organisation remembers it, and its scores are made again',
    access: { role: 'examiner', feature: 'recordProtocol' },
    params: ItemParams,
    body: FluencyDecision,
    responses: { 204: null, 400: BadRequest, 404: ApiError, 409: ApiError },
  },
  'PATCH /protocols/responses/{participant_id}/{protocol_res_id}/item/{protocol_item_id}/content_units/': {
    summary: 'Decide whether a content unit of a picture or a story was said; its scores are made again',
    access: { role: 'examiner', feature: 'recordProtocol' },
    params: ItemParams,
    body: ContentUnitDecision,
    responses: { 204: null, 400: BadRequest, 404: ApiError, 409: ApiError },
  },
  'PATCH /protocols/responses/{participant_id}/{protocol_res_id}/item/{protocol_item_id}/speakers/': {
    summary: 'Say how many people speak in the recording that counts; its measures are made again',
    access: { role: 'examiner', feature: 'recordProtocol' },
    params: ItemParams,
    body: People,
    responses: { 204: null, 400: BadRequest, 404: ApiError, 409: ApiError },
  },
  'GET /protocols/responses/{participant_id}/{protocol_res_id}/item/{protocol_item_id}/speakers/': {
    summary: 'The versions of who speaks when, as people corrected it, newest first',
    access: { role: 'examiner', feature: 'readProtocolRes' },
    params: ItemParams,
    query: PageQuery,
    order: ['-version'],
    responses: { 200: z.array(SpeakerTrackVersion), 404: ApiError },
  },
  'POST /protocols/responses/{participant_id}/{protocol_res_id}/item/{protocol_item_id}/speakers/': {
    summary: 'Correct who speaks when, or go back to what was computed (`segments` null); the measures are made again',
    access: { role: 'examiner', feature: 'recordProtocol' },
    repeatable: true,
    params: ItemParams,
    body: NewSpeakerTrack,
    bodyBytes: transcriptBytes,
    responses: { 201: SpeakerTrackVersion, 400: BadRequest, 404: ApiError, 409: ApiError },
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
    scope: 'audio:read',
    params: ItemParams,
    query: TakeQuery,
    responses: { 200: 'bytes', 206: 'bytes', 404: ApiError, 416: ApiError },
  },
})
