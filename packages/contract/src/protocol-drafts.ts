import { z } from 'zod'
import { ApiError, BadRequest } from './errors.ts'
import { possibleText, requiredText, Timestamp } from './fields.ts'
import { ProtocolDraftId, ProtocolId, ProtocolMediaId } from './ids.ts'
import { PageQuery } from './pages.ts'
import {
  itemKinds,
  longestInstruction,
  longestItem,
  longestProtocolKey,
  longestReference,
  mediaKinds,
  mostBlocks,
  mostItems,
  mostRepeats,
  mostUnits,
} from './protocol-limits.ts'
import { draftBytes, routes } from './route.ts'

/** Lower-case letters, digits and hyphens. */
const key = z
  .string('invalid')
  .regex(/^[a-z0-9]+(?:-[a-z0-9]+)*$/, 'invalid')
  .max(longestProtocolKey, 'too_long')
const LocaleCode = z.string('invalid').regex(/^[a-z]{2}-[A-Z]{2}$/, 'invalid')

/** A file that ships with the product, by its path below `content/media`. */
const ShippedMedium = z.string().regex(/^(?:[\w-]+\/)+[\w-]+(?:\.[\w-]+)+$/, 'invalid')
/** An uploaded file by its id, or a shipped one by its path. */
export const MediumFile = z.union([ProtocolMediaId, ShippedMedium], 'invalid')
export type MediumFile = z.infer<typeof MediumFile>

const medium = {
  file: MediumFile,
  /** The terms of use. A draft may lack them; publishing does not. */
  licence: possibleText(500),
  source: possibleText(500),
}
/** `alt`: what a picture or a video shows, in words. */
export const DraftImage = z.strictObject({ ...medium, alt: possibleText(1000) })
export const DraftAudio = z.strictObject(medium)
export const DraftVideo = z.strictObject({ ...medium, alt: possibleText(1000), subtitles: MediumFile.nullable() })
export type DraftImage = z.infer<typeof DraftImage>
export type DraftAudio = z.infer<typeof DraftAudio>
export type DraftVideo = z.infer<typeof DraftVideo>

/** The valid answers of a fluency item: words with an initial letter, or words of a list of the product. */
export const FluencyRule = z.union(
  [
    z.strictObject({ letters: z.array(requiredText(5)).min(1, 'required').max(10, 'too_long') }),
    z.strictObject({ list: key }),
  ],
  'invalid',
)
export type FluencyRule = z.infer<typeof FluencyRule>

/** What an item says and shows in one language. */
export const DraftItemTexts = z.strictObject({
  title: possibleText(200),
  /** HTML of the instruction tags, without attributes. */
  trigger: possibleText(longestInstruction),
  /** The text that is read or heard, word for word; empty: none. */
  reference_text: possibleText(longestReference),
  /** What a full description or retelling mentions. */
  information_units: z.array(requiredText(300)).max(mostUnits, 'too_long'),
  fluency: FluencyRule.nullable(),
  image: DraftImage.nullable(),
  audio: DraftAudio.nullable(),
  video: DraftVideo.nullable(),
})
export type DraftItemTexts = z.infer<typeof DraftItemTexts>

const seconds = z.number('invalid').max(longestItem, 'out_of_range')

export const DraftItem = z.strictObject({
  /** Unique in the protocol; it stays when the item moves or is renamed. */
  key,
  category: z.enum(itemKinds, 'invalid'),
  min_duration: seconds.min(0, 'out_of_range'),
  /** `null`: without a limit. */
  max_duration: seconds.positive('out_of_range').nullable(),
  skippable: z.boolean('invalid'),
  /** How often it is asked in a session. */
  repeats: z.int('invalid').min(1, 'out_of_range').max(mostRepeats, 'out_of_range'),
  /** By locale. A language of the protocol without an entry is not written yet. */
  texts: z.partialRecord(LocaleCode, DraftItemTexts),
})
export type DraftItem = z.infer<typeof DraftItem>

/** Items that are asked in their order, or in an order that is drawn for each session. */
export const DraftBlock = z.strictObject({
  key,
  order: z.enum(['fixed', 'random'], 'invalid'),
  items: z.array(DraftItem).max(mostItems, 'too_long'),
})
export type DraftBlock = z.infer<typeof DraftBlock>

const repeated = (keys: readonly string[]) => keys.some((one, index) => keys.indexOf(one) !== index)

/** All language versions of one protocol of an organisation. It may be incomplete: `gapsOf` says where. */
export const ProtocolDraft = z
  .strictObject({
    key,
    /** The terms of use of the wording, and who wrote it. */
    licence: possibleText(500),
    source: possibleText(500),
    /** A practice never counts in results or statistics. */
    practice: z.boolean('invalid'),
    /** The languages, the first one first. Every published language has all items. */
    locales: z.array(LocaleCode).min(1, 'required').max(20, 'too_long'),
    texts: z.partialRecord(LocaleCode, z.strictObject({ name: possibleText(200), description: possibleText(2000) })),
    blocks: z.array(DraftBlock).max(mostBlocks, 'too_long'),
  })
  .refine((draft) => !repeated(draft.locales), { path: ['locales'], message: 'already_exists' })
  .refine(({ blocks }) => !repeated(blocks.map((block) => block.key)), { path: ['blocks'], message: 'already_exists' })
  .refine(({ blocks }) => !repeated(blocks.flatMap(({ items }) => items.map((item) => item.key))), {
    path: ['blocks'],
    message: 'already_exists',
  })
export type ProtocolDraft = z.infer<typeof ProtocolDraft>

