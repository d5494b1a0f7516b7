// Checks the answers to a survey, for the server and the web's forms. Imports no schema: the web loads this file alone.

import { isEmail } from './email.ts'
import type { Answers, AnswerValue, Clause, Condition, FieldType, SurveyField } from './survey-fields.ts'

export const otherPrefix = 'other: '

type AskedField = Pick<
  SurveyField,
  'name' | 'type' | 'required' | 'options' | 'other' | 'min' | 'max' | 'integer' | 'max_length' | 'show_when'
>

const textLimits = { text: 500, textarea: 5000, email: 320, other: 500 }
const tel = /^\+?\d{3,20}$/

export const isEmptyAnswer = (value: unknown): boolean =>
  value === undefined ||
  value === null ||
  (typeof value === 'string' ? value.trim() === '' : false) ||
  isEmptyList(value)
const isEmptyList = (value: unknown) => Array.isArray(value) && value.length === 0

/** The fields that are asked, given the answers so far. A question that depends on a hidden one is hidden too. */
export function shownFields<T extends Pick<AskedField, 'name' | 'show_when'>>(
  fields: readonly T[],
  answers: Readonly<Record<string, unknown>>,
): T[] {
  const shown: T[] = []
  for (const field of fields) {
    // An earlier answer to a question that is now hidden does not count.
    const given = (name: string) =>
      Object.hasOwn(answers, name) && shown.some((one) => one.name === name) ? answers[name] : undefined
    if (clausesOf(field.show_when).every((any) => any.some((clause) => holds(clause, given(clause.field)))))
      shown.push(field)
  }
  return shown
}

/** All of these lists must hold. A list holds if one of its clauses does. */
export function clausesOf(condition: Condition | undefined): Clause[][] {
  if (condition === undefined) return []
  return ('all' in condition ? condition.all : [condition]).map((one) => ('any' in one ? one.any : [one]))
}

function holds(clause: Clause, given: unknown): boolean {
  if ('answered' in clause) return isEmptyAnswer(given) !== clause.answered
  if (isEmptyAnswer(given)) return false
  const values = (Array.isArray(given) ? given : [given]).map(String)
  if ('in' in clause) return values.some((value) => clause.in.includes(value))
  if ('not_in' in clause) return !values.some((value) => clause.not_in.includes(value))
  const { compared, value: limit } = clause
  return values.some((text) => {
    // A form holds numbers as typed text.
    const value = typeof limit === 'number' ? Number(text.trim().replace(',', '.')) : text
    if (compared === '>') return value > limit
    if (compared === '>=') return value >= limit
    return compared === '<' ? value < limit : value <= limit
  })
}

export type CheckedAnswers = { errors: Record<string, string[]>; answers: Answers }

/**
 * Checks the answers of a whole survey. An unset checkbox counts as `false`; empty answers are left out.
 *
 * @returns field codes by field, `non_field_errors` when nothing was answered, and the answers to store
 */
export function checkAnswers(fields: readonly AskedField[], given: Readonly<Record<string, unknown>>): CheckedAnswers {
  const errors = new Map<string, string[]>()
  const answers = new Map<string, AnswerValue>()
  const shown = shownFields(fields, given)
  const names = new Map(fields.map((field) => [field.name, field]))
  for (const name of Object.keys(given)) {
    if (!names.has(name)) errors.set(name, ['unknown_field'])
    else if (!shown.some((field) => field.name === name) && !isEmptyAnswer(given[name])) errors.set(name, ['not_asked'])
  }
  let isEmpty = true
  for (const field of shown) {
    const value = Object.hasOwn(given, field.name) ? given[field.name] : undefined
    if (field.type === 'checkbox') {
      const text = isEmptyAnswer(value) ? 'false' : String(value)
      if (text !== 'true' && text !== 'false') errors.set(field.name, ['invalid'])
      else if (field.required && text === 'false') errors.set(field.name, ['required'])
      if (text === 'true') isEmpty = false
      answers.set(field.name, text)
    } else if (isEmptyAnswer(value)) {
      if (field.required) errors.set(field.name, ['required'])
    } else {
      isEmpty = false
      const checked = checkAnswer(field, value)
      if (typeof checked === 'object' && 'code' in checked) errors.set(field.name, [checked.code])
      else answers.set(field.name, checked)
    }
  }
  if (isEmpty) errors.set('non_field_errors', ['empty_data'])
  return { errors: Object.fromEntries(errors), answers: Object.fromEntries(answers) }
}

type Refused = { code: 'invalid' | 'too_long' | 'out_of_range' }

function checkAnswer(field: AskedField, value: unknown): AnswerValue | Refused {
  switch (field.type) {
    case 'number':
    case 'scale':
      return checkNumber(field, value)
    case 'multiselect': {
      if (!Array.isArray(value) || new Set(value).size !== value.length) return { code: 'invalid' }
      const choices = value.map((one) => checkChoice(field, one))
      return choices.find((choice) => typeof choice === 'object') ?? (choices as string[]) // no refusal is left
    }
    case 'select':
    case 'radio':
      return checkChoice(field, value)
    default:
      return checkText(field.type, value, field.max_length)
  }
}

function checkNumber({ type, min, max, integer }: AskedField, value: unknown): number | Refused {
  if (typeof value !== 'number' || !Number.isFinite(value)) return { code: 'invalid' }
  if ((type === 'scale' || integer === true) && !Number.isInteger(value)) return { code: 'invalid' }
  if ((min !== undefined && value < min) || (max !== undefined && value > max)) return { code: 'out_of_range' }
  return value
}

function checkChoice({ options = [], other }: AskedField, value: unknown): string | Refused {
  if (typeof value !== 'string') return { code: 'invalid' }
  if (options.some((option) => option.value === value)) return value
  if (other !== true || !value.startsWith(otherPrefix)) return { code: 'invalid' }
  const words = checkText('other', value.slice(otherPrefix.length))
  return typeof words === 'string' ? otherPrefix + words : words
}

function checkText(type: FieldType | 'other', value: unknown, maxLength = Number.POSITIVE_INFINITY): string | Refused {
  if (typeof value !== 'string') return { code: 'invalid' }
  const text = value.trim()
  const isWrong =
    text === '' ||
    /(?![\t\n\r])\p{Cc}/u.test(text) ||
    (type === 'email' && !isEmail(text)) ||
    (type === 'tel' && !tel.test(text)) ||
    (type === 'date' && !isDay(text))
  if (isWrong) return { code: 'invalid' }
  const limit = Math.min(textLimits[type as keyof typeof textLimits] ?? textLimits.text, maxLength)
  return text.length > limit ? { code: 'too_long' } : text
}

function isDay(text: string): boolean {
  const day = /^\d{4}-\d{2}-\d{2}$/.test(text) ? new Date(`${text}T00:00:00Z`) : undefined
  return day !== undefined && !Number.isNaN(day.getTime()) && day.toISOString().startsWith(text)
}
