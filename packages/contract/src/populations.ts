import { z } from 'zod'
import { ApiError, BadRequest } from './errors.ts'
import { Evolution, EvolutionErrors, MeasurementErrors } from './evolution.ts'
import { Id, requiredText, Timestamp } from './fields.ts'
import { ItemId, PopulationId, ProtocolId, SessionId } from './ids.ts'
import { importFindings } from './imports.ts'
import { NormCard } from './norm-card.ts'
import { PageQuery, pageLimit } from './pages.ts'
import { ParticipantParams } from './participants.ts'
import { FeatureDisplay } from './protocols.ts'
import { ranges } from './ranges.ts'
import { routes } from './route.ts'

const bound = ({ min, max }: { min: number; max: number }) =>
  z.int('invalid').min(min, 'out_of_range').max(max, 'out_of_range').nullable()

/** Which of the organisation's participants belong to a population, in addition to consenting; null: no condition. */
export const PopulationRule = z.strictObject({
  sex: z.enum(['f', 'm'], 'invalid').nullable(),
  /** Completed years at the recording, both included. */
  age_min: bound(ranges.age_min),
  age_max: bound(ranges.age_max),
  /** Years of school. */
  education_min: bound(ranges.education_min),
  education_max: bound(ranges.education_max),
  /** The participant's locale. */
  locale: Id.nullable(),
  protocol: ProtocolId.nullable(),
  /** A text that the participant's diagnosis contains, whatever its case; `none`: people without a diagnosis. */
  diagnosis: z
    .union([z.strictObject({ none: z.literal(true) }), z.strictObject({ contains: requiredText(100) })])
    .nullable(),
})
export type PopulationRule = z.infer<typeof PopulationRule>

export const NewPopulation = z.strictObject({ name: requiredText(100), rule: PopulationRule })
export type NewPopulation = z.output<typeof NewPopulation>

export const PopulationUpdate = z.strictObject({
  is_reference: z.boolean('invalid').optional(),
  /** All confirmed measures of a published norm, as `function/score`. */
  confirmed: z.array(z.string('invalid').max(200, 'too_long'), 'invalid').max(1000, 'invalid').optional(),
})
export type PopulationUpdate = z.output<typeof PopulationUpdate>

export const Population = z.object({
  id: PopulationId,
  name: z.string(),
  fill_color: z.string(),
  stroke_color: z.string(),
  description: z.string(),
  source: z.string(),
  /** The number of people in the newest version. */
  n: z.int(),
  version: z.int(),
  computed_at: Timestamp,
  /** Scores of an earlier release that name only the kind of task: they are compared with nothing. */
  unkeyed: z.int(),
  /** Consists of random numbers, which every chart must say. */
  is_synthetic: z.boolean(),
  /**
   * People without a diagnosis, who show what is usual. Only such a population is the default for comparisons and has
   * colours.
   */
  is_reference: z.boolean(),
  /** null: its values were imported. */
  rule: PopulationRule.nullable(),
  /** null: it consists of people's values, not of a published table. */
  card: NormCard.nullable(),
  /** The measures of a published table whose definition somebody confirmed; others are not compared. */
  confirmed: z.array(z.string()),
})
export type Population = z.infer<typeof Population>

const curve = { x: z.array(z.number()), y: z.array(z.number()) }
const summary = { n: z.int(), mean: z.number(), sd: z.number() }

export const PopulationStats = z.object({
  chart_name: z.enum(['density', 'box']),
  scores: z.record(
    z.string(),
    z.object({
      ...summary,
      p5: z.number(),
      p25: z.number(),
      p50: z.number(),
      p75: z.number(),
      p95: z.number(),
      ...curve,
    }),
  ),
})
export type PopulationStats = z.infer<typeof PopulationStats>

export const FeaturePopulationDistribution = z.object({
  feature_extraction_func_id: Id,
  protocol_item_id: ItemId,
  population_id: PopulationId,
  language_id: Id,
  data: z.record(z.string(), z.object({ ...summary, ...curve })),
})

export const ImportedPopulation = z.object({
  name: z.string(),
  n: z.int(),
  /** The number of scores with values. */
  score_count: z.int(),
  /** The items that these values belong to, with the number of their scores. */
  items: z.array(z.object({ language: z.string(), item: z.string(), title: z.string(), score_count: z.int() })),
  /** The version that the import creates: 1 for a new population. */
  version: z.int(),
  /** Too few people: nothing is shown. */
  is_too_few: z.boolean(),
  is_reference: z.boolean(),
  /** null: people's values. */
  card: NormCard.nullable(),
})
export type ImportedPopulation = z.infer<typeof ImportedPopulation>

export const ImportPreview = z.object({ ...importFindings, populations: z.array(ImportedPopulation) })
export type ImportPreview = z.infer<typeof ImportPreview>

export const ShippedNorm = z.object({
  key: z.string(),
  name: z.string(),
  languages: z.array(z.string()),
  card: NormCard,
})
export type ShippedNorm = z.infer<typeof ShippedNorm>

