import { z } from 'zod'

export const unitChoices = ['said', 'not_said'] as const
export type UnitChoice = (typeof unitChoices)[number]

/** A content unit of a picture or a story, and whether it was said. */
export const ContentUnitResult = z.object({
  /** As the protocol's item names it. */
  unit: z.string(),
  /** What the list found; `unsure`: words that may mean it; `no_list`: nothing was searched. */
  found: z.enum(['said', 'unsure', 'not_said', 'no_list']),
  /** The words that were found, with their times in the marked window; null if the time is unknown. */
  words: z.array(z.object({ text: z.string(), start: z.number().nullable(), end: z.number().nullable() })),
  /** What an examiner decided, instead of the list; null: nothing yet */
  choice: z.enum(unitChoices).nullable(),
})
export type ContentUnitResult = z.infer<typeof ContentUnitResult>

export const ContentUnitDecision = z.strictObject({
  unit: z.string('invalid').trim().min(1, 'required').max(300, 'too_long'),
  choice: z.enum(unitChoices, 'invalid'),
})
export type ContentUnitDecision = z.infer<typeof ContentUnitDecision>
