import { Condition, clausesOf, countsIn, FieldType, fieldNamePattern, mostSteps, Option } from '@fonema/contract'
import { z } from 'zod'

const filled = z.string().trim().min(1)
const name = z
  .string()
  .max(100)
  .regex(fieldNamePattern, 'lower-case letters, digits and underscores only')
  // Answers are looked up in plain objects.
  .refine((one) => !(one in Object.prototype), 'must not be the name of a property of every object')

const Field = z
  .strictObject({
    name,
    label: filled,
    type: FieldType,
    required: z.boolean().optional(),
    help: filled.optional(),
    options: z.array(Option).min(1).optional(),
    other: z.boolean().optional(),
    min: z.number().optional(),
    max: z.number().optional(),
    integer: z.boolean().optional(),
    max_length: z.int().min(1).optional(),
    show_when: Condition.optional(),
  })
  .refine(({ type, options }) => /^(select|radio|multiselect)$/.test(type) === (options !== undefined), {
    path: ['options'],
    message: 'belong to select, radio and multiselect',
  })
  .refine(({ type, min, max }) => type !== 'scale' || (min !== undefined && max !== undefined && max > min), {
    path: ['max'],
    message: 'a scale needs min and max',
  })
  // Each step is a button.
  .refine(({ type, min = 0, max = 0 }) => type !== 'scale' || max - min <= mostSteps, {
    path: ['max'],
    message: 'a scale has at most a hundred steps',
  })
  .refine(({ options = [] }) => new Set(options.map(({ value }) => value)).size === options.length, {
    path: ['options'],
    message: 'each value may occur only once',
  })

export type SurveyFileField = z.infer<typeof Field>

const Score = z.strictObject({
  name,
  label: filled,
  fields: z.array(name).min(1),
  /** What the answer of a field is multiplied by; 1 where there is none. */
  weights: z.record(name, z.number()).optional(),
  /** The sum in words: the label of the first band whose `up_to` is at least the sum. `alert`: a notice to the examiner. */
  bands: z.array(z.strictObject({ up_to: z.number(), label: filled, alert: filled.optional() })).optional(),
})

/**
 * A notice that is shown when the score of a field's answer, or its number, is at least this, or when the answer is one
 * of `in`.
 */
const Alert = z
  .strictObject({
    field: name,
    at_least: z.number().optional(),
    in: z.array(z.string()).min(1).optional(),
    text: filled,
  })
  .refine((alert) => (alert.at_least === undefined) !== (alert.in === undefined), {
    path: ['at_least'],
    message: 'either `at_least` or `in`',
  })

export const SurveyDefinition = z.strictObject({
  sections: z
    .array(z.strictObject({ title: filled, description: filled.optional(), fields: z.array(Field).min(1) }))
    .min(1),
  scores: z.array(Score),
  alerts: z.array(Alert),
})
export type SurveyDefinition = z.infer<typeof SurveyDefinition>

export const SurveyFile = z
  .strictObject({
    key: z.string().regex(/^[a-z0-9-]+$/, 'lower-case letters, digits and hyphens only'),
    locale: z.string().regex(/^[a-z]{2}-[A-Z]{2}$/, 'a locale code such as es-ES'),
    licence: filled,
    source: filled,
    wording_version: z.int().min(1),
    name: filled,
    description: filled,
    ...SurveyDefinition.shape,
  })
  .superRefine((survey, context) => {
    const fields = survey.sections.flatMap((section) => section.fields)
    const names = fields.map((field) => field.name)
    const refuse = (path: string[], message: string) => context.addIssue({ code: 'custom', path, message })
    const double = names.find((one, index) => names.indexOf(one) !== index)
    if (double !== undefined) refuse(['sections'], `"${double}" occurs twice`)
    for (const [index, { name, show_when }] of fields.entries()) {
      // The form is filled from top to bottom, so a condition may only refer to an earlier question.
      for (const { field } of clausesOf(show_when).flat()) {
        if (!names.slice(0, index).includes(field))
          refuse(['sections', name, 'show_when'], `"${field}" is not asked before`)
      }
    }
    const byNumber = survey.alerts.filter((alert) => alert.at_least !== undefined)
    const counted = [...survey.scores.flatMap((score) => score.fields), ...byNumber.map((alert) => alert.field)]
    for (const { field, in: values } of survey.alerts)
      if (values !== undefined && !names.includes(field)) refuse(['alerts'], `"${field}" is not asked`)
    for (const name of counted) {
      const field = fields.find((field) => field.name === name)
      if (field === undefined || !countsIn(field)) refuse(['scores'], `"${name}" has no number to count`)
    }
  })
export type SurveyFile = z.infer<typeof SurveyFile>
