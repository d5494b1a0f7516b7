import { z } from 'zod'
import { ApiError, BadRequest } from './errors.ts'
import { ofResults } from './guarded.ts'
import { ItemParams } from './responses.ts'
import { routes } from './route.ts'
import { TranscriptVersion } from './transcripts.ts'

/** Files that a transcript is downloaded as and read from. */
export const transcriptFormats = ['textgrid', 'eaf', 'chat', 'vtt', 'json'] as const
export type TranscriptFormat = (typeof transcriptFormats)[number]

/** Why a file cannot be read as a transcript. */
export const transcriptFileProblems = [
  'too_large',
  'not_text',
  'control_character',
  'unknown_format',
  'wrong_syntax',
  'unclosed',
  'entities',
  'too_deep',
  'newer_format',
  'missing_words',
  'wrong_value',
  'bad_time',
  'end_before_start',
  'overlap',
  'not_sorted',
  'outside',
  'too_many_words',
  'too_long',
  'unknown_mark',
  'unknown_speaker',
  'other_length',
] as const
export type TranscriptFileProblem = (typeof transcriptFileProblems)[number]

/** What a file cannot hold, or what a reader did not take from it. */
export const transcriptLossCodes = [
  // The times are written in milliseconds.
  'times_rounded',
  // The words have the times of their phrase only.
  'times_of_words',
  // The words have no time of their own.
  'untimed',
  'marks',
  'speakers',
  // A character or a number that the format does not allow in a word.
  'characters',
  // Content of the file that is not words, marks or speakers.
  'ignored',
  // A stretch with several words, which became words without times.
  'split',
] as const
export type TranscriptLossCode = (typeof transcriptLossCodes)[number]

/** `count`: how many words, or how many places of a file. */
export const TranscriptLoss = z.object({ code: z.enum(transcriptLossCodes), count: z.int() })
export type TranscriptLoss = z.infer<typeof TranscriptLoss>

/** Why a recording is left out of a de-identified output. */
export const leftOutReasons = [
  // A recogniser wrote its words, or nobody did: names may be unmarked.
  'not_confirmed',
  'not_analysed',
  // Not mono WAV of 16 bits.
  'unreadable',
  'too_large',
  'missing',
  'altered',
] as const
export type LeftOutReason = (typeof leftOutReasons)[number]

/** The answer 409 when an item cannot be de-identified. */
export const CannotHideNames = z.object({ code: z.literal('cannot_hide_names'), reason: z.enum(leftOutReasons) })

/** The answer 400 to a file that cannot be read. `line` 0: the file as a whole. */
export const TranscriptFileRefused = z.object({
  code: z.literal('transcript_file_refused'),
  problem: z.enum(transcriptFileProblems),
  line: z.int(),
  place: z.string(),
})

/** What an import would do to the newest version. */
export const TranscriptImportPreview = z.object({
  format: z.enum(transcriptFormats),
  /** The newest version, which the import must be based on; 0: none. */
  based_on: z.int(),
  text: ofResults(z.string(), ''),
  words: z.int(),
  /** Words that would have no time. */
  untimed: z.int(),
  /** Numbers of words. The last three count words that stay. */
  changes: z.object({ added: z.int(), removed: z.int(), times: z.int(), speakers: z.int(), marks: z.int() }),
  losses: z.array(TranscriptLoss),
})
export type TranscriptImportPreview = z.infer<typeof TranscriptImportPreview>

/** Words by their places in the newest transcript, from 0. */
export const HiddenWords = z.object({
  version: z.int(),
  /** Null: the item can be de-identified. */
  reason: z.enum(leftOutReasons).nullable(),
  /** A hidden word has no time, so the whole recording is silent. */
  silences_all: z.boolean(),
  /** Where others may speak who did not consent, in seconds of the marked window: silent in the recording. */
  others: z.array(z.object({ start_s: z.number(), end_s: z.number() })),
  /** They may speak at any time, so the whole recording is silent. */
  others_everywhere: z.boolean(),
  /** Around names that an examiner flagged while a whole session was recorded, in seconds of the marked window: silent. */
  flagged: z.array(z.object({ start_s: z.number(), end_s: z.number() })),
  /** In the order of the words. `marked`: by a person. */
  words: z.array(z.object({ place: z.int(), text: z.string(), marked: z.boolean() })),
})
export type HiddenWords = z.infer<typeof HiddenWords>

const imported = {
  preview: z.enum(['true', 'false']).optional(),
  /** The version that the user saw; not needed for a preview. */
  based_on: z.coerce.number('invalid').int('invalid').min(0, 'invalid').optional(),
}

export const transcriptFileRoutes = routes({
  'GET /protocols/responses/{participant_id}/{protocol_res_id}/item/{protocol_item_id}/transcript/file/': {
    summary: "The newest version of the item's transcript as a file; times are seconds from the start of its recording",
    access: { role: 'examiner', feature: 'downloadProtocolRes', also: 'readProtocolRes' },
    scope: 'results:read',
    params: ItemParams,
    query: z.object({
      as: z.enum(transcriptFormats, 'invalid'),
      deidentified: z.enum(['true', 'false'], 'invalid').optional(),
    }),
    responses: { 200: 'bytes', 404: ApiError, 409: z.union([CannotHideNames, ApiError]) },
  },
  'GET /protocols/responses/{participant_id}/{protocol_res_id}/item/{protocol_item_id}/audio_deidentified/': {
    summary:
      "The item's recording with digital silence in place of names, dates, numbers and addresses, of others who did not consent, and of all outside the marked window",
    access: { role: 'examiner', feature: 'downloadProtocolRes', also: 'readProtocolRes' },
    scope: 'audio:read',
    params: ItemParams,
    responses: { 200: 'bytes', 404: ApiError, 409: z.union([CannotHideNames, ApiError]) },
  },
  'GET /protocols/responses/{participant_id}/{protocol_res_id}/item/{protocol_item_id}/transcript/hidden/': {
    summary: 'What a de-identified output hides of the newest transcript: marked names, and suggestions by pattern',
    access: { role: 'examiner', feature: 'readProtocolRes' },
    params: ItemParams,
    responses: { 200: HiddenWords, 404: ApiError, 409: ApiError },
  },
  'POST /protocols/responses/{participant_id}/{protocol_res_id}/item/{protocol_item_id}/transcript/import/': {
    summary:
      'Import a transcript (multipart, file `file`: TextGrid, ELAN, CHAT, WebVTT or JSON) as the next version; `preview` stores nothing',
    access: { role: 'examiner', feature: 'recordProtocol', also: 'readProtocolRes' },
    repeatable: true,
    params: ItemParams,
    query: z.object(imported),
    multipart: { file: 'file', fields: z.strictObject({}) },
    responses: {
      201: TranscriptVersion,
      200: TranscriptImportPreview,
      400: z.union([TranscriptFileRefused, BadRequest]),
      404: ApiError,
      409: ApiError,
      413: ApiError,
      415: ApiError,
    },
  },
})
