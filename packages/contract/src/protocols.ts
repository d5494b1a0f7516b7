import { z } from 'zod'
import { Locale } from './content.ts'
import { ApiError } from './errors.ts'
import { Id, Timestamp } from './fields.ts'
import { ItemId, ParticipantId, ProtocolId } from './ids.ts'
import { PageQuery } from './pages.ts'
import { ParticipantIds } from './participants.ts'
import { routes } from './route.ts'

export const ProtocolItem = z.object({
  id: ItemId,
  title: z.string(),
  order: z.int(),
  /** Sanitised HTML. */
  trigger: z.string(),
  image: z.string().nullable(),
  audio: z.string().nullable(),
  video: z.string().nullable(),
  category: z.object({ id: Id, name: z.string() }),
  /** Seconds. */
  min_duration: z.number(),
  max_duration: z.number().nullable(),
  skippable: z.boolean(),
  /** Items with the same number change places among themselves in each session. */
  random_block: z.int().optional(),
  /** What the picture and the video of an own protocol show, in words. */
  image_alt: z.string().nullable().optional(),
  video_alt: z.string().nullable().optional(),
  /** The address of the video's subtitles (WebVTT). */
  subtitles: z.string().nullable().optional(),
  /** Licences and sources of the media of an own protocol. */
  sources: z.array(z.object({ licence: z.string(), source: z.string() })).optional(),
})
export type ProtocolItem = z.infer<typeof ProtocolItem>

export const ProtocolSummary = z.object({
  id: ProtocolId,
  name: z.string(),
  description: z.string(),
  locale: Locale,
  item_count: z.int(),
  /** A practice never counts in results or statistics. */
  is_practice: z.boolean(),
  licence: z.string(),
  source: z.string(),
  /** The organisation's own; absent: shipped with the product. */
  is_own: z.literal(true).optional(),
})
export type ProtocolSummary = z.infer<typeof ProtocolSummary>

export const Protocol = ProtocolSummary.extend({ items: z.array(ProtocolItem) })
export type Protocol = z.infer<typeof Protocol>

/** The protocol that a participant recorded last. */
export const LastProtocol = z.object({
  participant: ParticipantId,
  protocol: ProtocolId,
  name: z.string(),
  recorded_at: Timestamp,
})
export type LastProtocol = z.infer<typeof LastProtocol>

export const Direction = z.enum(['higher_better', 'lower_better', 'neutral'])

/** The headings of an item's scores on the result page. Their texts are `analysis__heading__…`. */
export const scoreHeadings = [
  'held',
  'voice',
  'breaks',
  'syllables',
  'fluency',
  'content_units',
  'words',
  'reading',
  'pitch',
  'loudness',
  'time',
  'timbre',
  'signal',
] as const
export type ScoreHeading = (typeof scoreHeadings)[number]

export const FeatureDisplay = z.object({
  items: z.array(
    z.object({
      protocol_item_id: ItemId,
      functions: z.array(
        z.object({
          feature_extraction_func_id: Id,
          /** The heading of these scores. A function may have scores under several headings, and a heading of several. */
          heading: z.enum(scoreHeadings),
          scores: z.array(
            z.object({
              name: z.string(),
              unit: z.string().nullable(),
              /** 0: a count, shown as a whole number. */
              decimals: z.int(),
              direction: Direction,
              /** Added for display: levels are stored on Praat's scale and shown relative to full scale. */
              offset: z.number(),
            }),
          ),
          charts: z.array(z.string()),
        }),
      ),
    }),
  ),
})
export type FeatureDisplay = z.infer<typeof FeatureDisplay>

const ProtocolParams = z.object({ protocol_id: ProtocolId })

export const protocolRoutes = routes({
  'GET /protocols/examiner/': {
    summary: 'The protocols assigned to the examiner',
    access: { role: 'examiner' },
    query: PageQuery,
    order: ['name', 'id'],
    responses: { 200: z.array(Protocol) },
  },
  'GET /protocols/last_recorded/': {
    summary:
      "The protocol that each of the examiner's participants recorded last, if it is still assigned; no practice",
    access: { role: 'examiner', feature: 'recordProtocol' },
    query: z.object({ participants: ParticipantIds, ...PageQuery.shape }),
    order: ['participant'],
    responses: { 200: z.array(LastProtocol) },
  },
  'GET /protocols/organization/': {
    summary: "The organisation's protocols",
    access: { role: 'manager', feature: 'admin' },
    query: PageQuery,
    order: ['name', 'id'],
    responses: { 200: z.array(ProtocolSummary) },
  },
  'GET /protocols/feature_display/web/{protocol_id}/': {
    summary: 'The scores of the result page, in order',
    access: { role: 'examiner', feature: 'readProtocolRes' },
    scope: 'results:read',
    params: ProtocolParams,
    responses: { 200: FeatureDisplay, 404: ApiError },
  },
})
