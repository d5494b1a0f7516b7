import { z } from 'zod'

/** Where a published norm is from and what it measured. A population of people's values has none. */
export const NormCard = z.object({
  source: z.string(),
  licence: z.string(),
  /** Who was measured and how, and what differs from this product. */
  note: z.string(),
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
