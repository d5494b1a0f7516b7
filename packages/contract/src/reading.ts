import { z } from 'zod'

const times = { start: z.number().nullable(), end: z.number().nullable() }

/** A text that was read, word by word, and the words that are not in it. Times are of the marked window. */
export const ReadingWords = z.object({
  words: z.array(
    z.object({
      /** As it is printed. */
      text: z.string(),
      state: z.enum(['read', 'skipped', 'replaced', 'not_reached']),
      /** What was said instead; null unless the word was replaced */
      said: z.string().nullable(),
      /** How often it was said again. */
      repeated: z.int(),
      /** It was begun, or said otherwise, before it came right. */
      is_corrected: z.boolean(),
      ...times,
    }),
  ),
  /** `after`: the place of the printed word before it; -1 before the first. */
  added: z.array(z.object({ after: z.int(), text: z.string(), ...times })),
})
export type ReadingWords = z.infer<typeof ReadingWords>