export const populationRoutes = routes({
  'GET /ai/populations/': {
    summary: 'The populations that results are compared with: references first, then by name',
    access: {},
    scope: 'results:read',
    query: PageQuery,
    order: ['-is_reference', 'name', 'id'],
    responses: { 200: z.array(Population), 304: null },
  },
  'POST /ai/populations/': {
    summary:
      'Define a population by a rule over consenting participants; it appears once it is computed. `preview` returns only how many participants match',
    access: { role: 'manager', feature: 'admin' },
    repeatable: true,
    query: z.object({ preview: z.enum(['true', 'false']).optional() }),
    body: NewPopulation,
    responses: { 202: z.object({ n: z.int() }), 200: z.object({ n: z.int() }), 400: BadRequest, 409: ApiError },
  },
  'PATCH /ai/populations/{population_id}/': {
    summary: 'Mark or unmark a population as a reference of people without a diagnosis',
    access: { role: 'manager', feature: 'admin' },
    params: z.object({ population_id: PopulationId }),
    body: PopulationUpdate,
    responses: { 204: null, 400: BadRequest, 404: ApiError },
  },
  'POST /ai/populations/{population_id}/compute/': {
    summary: 'Compute a population with a rule again, as its next version',
    access: { role: 'manager', feature: 'admin' },
    params: z.object({ population_id: PopulationId }),
    responses: { 202: null, 404: ApiError },
  },
  'POST /ai/populations/import/': {
    summary: 'Import populations from a CSV file (multipart, file `file`), all or none; `preview` stores nothing',
    access: { role: 'manager', feature: 'admin' },
    repeatable: true,
    query: z.object({ preview: z.enum(['true', 'false']).optional() }),
    multipart: { file: 'file', fields: z.strictObject({}) },
    responses: {
      201: ImportPreview,
      200: ImportPreview,
      400: BadRequest,
      409: ApiError,
      413: ApiError,
      415: ApiError,
    },
  },
  'GET /ai/populations/norms/': {
    summary: 'The published norms that come with the product',
    access: { role: 'manager', feature: 'admin' },
    responses: { 200: z.array(ShippedNorm) },
  },
  'POST /ai/populations/norms/': {
    summary:
      'Add a published norm that comes with the product. Nothing is compared with it until its measures are confirmed',
    access: { role: 'manager', feature: 'admin' },
    repeatable: true,
    body: z.strictObject({ key: requiredText(100) }),
    responses: { 201: ImportPreview, 400: BadRequest, 409: ApiError },
  },
  'GET /ai/feature_population_distributions/': {
    summary:
      'The densities of every displayed score of the examiner’s protocols, as sketches of 11 points; for one item, with up to 64',
    access: { role: 'examiner', feature: 'readProtocolRes' },
    query: z.object({ protocol_item_id: ItemId.optional(), score: z.string().max(100).optional() }),
    responses: { 200: z.array(FeaturePopulationDistribution), 304: null },
  },
  'GET /ai/protocolres/{protocol_res_id}/bhattacharyya_probability/': {
    summary:
      'The probability of each population, score by score; empty for a score far from all populations. A score with fewer than two populations is omitted',
    access: { role: 'examiner', feature: 'readProtocolRes' },
    params: z.object({ protocol_res_id: SessionId }),
    responses: { 200: z.record(z.string(), z.record(z.string(), z.number())), 404: ApiError },
  },
  'GET /ai/measurement_error/{protocol_item_id}/': {
    summary: 'The error of measurement of each displayed score of an item, and the smallest change that exceeds it',
    access: { role: 'examiner', feature: 'readProtocolRes' },
    params: z.object({ protocol_item_id: ItemId }),
    responses: { 200: MeasurementErrors, 404: ApiError },
  },
  'GET /protocols/responses/{participant_id}/evolution/': {
    summary:
      "The participant's scores over time, 0 to 100 within each population. `limit` counts sessions; within a page the oldest comes first",
    access: { role: 'examiner', feature: 'readProtocolRes' },
    scope: 'results:read',
    params: ParticipantParams,
    // A session has hundreds of points.
    query: PageQuery.extend({ limit: pageLimit(25) }),
    order: ['-date', '-protocol_response_id'],
    responses: { 200: Evolution, 304: null, 404: ApiError },
  },
  'GET /protocols/responses/{participant_id}/evolution/{protocol_item_id}/': {
    summary:
      "The error of measurement of each displayed score of an item, also as a band around each of the participant's values",
    access: { role: 'examiner', feature: 'readProtocolRes' },
    params: ParticipantParams.extend({ protocol_item_id: ItemId }),
    responses: { 200: EvolutionErrors, 404: ApiError },
  },
  'GET /protocols/feature_display/pdf/{protocol_id}/': {
    summary: 'The scores of a printed report, in order',
    access: { role: 'examiner', feature: 'downloadProtocolRes' },
    params: z.object({ protocol_id: ProtocolId }),
    responses: { 200: FeatureDisplay, 404: ApiError },
  },
  'GET /protocols/feature_display/population_stats/{chart_name}/{protocol_item_id}/{feature_extraction_func_id}/{population_id}/{language_id}/':
    {
      summary: "A population's values of every score of a function, as a density and a box",
      access: { role: 'examiner', feature: 'readProtocolRes' },
      params: z.object({
        chart_name: z.enum(['density', 'box']),
        protocol_item_id: ItemId,
        feature_extraction_func_id: Id,
        population_id: PopulationId,
        language_id: Id,
      }),
      responses: { 200: PopulationStats },
    },
})
