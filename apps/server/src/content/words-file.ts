import { z } from 'zod'

const word = z.string().trim().min(1).toLowerCase()
const words = z.array(word).min(1)

/** The data of a language for its word measures: `content/words`. */
export const WordsFile = z.strictObject({
  language: z.string().regex(/^[a-z]{2}$/),
  licence: z.string().min(1),
  source: z.string().min(1),
  fillers: words,
  /** Words that are filled pauses only beside a pause or with a lengthened vowel. */
  doubtful_fillers: z.array(word),
  /** Shortened words that are joined to the next one. */
  elisions: z.array(word),
  stop_words: words,
})
export type WordsFile = z.infer<typeof WordsFile>
