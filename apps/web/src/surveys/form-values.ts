import type { Answers, AnswerValue, SurveyField } from '@fonema/contract'
import { otherPrefix, shownFields } from '@fonema/contract/survey-answers'

/** A survey as control values: `chosen` by field name, and separately the texts of 'other' options. */
export type FormValues = {
  chosen: Readonly<Record<string, string | readonly string[]>>
  other: Readonly<Record<string, string>>
}
export const emptyValues: FormValues = { chosen: {}, other: {} }

/** The value of the option 'other' in a control; no option of a survey has it. */
export const otherChoice = 'other:'

export const isEmptyForm = ({ chosen, other }: FormValues): boolean =>
  [...Object.values(chosen), ...Object.values(other)].every((value) =>
    typeof value === 'string' ? value.trim() === '' || value === 'false' : value.length === 0,
  )

/** Conditions use options and checkboxes, whose control values equal those of the API. */
export const shownIn = <T extends SurveyField>(fields: readonly T[], { chosen }: FormValues): T[] =>
  shownFields(fields, chosen)

/** The answers to send: only shown fields, an unset checkbox as false, empty fields left out. */
export function toAnswers(fields: readonly SurveyField[], values: FormValues): Answers {
  const entries = shownIn(fields, values).flatMap((field): [string, AnswerValue][] => {
    const value = toAnswer(field, values)
    return value === null ? [] : [[field.name, value]]
  })
  return Object.fromEntries(entries)
}

function toAnswer({ name, type }: SurveyField, { chosen, other }: FormValues): AnswerValue | null {
  const value = chosen[name]
  const inWords = otherPrefix + (other[name] ?? '').trim()
  if (type === 'checkbox') return value === 'true' ? 'true' : 'false'
  if (Array.isArray(value)) {
    const list = value.map((one: string) => (one === otherChoice ? inWords : one))
    return list.length === 0 ? null : list
  }
  if (typeof value !== 'string' || value.trim() === '') return null
  if (value === otherChoice) return inWords
  if (type === 'number' || type === 'scale') return numberOf(value) ?? value
  if (type === 'tel') return value.replace(/[\s()./-]/g, '')
  return value.trim()
}

/** Parses a number written in any of the four languages; null when it is not a number. */
function numberOf(text: string): number | null {
  const plain = text.trim().replace(',', '.').replace('−', '-')
  return /^-?\d+(\.\d+)?$/.test(plain) ? Number(plain) : null
}
