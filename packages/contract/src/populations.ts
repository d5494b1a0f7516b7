import { z } from 'zod'
import { ApiError, BadRequest } from './errors.ts'
import { Id, requiredText, Timestamp } from './fields.ts'
import { importFindings } from './imports.ts'
import { ParticipantParams } from './participants.ts'
import { Direction, FeatureDisplay } from './protocols.ts'
import { routes } from './route.ts'

const bound = (max: number) => z.int('invalid').min(0, 'out_of_range').max(max, 'out_of_range').nullable()

/** Which of the organisation's own participants are in a population, beside their consent; null leaves it open. */
export const PopulationRule = z.strictObject({
  sex: z.enum(['f', 'm'], 'invalid').nullable(),
  /** Whole years at the recording, both included. */
  age_min: bound(130),
  age_max: bound(130),
  /** Years of school. */
  education_min: bound(100),
  education_max: bound(100),
  /** The participant's. */
  locale: Id.nullable(),
  protocol: Id.nullable(),
  /** What is part of the participant's diagnosis, whatever its case; `none`: those who have none. */
  diagnosis: z
    .union([z.strictObject({ none: z.literal(true) }), z.strictObject({ contains: requiredText(100) })])
    .nullable(),
})
export type PopulationRule = z.infer<typeof PopulationRule>

export const NewPopulation = z.strictObject({ name: requiredText(100), rule: PopulationRule })
export type NewPopulation = z.output<typeof NewPopulation>

export const PopulationUpdate = z.strictObject({ is_reference: z.boolean('invalid') })
export type PopulationUpdate = z.output<typeof PopulationUpdate>

export const Population = z.object({
  id: Id,
  name: z.string(),
  fill_color: z.string(),
  stroke_color: z.string(),
  description: z.string(),
  source: z.string(),
  /** Of the newest version. */
  n: z.int(),
  version: z.int(),
  computed_at: Timestamp,
  /** Made of random numbers: to be said wherever it is drawn. */
  is_synthetic: z.boolean(),
  /** People without a diagnosis: what is usual. Only such a population is the first to compare with, and has colours. */
  is_reference: z.boolean(),
  /** null: its values were imported. */
  rule: PopulationRule.nullable(),
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
  protocol_item_id: Id,
  population_id: Id,
  language_id: Id,
  data: z.record(z.string(), z.object({ ...summary, ...curve })),
})

export const Evolution = z.object({
  series: z.array(
    z.object({
      id: z.string(),
      protocol_item_id: Id,
      feature_extraction_func_id: Id,
      score: z.string(),
      unit: z.string().nullable(),
      decimals: z.int(),
      direction: Direction,
      /** Added to `raw` where it is shown, as in FeatureDisplay. */
      offset: z.number(),
      /** null: nobody to compare with, and `value` is null too. */
      population_id: Id.nullable(),
      points: z.array(
        z.object({ date: Timestamp, protocol_response_id: Id, value: z.number().nullable(), raw: z.number() }),
      ),
    }),
  ),
  /** What the series are of, also when the protocol is no longer the examiner's. */
  items: z.array(
    z.object({ id: Id, title: z.string(), order: z.int(), protocol: z.object({ id: Id, name: z.string() }) }),
  ),
  functions: z.array(z.object({ id: Id, name: z.string(), entry: z.string() })),
})
export type Evolution = z.infer<typeof Evolution>

export const ImportedPopulation = z.object({
  name: z.string(),
  n: z.int(),
  /** How many scores have values. */
  score_count: z.int(),
  /** What the import makes of it: 1 for a new population. */
  version: z.int(),
  /** Of so few people nothing is shown. */
  is_too_few: z.boolean(),
  is_reference: z.boolean(),
})
export type ImportedPopulation = z.infer<typeof ImportedPopulation>

export const ImportPreview = z.object({ ...importFindings, populations: z.array(ImportedPopulation) })
export type ImportPreview = z.infer<typeof ImportPreview>

export const populationRoutes = routes({
  'GET /ai/populations/': {
    summary: 'The populations that results are compared with: references first, then by name',
    access: {},
    responses: { 200: z.array(Population) },
  },
  'POST /ai/populations/': {
    summary:
      'Define a population by a rule over consenting participants; it is there when it is computed. `preview` says how many it would have',
    access: { role: 'manager', feature: 'admin' },
    repeatable: true,
    query: z.object({ preview: z.enum(['true', 'false']).optional() }),
    body: NewPopulation,
    responses: { 202: z.object({ n: z.int() }), 200: z.object({ n: z.int() }), 400: BadRequest, 409: ApiError },
  },
  'PATCH /ai/populations/{population_id}/': {
    summary: 'Say whether a population is a reference of people without a diagnosis',
    access: { role: 'manager', feature: 'admin' },
    params: z.object({ population_id: Id }),
    body: PopulationUpdate,
    responses: { 204: null, 400: BadRequest, 404: ApiError },
  },
  'POST /ai/populations/{population_id}/compute/': {
    summary: 'Compute a population of a rule anew, as its next version',
    access: { role: 'manager', feature: 'admin' },
    params: z.object({ population_id: Id }),
    responses: { 202: null, 404: ApiError },
  },
  'POST /ai/populations/import/': {
    summary:
      'Bring in populations from a CSV file (multipart, file `file`), all of them or none; `preview` stores nothing',
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
  'GET /ai/feature_population_distributions/': {
    summary:
      'The densities of every displayed score of the examiner’s protocols, sketched in 11 points; of one item, in up to 64',
    access: { role: 'examiner', feature: 'readProtocolRes' },
    query: z.object({ protocol_item_id: Id.optional(), score: z.string().max(100).optional() }),
    responses: { 200: z.array(FeaturePopulationDistribution), 304: null },
  },
  'GET /ai/protocolres/{protocol_res_id}/bhattacharyya_probability/': {
    summary: 'How probable each population is, score by score; a score unlike all of them is left out',
    access: { role: 'examiner', feature: 'readProtocolRes' },
    params: z.object({ protocol_res_id: Id }),
    responses: { 200: z.record(z.string(), z.record(z.string(), z.number())), 404: ApiError },
  },
  'GET /protocols/responses/{participant_id}/evolution/': {
    summary: "The participant's scores over time, 0 to 100 within each population",
    access: { role: 'examiner', feature: 'readProtocolRes' },
    params: ParticipantParams,
    responses: { 200: Evolution, 404: ApiError },
  },
  'GET /protocols/feature_display/pdf/{protocol_id}/': {
    summary: 'Which scores a printed report shows, in which order',
    access: { role: 'examiner', feature: 'downloadProtocolRes' },
    params: z.object({ protocol_id: Id }),
    responses: { 200: FeatureDisplay, 404: ApiError },
  },
  'GET /protocols/feature_display/population_stats/{chart_name}/{protocol_item_id}/{feature_extraction_func_id}/{population_id}/{language_id}/':
    {
      summary: "A population's values of every score of a function, as a density and as a box",
      access: { role: 'examiner', feature: 'readProtocolRes' },
      params: z.object({
        chart_name: z.enum(['density', 'box']),
        protocol_item_id: Id,
        feature_extraction_func_id: Id,
        population_id: Id,
        language_id: Id,
      }),
      responses: { 200: PopulationStats },
    },
})
