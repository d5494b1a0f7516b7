import type { SurveyFileField } from '../../content/survey-file.ts'
import { type AnswerOption, type Coding, type Item, ordinalOf, type ValueSet } from './fhir-resource.ts'
import { plainText } from './read-json.ts'
import type { Wording } from './wording.ts'

type Option = NonNullable<SurveyFileField['options']>[number]
/** A value with which a condition may compare an answer. */
export type Answer = string | number | boolean | Coding

export type Choices = {
  options: Option[]
  /** The value of the option that a condition refers to; undefined if there is no such option. */
  valueFor: (answer: Answer) => string | undefined
  hasExclusive: boolean
  hasInitial: boolean
}

type Found = { answer: Answer; label: string | undefined; score: number | undefined }

const maxValueLength = 100

/** The options of a choice, from the question or a value set in the file; undefined when they are elsewhere. */
export function choicesOf(item: Item, sets: ReadonlyMap<string, ValueSet>, wording: Wording): Choices | undefined {
  const found =
    item.answerOption?.flatMap((option) => optionOf(option, wording)) ??
    (item.answerValueSet?.startsWith('#') ? conceptsOf(sets.get(item.answerValueSet.slice(1)), wording) : undefined)
  if (found === undefined || found.length === 0) return undefined

  const options: Option[] = []
  const values: { answer: Answer; value: string }[] = []
  for (const { answer, label, score } of found) {
    const wanted = plainText(typeof answer === 'object' ? (answer.code ?? answer.display) : String(answer)) ?? ''
    const isUsable =
      wanted !== '' &&
      wanted.length <= maxValueLength &&
      // The prefix of an answer in the participant's own words.
      !wanted.startsWith('other:') &&
      !options.some(({ value }) => value === wanted)
    const value = isUsable ? wanted : `option_${options.length + 1}`
    options.push({ value, label: label ?? value, ...(score !== undefined && { score }) })
    values.push({ answer, value })
  }
  return {
    options,
    valueFor: (answer) => values.find((one) => isSame(one.answer, answer))?.value,
    hasExclusive:
      item.answerOption?.some((one) => one.extension?.some(({ url }) => url.endsWith('optionExclusive'))) === true,
    hasInitial: item.answerOption?.some(({ initialSelected }) => initialSelected === true) === true,
  }
}

function optionOf(option: AnswerOption, { of, plain }: Wording): Found[] {
  const { valueCoding: coding, valueString, _valueString, valueInteger, valueDate, valueTime } = option
  if (coding !== undefined) {
    const label = of(coding.display, coding._display) ?? plain(coding.code)
    return label === undefined ? [] : [{ answer: coding, label, score: ordinalOf(option, coding) }]
  }
  const answer = valueString ?? valueInteger ?? valueDate ?? valueTime
  if (answer === undefined) return []
  const label = valueString === undefined ? String(answer) : of(valueString, _valueString)
  return label === undefined ? [] : [{ answer, label, score: ordinalOf(option) }]
}

function conceptsOf(set: ValueSet | undefined, { of, plain, isThisLanguage }: Wording): Found[] | undefined {
  const listed =
    set?.expansion?.contains ??
    set?.compose?.include.flatMap(({ system, concept = [] }) => concept.map((one) => ({ ...one, system })))
  return listed?.map((concept) => {
    const { code, display, _display, designation, system } = concept
    const designated = designation?.find(({ language }) => language !== undefined && isThisLanguage(language))
    const label = plain(designated?.value) ?? of(display, _display) ?? plain(code)
    return { answer: { code, ...(system !== undefined && { system }) }, label, score: ordinalOf(concept) }
  })
}

function isSame(a: Answer, b: Answer): boolean {
  if (typeof a !== 'object' || typeof b !== 'object') {
    const [one, other] = [a, b].map((answer) => (typeof answer === 'object' ? answer.display : String(answer)))
    return one !== undefined && one === other
  }
  const isSystemSame = a.system === undefined || b.system === undefined || a.system === b.system
  return isSystemSame && (a.code === undefined ? a.display === b.display : a.code === b.code)
}
