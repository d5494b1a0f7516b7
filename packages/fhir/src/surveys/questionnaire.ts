import {
  clausesOf,
  isChoice,
  type SurveyDraft,
  type SurveyDraftField,
  type SurveyDraftOption,
  type SurveyExportLoss,
} from '@fonema/contract'
import type { Extension, Questionnaire, QuestionnaireItem, QuestionnaireItemAnswerOption } from '@medplum/fhirtypes'
import { codeOf, enableWhenOf } from './enable-when.ts'
import { extension, translated } from './texts.ts'

type Lose = (code: SurveyExportLoss['code'], name: string | null) => void

const ordinal = 'http://hl7.org/fhir/StructureDefinition/ordinalValue'
const control = 'http://hl7.org/fhir/StructureDefinition/questionnaire-itemControl'
const controlSystem = 'http://hl7.org/fhir/questionnaire-item-control'

/**
 * The draft as a FHIR R4 Questionnaire (https://hl7.org/fhir/R4/questionnaire.html) in its first language, with the
 * others as translations, and what of it the format has no place for.
 */
export function questionnaireOfDraft(draft: SurveyDraft, isPublished: boolean) {
  const losses: SurveyExportLoss[] = []
  const lose: Lose = (code, name) => losses.push({ code, name })
  for (const { name } of draft.scores) lose('score', name)
  for (const { field } of draft.alerts) lose('alert', field)
  const { locales } = draft
  const [first] = locales as [string]
  const fields = new Map(draft.sections.flatMap((section) => section.fields).map((field) => [field.name, field]))
  const questionnaire: Questionnaire = {
    resourceType: 'Questionnaire',
    // An id has at most 64 characters.
    id: draft.key.slice(0, 64).replace(/-+$/, ''),
    language: first,
    status: isPublished ? 'active' : 'draft',
    subjectType: ['Patient'],
    ...translated('title', draft.texts, 'name', locales),
    ...translated('description', draft.texts, 'description', locales),
    ...(draft.source !== '' && { publisher: draft.source }),
    ...(draft.licence !== '' && { copyright: draft.licence }),
    item: draft.sections.map(({ key, texts, fields: own }): QuestionnaireItem => {
      const about = translated('text', texts, 'description', locales)
      return {
        linkId: key,
        type: 'group',
        ...translated('text', texts, 'title', locales),
        item: [
          ...('text' in about ? [displayed(`${key}-description`, about)] : []),
          ...own.map((field) => itemOf(field, fields, locales, lose)),
        ],
      }
    }),
  }
  return { questionnaire, losses }
}

function itemOf(
  field: SurveyDraftField,
  fields: ReadonlyMap<string, SurveyDraftField>,
  locales: readonly string[],
  lose: Lose,
): QuestionnaireItem {
  const { name, texts, required, show_when } = field
  if (field.type === 'tel' || field.type === 'email') lose('field_type', name)
  const help = translated('text', texts, 'help', locales)
  const when = show_when === null ? {} : enableWhenOf(clausesOf(show_when), fields)
  if (when === null) lose('condition', name)
  const extensions = extensionsOf(field)
  return {
    linkId: name,
    type: typeOf(field),
    ...translated('text', texts, 'label', locales),
    ...(extensions.length > 0 && { extension: extensions }),
    ...when,
    // Without its condition, the question would be asked of everybody.
    ...(required && when !== null && { required }),
    ...(field.type === 'multiselect' && { repeats: true }),
    ...(isText(field) && field.max_length !== null && { maxLength: field.max_length }),
    ...(isChoice(field.type) && { answerOption: field.options.map((option) => optionOf(option, locales)) }),
    ...('text' in help && { item: [displayed(`${name}-help`, help)] }),
  }
}

const isText = ({ type }: SurveyDraftField) => type === 'text' || type === 'textarea'

const displayed = (linkId: string, text: object): QuestionnaireItem => ({ linkId, type: 'display', ...text })

function typeOf({ type, other, integer }: SurveyDraftField): QuestionnaireItem['type'] {
  if (isChoice(type)) return other ? 'open-choice' : 'choice'
  switch (type) {
    case 'number':
      return integer ? 'integer' : 'decimal'
    case 'scale':
      return 'integer'
    case 'checkbox':
      return 'boolean'
    case 'date':
      return 'date'
    case 'textarea':
      return 'text'
    default:
      return 'string'
  }
}

function extensionsOf(field: SurveyDraftField): Extension[] {
  const { type, integer, min, max } = field
  const code = {
    select: 'drop-down',
    radio: 'radio-button',
    multiselect: 'check-box',
    checkbox: 'check-box',
    scale: 'slider',
    number: 'spinner',
  }[type as string]
  const isNumber = type === 'number' || type === 'scale'
  const value = type === 'scale' || integer ? 'valueInteger' : 'valueDecimal'
  return [
    ...(code === undefined
      ? []
      : [extension(control, { valueCodeableConcept: { coding: [{ system: controlSystem, code }] } })]),
    ...(isNumber && min !== null ? [extension(structure('minValue'), { [value]: min })] : []),
    ...(isNumber && max !== null ? [extension(structure('maxValue'), { [value]: max })] : []),
  ]
}

const structure = (name: string) => `http://hl7.org/fhir/StructureDefinition/${name}`

function optionOf(
  { value, score, texts }: SurveyDraftOption,
  locales: readonly string[],
): QuestionnaireItemAnswerOption {
  const display = translated('display', texts, 'label', locales)
  return {
    ...(score !== null && { extension: [extension(ordinal, { valueDecimal: score })] }),
    valueCoding: { code: codeOf(value), ...display },
  }
}
