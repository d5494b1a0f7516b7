import { z } from 'zod'
import { ApiError, BadRequest } from './errors.ts'
import { possibleText, requiredText, Timestamp } from './fields.ts'
import { SurveyDraftId, SurveyId } from './ids.ts'
import { PageQuery } from './pages.ts'
import { draftStates } from './protocol-drafts.ts'
import { draftBytes, routes } from './route.ts'
import { conditionSchemas, FieldType } from './survey-fields.ts'
import {
  fieldNamePattern,
  longestLabel,
  longestNotice,
  longestSurveyKey,
  longestTitle,
  longestValue,
  mostAlerts,
  mostBands,
  mostFields,
  mostOptions,
  mostScores,
  mostSections,
} from './survey-limits.ts'

/** Lower-case letters, digits and hyphens. */
const key = z
  .string('invalid')
  .regex(/^[a-z0-9]+(?:-[a-z0-9]+)*$/, 'invalid')
  .max(longestSurveyKey, 'too_long')
const LocaleCode = z.string('invalid').regex(/^[a-z]{2}-[A-Z]{2}$/, 'invalid')
const name = z
  .string('invalid')
  .max(longestValue, 'too_long')
  .regex(fieldNamePattern, 'invalid')
  // Answers are looked up in plain objects.
  .refine((one) => !(one in Object.prototype), 'invalid')
/** By locale. A language of the survey without an entry is not written yet. */
const texts = <T extends z.ZodRawShape>(shape: T) => z.partialRecord(LocaleCode, z.strictObject(shape))
const number = z.number('invalid')
const fieldOrValue = requiredText(longestValue)
const { condition: DraftCondition } = conditionSchemas(possibleText(longestValue), (one) =>
  z.array(one).min(1, 'required').max(mostOptions, 'too_long'),
)
const label = { label: possibleText(longestLabel) }

export const SurveyDraftOption = z.strictObject({
  /** What is stored as the answer. */
  value: requiredText(longestValue),
  /** What counts in scores; null: nothing. */
  score: number.nullable(),
  texts: texts(label),
})
export type SurveyDraftOption = z.infer<typeof SurveyDraftOption>

export const SurveyDraftField = z.strictObject({
  /** Unique in the survey; the column of exports. */
  name,
  type: FieldType,
  required: z.boolean('invalid'),
  /** Of a select, radio or multiselect. */
  options: z.array(SurveyDraftOption).max(mostOptions, 'too_long'),
  /** Allows an answer in the participant's own words. */
  other: z.boolean('invalid'),
  /** Of a number or scale. */
  min: number.nullable(),
  max: number.nullable(),
  integer: z.boolean('invalid'),
  /** Characters of a text; null: the limit of its type. */
  max_length: z.int('invalid').min(1, 'out_of_range').max(5000, 'out_of_range').nullable(),
  show_when: DraftCondition.nullable(),
  texts: texts({ ...label, help: possibleText(longestLabel) }),
})
export type SurveyDraftField = z.infer<typeof SurveyDraftField>

type FieldRules = Omit<SurveyDraftField, 'options' | 'texts'>
type GivenRules = Pick<FieldRules, 'name' | 'type'> & { [K in keyof FieldRules]?: FieldRules[K] | undefined }

/** The rules of a published field as a draft has them, where each is set. */
export const draftRulesOf = ({
  name,
  type,
  required = false,
  other = false,
  min = null,
  max = null,
  integer = false,
  max_length = null,
  show_when = null,
}: GivenRules): FieldRules => ({ name, type, required, other, min, max, integer, max_length, show_when })

export const SurveyDraftSection = z.strictObject({
  key,
  texts: texts({ title: possibleText(longestTitle), description: possibleText(longestLabel) }),
  fields: z.array(SurveyDraftField).max(mostFields, 'too_long'),
})
export type SurveyDraftSection = z.infer<typeof SurveyDraftSection>

