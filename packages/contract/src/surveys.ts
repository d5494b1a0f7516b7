import { z } from 'zod'
import { Locale } from './content.ts'
import { ApiError, BadRequest } from './errors.ts'
import { Id, Timestamp } from './fields.ts'
import { guarded } from './guarded.ts'
import { ParticipantId, SurveyId, SurveyResponseId, VisitId } from './ids.ts'
import { PageQuery } from './pages.ts'
import { ParticipantParams } from './participants.ts'
import { routes } from './route.ts'
import { AnswerValue, FieldType, SurveyField } from './survey-fields.ts'

export const SurveySummary = z.object({
  id: SurveyId,
  name: z.string(),
  description: z.string(),
  locale: Locale,
  licence: z.string(),
  source: z.string(),
})
export type SurveySummary = z.infer<typeof SurveySummary>

export const SurveySection = z.object({
  id: Id,
  title: z.string(),
  description: z.string().nullable(),
  fields: z.array(SurveyField),
})

export const Survey = SurveySummary.extend({ sections: z.array(SurveySection) })
export type Survey = z.infer<typeof Survey>

/** One version of a survey in one language, also one that is no longer offered. */
export const PublishedSurvey = Survey.extend({ wording_version: z.int() })
export type PublishedSurvey = z.infer<typeof PublishedSurvey>

/** Why a field does not count in a score. */
export const missingReasons = ['unanswered', 'not_asked', 'no_number'] as const

/** A sum over fields; null while one of them has no answer: a sum of the others would be too small. */
export const SurveyScore = z.object({
  name: z.string(),
  label: z.string(),
  value: z.number().nullable(),
  min: z.number(),
  max: z.number(),
  /** How many of the counting fields are answered. */
  answered: z.int(),
  total: z.int(),
  /** The counting fields without a number, for which there is no sum. */
  missing: z.array(z.object({ field: z.string(), reason: z.enum(missingReasons) })),
  /** The sum in words, if the survey has bands. */
  band: z.string().nullable(),
})
export type SurveyScore = z.infer<typeof SurveyScore>

/** A notice of the survey, about an answer or about the band of a score. The other one is null. */
export const SurveyAlert = z.object({ field: z.string().nullable(), score: z.string().nullable(), text: z.string() })
export type SurveyAlert = z.infer<typeof SurveyAlert>

const response = {
  id: SurveyResponseId,
  participant: ParticipantId,
  date_created: Timestamp,
  active: z.boolean(),
  is_completed: z.boolean(),
  survey_id: SurveyId,
  scores: guarded('readSurveyRes', z.array(SurveyScore), []),
  alerts: guarded('readSurveyRes', z.array(SurveyAlert), []),
}

export const SurveyResponseSummary = z.object({ ...response, survey: z.object({ id: SurveyId, name: z.string() }) })
export type SurveyResponseSummary = z.infer<typeof SurveyResponseSummary>

export const SurveyResponse = z.object({
  ...response,
  /** The version that was answered. */
  survey: SurveySummary.extend({ wording_version: z.int(), fields: z.array(SurveyField) }),
  responses: guarded(
    'readSurveyRes',
    z.array(z.object({ survey_field: z.object({ id: Id, name: z.string(), type: FieldType }), value: AnswerValue })),
    [],
  ),
})
export type SurveyResponse = z.infer<typeof SurveyResponse>

export const NewSurveyResponse = z.strictObject({
  survey_id: SurveyId,
  /** The planned visit that the survey fulfils, also outside its window. */
  visit_id: VisitId.optional(),
  /** A person decided to store answers to an earlier wording of an assigned survey. */
  earlier_wording: z.literal(true, 'invalid').optional(),
  /** By field name; checked against the survey (survey-answers.ts). */
  response: z.record(z.string().max(100), z.union([AnswerValue, z.boolean(), z.null()]), 'required'),
})
export type NewSurveyResponse = z.output<typeof NewSurveyResponse>

const ResponseParams = ParticipantParams.extend({ survey_response_id: SurveyResponseId })

export const surveyRoutes = routes({
  'GET /surveys/examiner/': {
    summary: 'The surveys assigned to the examiner',
    access: { role: 'examiner' },
    query: PageQuery,
    order: ['name', 'id'],
    responses: { 200: z.array(Survey) },
  },
  'GET /surveys/{survey_id}/': {
    summary: 'A version of a survey with its questions, also one that is no longer offered',
    access: { role: 'examiner' },
    scope: 'surveys:read',
    params: z.object({ survey_id: SurveyId }),
    responses: { 200: PublishedSurvey, 404: ApiError },
  },
  'GET /surveys/responses/{participant_id}/': {
    summary: "The participant's survey responses, active and archived, newest first",
    access: { role: 'examiner' },
    scope: 'surveys:read',
    params: ParticipantParams,
    query: PageQuery,
    order: ['-id'],
    responses: { 200: z.array(SurveyResponseSummary), 404: ApiError },
  },
  'POST /surveys/responses/{participant_id}/': {
    summary: 'Store a survey response; invalid answers are reported by field',
    access: { role: 'examiner', feature: 'recordSurvey' },
    repeatable: true,
    params: ParticipantParams,
    body: NewSurveyResponse,
    responses: { 201: SurveyResponse, 400: BadRequest, 404: ApiError, 409: ApiError },
  },
  'GET /surveys/responses/{participant_id}/{survey_response_id}/': {
    summary: 'A survey response with its values and scores',
    access: { role: 'examiner', feature: 'readSurveyRes' },
    scope: 'surveys:read',
    params: ResponseParams,
    responses: { 200: SurveyResponse, 404: ApiError },
  },
  'PATCH /surveys/responses/{participant_id}/{survey_response_id}/inactivate/': {
    summary: 'Archive a survey response',
    access: { role: 'examiner', feature: 'archiveSurveyRes' },
    params: ResponseParams,
    responses: { 200: SurveyResponse, 404: ApiError },
  },
  'PATCH /surveys/responses/{participant_id}/{survey_response_id}/activate/': {
    summary: 'Restore an archived survey response',
    access: { role: 'examiner', feature: 'archiveSurveyRes' },
    params: ResponseParams,
    responses: { 200: SurveyResponse, 404: ApiError },
  },
})
