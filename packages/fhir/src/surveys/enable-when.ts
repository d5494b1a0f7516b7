import { type Clause, isChoice, type SurveyDraftField } from '@fonema/contract'
import type { QuestionnaireItemEnableWhen } from '@medplum/fhirtypes'

/** A value as FHIR lets a code be: with single spaces inside. */
export const codeOf = (value: string): string => value.trim().replace(/\s+/g, ' ')

type When = QuestionnaireItemEnableWhen
type Found = { enableWhen: When[]; enableBehavior?: 'all' | 'any' }

/**
 * A condition in FHIR's words: a list of comparisons, of which all hold or any.
 *
 * @param lists all of them must hold, and of each list one clause
 * @returns null for a condition that needs both
 */
export function enableWhenOf(
  lists: readonly Clause[][],
  fields: ReadonlyMap<string, SurveyDraftField>,
): Found | Record<string, never> | null {
  const written = lists.map((list) => list.map((clause) => comparisonsOf(clause, fields.get(clause.field))))
  if (written.flat().includes(null)) return null
  const found = written as Comparisons[][] // none is null
  const [only] = found
  if (only === undefined) return {}
  const isAll = found.every((list) => list.length === 1 && isOne(list[0]!, 'all'))
  if (isAll) return behave(found.flat(), 'all')
  return found.length === 1 && only.every((comparisons) => isOne(comparisons, 'any')) ? behave(only, 'any') : null
}

type Comparisons = { joined: 'all' | 'any'; list: When[] }

const isOne = ({ joined, list }: Comparisons, behaviour: 'all' | 'any') => list.length === 1 || joined === behaviour

function behave(comparisons: readonly Comparisons[], behaviour: 'all' | 'any'): Found {
  const enableWhen = comparisons.flatMap(({ list }) => list)
  return { enableWhen, ...(enableWhen.length > 1 && { enableBehavior: behaviour }) }
}

function comparisonsOf(clause: Clause, target: SurveyDraftField | undefined): Comparisons | null {
  if (target === undefined) return null
  const question = clause.field
  if ('answered' in clause)
    return { joined: 'all', list: [{ question, operator: 'exists', answerBoolean: clause.answered }] }
  if ('compared' in clause) {
    const { compared: operator, value } = clause
    if (typeof value === 'string') return { joined: 'all', list: [{ question, operator, answerDate: value }] }
    return { joined: 'all', list: [{ question, operator, ...numberAs(target, value) }] }
  }
  const [operator, values] = 'in' in clause ? (['=', clause.in] as const) : (['!=', clause.not_in] as const)
  return {
    joined: 'in' in clause ? 'any' : 'all',
    list: values.map((value) => ({ question, operator, ...answerAs(target, value) })),
  }
}

const numberAs = ({ type, integer }: SurveyDraftField, value: number) =>
  (type === 'scale' || integer) && Number.isInteger(value) ? { answerInteger: value } : { answerDecimal: value }

function answerAs(target: SurveyDraftField, value: string) {
  if (isChoice(target.type)) return { answerCoding: { code: codeOf(value) } }
  switch (target.type) {
    case 'checkbox':
      return { answerBoolean: value === 'true' }
    case 'number':
    case 'scale':
      return numberAs(target, Number(value))
    case 'date':
      return { answerDate: value }
    default:
      return { answerString: value }
  }
}
