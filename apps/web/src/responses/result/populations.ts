import type { FeatureResult, Population } from '@fonema/contract'
import { useQuery } from '@tanstack/react-query'
import { queryFor } from '../../api/query.ts'

/** Whom results are compared with. They change rarely: with an import, or a new computation. */
export function usePopulations(): readonly Population[] {
  return useQuery({ ...queryFor('GET /ai/populations/'), staleTime: 60_000 }).data ?? []
}

/** Whether the organisation wants how untypical a score is, as a colour. */
export function useSemaphoreColumn(): boolean {
  return useQuery({ ...queryFor('GET /user/toggle_table'), staleTime: 60_000 }).data?.semaphore_column === true
}

export type Compared = { version: number; n: number; is_matched: boolean }

/** How a population was compared with, in whatever result has it. A result that failed carries nothing. */
export const comparedIn = (results: readonly FeatureResult[], populationId: string): Compared | undefined =>
  results.map((result) => result.compared?.[populationId]).find((compared) => compared !== undefined)

/** The populations that have a column: all of them while numbers are still to come, so that nothing moves. */
export function populationsOf(results: readonly FeatureResult[], populations: readonly Population[]): Population[] {
  if (results.some(({ status }) => status === 'pending')) return [...populations]
  return populations.filter(({ id }) => comparedIn(results, id) !== undefined)
}
