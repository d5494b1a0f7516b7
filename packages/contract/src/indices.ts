import { z } from 'zod'
import { cornerVowels } from './corner-vowels.ts'
import { BadRequest } from './errors.ts'
import { optionalText, requiredText } from './fields.ts'
import { ItemId } from './ids.ts'
import { PageQuery } from './pages.ts'
import { routes } from './route.ts'
import { verdictReasons } from './takes.ts'

/** Why an index is not valid for a session. */
export const indexReasons = [
  'not_recorded',
  'poor_quality',
  'rates_differ',
  'low_rate',
  'vowel_too_short',
  'too_little_voice',
  'other_syllables',
  'others_speak',
  'needs_calibrated_microphone',
  'vowel_missing',
  'too_little_vowel',
  'pitch_too_high',
  'formants_not_found',
  'formants_unsteady',
  'formants_disagree',
  'vowels_not_distinct',
] as const
export type IndexReason = (typeof indexReasons)[number]

export const indexNames = ['avqi', 'dsi', 'vowel_space'] as const

/** What divides normal and dysphonic voices in one language. */
export const CutOff = z.object({
  value: z.number(),
  sensitivity_pct: z.number().nullable(),
  specificity_pct: z.number().nullable(),
  /** Area under the ROC curve. */
  auc: z.number().nullable(),
  /** The people of the study. */
  n: z.int().nullable(),
  n_dysphonic: z.int().nullable(),
  n_control: z.int().nullable(),
  /** The syllables of the speech in the study. */
  syllables: z.int().nullable(),
  reference: z.string(),
  /** `clinic`: a manager entered it. */
  source: z.enum(['published', 'clinic']),
})
export type CutOff = z.infer<typeof CutOff>

/** A measure of the whole session, made from several of its items. */
export const SessionIndex = z.object({
  name: z.enum(indexNames),
  /** The published version of the index. */
  version: z.string().nullable(),
  status: z.enum(['pending', 'ready', 'withheld', 'failed']),
  /** One of `indexReasons` when it is withheld, of `featureErrors` when it failed. */
  reason: z.string().nullable(),
  /** The recording that gives the reason, of the vowels of a vowel space. */
  vowel: z.enum(cornerVowels).nullable(),
  /** The faults of its recordings from which it suffers: then its value says nothing about the person. */
  doubts: z.array(z.enum(verdictReasons)),
  /** The index and its components. */
  scores: z.record(z.string(), z.number()),
  /** The sample rate of the recordings, Hz. */
  sample_rate: z.number().nullable(),
  speech_item: ItemId.nullable(),
  vowel_item: ItemId.nullable(),
  /** The items of a vowel space. */
  vowel_items: z.record(z.enum(cornerVowels), ItemId.nullable()).nullable(),
  /** The syllables of the text that was asked for. */
  syllables: z.int().nullable(),
  /** Null: no validated one is known for the language and version. */
  cut_off: CutOff.nullable(),
})
export type SessionIndex = z.infer<typeof SessionIndex>

const share = z.number('invalid').min(0, 'out_of_range').max(100, 'out_of_range').nullable()

export const CutOffChange = z.strictObject({
  index: z.enum(['avqi'], 'invalid'),
  /** Code of the language. */
  language: requiredText(10),
  /** Null removes it. */
  value: z.number('invalid').min(-10, 'out_of_range').max(20, 'out_of_range').nullable(),
  sensitivity_pct: share,
  specificity_pct: share,
  n: z.int('invalid').min(1, 'out_of_range').max(1_000_000, 'out_of_range').nullable(),
  /** Printed with the index. Required with a value. */
  reference: optionalText(500),
})
export type CutOffChange = z.output<typeof CutOffChange>

export const ClinicCutOff = z.object({
  index: z.enum(['avqi']),
  language: z.string(),
  value: z.number(),
  sensitivity_pct: z.number().nullable(),
  specificity_pct: z.number().nullable(),
  n: z.int().nullable(),
  reference: z.string(),
})
export type ClinicCutOff = z.infer<typeof ClinicCutOff>

export const indexRoutes = routes({
  'GET /ai/cut_offs/': {
    summary: 'The cut-offs of indices that the organisation entered, by language',
    access: { role: 'manager', feature: 'admin' },
    query: PageQuery,
    order: ['language'],
    responses: { 200: z.array(ClinicCutOff) },
  },
  'PATCH /ai/cut_offs/': {
    summary: "Enter, change or remove the organisation's cut-off of an index for a language",
    access: { role: 'manager', feature: 'admin' },
    body: CutOffChange,
    responses: { 204: null, 400: BadRequest },
  },
})