export const SurveyDraftBand = z.strictObject({
  /** The band holds sums up to this one, above those of the band before. */
  up_to: number,
  /** The examiner sees the notice when the sum is in this band. */
  alert: z.boolean('invalid'),
  texts: texts({ ...label, notice: possibleText(longestNotice) }),
})
export type SurveyDraftBand = z.infer<typeof SurveyDraftBand>

/** A weighted sum over fields. Without an answer to one of them there is no score. */
export const SurveyDraftScore = z.strictObject({
  name,
  fields: z.array(z.strictObject({ field: fieldOrValue, weight: number })).max(mostFields, 'too_long'),
  bands: z.array(SurveyDraftBand).max(mostBands, 'too_long'),
  texts: texts(label),
})
export type SurveyDraftScore = z.infer<typeof SurveyDraftScore>

/** A notice about a single answer: a number that is reached, or one of these values. */
export const SurveyDraftAlert = z.strictObject({
  key,
  field: fieldOrValue,
  when: z.union(
    [z.strictObject({ at_least: number }), z.strictObject({ in: z.array(fieldOrValue).max(mostOptions, 'too_long') })],
    'invalid',
  ),
  texts: texts({ notice: possibleText(longestNotice) }),
})
export type SurveyDraftAlert = z.infer<typeof SurveyDraftAlert>

const repeated = (keys: readonly string[]) => keys.some((one, index) => keys.indexOf(one) !== index)
const unique = { message: 'already_exists' }

/** All language versions of one survey of an organisation. It may be incomplete: `surveyGapsOf` says where. */
export const SurveyDraft = z
  .strictObject({
    key,
    /** The terms of use of the wording, and who wrote it. */
    licence: possibleText(500),
    source: possibleText(500),
    /** The languages, the first one first. Every published language has all fields. */
    locales: z.array(LocaleCode).min(1, 'required').max(20, 'too_long'),
    texts: texts({ name: possibleText(longestTitle), description: possibleText(longestLabel) }),
    sections: z.array(SurveyDraftSection).max(mostSections, 'too_long'),
    scores: z.array(SurveyDraftScore).max(mostScores, 'too_long'),
    alerts: z.array(SurveyDraftAlert).max(mostAlerts, 'too_long'),
  })
  .refine(({ locales }) => !repeated(locales), { path: ['locales'], ...unique })
  .refine(({ sections }) => !repeated(sections.map((section) => section.key)), { path: ['sections'], ...unique })
  .refine(({ sections }) => !repeated(sections.flatMap(({ fields }) => fields.map((field) => field.name))), {
    path: ['sections'],
    ...unique,
  })
  .refine(({ scores }) => !repeated(scores.map((score) => score.name)), { path: ['scores'], ...unique })
  .refine(({ alerts }) => !repeated(alerts.map((alert) => alert.key)), { path: ['alerts'], ...unique })
export type SurveyDraft = z.infer<typeof SurveyDraft>

export const SurveyDraftSummary = z.object({
  id: SurveyDraftId,
  key: z.string(),
  /** In the first language of the draft. */
  name: z.string(),
  state: z.enum(draftStates),
  locales: z.array(z.string()),
  field_count: z.int(),
  /** The newest published version; `null` without one. */
  version: z.int().nullable(),
  /** Whether the draft differs from its newest published version. */
  is_changed: z.boolean(),
  updated_at: Timestamp,
  updated_by: z.string(),
})
export type SurveyDraftSummary = z.infer<typeof SurveyDraftSummary>

export const StoredSurveyDraft = SurveyDraftSummary.extend({
  /** Increases with each change. */
  revision: z.int(),
  content: SurveyDraft,
  /** The published versions, newest first: one survey for each language. */
  versions: z.array(
    z.object({
      version: z.int(),
      published_at: Timestamp,
      surveys: z.array(z.object({ id: SurveyId, locale: z.string() })),
    }),
  ),
})
export type StoredSurveyDraft = z.infer<typeof StoredSurveyDraft>

