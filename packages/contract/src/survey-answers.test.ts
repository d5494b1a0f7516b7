import { expect, test } from 'vitest'
import { checkAnswers, shownFields } from './survey-answers.ts'
import type { Condition, SurveyField } from './survey-fields.ts'

const options = [
  { value: 'a', label: 'A' },
  { value: 'b', label: 'B' },
]
const field = (name: string, type: SurveyField['type'], more: Partial<SurveyField> = {}) => ({
  name,
  type,
  required: false,
  ...more,
})

test('each type of field accepts its own kind of answer', () => {
  const cases: [ReturnType<typeof field>, unknown, unknown][] = [
    [field('x', 'text'), ' words ', 'words'],
    [field('x', 'text'), 'x'.repeat(501), ['too_long']],
    [field('x', 'text'), 'a\u0000b', ['invalid']],
    [field('x', 'text'), 7, ['invalid']],
    [field('x', 'textarea'), 'two\nlines', 'two\nlines'],
    [field('x', 'tel'), '+541155500101', '+541155500101'],
    [field('x', 'tel'), 'home', ['invalid']],
    [field('x', 'email'), 'a@b.example', 'a@b.example'],
    [field('x', 'email'), 'a@b', ['invalid']],
    [field('x', 'date'), '2024-02-29', '2024-02-29'],
    [field('x', 'date'), '2023-02-29', ['invalid']],
    [field('x', 'date'), '2023-13-45', ['invalid']],
    [field('x', 'date'), 'yesterday', ['invalid']],
    [field('x', 'number', { min: 0, max: 10 }), 2.5, 2.5],
    [field('x', 'number', { min: 0, max: 10 }), 11, ['out_of_range']],
    [field('x', 'number', { min: 0, max: 10 }), 10, 10],
    [field('x', 'number', { min: 0, max: 10 }), 0, 0],
    [field('x', 'number', { min: 0, max: 10 }), -0.5, ['out_of_range']],
    [field('x', 'number'), '3', ['invalid']],
    [field('x', 'number', { integer: true }), 3, 3],
    [field('x', 'number', { integer: true }), 2.5, ['invalid']],
    [field('x', 'scale', { min: 0, max: 10 }), 2.5, ['invalid']],
    [field('x', 'select', { options }), 'a', 'a'],
    [field('x', 'select', { options }), 'c', ['invalid']],
    [field('x', 'select', { options }), 'other: mine', ['invalid']],
    [field('x', 'radio', { options, other: true }), 'other: mine', 'other: mine'],
    [field('x', 'radio', { options, other: true }), 'other: ', ['invalid']],
    [field('x', 'multiselect', { options, other: true }), ['b', 'other: mine'], ['b', 'other: mine']],
    [field('x', 'multiselect', { options }), ['a', 'a'], ['invalid']],
    [field('x', 'multiselect', { options }), 'a', ['invalid']],
    [field('x', 'multiselect', { options }), ['a', 3], ['invalid']],
    [field('x', 'checkbox'), true, 'true'],
    [field('x', 'checkbox'), 'yes', ['invalid']],
  ]
  for (const [asked, value, expected] of cases) {
    const { errors, answers } = checkAnswers([asked], { x: value })
    expect([asked.type, value, errors.x ?? answers.x]).toEqual([asked.type, value, expected])
  }
})

test('a required field must be answered; one choice is enough for a multiselect, a checkbox must be set', () => {
  const required = { required: true }
  const fields = [
    field('text', 'text', required),
    field('many', 'multiselect', { ...required, options }),
    field('agreed', 'checkbox', required),
    field('optional', 'checkbox'),
  ]
  expect(checkAnswers(fields, { text: '  ', many: [], agreed: 'false', optional: 'true' }).errors).toEqual({
    text: ['required'],
    many: ['required'],
    agreed: ['required'],
  })
  expect(checkAnswers(fields, { text: 'x', many: ['a'], agreed: 'true' })).toEqual({
    errors: {},
    answers: { text: 'x', many: ['a'], agreed: 'true', optional: 'false' },
  })
})

test('a form without answers is empty, even with unset checkboxes', () => {
  const fields = [field('text', 'text'), field('agreed', 'checkbox')]
  expect(checkAnswers(fields, { agreed: 'false', text: '' }).errors).toEqual({ non_field_errors: ['empty_data'] })
})

test("a field is asked according to its condition, and never if the condition's field is hidden", () => {
  const fields = [
    field('smokes', 'radio', { options }),
    field('years', 'number', { required: true, show_when: { field: 'smokes', in: ['a'] } }),
    field('many', 'checkbox', { show_when: { field: 'smokes', in: ['a'] } }),
    field('why', 'text', { show_when: { field: 'many', in: ['true'] } }),
  ]
  const names = (answers: object) => shownFields(fields, { ...answers }).map(({ name }) => name)
  expect(names({})).toEqual(['smokes'])
  expect(names({ smokes: 'a', many: 'true' })).toEqual(['smokes', 'years', 'many', 'why'])
  expect(names({ smokes: 'b', many: 'true' })).toEqual(['smokes'])
  expect(checkAnswers(fields, { smokes: 'a' }).errors).toEqual({ years: ['required'] })
  expect(checkAnswers(fields, { smokes: 'b', years: 3 }).errors).toEqual({ years: ['not_asked'] })
})