/** An uploaded stimulus, as it is stored after its conversion. */
export const ProtocolMedium = z.object({
  id: ProtocolMediaId,
  kind: z.enum(mediaKinds),
  filename: z.string(),
  content_type: z.string(),
  /** Bytes. */
  size: z.int(),
  sha256: z.string(),
  /** Seconds; `null` for images and subtitles. */
  duration_s: z.number().nullable(),
  /** Pixels; `null` for sounds and subtitles. */
  width: z.int().nullable(),
  height: z.int().nullable(),
  date_created: Timestamp,
  /** The address for a while; read the draft again for a new one. */
  url: z.string(),
})
export type ProtocolMedium = z.infer<typeof ProtocolMedium>

/** `draft`: never published. */
export const draftStates = ['draft', 'published', 'retired'] as const
export type DraftState = (typeof draftStates)[number]

export const ProtocolDraftSummary = z.object({
  id: ProtocolDraftId,
  key: z.string(),
  /** In the first language of the draft. */
  name: z.string(),
  state: z.enum(draftStates),
  locales: z.array(z.string()),
  /** Of a session, with the repeats. */
  item_count: z.int(),
  /** The newest published version; `null` without one. */
  version: z.int().nullable(),
  /** Whether the draft differs from its newest published version. */
  is_changed: z.boolean(),
  updated_at: Timestamp,
  updated_by: z.string(),
})
export type ProtocolDraftSummary = z.infer<typeof ProtocolDraftSummary>

export const StoredProtocolDraft = ProtocolDraftSummary.extend({
  /** Increases with each change. */
  revision: z.int(),
  content: ProtocolDraft,
  /** The uploaded files that the content names. */
  media: z.array(ProtocolMedium),
  /** The shipped files that the content names, with their addresses. */
  shipped_media: z.array(z.object({ file: z.string(), url: z.string() })),
  /** The published versions, newest first: one protocol for each language. */
  versions: z.array(
    z.object({
      version: z.int(),
      published_at: Timestamp,
      protocols: z.array(z.object({ id: ProtocolId, locale: z.string() })),
    }),
  ),
})
export type StoredProtocolDraft = z.infer<typeof StoredProtocolDraft>

/** A draft from a content, or as a copy of a shipped or published protocol in all of its languages. */
export const NewProtocolDraft = z.union(
  [
    z.strictObject({ content: ProtocolDraft }),
    z.strictObject({
      copy_of: ProtocolId,
      /** The name of the copy, in every language; without it, the names stay. */
      name: requiredText(200).optional(),
    }),
  ],
  'invalid',
)

/** `revision`: the one that was seen. Another one is `draft_outdated`. */
export const ProtocolDraftChanges = z.strictObject({ revision: z.int('invalid'), content: ProtocolDraft })
const Seen = z.strictObject({ revision: z.int('invalid') })

export const ProtocolMediaFields = z.strictObject({ kind: z.enum(mediaKinds, 'invalid') })

const manages = { role: 'manager', feature: 'admin' } as const
const DraftParams = z.object({ draft_id: ProtocolDraftId })

export const protocolDraftRoutes = routes({
  'GET /protocol_drafts/': {
    summary: "The organisation's own protocols: drafts, published and retired ones, without their content",
    access: manages,
    query: PageQuery,
    order: ['-updated_at', '-id'],
    responses: { 200: z.array(ProtocolDraftSummary) },
  },
  'POST /protocol_drafts/': {
    summary: 'Start a protocol of the organisation: from a content, or as a copy of a protocol',
    access: manages,
    repeatable: true,
    body: NewProtocolDraft,
    bodyBytes: draftBytes,
    responses: { 201: StoredProtocolDraft, 400: BadRequest, 409: ApiError },
  },
  'GET /protocol_drafts/{draft_id}/': {
    summary: 'A protocol of the organisation with its content, its files and its versions',
    access: manages,
    params: DraftParams,
    responses: { 200: StoredProtocolDraft, 404: ApiError },
  },
  'PATCH /protocol_drafts/{draft_id}/': {
    summary: 'Replace the content of a draft; another revision than the one seen answers 409',
    access: manages,
    params: DraftParams,
    body: ProtocolDraftChanges,
    bodyBytes: draftBytes,
    responses: { 200: StoredProtocolDraft, 400: BadRequest, 404: ApiError, 409: ApiError },
  },
  'DELETE /protocol_drafts/{draft_id}/': {
    summary: 'Delete a draft that was never published',
    access: manages,
    params: DraftParams,
    responses: { 204: null, 404: ApiError, 409: ApiError },
  },
  'POST /protocol_drafts/{draft_id}/publish/': {
    summary: 'Publish the draft as a new version, which never changes and replaces the one before in assignments',
    access: manages,
    repeatable: true,
    params: DraftParams,
    body: Seen,
    responses: { 201: StoredProtocolDraft, 400: BadRequest, 404: ApiError, 409: ApiError },
  },
  'POST /protocol_drafts/{draft_id}/retire/': {
    summary: 'Retire a published protocol: no new sessions, earlier results stay',
    access: manages,
    params: DraftParams,
    body: Seen,
    responses: { 200: StoredProtocolDraft, 400: BadRequest, 404: ApiError, 409: ApiError },
  },
  'POST /protocol_media/': {
    summary: 'Add a stimulus (multipart, file `file`): checked by its content, converted, sounds at −23 LUFS',
    access: manages,
    repeatable: true,
    multipart: { file: 'file', fields: ProtocolMediaFields },
    responses: {
      201: ProtocolMedium,
      400: BadRequest,
      409: ApiError,
      413: ApiError,
      415: ApiError,
      507: ApiError,
    },
  },
})
