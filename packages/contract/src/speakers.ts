import { z } from 'zod'
import { wordSpeakers } from './transcripts.ts'

/** Who speaks when in a take, in seconds from the start of the marked window. */
export const Speakers = z.object({
  /** How many people an examiner said; it is never guessed. */
  people: z.int(),
  /** The version of the method. */
  version: z.int(),
  segments: z.array(z.object({ start_s: z.number(), end_s: z.number(), speaker: z.enum(wordSpeakers) })),
  /** The share of the speaking time that is not the participant's, %; null: nobody speaks. */
  others_share_pct: z.number().nullable(),
})
export type Speakers = z.infer<typeof Speakers>

/** How many people speak in the take that counts: more than two are told apart too badly to measure one of them. */
export const People = z.strictObject({ people: z.int('invalid').min(1, 'out_of_range').max(2, 'out_of_range') })
export type People = z.infer<typeof People>
