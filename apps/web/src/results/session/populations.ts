import type { FeatureResult, Population } from '@fonema/contract'
import { useQuery } from '@tanstack/react-query'
import { queryFor } from '../../api/query.ts'

/** The populations to compare results with. They change rarely: with an import or a new computation. */
export function usePopulations(): readonly Population[] {
  return useQuery({ ...queryFor('GET /ai/populations/'), staleTime: 60_000 }).data ?? []
}

/** Whether the organisation shows by colour how untypical a score is. */
export function useSemaphoreColumn(): boolean {
  return useQuery({ ...queryFor('GET /user/toggle_table'), staleTime: 60_000 }).data?.semaphore_column === true
}

export type Compared = { version: number; n: number; is_matched: boolean }

/** The comparison with a population, from any result that has it. */
export const comparedIn = (results: readonly FeatureResult[], populationId: string): Compared | undefined =>
  results.map((result) => result.compared[populationId]).find((compared) => compared !== undefined)

/** Populations that have values but were used for no score, and why. */
export function uncomparedOf(results: readonly FeatureResult[], populations: readonly Population[]) {
  return populations.flatMap((population) => {
    if (comparedIn(results, population.id) !== undefined) return []
    const reason = results.map((result) => result.uncompared[population.id]).find((found) => found !== undefined)
    return reason === undefined ? [] : [{ population, reason }]
  })
}

/** The populations with a column: all of them while results are pending, so that nothing moves. */
export function populationsOf(results: readonly FeatureResult[], populations: readonly Population[]): Population[] {
  if (results.some(({ status }) => status === 'pending')) return [...populations]
  return populations.filter(({ id }) => comparedIn(results, id) !== undefined)
}
