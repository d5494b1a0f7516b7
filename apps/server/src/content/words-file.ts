import { z } from 'zod'

const word = z.string().trim().min(1).toLowerCase()
const words = z.array(word).min(1)

/** What a language's measures of words need to know of it: `content/words`. */
export const WordsFile = z.strictObject({
  language: z.string().regex(/^[a-z]{2}$/),
  licence: z.string().min(1),
  source: z.string().min(1),
  fillers: words,
  /** Shortened words written together with the next one. */
  elisions: z.array(word),
  stop_words: words,
  /** Members of the categories that fluency items name. */
  lists: z.record(z.string().regex(/^[a-z-]+$/), words),
})
export type WordsFile = z.infer<typeof WordsFile>
