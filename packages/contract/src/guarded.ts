import { z } from 'zod'
import type { Feature } from './access.ts'

type Guard = { feature: Feature; blank: unknown }

/** The fields of answers that need their own feature. */
export const guards = z.registry<Guard>()

/**
 * A field of an answer that needs a feature which the call itself does not require. In an impersonation mode without
 * the feature, the field is `blank`. The server blanks every answer in one place (platform/http/implement.ts), so a
 * handler always returns the value.
 */
export function guarded<T extends z.ZodType>(feature: Feature, schema: T, blank: z.output<T>): T {
  const description = `\`${JSON.stringify(blank)}\` in an impersonation mode without \`${feature}\`.`
  const field = schema.meta({ description })
  guards.add(field, { feature, blank } as never)
  return field
}

/** A field that only a reader of results may see. */
export const ofResults = <T extends z.ZodType>(schema: T, blank: z.output<T>) =>
  guarded('readProtocolRes', schema, blank)

/** `path`: the names of members, and `[]` for each element of a list. */
export type GuardedField = Guard & { path: readonly string[] }

/** The guarded fields of an answer. */
export function guardedFieldsOf(schema: z.core.$ZodType): GuardedField[] {
  const guard = guards.get(schema)
  if (guard !== undefined) return [{ ...guard, path: [] }]
  const { def } = schema._zod as z.core.$ZodTypes['_zod']
  const below = (part: z.core.$ZodType, ...steps: string[]) =>
    guardedFieldsOf(part).map((field) => ({ ...field, path: [...steps, ...field.path] }))
  switch (def.type) {
    case 'object':
      return Object.entries(def.shape).flatMap(([name, member]) => below(member, name))
    case 'array':
      return below(def.element, '[]')
    case 'nullable':
    case 'optional':
      return below(def.innerType)
    case 'record':
      if (below(def.valueType).length > 0) throw new Error('A guarded field inside a record has no path')
      return []
    case 'union': {
      // The path alone finds a field, so each variant must guard the same fields, in the same order.
      const [first = [], ...others] = def.options.map((option) => below(option))
      if (others.some((fields) => JSON.stringify(fields) !== JSON.stringify(first)))
        throw new Error('The variants of a union guard different fields')
      return first
    }
    default:
      return []
  }
}

/** The answer with these fields blanked. */
export const blanked = (answer: unknown, fields: readonly GuardedField[]): unknown =>
  fields.reduce((blankedSoFar, { path, blank }) => withBlank(blankedSoFar, path, blank), answer)

function withBlank(value: unknown, [step, ...rest]: readonly string[], blank: unknown): unknown {
  if (step === undefined) return blank
  if (typeof value !== 'object' || value === null) return value
  if (Array.isArray(value)) return value.map((each) => withBlank(each, rest, blank))
  const member = (value as Record<string, unknown>)[step]
  return member === undefined ? value : { ...value, [step]: withBlank(member, rest, blank) }
}
