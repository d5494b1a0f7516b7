import { mostSteps, type SurveyLoss } from '@fonema/contract'
import type { SurveyFileField } from '../../content/survey-file.ts'
import { type Choices, choicesOf } from './choices.ts'
import type { ConvertedField } from './conditions.ts'
import { extensionOf, type Item, type ValueSet } from './fhir-resource.ts'
import type { Wording } from './wording.ts'

export type Lose = (code: SurveyLoss['code'], item: Item | null, text?: string) => void

type Kind = Pick<SurveyFileField, 'type' | 'options' | 'other' | 'min' | 'max' | 'integer' | 'max_length'>
type Tools = { sets: ReadonlyMap<string, ValueSet>; wording: Wording; language: string; lose: Lose }

const yesNo: Record<string, [string, string]> = {
  es: ['Sí', 'No'],
  en: ['Yes', 'No'],
  pt: ['Sim', 'Não'],
  fr: ['Oui', 'Non'],
}
/** More options than these become a drop-down list. */
const maxButtons = 7
const maxSteps = 10
const maxLineLength = 500
const maxTextLength = 5000

/** A question's kind and what conditions may ask of its answer; undefined for one that has no counterpart here. */
export function kindOf(item: Item, tools: Tools): (Kind & Pick<ConvertedField, 'valueFor'>) | undefined {
  const { lose, language } = tools
  const own = (answer: unknown) => (typeof answer === 'object' ? undefined : String(answer))
  switch (item.type) {
    case 'boolean': {
      if (controlOf(item) === 'check-box') return { type: 'checkbox', valueFor: own }
      // A choice, not a checkbox, because there are three states: an unticked box would already be an answer.
      const [yes, no] = yesNo[language] ?? yesNo.en!
      const options = [
        { value: 'true', label: yes },
        { value: 'false', label: no },
      ]
      return { type: 'radio', options, valueFor: own }
    }
    case 'integer':
    case 'decimal':
    case 'quantity':
      return { ...numberKind(item, lose), valueFor: own }
    case 'date':
      return { type: 'date', valueFor: own }
    case 'dateTime':
      lose('time_of_day', item)
      return { type: 'date', valueFor: own }
    case 'string':
    case 'time':
    case 'url':
      return { ...textKind(item, (item.maxLength ?? 0) > maxLineLength), valueFor: own }
    case 'text':
      return { ...textKind(item, true), valueFor: own }
    case 'choice':
    case 'open-choice': {
      const choices = choicesOf(item, tools.sets, tools.wording)
      if (choices !== undefined) return choiceKind(item, choices, lose)
      // Without its list, an open choice can still be answered in words.
      lose('choices_elsewhere', item, item.answerValueSet ?? '')
      return item.type === 'choice' ? undefined : { type: 'text', valueFor: own }
    }
    default:
      lose('type_not_known', item, item.type)
      return undefined
  }
}

function choiceKind(item: Item, { options, valueFor, hasExclusive, hasInitial }: Choices, lose: Lose) {
  if (hasExclusive) lose('exclusive_option', item)
  if (hasInitial) lose('initial_value', item)
  const control = controlOf(item)
  const isList = control === 'drop-down' || (options.length > maxButtons && control !== 'radio-button')
  const type = item.repeats === true ? ('multiselect' as const) : isList ? ('select' as const) : ('radio' as const)
  return { type, options, ...(item.type === 'open-choice' && { other: true }), valueFor }
}

const controlOf = (item: Item) =>
  extensionOf(item, 'questionnaire-itemControl')?.valueCodeableConcept?.coding?.[0]?.code

function textKind({ maxLength }: Item, isLong: boolean): Kind {
  const isLimit = maxLength !== undefined && Number.isInteger(maxLength) && maxLength >= 1
  const isBelow = isLimit && maxLength < (isLong ? maxTextLength : maxLineLength)
  return { type: isLong ? 'textarea' : 'text', ...(isBelow && { max_length: maxLength }) }
}

function numberKind(item: Item, lose: Lose): Kind {
  const limitOf = (name: 'minValue' | 'maxValue') => {
    const found = extensionOf(item, name)
    return found?.valueDecimal ?? found?.valueInteger
  }
  const [min, max] = [limitOf('minValue'), limitOf('maxValue')]
  if (item.type === 'quantity' && item.extension?.some(({ url }) => url.endsWith('unitOption'))) lose('unit', item)
  const isInteger = item.type === 'integer'
  const control = controlOf(item)
  const most = control === 'slider' ? mostSteps : control === 'spinner' ? 0 : maxSteps
  const isScale = isInteger && min !== undefined && max !== undefined && max > min && max - min <= most
  if (isScale && Number.isInteger(min) && Number.isInteger(max)) return { type: 'scale', min, max }
  return {
    type: 'number',
    ...(min !== undefined && { min }),
    ...(max !== undefined && { max }),
    ...(isInteger && { integer: true }),
  }
}

/** The hints of a question: its unit and the format of its answer. */
export function hintsOf(item: Item, { plain }: Wording): string[] {
  const unit = extensionOf(item, 'questionnaire-unit')?.valueCoding
  return [plain(unit?.display ?? unit?.code), plain(extensionOf(item, 'entryFormat')?.valueString)].filter(
    (hint) => hint !== undefined,
  )
}

/** Reports the properties of a question that are not imported. */
export function noteLosses(item: Item, lose: Lose) {
  const has = (ending: RegExp) => item.extension?.some(({ url }) => ending.test(url)) === true
  if (has(/(initialExpression|variable|answerExpression|calculatedValue)$/)) lose('calculation', item)
  if ((item.initial?.length ?? 0) > 0) lose('initial_value', item)
  if (has(/(regex|minLength|maxDecimalPlaces|targetConstraint|questionnaire-constraint)$/)) lose('text_rule', item)
  if (item._text?.extension?.some(({ url }) => /rendering-(xhtml|markdown)$/.test(url))) lose('formatting', item)
  if ((item.modifierExtension?.length ?? 0) > 0) lose('modifier', item)
  const isChoice = item.type === 'choice' || item.type === 'open-choice'
  if (item.repeats === true && !isChoice) lose('asked_once', item)
}
