import {
  type AnswerValue,
  draftRulesOf,
  otherPrefix,
  type PublishedSurvey,
  type SurveyDraftField,
  type SurveyField,
  type SurveyResponse,
} from '@fonema/contract'
import type {
  Questionnaire,
  QuestionnaireResponse,
  QuestionnaireResponseItem,
  QuestionnaireResponseItemAnswer,
} from '@medplum/fhirtypes'
import { codeOf } from './enable-when.ts'
import { questionnaireOfDraft } from './questionnaire.ts'

/** The name of a survey's version. Its id is one version in one language. */
export const surveyUrl = (id: string) => `urn:uuid:${id}`
const sectionKey = (at: number) => `section-${at + 1}`

/** A version of a survey, as it was published. Scores and notices stay with the survey. */
export function questionnaireOf(survey: PublishedSurvey): Questionnaire {
  const { id, licence, source, wording_version } = survey
  const locale = survey.locale.code
  const inLocale = <T>(texts: T) => ({ [locale]: texts })
  const { questionnaire } = questionnaireOfDraft(
    {
      key: id,
      licence,
      source,
      locales: [locale],
      texts: inLocale({ name: survey.name, description: survey.description }),
      sections: survey.sections.map(({ title, description, fields }, at) => ({
        key: sectionKey(at),
        texts: inLocale({ title, description: description ?? '' }),
        fields: fields.map(
          (field): SurveyDraftField => ({
            ...draftRulesOf(field),
            texts: inLocale({ label: field.label, help: field.help ?? '' }),
            options: (field.options ?? []).map(({ value, label, score }) => ({
              value,
              score: score ?? null,
              texts: inLocale({ label }),
            })),
          }),
        ),
      })),
      scores: [],
      alerts: [],
    },
    true,
  )
  return { ...questionnaire, id, url: surveyUrl(id), version: String(wording_version) }
}

/** Answers in the groups and with the types of their questionnaire. */
export function answersOf(
  { id, participant, date_created, is_completed, responses }: SurveyResponse,
  survey: Pick<PublishedSurvey, 'id' | 'sections'>,
): QuestionnaireResponse {
  const values = new Map(responses.map(({ survey_field, value }) => [survey_field.name, value]))
  const item = survey.sections.flatMap(({ title, fields }, at): QuestionnaireResponseItem[] => {
    const answered = fields.flatMap((field): QuestionnaireResponseItem[] => {
      const value = values.get(field.name)
      if (value === undefined) return []
      return [{ linkId: field.name, text: field.label, answer: [value].flat().map((one) => answerOf(field, one)) }]
    })
    return answered.length === 0 ? [] : [{ linkId: sectionKey(at), ...(title && { text: title }), item: answered }]
  })
  return {
    resourceType: 'QuestionnaireResponse',
    id,
    meta: { lastUpdated: date_created },
    questionnaire: surveyUrl(survey.id),
    status: is_completed ? 'completed' : 'in-progress',
    subject: { reference: `Patient/${participant}` },
    authored: date_created,
    item,
  }
}

function answerOf(
  { type, integer, options = [] }: SurveyField,
  value: Exclude<AnswerValue, string[]>,
): QuestionnaireResponseItemAnswer {
  const text = String(value)
  switch (type) {
    case 'number':
      return integer ? { valueInteger: Number(value) } : { valueDecimal: Number(value) }
    case 'scale':
      return { valueInteger: Number(value) }
    case 'checkbox':
      return { valueBoolean: text === 'true' }
    case 'date':
      return { valueDate: text }
    case 'select':
    case 'radio':
    case 'multiselect': {
      const option = options.find((one) => one.value === text)
      if (option === undefined) return { valueString: text.replace(otherPrefix, '') }
      return { valueCoding: { code: codeOf(text), display: option.label } }
    }
    default:
      return { valueString: text }
  }
}
