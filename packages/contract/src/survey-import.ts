import { z } from 'zod'
import { Locale } from './content.ts'
import { ApiError, BadRequest } from './errors.ts'
import { Id, jsonPart, requiredText } from './fields.ts'
import { routes } from './route.ts'
import { StoredSurveyDraft } from './survey-drafts.ts'
import { FieldType } from './survey-fields.ts'
import { SurveySummary } from './surveys.ts'

/** Why a file cannot be read as a survey; `path` is the place in the file. */
export const surveyFileProblems = [
  'not_json',
  'too_deep',
  'too_many_questions',
  'not_a_survey',
  'wrong_value',
  'no_questions',
] as const
export type SurveyFileProblem = (typeof surveyFileProblems)[number]

/** Parts of a questionnaire without a full counterpart here. */
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
  /** The question or group, by its own id in the file; null: the whole file. */
  item: z.string().nullable(),
  /** Its text, or another name for it. */
  text: z.string(),
})
export type SurveyLoss = z.infer<typeof SurveyLoss>

const label = requiredText(200)
const number = z.number('invalid')

/** A sum over fields and notices about answers, attached to an imported survey. */
export const ScoreRule = z.strictObject({
  sum: z
    .strictObject({
      label,
      fields: z.array(z.string(), 'invalid').min(1, 'required').max(500, 'invalid'),
      /** The first band whose `up_to` is at least the sum. */
      bands: z.array(z.strictObject({ up_to: number, label }), 'invalid').max(50, 'invalid'),
    })
    .nullable(),
  alerts: z
    .array(z.strictObject({ field: z.string('invalid'), at_least: number, text: requiredText(1000) }), 'invalid')
    .max(50, 'invalid'),
})
export type ScoreRule = z.infer<typeof ScoreRule>

export const SurveyImportFields = z.strictObject({
  /** The terms of use of the wording. Required to store the survey. */
  licence: requiredText(500).optional(),
  source: requiredText(500).optional(),
  /** The locale of a questionnaire that does not state its language. */
  locale: Id.optional(),
  rule: jsonPart(ScoreRule).optional(),
})

/** Terms and language of a file that becomes a draft; each can be completed there. */
export const SurveyDraftImportFields = SurveyImportFields.omit({ rule: true })

export const ImportedSurveyField = z.object({
  name: z.string(),
  label: z.string(),
  type: FieldType,
  required: z.boolean(),
  is_conditional: z.boolean(),
  options: z.array(z.string()),
  /** Whether an answer has a number that can be summed or compared. */
  counts: z.boolean(),
})

export const SurveyImportPreview = z.object({
  format: z.enum(['fhir', 'fonema']),
  name: z.string(),
  description: z.string(),
  /** Each language becomes one survey, the file's own first. */
  locales: z.array(Locale),
  /** If false, the first locale is the one chosen for the file. */
  says_language: z.boolean(),
  /** The version that the import creates: 1 for a new survey. */
  wording_version: z.int(),
  /** The licence from the file itself. */
  licence: z.string(),
  source: z.string(),
  sections: z.array(z.object({ title: z.string(), fields: z.array(ImportedSurveyField) })),
  /** From the file's own rule and the attached one. */
  scores: z.array(z.string()),
  /** The first losses; `loss_count` counts all. */
  losses: z.array(SurveyLoss),
  loss_count: z.int(),
})
export type SurveyImportPreview = z.infer<typeof SurveyImportPreview>

export const surveyImportRoutes = routes({
  'POST /survey_drafts/import/': {
    summary:
      'Start a survey from a FHIR R4 Questionnaire or a file of our own format (multipart, file `file`); `preview` stores nothing',
    access: { role: 'manager', feature: 'admin' },
    repeatable: true,
    query: z.object({ preview: z.enum(['true', 'false']).optional() }),
    multipart: { file: 'file', fields: SurveyDraftImportFields },
    responses: {
      201: StoredSurveyDraft,
      200: SurveyImportPreview,
      400: BadRequest,
      409: ApiError,
      413: ApiError,
      415: ApiError,
    },
  },
  'POST /surveys/import/': {
    summary:
      'Import a FHIR R4 Questionnaire or a survey in our own format (multipart, file `file`); `preview` stores nothing',
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
