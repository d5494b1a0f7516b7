// Imports no schema: the web loads this file alone.

import { clausesOf } from './survey-answers.ts'
import type { SurveyDraft, SurveyDraftField, SurveyDraftScore } from './survey-drafts.ts'
import { mostFields, mostSteps } from './survey-limits.ts'
import { countsIn, scoreRange } from './survey-scores.ts'
import { isChoice, versionOf } from './survey-versions.ts'

/** What a draft lacks before it can be published. */
export const surveyGapCodes = [
  'required',
  /** Another language has it. */
  'missing_in_language',
  'too_many_fields',
  'option_repeated',
  'option_reserved',
  'wrong_limits',
  'too_many_steps',
  /** A condition names a field that is not asked before, or a value that cannot be answered. */
  'not_asked_before',
  'no_such_value',
  /** A score or alert needs a number, and an answer of the field has none. */
  'no_number',
  'bands_not_rising',
  'bands_end_early',
] as const
export type SurveyGapCode = (typeof surveyGapCodes)[number]
const surveyParts = ['survey', 'section', 'field', 'score', 'alert'] as const
export type SurveyPart = (typeof surveyParts)[number]

/** `name`: the key or name of the part; null for the survey. `field`: the name of the property in the draft. */
export type SurveyGap = {
  code: SurveyGapCode
  part: SurveyPart
  name: string | null
  locale: string | null
  field: string
}

const isBlank = (text: string | undefined) => text === undefined || text.trim() === ''
/** The prefix of an answer in the participant's own words. */
const reserved = 'other:'

/** Every part that a draft lacks, in the order of the draft. A draft without gaps can be published. */
export function surveyGapsOf(draft: SurveyDraft): SurveyGap[] {
  const gaps: SurveyGap[] = []
  const at = (part: SurveyPart, name: string | null) => (code: SurveyGapCode, field: string, locale?: string) =>
    gaps.push({ code, part, name, locale: locale ?? null, field })
  const { locales } = draft
  const ofSurvey = at('survey', null)
  for (const locale of locales) {
    if (isBlank(draft.texts[locale]?.name)) ofSurvey('required', 'name', locale)
    if (isBlank(draft.texts[locale]?.description)) ofSurvey('required', 'description', locale)
  }
  if (isBlank(draft.licence)) ofSurvey('required', 'licence')
  if (isBlank(draft.source)) ofSurvey('required', 'source')
  const fields = draft.sections.flatMap((section) => section.fields)
  if (draft.sections.length === 0) ofSurvey('required', 'sections')
  if (fields.length > mostFields) ofSurvey('too_many_fields', 'sections')
  let before: SurveyDraftField[] = []
  for (const { key, texts, fields } of draft.sections) {
    const ofSection = at('section', key)
    addTexts(ofSection, texts, locales, ['title'], ['description'])
    if (fields.length === 0) ofSection('required', 'fields')
    for (const field of fields) {
      checkField(at('field', field.name), field, before, locales)
      before = [...before, field]
    }
  }
  // The numbers of a field are the same in every language.
  const version = versionOf(draft, locales[0]!).sections.flatMap((section) => section.fields)
  const numbers = new Map(version.filter(countsIn).map((field) => [field.name, field]))
  for (const score of draft.scores) checkScore(at('score', score.name), score, numbers, locales)
  for (const { key, field, when, texts } of draft.alerts) {
    const ofAlert = at('alert', key)
    const asked = fields.find(({ name }) => name === field)
    if (asked === undefined) ofAlert('required', 'field')
    else if ('at_least' in when) {
      if (!numbers.has(field)) ofAlert('no_number', 'field')
    } else if (when.in.length === 0) ofAlert('required', 'when')
    else if (!when.in.every((value) => canBe(asked, value))) ofAlert('no_such_value', 'when')
    addTexts(ofAlert, texts, locales, ['notice'], [])
  }
  return gaps
}

type Add = (code: SurveyGapCode, field: string, locale?: string) => void
type Texts = Readonly<Record<string, Readonly<Record<string, string>> | undefined>>

/** Texts that every language needs, and texts that every language needs if one has them. */
function addTexts(
  add: Add,
  texts: Texts,
  locales: readonly string[],
  needed: string[],
  possible: string[],
  prefix = '',
) {
  for (const locale of locales) {
    for (const field of needed) if (isBlank(texts[locale]?.[field])) add('required', prefix + field, locale)
    for (const field of possible) {
      const isElsewhere = locales.some((other) => !isBlank(texts[other]?.[field]))
      if (isElsewhere && isBlank(texts[locale]?.[field])) add('missing_in_language', prefix + field, locale)
    }
  }
}

function checkField(
  add: Add,
  field: SurveyDraftField,
  before: readonly SurveyDraftField[],
  locales: readonly string[],
) {
  const { type, options, min, max, show_when, texts } = field
  addTexts(add, texts, locales, ['label'], ['help'])
  if (isChoice(type)) {
    if (options.length === 0) add('required', 'options')
    if (new Set(options.map(({ value }) => value)).size < options.length) add('option_repeated', 'options')
    if (options.some(({ value }) => value.startsWith(reserved))) add('option_reserved', 'options')
    for (const { value, texts } of options) addTexts(add, texts, locales, ['label'], [], `options.${value}.`)
  }
  if (type === 'scale') {
    if (min === null || max === null) add('required', min === null ? 'min' : 'max')
    else if (max <= min || !Number.isInteger(min) || !Number.isInteger(max)) add('wrong_limits', 'max')
    else if (max - min > mostSteps) add('too_many_steps', 'max')
  }
  if (type === 'number' && min !== null && max !== null && max < min) add('wrong_limits', 'max')
  // The form is filled in from top to bottom.
  for (const clause of clausesOf(show_when ?? undefined).flat()) {
    const asked = before.find(({ name }) => name === clause.field)
    if (asked === undefined) add('not_asked_before', 'show_when')
    else {
      const values = 'in' in clause ? clause.in : 'not_in' in clause ? clause.not_in : []
      if (!values.every((value) => canBe(asked, value))) add('no_such_value', 'show_when')
    }
  }
}

/** Whether the field can be answered so. */
function canBe({ type, options }: SurveyDraftField, value: string): boolean {
  if (isChoice(type)) return options.some((option) => option.value === value)
  return type === 'checkbox' ? value === 'true' || value === 'false' : true
}

function checkScore(
  add: Add,
  { fields, bands, texts }: SurveyDraftScore,
  numbers: Parameters<typeof scoreRange>[0],
  locales: readonly string[],
) {
  addTexts(add, texts, locales, ['label'], [])
  if (fields.length === 0) add('required', 'fields')
  const isCountable = fields.every(({ field }) => numbers.has(field))
  if (!isCountable) add('no_number', 'fields')
  for (const [index, { alert, texts }] of bands.entries())
    addTexts(add, texts, locales, alert ? ['label', 'notice'] : ['label'], [], `bands.${index}.`)
  if (bands.some(({ up_to }, index) => index > 0 && up_to <= bands[index - 1]!.up_to)) add('bands_not_rising', 'bands')
  else if (bands.length > 0 && isCountable && bands.at(-1)!.up_to < scoreRange(numbers, fields).max)
    add('bands_end_early', 'bands')
}
