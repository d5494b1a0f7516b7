import { z } from 'zod'

/** The number of rows that a page may have. */
export const pageLimit = (max: number) =>
  z.coerce.number('invalid').int('invalid').min(1, 'out_of_range').max(max, 'out_of_range').optional()

/**
 * The query of every list with an `order` (route.ts). The cursor is opaque: it comes from the previous page's `Link`
 * header.
 */
export const PageQuery = z.object({
  limit: pageLimit(1000),
  cursor: z.string('invalid').min(1, 'invalid').max(4000, 'invalid').optional(),
})