test('refuses unknown names, also names of properties of every object', () => {
  const given = JSON.parse('{"x":"a","constructor":"b","__proto__":"c"}')
  expect(checkAnswers([field('x', 'text')], given)).toEqual({
    errors: JSON.parse('{"constructor":["unknown_field"],"__proto__":["unknown_field"]}'),
    answers: { x: 'a' },
  })
})

test('supports conditions for exclusion, presence, comparison, and combinations', () => {
  const shows = (show_when: Condition, answers: Record<string, unknown>) =>
    shownFields([field('a', 'text'), field('b', 'number'), field('c', 'text', { show_when })], answers).length === 3
  expect([{}, { a: 'x' }, { a: 'y' }].map((given) => shows({ field: 'a', not_in: ['x'] }, given))).toEqual([
    false,
    false,
    true,
  ])
  expect([{}, { a: ' ' }, { a: 'x' }].map((given) => shows({ field: 'a', answered: true }, given))).toEqual([
    false,
    false,
    true,
  ])
  expect(shows({ field: 'a', answered: false }, {})).toBe(true)
  const atLeastTen = { field: 'b', compared: '>=', value: 10 } as const
  // As a number from the server, and as typed text.
  expect([9, 10, '9,5', '10,5', ''].map((b) => shows(atLeastTen, { b }))).toEqual([false, true, false, true, false])
  const after = { field: 'a', compared: '<', value: '2026-01-01' } as const
  expect(['2025-12-31', '2026-01-01'].map((a) => shows(after, { a }))).toEqual([true, false])
  const both = {
    all: [
      {
        any: [
          { field: 'a', in: ['x'] },
          { field: 'a', in: ['y'] },
        ],
      },
      atLeastTen,
    ],
  }
  expect([{ a: 'x' }, { a: 'y', b: 10 }, { b: 10 }].map((given) => shows(both, given))).toEqual([false, true, false])
})

test.each([
  ['text', 500],
  ['textarea', 5000],
] as const)('an answer of type %s has at most %d characters', (type, most) => {
  const errorsOf = (length: number) => checkAnswers([field('x', type)], { x: 'x'.repeat(length) }).errors
  expect([errorsOf(most), errorsOf(most + 1)]).toEqual([{}, { x: ['too_long'] }])
})

test('an e-mail address has at most 320 characters, and an answer in own words at most 500', () => {
  const errorsOf = (asked: ReturnType<typeof field>, x: string) => checkAnswers([asked], { x }).errors
  const email = field('x', 'email')
  expect(errorsOf(email, `${'a'.repeat(310)}@b.example`)).toEqual({})
  expect(errorsOf(email, `${'a'.repeat(311)}@b.example`)).toEqual({ x: ['too_long'] })
  const choice = field('x', 'radio', { options, other: true })
  expect(errorsOf(choice, `other: ${'a'.repeat(500)}`)).toEqual({})
  expect(errorsOf(choice, `other: ${'a'.repeat(501)}`)).toEqual({ x: ['too_long'] })
})

test.each([
  ['123', true],
  ['12', false],
  ['1'.repeat(20), true],
  ['1'.repeat(21), false],
  ['+54 11', false],
  ['x123', false],
])('%s as a telephone number: %s', (x, isGood) => {
  expect(checkAnswers([field('x', 'tel')], { x }).errors).toEqual(isGood ? {} : { x: ['invalid'] })
})

test.each([
  ['>', [false, false, true]],
  ['>=', [false, true, true]],
  ['<', [true, false, false]],
  ['<=', [true, true, false]],
] as const)('a condition compares with %s', (compared, expected) => {
  const fields = [field('a', 'number'), field('b', 'text', { show_when: { field: 'a', compared, value: 3 } })]
  expect([2, 3, 4].map((a) => shownFields(fields, { a }).length === 2)).toEqual(expected)
})

test('one matching choice satisfies a condition, and one excluded choice fails it', () => {
  const many = field('many', 'multiselect', { options })
  const shows = (show_when: Condition, given: string[]) =>
    shownFields([many, field('x', 'text', { show_when })], { many: given }).length === 2
  expect(shows({ field: 'many', in: ['a'] }, ['b', 'a'])).toBe(true)
  expect(shows({ field: 'many', not_in: ['a'] }, ['b', 'a'])).toBe(false)
  expect(shows({ field: 'many', not_in: ['a'] }, ['b'])).toBe(true)
})
