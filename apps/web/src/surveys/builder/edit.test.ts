import type { SurveyDraft } from '@fonema/contract'
import { surveyGapsOf } from '@fonema/contract/survey-gaps'
import { expect, test } from 'vitest'
import { clauseAbout, conditionOf, flatOf, operatorOf, operatorsFor } from './conditions.ts'
import {
  addAlert,
  addField,
  addScore,
  addSection,
  changeField,
  changeScore,
  emptySurvey,
  fieldsOf,
  moveField,
  removeField,
  removeSection,
  renameField,
  restoreField,
  restoreSection,
} from './edit.ts'
import { addLocale, removeLocale, restoreLocale } from './locales.ts'

/** Two sections: `question_1` in the first; `question_2` and `question_3` in the second. */
function twoSections(): SurveyDraft {
  let draft = addField(emptySurvey('night', 'Noche', 'es-ES'), 'scale', 'section-1').draft
  draft = addSection(draft).draft
  for (const type of ['radio', 'text'] as const) draft = addField(draft, type, 'section-2').draft
  return draft
}
const order = (draft: SurveyDraft) => draft.sections.map(({ fields }) => fields.map(({ name }) => name).join(' '))

test('a question moves within its section and over its edges', () => {
  const draft = twoSections()
  expect(order(draft)).toEqual(['question_1', 'question_2 question_3'])
  expect(order(moveField(draft, 'question_3', -1))).toEqual(['question_1', 'question_3 question_2'])
  expect(order(moveField(draft, 'question_2', -1))).toEqual(['question_1 question_2', 'question_3'])
  expect(order(moveField(draft, 'question_1', 1))).toEqual(['', 'question_1 question_2 question_3'])
  expect(moveField(draft, 'question_1', -1)).toBe(draft)
  expect(moveField(draft, 'question_3', 1)).toBe(draft)
})

test('removed questions and sections come back to their places', () => {
  const draft = twoSections()
  const field = fieldsOf(draft)[1]!
  expect(restoreField(removeField(draft, 'question_2'), draft, field)).toEqual(draft)
  expect(restoreSection(removeSection(draft, 'section-2'), draft, 'section-2')).toEqual(draft)
  expect(restoreField(draft, draft, field)).toBe(draft)
})

test('a renamed question keeps its name in conditions, scores and alerts', () => {
  let draft = changeField(twoSections(), 'question_2', { show_when: { field: 'question_1', answered: true } })
  draft = changeScore(addScore(draft), 'score_1', { fields: [{ field: 'question_1', weight: 2 }] })
  draft = renameField(addAlert(draft, 'question_1'), 'question_1', 'mood')
  expect(JSON.stringify(draft)).not.toContain('question_1')
  expect(fieldsOf(draft)[1]!.show_when).toEqual({ field: 'mood', answered: true })
  expect(draft.scores[0]!.fields).toEqual([{ field: 'mood', weight: 2 }])
  expect(draft.alerts[0]!.field).toBe('mood')
})

test('a language goes with all its texts, and the last one stays', () => {
  const both = addField(addLocale(emptySurvey('night', 'Noche', 'es-ES'), 'en-US'), 'radio', 'section-1').draft
  expect(fieldsOf(both)[0]!.options[0]!.texts).toEqual({ 'es-ES': { label: 'Sí' }, 'en-US': { label: 'Yes' } })
  const one = removeLocale(both, 'en-US')
  expect(one.locales).toEqual(['es-ES'])
  expect(JSON.stringify(one)).not.toContain('en-US')
  expect(removeLocale(one, 'es-ES')).toBe(one)
})

test('a language comes back with its texts, and what was changed meanwhile stays', () => {
  const empty = { ...emptySurvey('night', 'Noche', 'es-ES'), alerts: [] }
  const both = addScore(addField(addLocale(empty, 'en-US'), 'radio', 'section-1').draft)
  const written = changeScore(both, 'score_1', { texts: { 'es-ES': { label: 'Suma' }, 'en-US': { label: 'Sum' } } })
  for (const locale of written.locales)
    expect(restoreLocale(removeLocale(written, locale), written, locale)).toEqual(written)

  const without = changeScore(removeLocale(written, 'en-US'), 'score_1', { texts: { 'es-ES': { label: 'Total' } } })
  const later = addField(without, 'text', 'section-1').draft
  const restored = restoreLocale(later, written, 'en-US')
  expect(restored.scores[0]!.texts).toEqual({ 'es-ES': { label: 'Total' }, 'en-US': { label: 'Sum' } })
  expect(fieldsOf(restored).map(({ name }) => name)).toEqual(['question_1', 'question_2'])
  expect(fieldsOf(restored)[0]!.options[0]!.texts['en-US']).toEqual({ label: 'Yes' })
  expect(restoreLocale(written, written, 'en-US')).toBe(written)
})

test('a new draft lacks its words and questions, each with its place', () => {
  expect(surveyGapsOf(emptySurvey('night', 'Noche', 'es-ES')).map(({ part, field }) => `${part} ${field}`)).toEqual([
    'survey description',
    'survey licence',
    'survey source',
    'section title',
    'section fields',
  ])
})

test('conditions are edited as a list of which all or any hold; mixed ones are kept as they are', () => {
  const one = { field: 'a', in: ['x'] }
  const two = { field: 'b', answered: true }
  for (const behaviour of ['all', 'any'] as const) {
    const condition = conditionOf({ behaviour, clauses: [one, two] })
    expect(flatOf(condition)).toEqual({ behaviour, clauses: [one, two] })
  }
  expect(conditionOf({ behaviour: 'any', clauses: [one] })).toEqual(one)
  expect(conditionOf({ behaviour: 'all', clauses: [] })).toBeNull()
  expect(flatOf({ all: [one, { any: [one, two] }] })).toBeNull()
})

test('each type of question has operators, and the first one makes a clause of it', () => {
  const draft = twoSections()
  for (const field of fieldsOf(draft))
    for (const operator of operatorsFor(field)) expect(operatorOf(clauseAbout(field, operator))).toBe(operator)
})
