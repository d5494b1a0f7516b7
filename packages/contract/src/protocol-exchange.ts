import { z } from 'zod'
import { Locale } from './content.ts'
import { ApiError, BadRequest } from './errors.ts'
import { Id, jsonPart } from './fields.ts'
import { ProtocolDraftId, ProtocolId } from './ids.ts'
import { StoredProtocolDraft } from './protocol-drafts.ts'
import { itemKinds, mediaKinds } from './protocol-limits.ts'
import { routes } from './route.ts'

/** Why a file cannot be read as a protocol. */
export const protocolFileProblems = [
  // The archive.
  'not_a_zip',
  'damaged',
  'encrypted',
  'bad_name',
  'link',
  'duplicate_name',
  'too_many_files',
  'too_large',
  'packed_too_much',
  'nested_archive',
  'unknown_compression',
  'wrong_checksum',
  // Its content.
  'not_json',
  'too_deep',
  'forbidden_key',
  'not_a_protocol',
  'newer_format',
  'wrong_value',
  'html',
  'not_listed',
  'missing_file',
  'wrong_hash',
  'several_protocols',
  'no_items',
  'too_many_items',
  'language_not_known',
  'list_not_known',
  // Its media.
  'medium_type',
  'medium_unreadable',
  'medium_size',
  'medium_length',
  'no_sound',
  'infected',
  'too_many_media',
] as const
export type ProtocolFileProblem = (typeof protocolFileProblems)[number]

/** A problem and its place: the file in the archive, and the place in that file. Both may be empty. */
export const ProtocolFilePlace = z.object({
  problem: z.enum(protocolFileProblems),
  file: z.string(),
  path: z.string(),
})
export type ProtocolFilePlace = z.infer<typeof ProtocolFilePlace>

/** The answer 400 to a file that cannot be imported; `problem_count` counts all. */
export const ProtocolFileRefused = z.object({
  code: z.literal('protocol_file_refused'),
  problems: z.array(ProtocolFilePlace),
  problem_count: z.int(),
})

/** Parts of a protocol without a full counterpart here. */
export const protocolLossCodes = [
  'not_recorded',
  'no_instruction',
  'no_duration',
  'long_duration',
  'condition',
  'hidden',
  'calculation',
  'schedule',
  'message',
  'page',
  'shuffle',
  'remote_file',
  'missing_file',
  'remote_medium',
  'missing_medium',
  'medium_type',
  'formatting',
  'shortened',
  'language_not_known',
  'translation_missing',
] as const
export type ProtocolLossCode = (typeof protocolLossCodes)[number]

export const ProtocolLoss = z.object({
  code: z.enum(protocolLossCodes),
  /** The file in the archive, and the place in it. */
  file: z.string(),
  path: z.string(),
  /** The text of the part, or another name for it. */
  text: z.string(),
})
export type ProtocolLoss = z.infer<typeof ProtocolLoss>

/** Why an item of another format was taken for its kind. */
export const kindReasons = ['input_type', 'words', 'picture', 'no_sign', 'not_speech'] as const
export type KindReason = (typeof kindReasons)[number]

export const ProtocolImportItem = z.object({
  key: z.string(),
  /** In the first language. */
  title: z.string(),
  category: z.enum(itemKinds),
  /** Null: the file states the kind. */
  guess: z
    .object({
      reason: z.enum(kindReasons),
      /** The word or the input type that the guess is made of. */
      sign: z.string(),
    })
    .nullable(),
  min_duration: z.number(),
  max_duration: z.number().nullable(),
  skippable: z.boolean(),
  repeats: z.int(),
  media: z.array(z.enum(mediaKinds)),
})
export type ProtocolImportItem = z.infer<typeof ProtocolImportItem>

export const ProtocolImportPreview = z.object({
  format: z.enum(['fonema', 'reproschema']),
  /** The name of the organisation's protocol with the key of the file. The new draft gets another key. */
  existing: z.string().nullable(),
  name: z.string(),
  description: z.string(),
  locales: z.array(Locale),
  /** If false, the file names no language: the locale is the one chosen for it. */
  says_language: z.boolean(),
  licence: z.string(),
  source: z.string(),
  items: z.array(ProtocolImportItem),
  media: z.array(z.object({ kind: z.enum(mediaKinds), filename: z.string(), size: z.int() })),
  /** The first losses; `loss_count` counts all. */
  losses: z.array(ProtocolLoss),
  loss_count: z.int(),
  /** Durations of the file have no unit and were read as milliseconds. */
  reads_milliseconds: z.boolean(),
  /** How much must be filled in before the draft can be published. */
  gap_count: z.int(),
})
export type ProtocolImportPreview = z.infer<typeof ProtocolImportPreview>

export const ProtocolImportFields = z.strictObject({
  /** The locale of a file that names no language. */
  locale: Id.optional(),
  /** The kinds of the items whose kind was guessed, as a person confirmed them. */
  kinds: jsonPart(z.record(z.string().max(60), z.enum(itemKinds))).optional(),
})

const manages = { role: 'manager', feature: 'admin' } as const

export const protocolExchangeRoutes = routes({
  'POST /protocol_drafts/import/': {
    summary:
      'Start a protocol from a file of our format or of ReproSchema (multipart, file `file`); `preview` stores nothing',
    access: manages,
    repeatable: true,
    query: z.object({ preview: z.enum(['true', 'false']).optional() }),
    multipart: { file: 'file', fields: ProtocolImportFields },
    responses: {
      201: StoredProtocolDraft,
      200: ProtocolImportPreview,
      400: BadRequest,
      409: ApiError,
      413: ApiError,
      415: ApiError,
      507: ApiError,
    },
  },
  'GET /protocol_drafts/{draft_id}/export/': {
    summary: 'The content of a draft with its media, as a ZIP file of our format',
    access: manages,
    rate: 'export',
    params: z.object({ draft_id: ProtocolDraftId }),
    responses: { 200: 'bytes', 404: ApiError },
  },
  'GET /protocols/{protocol_id}/export/': {
    summary: 'A published or shipped version in all of its languages with its media, as a ZIP file of our format',
    access: manages,
    rate: 'export',
    params: z.object({ protocol_id: ProtocolId }),
    responses: { 200: 'bytes', 404: ApiError },
  },
})
