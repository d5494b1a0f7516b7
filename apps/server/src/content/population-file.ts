import { z } from 'zod'

const color = z.string().regex(/^#[0-9a-f]{6}([0-9a-f]{2})?$/)

/** The demonstration's populations: random numbers, generated when its clinic is created. */
export const PopulationFile = z.strictObject({
  licence: z.string().min(1),
  source: z.string().min(1),
  /** People in each group. */
  n: z.int().min(10),
  groups: z.array(
    z.strictObject({
      key: z.string().min(1),
      name: z.string().min(1),
      description: z.string().min(1),
      /** People without a diagnosis. */
      is_reference: z.boolean(),
      fill_color: color,
      stroke_color: color,
      /** Standard deviations towards the better end of measures with a direction. */
      shift: z.number(),
    }),
  ),
  /** By item category, function and score. */
  scores: z.record(
    z.string(),
    z.record(
      z.string(),
      z.record(
        z.string(),
        z.strictObject({
          mean: z.number(),
          sd: z.number().positive(),
          minimum: z.number().optional(),
        }),
      ),
    ),
  ),
})
export type PopulationFile = z.infer<typeof PopulationFile>
