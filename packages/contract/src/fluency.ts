import { z } from 'zod'

export const fluencyChoices = ['count', 'repetition', 'intrusion'] as const
export type FluencyChoice = (typeof fluencyChoices)[number]

/** A word of a fluency task about which an examiner decides. */
export const FluencyWord = z.object({
  word: z.string(),
  /** The earlier word to whose family it may belong; "": none. */
  beside: z.string(),
  /** null: nobody has decided yet */
  choice: z.enum(fluencyChoices).nullable(),
})
export type FluencyWord = z.infer<typeof FluencyWord>

const word = z.string('invalid').trim().toLowerCase().max(100, 'too_long')

export const FluencyDecision = z.strictObject({
  word: word.min(1, 'required'),
  beside: word,
  choice: z.enum(fluencyChoices, 'invalid'),
})
export type FluencyDecision = z.infer<typeof FluencyDecision>