/** A draft from a content, or as a copy of a shipped, imported or published survey in all of its languages. */
export const NewSurveyDraft = z.union(
  [
    z.strictObject({ content: SurveyDraft }),
    z.strictObject({
      copy_of: SurveyId,
      /** The name of the copy, in every language; without it, the names stay. */
      name: requiredText(200).optional(),
    }),
  ],
  'invalid',
)

/** `revision`: the one that was seen. Another one is `draft_outdated`. */
export const SurveyDraftChanges = z.strictObject({ revision: z.int('invalid'), content: SurveyDraft })
const Seen = z.strictObject({ revision: z.int('invalid') })

/** What a FHIR Questionnaire has no place for; `name`: the score or field. */
export const surveyExportLosses = ['score', 'alert', 'condition', 'field_type'] as const
export const SurveyExportLoss = z.object({ code: z.enum(surveyExportLosses), name: z.string().nullable() })
export type SurveyExportLoss = z.infer<typeof SurveyExportLoss>
export const SurveyExport = z.object({
  filename: z.string(),
  /** The content of the file: JSON. */
  file: z.record(z.string(), z.unknown()),
  losses: z.array(SurveyExportLoss),
})
export type SurveyExport = z.infer<typeof SurveyExport>

const manages = { role: 'manager', feature: 'admin' } as const
const DraftParams = z.object({ survey_draft_id: SurveyDraftId })

export const surveyDraftRoutes = routes({
  'GET /survey_drafts/': {
    summary: "The organisation's own surveys: drafts, published and retired ones, without their content",
    access: manages,
    query: PageQuery,
    order: ['-updated_at', '-id'],
    responses: { 200: z.array(SurveyDraftSummary) },
  },
  'POST /survey_drafts/': {
    summary: 'Start a survey of the organisation: from a content, or as a copy of a survey',
    access: manages,
    repeatable: true,
    body: NewSurveyDraft,
    bodyBytes: draftBytes,
    responses: { 201: StoredSurveyDraft, 400: BadRequest, 409: ApiError },
  },
  'GET /survey_drafts/{survey_draft_id}/': {
    summary: 'A survey of the organisation with its content and its versions',
    access: manages,
    params: DraftParams,
    responses: { 200: StoredSurveyDraft, 404: ApiError },
  },
  'PATCH /survey_drafts/{survey_draft_id}/': {
    summary: 'Replace the content of a draft; another revision than the one seen answers 409',
    access: manages,
    params: DraftParams,
    body: SurveyDraftChanges,
    bodyBytes: draftBytes,
    responses: { 200: StoredSurveyDraft, 400: BadRequest, 404: ApiError, 409: ApiError },
  },
  'DELETE /survey_drafts/{survey_draft_id}/': {
    summary: 'Delete a draft that was never published',
    access: manages,
    params: DraftParams,
    responses: { 204: null, 404: ApiError, 409: ApiError },
  },
  'GET /survey_drafts/{survey_draft_id}/export/': {
    summary: 'The saved draft as a file: in our own format, or as a FHIR R4 Questionnaire with what that leaves out',
    access: manages,
    params: DraftParams,
    query: z.object({ as: z.enum(['fonema', 'fhir']) }),
    responses: { 200: SurveyExport, 404: ApiError },
  },
  'POST /survey_drafts/{survey_draft_id}/publish/': {
    summary: 'Publish the draft as a new version, which never changes and replaces the one before in assignments',
    access: manages,
    repeatable: true,
    params: DraftParams,
    body: Seen,
    responses: { 201: StoredSurveyDraft, 400: BadRequest, 404: ApiError, 409: ApiError },
  },
  'POST /survey_drafts/{survey_draft_id}/retire/': {
    summary: 'Retire a published survey: nobody fills it in any more, earlier answers stay',
    access: manages,
    params: DraftParams,
    body: Seen,
    responses: { 200: StoredSurveyDraft, 400: BadRequest, 404: ApiError, 409: ApiError },
  },
})
