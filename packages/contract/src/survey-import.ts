import { z } from 'zod'
import { Locale } from './content.ts'
import { ApiError, BadRequest } from './errors.ts'
import { Id, jsonPart, requiredText } from './fields.ts'
import { routes } from './route.ts'
import { FieldType } from './survey-fields.ts'
import { SurveySummary } from './surveys.ts'

/** Why a file cannot be read as a survey at all; `path` names the place within it. */
export const surveyFileProblems = [
  'not_json',
  'too_deep',
  'too_many_questions',
  'not_a_survey',
  'wrong_value',
  'no_questions',
] as const
export type SurveyFileProblem = (typeof surveyFileProblems)[number]

/** What of a questionnaire has no counterpart here, or not the whole of one. */
export const surveyLossCodes = [
  'type_not_known',
  'choices_elsewhere',
  'hidden',
  'asked_once',
  'condition',
  'calculation',
  'initial_value',
  'exclusive_option',
  'time_of_day',
  'unit',
  'text_rule',
  'formatting',
  'display_text',
  'modifier',
  'language_not_known',
  'translation_missing',
] as const
export const SurveyLoss = z.object({
  code: z.enum(surveyLossCodes),
  /** The question or group, by its own id in the file; null: the whole. */
  item: z.string().nullable(),
  /** Its words, or what else names it. */
  text: z.string(),
})
export type SurveyLoss = z.infer<typeof SurveyLoss>

const label = requiredText(200)
const number = z.number('invalid')

/** A sum over fields and notices about answers, attached when a survey is imported. */
export const ScoreRule = z.strictObject({
  sum: z
    .strictObject({
      label,
      fields: z.array(z.string(), 'invalid').min(1, 'required').max(500, 'invalid'),
      /** The first band whose `up_to` the sum does not pass. */
      bands: z.array(z.strictObject({ up_to: number, label }), 'invalid').max(50, 'invalid'),
    })
    .nullable(),
  alerts: z
    .array(z.strictObject({ field: z.string('invalid'), at_least: number, text: requiredText(1000) }), 'invalid')
    .max(50, 'invalid'),
})
export type ScoreRule = z.infer<typeof ScoreRule>

export const SurveyImportFields = z.strictObject({
  /** Under which terms the wording may be used; nothing is stored without. */
  licence: requiredText(500).optional(),
  source: requiredText(500).optional(),
  /** The locale of a questionnaire that does not say its language. */
  locale: Id.optional(),
  rule: jsonPart(ScoreRule).optional(),
})

export const ImportedSurveyField = z.object({
  name: z.string(),
  label: z.string(),
  type: FieldType,
  required: z.boolean(),
  is_conditional: z.boolean(),
  options: z.array(z.string()),
  /** An answer has a number, so it can be summed and watched. */
  counts: z.boolean(),
})

export const SurveyImportPreview = z.object({
  format: z.enum(['fhir', 'fonema']),
  name: z.string(),
  description: z.string(),
  /** One survey is made of each language, the file's own first. */
  locales: z.array(Locale),
  /** Otherwise the first locale is the one that was chosen for the file. */
  says_language: z.boolean(),
  /** What an import makes of it: 1 for a new survey. */
  wording_version: z.int(),
  /** What the file itself says of its owner. */
  licence: z.string(),
  source: z.string(),
  sections: z.array(z.object({ title: z.string(), fields: z.array(ImportedSurveyField) })),
  /** Of the file's own rule and of the attached one. */
  scores: z.array(z.string()),
  /** The first ones; `loss_count` are all. */
  losses: z.array(SurveyLoss),
  loss_count: z.int(),
})
export type SurveyImportPreview = z.infer<typeof SurveyImportPreview>

export const surveyImportRoutes = routes({
  'POST /surveys/import/': {
    summary:
      'Bring in a FHIR R4 Questionnaire or a survey of our own format (multipart, file `file`); `preview` stores nothing',
    access: { role: 'manager', feature: 'admin' },
    repeatable: true,
    query: z.object({ preview: z.enum(['true', 'false']).optional() }),
    multipart: { file: 'file', fields: SurveyImportFields },
    responses: {
      201: z.array(SurveySummary),
      200: SurveyImportPreview,
      400: BadRequest,
      409: ApiError,
      413: ApiError,
      415: ApiError,
    },
  },
})
