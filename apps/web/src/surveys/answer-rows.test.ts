import type { SurveyField, SurveyId } from '@fonema/contract'
import { expect, test } from 'vitest'
import { answerRows } from './answer-rows.ts'

const words = { yes: 'Sí', no: 'No', unanswered: 'Sin respuesta' }
const field = (name: string, type: SurveyField['type'], more: Partial<SurveyField> = {}): SurveyField => ({
  id: name,
  name,
  label: `¿${name}?`,
  type,
  required: false,
  help: null,
  ...more,
})
const fields = [
  field('tired', 'text'),
  field('smokes', 'checkbox'),
  field('how_many', 'number', { show_when: { field: 'smokes', in: ['true'] } }),
  field('effort', 'number'),
]
const rowsOf = (answers: Record<string, string | number>) => {
  const responses = Object.entries(answers).map(([name, value]) => ({
    survey_field: { id: name, name, type: fields.find((one) => one.name === name)!.type },
    value,
  }))
  const survey = {
    id: 's' as SurveyId,
    name: 'S',
    description: '',
    licence: '',
    source: '',
    locale: {} as never,
    wording_version: 1,
    fields,
  }
  return answerRows({ survey, responses }, words).map((row) => [row.field.name, row.words, row.isAnswered])
}

test('an unanswered question is shown in its place as unanswered', () => {
  expect(rowsOf({ smokes: 'true', effort: 0 })).toEqual([
    ['tired', 'Sin respuesta', false],
    ['smokes', 'Sí', true],
    ['how_many', 'Sin respuesta', false],
    ['effort', '0', true],
  ])
})

test('a question that was not asked is left out', () => {
  expect(rowsOf({ tired: 'poco', smokes: 'false', effort: 3 }).map(([name]) => name)).toEqual([
    'tired',
    'smokes',
    'effort',
  ])
})
