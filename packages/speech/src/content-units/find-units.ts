import type { WordLists } from '../words.ts'
import type { ContentUnit, NegationRules, UnitGroup, UnitPattern } from './unit-rules.ts'
import { type UnitToken, unitTokens } from './unit-tokens.ts'

/** `no_list`: no list has the unit, so that nothing was searched. */
export type UnitFinding = 'said' | 'unsure' | 'not_said' | 'no_list'

/** A unit of an item and what the words say about it. `places`: of the words that say it, in their order. */
export type FoundUnit = {
  readonly unit: string
  readonly found: UnitFinding
  readonly places: readonly number[]
}

/** From the first to the last word of a pattern. */
const windowWords = 8

/**
 * Looks for the content units of an item in what was said. A unit is said when the groups of one of its patterns lie
 * near to one another in one sentence. What is denied ("there is no ladder") does not count, unless the pattern asks for
 * the denial ("did not know them").
 *
 * @param spoken the words as they were written; null for words that are not the participant's
 * @param units the units of the item; null for one that no list has
 */
export function findContentUnits(
  spoken: readonly (string | null)[],
  units: readonly { readonly unit: string; readonly rules: ContentUnit | null }[],
  lists: WordLists,
  negation: NegationRules,
): FoundUnit[] {
  const tokens = unitTokens(spoken, lists, negation)
  return units.map(({ unit, rules }) => {
    if (rules === null) return { unit, found: 'no_list', places: [] }
    const said = earliest(tokens, rules.said)
    if (said !== null) return { unit, found: 'said', places: said }
    const unsure = earliest(tokens, rules.unsure)
    return unsure === null ? { unit, found: 'not_said', places: [] } : { unit, found: 'unsure', places: unsure }
  })
}

type Occurrence = { readonly first: number; readonly last: number }

/** The places of the earliest match of any of the patterns. */
function earliest(tokens: readonly UnitToken[], patterns: readonly UnitPattern[]): number[] | null {
  let best: Occurrence[] | null = null
  for (const pattern of patterns) {
    const match = matchOf(tokens, pattern)
    if (match !== null && (best === null || firstOf(match) < firstOf(best))) best = match
  }
  if (best === null) return null
  const places = best.flatMap(({ first, last }) => tokens.slice(first, last + 1).map(({ place }) => place))
  return [...new Set(places)].sort((a, b) => a - b)
}

const firstOf = (match: readonly Occurrence[]) => Math.min(...match.map(({ first }) => first))
const lastOf = (match: readonly Occurrence[]) => Math.max(...match.map(({ last }) => last))

/** The earliest match of a pattern, and of those that begin together the shortest. */
function matchOf(tokens: readonly UnitToken[], pattern: UnitPattern): Occurrence[] | null {
  const mayBeDenied = pattern.some(({ isNegated }) => isNegated)
  const occurrences = pattern.map((group) => occurrencesOf(tokens, group, mayBeDenied))
  let best: Occurrence[] | null = null
  const extend = (match: readonly Occurrence[]) => {
    const group = occurrences[match.length]
    if (group === undefined) {
      if (best === null || isBefore(match, best)) best = [...match]
      return
    }
    for (const one of group) if (fits(tokens, [...match, one])) extend([...match, one])
  }
  extend([])
  return best
}

function isBefore(a: readonly Occurrence[], b: readonly Occurrence[]): boolean {
  const difference = firstOf(a) - firstOf(b)
  return difference < 0 || (difference === 0 && lastOf(a) < lastOf(b))
}

/** Whether the occurrences lie apart, in one sentence and in one window. */
function fits(tokens: readonly UnitToken[], match: readonly Occurrence[]): boolean {
  const [first, last] = [firstOf(match), lastOf(match)]
  if (last - first > windowWords || tokens[first]!.sentence !== tokens[last]!.sentence) return false
  const newest = match.at(-1)!
  return match.slice(0, -1).every((one) => one.last < newest.first || newest.last < one.first)
}

function occurrencesOf(tokens: readonly UnitToken[], { forms, isNegated }: UnitGroup, mayBeDenied: boolean) {
  const found: Occurrence[] = []
  for (const first of tokens.keys()) {
    for (const form of forms) {
      const last = first + form.length - 1
      const isHere = form.every(({ text, isStem }, index) => {
        const token = tokens[first + index]
        if (token === undefined || token.sentence !== tokens[first]!.sentence) return false
        return isStem ? token.text.startsWith(text) : token.text === text
      })
      if (!isHere) continue
      const isDenied = tokens.slice(first, last + 1).some(({ negation }) => negation !== null)
      if (isNegated ? !isDenied : isDenied && !mayBeDenied) continue
      found.push({ first, last })
      break
    }
  }
  return found
}
