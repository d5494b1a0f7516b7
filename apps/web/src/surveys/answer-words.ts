import type { AnswerValue, SurveyField } from '@fonema/contract'
import { otherPrefix } from '@fonema/contract/survey-answers'

/** An answer as text: the labels of the chosen options and the text of 'other'. */
export function answerWords(
  { type, options }: Pick<SurveyField, 'type' | 'options'>,
  value: AnswerValue,
  words: { yes: string; no: string },
): string {
  if (Array.isArray(value)) return value.map((one) => choiceWords(options, one)).join('; ')
  if (typeof value === 'number') return String(value)
  if (type === 'checkbox') return value === 'true' ? words.yes : words.no
  return choiceWords(options, value)
}

const choiceWords = (options: SurveyField['options'], value: string) =>
  options?.find((option) => option.value === value)?.label ??
  (options !== undefined && value.startsWith(otherPrefix) ? value.slice(otherPrefix.length) : value)
