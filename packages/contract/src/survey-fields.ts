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

/** Schemas of a condition with these texts; `listOf` bounds its lists. */
export function conditionSchemas(text: z.ZodString, listOf: <T extends z.ZodType>(one: T) => z.ZodArray<T>) {
  const asked = { field: text }
  /** A condition on an earlier answer. Without an answer, only `answered: false` holds. */
  const clause = z.union([
    /** The answer is one of these, or contains one of them. */
    z.strictObject({ ...asked, in: listOf(text) }),
    z.strictObject({ ...asked, not_in: listOf(text) }),
    z.strictObject({ ...asked, answered: z.boolean() }),
    /** Dates are compared as text. */
    z.strictObject({ ...asked, compared: z.enum(['>', '>=', '<', '<=']), value: z.union([z.number(), text]) }),
  ])
  /** The field is shown when the clause holds, or all of several. Each of several may be a list of alternatives. */
  const condition = z.union([
    clause,
    z.strictObject({ all: listOf(z.union([clause, z.strictObject({ any: listOf(clause) })])) }),
  ])
  return { clause, condition }
}

export const { clause: Clause, condition: Condition } = conditionSchemas(z.string(), (one) => z.array(one).min(1))
export type Clause = z.infer<typeof Clause>
export type Condition = z.infer<typeof Condition>

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
  /** Allows an answer in the participant's own words: `other: …`. */
  other: z.boolean().optional(),
  min: z.number().optional(),
  max: z.number().optional(),
  /** For a number: without decimals. */
  integer: z.boolean().optional(),
  /** For a text: at most so many characters. */
  max_length: z.int().min(1).optional(),
  show_when: Condition.optional(),
})
export type SurveyField = z.infer<typeof SurveyField>

export const AnswerValue = z.union([z.string(), z.number(), z.array(z.string())])
export type AnswerValue = z.infer<typeof AnswerValue>
export type Answers = Record<string, AnswerValue>
