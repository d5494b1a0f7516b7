import type { ProtocolResponse, ReadyResult, SummaryNorm } from '@fonema/contract'
import type { Measure } from '@fonema/findings'
import { withTie } from '@fonema/findings/outside'
import { isFinal } from '../analysis/queries.ts'
import { shownScores } from '../analysis/shown-measures.ts'
import type { PopulationRow } from '../populations/queries.ts'

const kinds = ['people', 'published', 'synthetic'] as const
const kindOf = ({ is_synthetic, card }: PopulationRow): SummaryNorm['kind'] =>
  is_synthetic ? 'synthetic' : card === null ? 'people' : 'published'

/**
 * The references of people without a diagnosis, the best first: people's values, then published tables. Invented numbers
 * are used only where nothing of the session has a real place: the two are never mixed.
 */
export function normsOf(populations: readonly PopulationRow[], { responses }: ProtocolResponse): SummaryNorm[] {
  const norms = populations
    .filter(({ is_reference }) => is_reference)
    .map((row): SummaryNorm => ({ id: row.id, name: row.name, version: row.version, kind: kindOf(row) }))
    .sort((a, b) => kinds.indexOf(a.kind) - kinds.indexOf(b.kind))
  const results = responses.flatMap(({ feature_extraction_res }) => feature_extraction_res)
  const isUsed = ({ id }: SummaryNorm) => results.some((result) => result.compared[id] !== undefined)
  const real = norms.filter(({ kind }) => kind !== 'synthetic')
  return real.some(isUsed) ? real : norms.filter(({ kind }) => kind === 'synthetic')
}

/** Every shown measure with a value that is final, with its place in the first norm that has it. */
export function measuresOf({ responses }: ProtocolResponse, norms: readonly SummaryNorm[]): Omit<Measure, 'change'>[] {
  return responses.flatMap(({ protocol_item: { id, category }, feature_extraction_res }) =>
    feature_extraction_res.flatMap((result) => {
      if (!isFinal(result)) return []
      const { entry } = result.feature_extraction_func
      return shownScores(category.name, entry).flatMap(({ name, unit, decimals, direction, offset }) => {
        const value = result.scores[name]
        if (value === undefined) return []
        const place = placeOf(result, name, norms)
        return [{ item: id, entry, name, value: value + offset, unit, decimals, direction, place }]
      })
    }),
  )
}

function placeOf(result: ReadyResult, name: string, norms: readonly SummaryNorm[]): Measure['place'] {
  for (const norm of norms) {
    const percentile = result.percentiles[norm.id]?.[name]
    const interval = result.intervals[norm.id]?.[name]
    const compared = result.compared[norm.id]
    if (percentile === undefined || interval === undefined || compared === undefined) continue
    const { low, high } = withTie(interval, result.ties?.[norm.id]?.[name])
    return { percentile, low, high, n: interval.n, isMatched: compared.is_matched, norm }
  }
  return null
}
