// Scores and alerts of a survey, computed from its answers. Pure, and imports no schema: the web loads this file alone.

import { isEmptyAnswer, shownFields } from './survey-answers.ts'
import type { Answers, AnswerValue, SurveyField } from './survey-fields.ts'
import type { SurveyAlert, SurveyScore } from './surveys.ts'

type CountedField = Pick<SurveyField, 'name' | 'type' | 'options' | 'other' | 'min' | 'max' | 'show_when'>

/** The scores and alerts of a published survey in one language. */
export type ScoreRules = {
  scores: readonly {
    name: string
    label: string
    fields: readonly string[]
    /** By field; 1 where there is none. */
    weights?: Readonly<Record<string, number>> | undefined
    /** The first band whose `up_to` is at least the sum. Its notice is an alert. */
    bands?: readonly { up_to: number; label: string; alert?: string | undefined }[] | undefined
  }[]
  alerts: readonly {
    field: string
    /** What the answer counts is at least this. */
    at_least?: number | undefined
    /** The answer is, or contains, one of these. */
    in?: readonly string[] | undefined
    text: string
  }[]
}

/** Whether each answer has a number that can be summed or compared. */
export const countsIn = ({ type, options, other, max }: Pick<CountedField, 'type' | 'options' | 'other' | 'max'>) =>
  type !== 'multiselect' &&
  other !== true &&
  (options?.every(({ score }) => score !== undefined) ?? (max !== undefined && /^(number|scale)$/.test(type)))

/** What an answer counts; null when it counts nothing. */
function countOf({ options }: CountedField, value: AnswerValue | undefined): number | null {
  if (options === undefined) return typeof value === 'number' ? value : null
  return options.find((option) => option.value === value)?.score ?? null
}

/** The lowest and the highest sum of a score. */
export function scoreRange(
  fields: ReadonlyMap<string, Pick<CountedField, 'options' | 'min' | 'max'>>,
  counted: readonly { field: string; weight: number }[],
): { min: number; max: number } {
  const ends = counted.map(({ field, weight }) => {
    const { options, min = 0, max = 0 } = fields.get(field) ?? {}
    const counts = (options?.map(({ score }) => score ?? 0) ?? [min, max]).map((one) => exact(one * weight))
    return { min: Math.min(...counts), max: Math.max(...counts) }
  })
  return { min: sum(ends.map(({ min }) => min)), max: sum(ends.map(({ max }) => max)) }
}

/** Decimal weights must not leave binary remainders: 3 × 0.1 is 0.3, and a band up to 0.3 holds it. */
const exact = (value: number) => Number(value.toFixed(6))
const sum = (numbers: readonly number[]) => exact(numbers.reduce((total, number) => total + number, 0))

type Judged = { scores: SurveyScore[]; alerts: SurveyAlert[] }

/**
 * The survey's sums and notices. A sum is null while one of its fields has no answer that counts: a sum of the rest
 * would be too small. Fields that were not asked count as unanswered.
 */
export function judgeAnswers(fields: readonly CountedField[], rules: ScoreRules, answers: Answers): Judged {
  const byName = new Map(fields.map((field) => [field.name, field]))
  const asked = new Set(shownFields(fields, answers).map(({ name }) => name))
  const given = (name: string) => (Object.hasOwn(answers, name) ? answers[name] : undefined)
  const count = (name: string) => countOf(byName.get(name)!, given(name))
  const missingAt = (field: string): SurveyScore['missing'][number][] => {
    if (!asked.has(field)) return [{ field, reason: 'not_asked' }]
    if (isEmptyAnswer(given(field))) return [{ field, reason: 'unanswered' }]
    return count(field) === null ? [{ field, reason: 'no_number' }] : []
  }
  const judged = rules.scores.map(({ name, label, fields: names, weights = {}, bands = [] }) => {
    const weightOf = (field: string) => (Object.hasOwn(weights, field) ? weights[field]! : 1)
    const missing = names.flatMap(missingAt)
    const value = missing.length > 0 ? null : sum(names.map((field) => exact(count(field)! * weightOf(field))))
    const range = scoreRange(
      byName,
      names.map((field) => ({ field, weight: weightOf(field) })),
    )
    const band = value === null ? undefined : bands.find(({ up_to }) => value <= up_to)
    const score: SurveyScore = {
      name,
      label,
      value,
      ...range,
      answered: names.length - missing.length,
      total: names.length,
      missing,
      band: band?.label ?? null,
    }
    return { score, notice: band?.alert }
  })
  const reached = rules.alerts.filter(({ field, at_least, in: values }) => {
    if (!asked.has(field)) return false
    if (values !== undefined) return [given(field) ?? []].flat().some((value) => values.includes(String(value)))
    return at_least !== undefined && (count(field) ?? Number.NEGATIVE_INFINITY) >= at_least
  })
  return {
    scores: judged.map(({ score }) => score),
    // Single answers first: they may be about the safety of the person.
    alerts: [
      ...reached.map(({ field, text }) => ({ field, score: null, text })),
      ...judged.flatMap(({ score, notice }) =>
        notice === undefined ? [] : [{ field: null, score: score.name, text: notice }],
      ),
    ],
  }
}
