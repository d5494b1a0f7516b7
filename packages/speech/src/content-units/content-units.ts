import { type Measured, Scores } from '../measured.ts'
import type { FoundUnit } from './find-units.ts'

export type UnitChoice = 'said' | 'not_said'

/** A unit with what an examiner decided; null: nothing yet. */
export type DecidedUnit = FoundUnit & { readonly choice: UnitChoice | null }

/** Whether an examiner still has to decide about a unit. */
export const isOpenUnit = ({ found, choice }: Pick<DecidedUnit, 'found' | 'choice'>): boolean =>
  choice === null && (found === 'unsure' || found === 'no_list')

const isSaid = ({ found, choice }: DecidedUnit) => (choice ?? found) === 'said'

/**
 * How many content units were said. What an examiner decided replaces what the list found. While units without a list
 * wait for a decision, nothing is counted.
 *
 * @param speechSpanS from the first sound to the last; null when unknown
 */
export function measureContentUnits(units: readonly DecidedUnit[], speechSpanS: number | null): Measured {
  const found = new Scores()
  const isCounted = units.every((unit) => unit.found !== 'no_list' || unit.choice !== null)
  const said = isCounted ? units.filter(isSaid).length : null
  found.put('content_units', said, 'undecided_units')
  found.put('content_units_pct', said === null ? null : (100 * said) / units.length, 'undecided_units')
  const isKnown = speechSpanS !== null && speechSpanS > 0
  found.put(
    'content_units_per_min',
    said === null || !isKnown ? null : (60 * said) / speechSpanS,
    said === null ? 'undecided_units' : 'no_speech',
  )
  found.put('undecided_units', units.filter(isOpenUnit).length, 'undecided_units')
  return { scores: found.scores, missing: found.missing }
}
