import {
  judgeAnswers,
  type Survey,
  type SurveyField,
  type SurveyResponse,
  type SurveyResponseSummary,
} from '@fonema/contract'
import { v5 as uuidv5 } from 'uuid'
import type { Catalogue } from '../content/catalogue.ts'
import type { SurveyResponseRow, SurveyRow } from './queries.ts'

/** Ids of sections and fields are derived from the survey's id, so they never change for a wording. */
const idOf = (survey: SurveyRow, part: string) => uuidv5(part, survey.id)

export function summaryOf(catalogue: Catalogue, { id, name, description, licence, source, locale_id }: SurveyRow) {
  return { id, name, description, licence, source, locale: catalogue.requireLocale(locale_id) }
}

function sectionsOf(survey: SurveyRow): Survey['sections'] {
  return survey.definition.sections.map((section, index) => ({
    id: idOf(survey, `section/${index}`),
    title: section.title,
    description: section.description ?? null,
    fields: section.fields.map(
      ({ required, help, ...field }): SurveyField => ({
        id: idOf(survey, `field/${field.name}`),
        ...field,
        required: required === true,
        help: help ?? null,
      }),
    ),
  }))
}

export const fieldsOf = (survey: SurveyRow): SurveyField[] => sectionsOf(survey).flatMap(({ fields }) => fields)

export const toSurvey = (catalogue: Catalogue, survey: SurveyRow): Survey => ({
  ...summaryOf(catalogue, survey),
  sections: sectionsOf(survey),
})

/** The fields of a definition, in their order. */
const definedFields = ({ sections }: SurveyRow['definition']) => sections.flatMap(({ fields }) => fields)

function responseOf(survey: SurveyRow, row: SurveyResponseRow) {
  return {
    id: row.id,
    participant: row.participant_id,
    date_created: row.date_created.toISOString(),
    active: row.active,
    // Only complete surveys are stored; unfinished ones stay in the browser.
    is_completed: true,
    survey_id: row.survey_id,
    ...judgeAnswers(definedFields(survey.definition), survey.definition, row.answers),
  }
}

export const toSummary = (survey: SurveyRow, row: SurveyResponseRow): SurveyResponseSummary => ({
  ...responseOf(survey, row),
  survey: { id: survey.id, name: survey.name },
})

export function toResponse(catalogue: Catalogue, survey: SurveyRow, row: SurveyResponseRow): SurveyResponse {
  const fields = fieldsOf(survey)
  const answered = fields.filter(({ name }) => Object.hasOwn(row.answers, name))
  return {
    ...responseOf(survey, row),
    survey: { ...summaryOf(catalogue, survey), wording_version: survey.wording_version, fields },
    responses: answered.map(({ id, name, type }) => ({ survey_field: { id, name, type }, value: row.answers[name]! })),
  }
}
