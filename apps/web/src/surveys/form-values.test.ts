import type { SurveyField } from '@fonema/contract'
import { checkAnswers } from '@fonema/contract/survey-answers'
import { expect, test } from 'vitest'
import { emptyValues, isEmptyForm, otherChoice, toAnswers } from './form-values.ts'

const field = (name: string, type: SurveyField['type'], more: Partial<SurveyField> = {}): SurveyField => ({
  id: '01a1998e-4400-79f8-8df2-d308536f5cdb',
  name,
  label: name,
  type,
  required: false,
  help: null,
  ...more,
})
const options = [{ value: 'a', label: 'A' }]

test("filled-in values are sent in the API's form", () => {
  const fields = [
    field('one', 'select', { options, other: true }),
    field('many', 'multiselect', { options, other: true }),
    field('agreed', 'checkbox'),
    field('refused', 'checkbox'),
    field('hours', 'number'),
    field('phone', 'tel'),
    field('empty', 'text'),
    field('words', 'text'),
  ]
  const answers = toAnswers(fields, {
    chosen: {
      one: otherChoice,
      many: ['a', otherChoice],
      agreed: 'true',
      hours: '7,5',
      phone: '+54 (11) 5550-0101',
      empty: '  ',
      words: ' hello ',
    },
    other: { one: ' mine ', many: 'ours' },
  })
  expect(answers).toEqual({
    one: 'other: mine',
    many: ['a', 'other: ours'],
    agreed: 'true',
    refused: 'false',
    hours: 7.5,
    phone: '+541155500101',
    words: 'hello',
  })
  expect(checkAnswers(fields, answers).errors).toEqual({})
})

test('answers behind a condition that no longer holds are not sent', () => {
  const fields = [
    field('smokes', 'radio', { options: [...options, { value: 'b', label: 'B' }] }),
    field('years', 'number', { show_when: { field: 'smokes', in: ['a'] } }),
  ]
  expect(toAnswers(fields, { chosen: { smokes: 'b', years: '3' }, other: {} })).toEqual({ smokes: 'b' })
})

test("an 'other' without text and an invalid number are refused at their fields", () => {
  const fields = [field('one', 'radio', { options, other: true }), field('hours', 'number')]
  const answers = toAnswers(fields, { chosen: { one: otherChoice, hours: 'two' }, other: {} })
  expect(checkAnswers(fields, answers).errors).toEqual({ one: ['invalid'], hours: ['invalid'] })
})

test('a form with a cleared choice is empty', () => {
  expect(isEmptyForm(emptyValues)).toBe(true)
  expect(isEmptyForm({ chosen: { a: '', b: [], c: 'false' }, other: { a: ' ' } })).toBe(true)
  expect(isEmptyForm({ chosen: { a: 'x' }, other: {} })).toBe(false)
})
