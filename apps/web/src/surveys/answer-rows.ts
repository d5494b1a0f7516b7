import type { AnswerValue, SurveyField, SurveyResponse } from '@fonema/contract'
import { shownFields } from '@fonema/contract/survey-answers'
import { answerWords } from './answer-words.ts'

type AnswerRow = { field: SurveyField; words: string; isAnswered: boolean }
type Words = { yes: string; no: string; unanswered: string }

/** Every question that was asked, in order, with its answer. Questions whose condition did not hold are left out. */
export function answerRows(
  { survey, responses }: Pick<SurveyResponse, 'survey' | 'responses'>,
  words: Words,
): AnswerRow[] {
  const answers: Record<string, AnswerValue> = Object.fromEntries(
    responses.map(({ survey_field, value }) => [survey_field.name, value]),
  )
  const asked = new Set(shownFields(survey.fields, answers))
  return survey.fields.flatMap((field): AnswerRow[] => {
    const value = Object.hasOwn(answers, field.name) ? answers[field.name] : undefined
    if (value !== undefined) return [{ field, words: answerWords(field, value, words), isAnswered: true }]
    return asked.has(field) ? [{ field, words: words.unanswered, isAnswered: false }] : []
  })
}
