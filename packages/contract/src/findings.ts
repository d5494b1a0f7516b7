import { z } from 'zod'
import { ApiError } from './errors.ts'
import { Timestamp } from './fields.ts'
import { ItemId, PopulationId, SessionId } from './ids.ts'
import { indexNames } from './indices.ts'
import { Direction } from './protocols.ts'
import { ResponseParams } from './responses.ts'
import { routes } from './route.ts'
import { Quality } from './takes.ts'

/** `attention`: unfavourable and clear. `caution`: uncertain. `note`: neither good nor bad, or better than before. */
export const findingSigns = ['attention', 'caution', 'note'] as const

/** Seconds from the start of the marked window. */
const Moment = z.object({ start: z.number(), end: z.number() })

/** Where a value stands in the norm: percentiles with their 95 % interval. */
const Place = z.object({ percentile: z.number(), low: z.number(), high: z.number(), n: z.int() })

/** The norm of a summary. `kind`: people's values, a published table, or invented numbers for demonstration. */
export const SummaryNorm = z.object({
  id: PopulationId,
  name: z.string(),
  version: z.int(),
  kind: z.enum(['people', 'published', 'synthetic']),
})
export type SummaryNorm = z.infer<typeof SummaryNorm>

const finding = {
  /** Stable for the same session and the same data. */
  id: z.string(),
  sign: z.enum(findingSigns),
  /** The item that it links to. */
  item: ItemId.nullable(),
  item_title: z.string().nullable(),
  /** The titles of other items that say the same. */
  also: z.array(z.string()),
  /** The interval reaches into the usual range, or the error is only a lower limit: worded with care. */
  is_careful: z.boolean(),
  /** The best part to listen to; null: the whole recording. */
  moment: Moment.nullable(),
}

const ofMeasure = {
  ...finding,
  /** What is said: the key of a wording in packages/findings, and which of its two sides. */
  template: z.string(),
  side: z.enum(['high', 'low']),
  measure: z.object({ entry: z.string(), name: z.string() }),
  /** Other measures that say the same and were merged into this finding. */
  related: z.array(z.string()),
  direction: Direction,
  value: z.number(),
  unit: z.string().nullable(),
  decimals: z.int(),
  /** Null: the norm has no such value. */
  place: Place.nullable(),
  norm: SummaryNorm.nullable(),
}

export const Finding = z.discriminatedUnion('kind', [
  z.object({
    ...ofMeasure,
    kind: z.literal('change'),
    since: Timestamp,
    before: z.number(),
    /** The smallest change that exceeds the error of measurement in 95 % of people. */
    error: z.number(),
    /** Whether the value moved to the favourable side; null for a neutral measure. */
    is_better: z.boolean().nullable(),
  }),
  z.object({ ...ofMeasure, kind: z.literal('outside') }),
  z.object({
    ...finding,
    kind: z.literal('index'),
    template: z.enum(['above', 'below', 'no_cut_off']),
    index: z.enum(indexNames),
    version: z.string().nullable(),
    value: z.number(),
    cut_off: z.number().nullable(),
    cut_off_source: z.enum(['published', 'clinic']).nullable(),
    reference: z.string().nullable(),
    /** The locale's code of the session, or the language's code for a cut-off that a clinic entered. */
    language: z.string(),
  }),
])
export type Finding = z.infer<typeof Finding>

/** Why an item, an index or a measure of it takes part in no finding. */
export const unjudgedReasons = [
  'poor_quality',
  'doubtful',
  'not_measured',
  'pending',
  'skipped',
  'unanswered',
  'interrupted',
  'index',
  'other_device',
  'other_engine',
  'other_range',
  'unknown_error',
  'no_place',
  'few_words',
] as const

export const Unjudged = z.object({
  item: ItemId.nullable(),
  item_title: z.string().nullable(),
  reason: z.enum(unjudgedReasons),
  /** Reasons of the recording's quality, the error of the measurement, or why an index is withheld. */
  details: z.array(z.string()),
  index: z.enum(indexNames).nullable(),
  /** The number of measures that it concerns; null: all of the item. */
  measures: z.int().nullable(),
})
export type Unjudged = z.infer<typeof Unjudged>

export const itemSigns = [
  'good',
  'fair',
  'poor',
  'unknown',
  'pending',
  'failed',
  'skipped',
  'unanswered',
  'interrupted',
  'recorded',
] as const

export const SummaryItem = z.object({
  item: ItemId,
  order: z.int(),
  title: z.string(),
  sign: z.enum(itemSigns),
  reasons: z.array(Quality.shape.reasons.element),
  /** Whether a finding links to it. */
  has_finding: z.boolean(),
})
export type SummaryItem = z.infer<typeof SummaryItem>

/**
 * `findings`: something stands out. `nothing`: measures were judged, and none stands out. `no_norm`: there was nothing
 * to judge them by.
 */
export const summaryStates = ['findings', 'nothing', 'no_norm', 'unjudged', 'measuring', 'all_failed', 'empty'] as const

export const SessionSummary = z.object({
  session: SessionId,
  state: z.enum(summaryStates),
  findings: z.array(Finding),
  /** Findings beyond the shown ones. */
  more: z.int(),
  unjudged: z.array(Unjudged),
  items: z.array(SummaryItem),
  /** How many values were compared, and how many would be outside by chance alone; null: too few. */
  chance: z
    .object({ measures: z.int(), expected: z.number(), changes: z.int(), expected_changes: z.number() })
    .nullable(),
  norm: SummaryNorm.nullable(),
  /** The most people behind a comparison, and whether they are of the same sex and near in age. */
  compared: z.object({ n: z.int(), is_matched: z.boolean() }).nullable(),
  /** Judged by real people or a published table. */
  is_real_norm: z.boolean(),
  /** The session with which changes were looked for; null: there is none. */
  previous: z.object({ session: SessionId, date: Timestamp }).nullable(),
  /** Completed years at the session. */
  age: z.int().nullable(),
})
export type SessionSummary = z.infer<typeof SessionSummary>

export const findingRoutes = routes({
  'GET /protocols/responses/{participant_id}/{protocol_res_id}/summary/': {
    summary: 'What stands out in a session, what could not be judged, and the quality of each item',
    access: { role: 'examiner', feature: 'readProtocolRes' },
    scope: 'results:read',
    params: ResponseParams,
    responses: { 200: SessionSummary, 304: null, 404: ApiError },
  },
})
