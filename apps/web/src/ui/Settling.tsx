import { type UseQueryOptions, useQueries } from '@tanstack/react-query'
import { settlingPart } from './settling-part.ts'

/** What `queryFor` makes, whatever its answer. */
type Query = Pick<UseQueryOptions<never, Error, never, readonly unknown[]>, 'queryKey'>

/**
 * Marks a place of a page whose height is known when these calls are answered. What follows it, also in the elements
 * around it, is not visible until then (`AppFrame.module.css`): it would move away while somebody aims at it.
 */
export function Settling({ until }: { until: readonly Query[] }) {
  const isLoading = useQueries({
    // It asks for nothing again: the parts of the page do.
    queries: until.map((query) => ({ ...query, staleTime: Number.POSITIVE_INFINITY })),
    combine: (results) => results.some((one) => one.isLoading),
  })
  return isLoading && <span ref={settlingPart} hidden />
}
