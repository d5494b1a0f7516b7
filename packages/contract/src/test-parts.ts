import type { z } from 'zod'
import { jsonParts } from './fields.ts'

export type Part = [path: string, schema: z.core.$ZodType]

/** A schema and every schema inside it, each with its path. */
export function partsOf(schema: z.core.$ZodType, path: string): Part[] {
  const content = jsonParts.get(schema as z.ZodType)?.content as z.core.$ZodType | undefined
  if (content) return partsOf(content, path)
  const { def } = schema._zod as z.core.$ZodTypes['_zod']
  const inside = () => {
    switch (def.type) {
      case 'object':
        return Object.entries(def.shape).flatMap(([name, member]) => partsOf(member, `${path}.${name}`))
      case 'array':
        return partsOf(def.element, `${path}[]`)
      case 'record':
        return partsOf(def.valueType, `${path} value`)
      case 'union':
        return def.options.flatMap((option) => partsOf(option, path))
      case 'optional':
      case 'nullable':
        return partsOf(def.innerType, path)
      case 'pipe':
        return [...partsOf(def.in, path), ...partsOf(def.out, path)]
      default:
        return []
    }
  }
  return [[path, schema], ...inside()]
}
