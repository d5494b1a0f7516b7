import { z } from 'zod'

const words = {
  /** Who was measured. */
  people: z.string().optional(),
  /** Microphone, room, format, task. */
  recorded: z.string().optional(),
  /** What differs from this product. */
  note: z.string(),
}

/** Where a published norm is from and what it measured. A population of people's values has none. */
export const NormCard = z.object({
  source: z.string(),
  licence: z.string(),
  /** In the language of the file. Cards of earlier releases have only the note. */
  ...words,
  /** The program that measured, with its version. */
  engine: z.string().optional(),
  /** The same words by the language of the interface; those without a translation are in the language of the file. */
  translations: z.record(z.string(), z.object(words).partial()).optional(),
  measures: z.array(
    z.object({
      /** `function/score`. */
      measure: z.string(),
      /** On this scale a normal distribution is assumed; `semitones` above 27.5 Hz. */
      scale: z.enum(['plain', 'semitones']),
      has_centiles: z.boolean(),
      tasks: z.array(
        z.object({
          language: z.string(),
          item: z.string(),
          /** The item here, and the task there. */
          title: z.string(),
          task: z.string(),
          strata: z.array(
            z.object({
              sex: z.enum(['f', 'm']).nullable(),
              age_min: z.int(),
              /** null: and older. */
              age_max: z.int().nullable(),
              n: z.int(),
            }),
          ),
        }),
      ),
    }),
  ),
})
export type NormCard = z.infer<typeof NormCard>
