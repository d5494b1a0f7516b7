import type { Answers, AnswerValue, SurveyAlert, SurveyScore } from '@fonema/contract'
import type { z } from 'zod'
import type { SurveyDefinition } from '../content/survey-file.ts'

type Field = SurveyDefinition['sections'][number]['fields'][number]

/** The score of an answer; null when there is none. */
function scoreOf({ options }: Field, value: AnswerValue | undefined): number | null {
  if (options === undefined) return typeof value === 'number' ? value : null
  return options.find((option) => option.value === value)?.score ?? null
}

const rangeOf = ({ options, min = 0, max = 0 }: Field) => {
  const scores = options?.map(({ score }) => score ?? 0) ?? [min, max]
  return { min: Math.min(...scores), max: Math.max(...scores) }
}

const sum = (numbers: readonly number[]) => numbers.reduce((total, number) => total + number, 0)

/** The survey's sums and the notices of its rules, computed from the answers. */
export function judgeAnswers(
  { sections, scores, alerts }: SurveyDefinition,
  answers: Answers,
): { scores: SurveyScore[]; alerts: z.infer<typeof SurveyAlert>[] } {
  const fields = new Map(sections.flatMap((section) => section.fields).map((field) => [field.name, field]))
  const counted = (name: string) => scoreOf(fields.get(name)!, answers[name])
  return {
    scores: scores.map(({ name, label, fields: names, bands }) => {
      const given = names.map(counted).filter((score) => score !== null)
      const ranges = names.map((one) => rangeOf(fields.get(one)!))
      const value = given.length === names.length ? sum(given) : null
      return {
        name,
        label,
        value,
        min: sum(ranges.map(({ min }) => min)),
        max: sum(ranges.map(({ max }) => max)),
        answered: given.length,
        total: names.length,
        band: value === null ? null : (bands?.find(({ up_to }) => value <= up_to)?.label ?? null),
      }
    }),
    alerts: alerts
      .filter(({ field, at_least }) => (counted(field) ?? Number.NEGATIVE_INFINITY) >= at_least)
      .map(({ field, text }) => ({ field, text })),
  }
}
