import type { Clause, Condition } from '@fonema/contract'
import type { SurveyFileField } from '../../content/survey-file.ts'
import type { Answer } from './choices.ts'
import type { EnableWhen, Item } from './fhir-resource.ts'

/** A converted question, as conditions of later questions use it. */
export type ConvertedField = { field: SurveyFileField; valueFor: (answer: Answer) => string | undefined }

/** The conditions of a question. All of them must hold. */
export type Entries = readonly (Clause | { any: Clause[] })[]

/** @returns undefined when a part of the condition has no counterpart here: then the question is always asked */
export function entriesOf(
  { enableWhen = [], enableBehavior }: Item,
  asked: ReadonlyMap<string, ConvertedField>,
): Entries | undefined {
  const clauses = enableWhen.map((when) => clauseOf(when, asked.get(when.question)))
  if (clauses.some((clause) => clause === undefined)) return undefined
  const isAll = enableBehavior === 'all' || clauses.length < 2
  const known = merged(clauses as Clause[], isAll ? 'not_in' : 'in') // none is undefined
  return isAll || known.length < 2 ? known : [{ any: known }]
}

/** One clause for several values of the same question: any that it is, or all that it is not. */
function merged(clauses: readonly Clause[], kind: 'in' | 'not_in'): Clause[] {
  const list: Clause[] = []
  for (const clause of clauses) {
    const last = list.at(-1)
    const isSame = last?.field === clause.field
    if (isSame && kind === 'in' && 'in' in last && 'in' in clause) last.in = [...last.in, ...clause.in]
    else if (isSame && kind === 'not_in' && 'not_in' in last && 'not_in' in clause)
      last.not_in = [...last.not_in, ...clause.not_in]
    else list.push({ ...clause })
  }
  return list
}

export function conditionOf(entries: Entries): Condition | undefined {
  const [first] = entries
  if (first === undefined) return undefined
  return entries.length === 1 && !('any' in first) ? first : { all: [...entries] }
}

function clauseOf(when: EnableWhen, target: ConvertedField | undefined): Clause | undefined {
  if (target === undefined) return undefined
  const { operator, answerBoolean, answerDecimal, answerInteger, answerDate, answerString, answerCoding } = when
  const { name: field, type } = target.field
  if (operator === 'exists') return answerBoolean === undefined ? undefined : { field, answered: answerBoolean }
  const answer = answerBoolean ?? answerDecimal ?? answerInteger ?? answerDate ?? answerString ?? answerCoding
  if (answer === undefined) return undefined
  if (operator === '=' || operator === '!=') {
    const value = target.valueFor(answer)
    if (value === undefined) return undefined
    return operator === '=' ? { field, in: [value] } : { field, not_in: [value] }
  }
  const isNumber = (type === 'number' || type === 'scale') && typeof answer === 'number'
  const isDay = type === 'date' && typeof answer === 'string' && /^\d{4}-\d{2}-\d{2}$/.test(answer)
  return isNumber || isDay ? { field, compared: operator, value: answer } : undefined
}
