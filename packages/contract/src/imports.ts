import { z } from 'zod'

/** What can be wrong with a file of values, or with one of its cells. */
export const importProblemCodes = [
  'empty',
  'not_text',
  'unclosed_quote',
  'missing_column',
  'unknown_column',
  'repeated_column',
  'wrong_cell_count',
  'no_rows',
  'too_many_rows',
  'required',
  'too_long',
  'formula',
  'not_a_number',
  'ambiguous_number',
  'out_of_range',
  'unknown',
  'unknown_item',
  'duplicate',
  'already_exists',
  'not_a_date',
  'in_future',
  'before_birthday',
  'invalid',
  'synthetic_population',
  'rule_population',
  'other_kind',
  'mixed_ages',
  'not_rising',
  'contradiction',
] as const

export const ImportProblem = z.object({
  /** As an editor counts: the header is line 1. */
  line: z.int(),
  /** null: the line as a whole. */
  column: z.string().nullable(),
  code: z.enum(importProblemCodes),
  /** For a duplicate: the line of the first one. */
  other_line: z.int().optional(),
})
export type ImportProblem = z.infer<typeof ImportProblem>

/** How a file was read, and its problems. Every import's preview has these. */
export const importFindings = {
  encoding: z.string().nullable(),
  separator: z.string().nullable(),
  rows: z.int(),
  /** The first problems; `problem_count` counts all. */
  problems: z.array(ImportProblem),
  problem_count: z.int(),
}
export const ImportFindings = z.object(importFindings)
export type ImportFindings = z.infer<typeof ImportFindings>
