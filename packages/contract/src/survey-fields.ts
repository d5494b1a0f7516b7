import { z } from 'zod'
import { Id } from './fields.ts'

export const fieldTypes = [
  'text',
  'textarea',
  'tel',
  'number',
  'email',
  'select',
  'radio',
  'multiselect',
  'checkbox',
  'date',
  'scale',
] as const
export const FieldType = z.enum(fieldTypes)
export type FieldType = z.infer<typeof FieldType>

/** The field is shown when the answer to `field` is one of these, or holds one of them. */
export const Condition = z.strictObject({ field: z.string(), in: z.array(z.string()).min(1) })

/** `score` counts in the survey's sums. */
export const Option = z.strictObject({ value: z.string(), label: z.string(), score: z.number().optional() })

export const SurveyField = z.object({
  id: Id,
  name: z.string(),
  label: z.string(),
  type: FieldType,
  required: z.boolean(),
  help: z.string().nullable(),
  options: z.array(Option).optional(),
  /** An answer in the participant's own words is possible: `other: …`. */
  other: z.boolean().optional(),
  min: z.number().optional(),
  max: z.number().optional(),
  show_when: Condition.optional(),
})
export type SurveyField = z.infer<typeof SurveyField>

export const AnswerValue = z.union([z.string(), z.number(), z.array(z.string())])
export type AnswerValue = z.infer<typeof AnswerValue>
export type Answers = Record<string, AnswerValue>
