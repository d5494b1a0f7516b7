import type { Clause, Condition, SurveyDraftField } from '@fonema/contract'
import { clausesOf } from '@fonema/contract/survey-answers'

export type Behaviour = 'all' | 'any'
/** A condition as the editor shows it: clauses of which all or any hold. */
type FlatCondition = { behaviour: Behaviour; clauses: Clause[] }

/** Null for a condition that mixes "all" and "any", which imported questionnaires may have. */
export function flatOf(condition: Condition | null): FlatCondition | null {
  const lists = clausesOf(condition ?? undefined)
  if (lists.every((list) => list.length === 1)) return { behaviour: 'all', clauses: lists.flat() }
  return lists.length === 1 ? { behaviour: 'any', clauses: lists[0]! } : null
}

export function conditionOf({ behaviour, clauses }: FlatCondition): Condition | null {
  const [first] = clauses
  if (first === undefined) return null
  if (clauses.length === 1) return first
  return { all: behaviour === 'all' ? clauses : [{ any: clauses }] }
}

export const operators = ['is', 'is_not', 'answered', 'unanswered', '>=', '<=', '>', '<'] as const
export type Operator = (typeof operators)[number]

export function operatorOf(clause: Clause): Operator {
  if ('in' in clause) return 'is'
  if ('not_in' in clause) return 'is_not'
  if ('answered' in clause) return clause.answered ? 'answered' : 'unanswered'
  return clause.compared
}

/** The operators that make sense for the answers of a field. */
export function operatorsFor({ type }: Pick<SurveyDraftField, 'type'>): readonly Operator[] {
  if (type === 'checkbox') return ['is']
  if (type === 'number' || type === 'scale') return ['is', '>=', '<=', '>', '<', 'answered', 'unanswered']
  if (type === 'date') return ['>=', '<=', '>', '<', 'answered', 'unanswered']
  if (type === 'select' || type === 'radio' || type === 'multiselect') return ['is', 'is_not', 'answered', 'unanswered']
  return ['answered', 'unanswered']
}

/** The first clause about a field: what somebody most likely means. */
export function clauseAbout(field: SurveyDraftField, operator: Operator = operatorsFor(field)[0]!): Clause {
  const about = { field: field.name }
  switch (operator) {
    case 'answered':
    case 'unanswered':
      return { ...about, answered: operator === 'answered' }
    case 'is':
    case 'is_not': {
      const first = field.type === 'checkbox' ? 'true' : (field.options[0]?.value ?? String(field.min ?? 0))
      return operator === 'is' ? { ...about, in: [first] } : { ...about, not_in: [first] }
    }
    default:
      return { ...about, compared: operator, value: field.type === 'date' ? '2000-01-01' : (field.min ?? 0) }
  }
}
