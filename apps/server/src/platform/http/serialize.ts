import type { FastifySerializerCompiler } from 'fastify/types/schema.js'
import { serializerCompiler as encodeAndSerialize } from 'fastify-type-provider-zod'
import type { z } from 'zod'

type Write = (value: unknown) => string

/**
 * Fastify's serializer, compiled once from each schema. It omits members that the schema does not name, and refuses
 * values of another type. Formats and ranges are checked only in the tests, where every answer is compared with zod's:
 * matching a pattern for each id of a long list costs as much as writing the list.
 */
export const serializerCompiler: FastifySerializerCompiler<z.ZodType> = (route) => {
  const inFull = encodeAndSerialize(route)
  const write = writerOf(route.schema)
  return (answer) => {
    try {
      return write(answer)
    } catch (error) {
      // zod throws an error with the details.
      if (error instanceof Misfit) return inFull(answer)
      throw error
    }
  }
}

class Misfit extends Error {}

function misfit(): never {
  throw new Misfit('the answer does not fit its schema')
}

/** Leaves schemas with further rules to zod, such as a trimmed text or a union without a discriminator. */
function writerOf(schema: z.core.$ZodType): Write {
  const { def } = schema._zod as z.core.$ZodTypes['_zod']
  if (def.checks?.length) return writeByZod(schema)
  switch (def.type) {
    case 'string':
      return writeText
    case 'number':
      return writeNumber
    case 'boolean':
      return (value) => (typeof value === 'boolean' ? String(value) : misfit())
    case 'enum':
      return writeOneOf(new Set(Object.values(def.entries)))
    case 'literal':
      return writeOneOf(new Set(def.values))
    case 'null':
      return writeOneOf(new Set([null]))
    case 'union':
      return 'discriminator' in def ? writeVariant(def as z.core.$ZodDiscriminatedUnionDef) : writeByZod(schema)
    case 'nullable': {
      const write = writerOf(def.innerType)
      return (value) => (value === null ? 'null' : write(value))
    }
    case 'array':
      return writeArray(writerOf(def.element))
    case 'record':
      return isPlainText(def.keyType) ? writeRecord(writerOf(def.valueType)) : writeByZod(schema)
    case 'object':
      return def.catchall === undefined ? writeObject(def.shape) : writeByZod(schema)
    default:
      return writeByZod(schema)
  }
}

const isPlainText = (schema: z.core.$ZodType) => schema._zod.def.type === 'string' && !('format' in schema._zod.def)

function writeByZod(schema: z.core.$ZodType): Write {
  const write = encodeAndSerialize({ schema, method: '', url: '' } as never)
  return (value) => write(value)
}

/** Characters that are left to JSON.stringify: quotes, backslashes, control characters and surrogates. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: those that JSON escapes
const special = /["\\\u0000-\u001f\ud800-\udfff]/

function writeText(value: unknown): string {
  if (typeof value !== 'string') misfit()
  return special.test(value) ? JSON.stringify(value) : `"${value}"`
}

function writeNumber(value: unknown): string {
  return Number.isFinite(value) ? JSON.stringify(value) : misfit()
}

const writeOneOf =
  (values: ReadonlySet<unknown>): Write =>
  (value) =>
    values.has(value) ? JSON.stringify(value) : misfit()

const writeArray =
  (write: Write): Write =>
  (value) => {
    if (!Array.isArray(value)) misfit()
    let text = ''
    for (let i = 0; i < value.length; i++) text += i === 0 ? write(value[i]) : `,${write(value[i])}`
    return `[${text}]`
  }

const writeRecord =
  (write: Write): Write =>
  (value) => {
    const parts = Object.entries(objectOf(value)).map(([key, each]) => `${JSON.stringify(key)}:${write(each)}`)
    return `{${parts.join(',')}}`
  }

function writeObject(shape: Readonly<Record<string, z.core.$ZodType>>): Write {
  const members = Object.entries(shape).map(([key, schema]) => {
    const { def } = schema._zod as z.core.$ZodTypes['_zod']
    const isOptional = def.type === 'optional'
    return { key, isOptional, start: `${JSON.stringify(key)}:`, write: writerOf(isOptional ? def.innerType : schema) }
  })
  return (value) => {
    const object = objectOf(value)
    let text = ''
    for (const { key, isOptional, start, write } of members) {
      const member = object[key]
      if (member === undefined && isOptional) continue
      text += (text === '' ? start : `,${start}`) + write(member)
    }
    return `{${text}}`
  }
}

/** One shape of several. The value of the discriminator decides which. */
function writeVariant({ discriminator, options }: z.core.$ZodDiscriminatedUnionDef): Write {
  const variants = new Map(
    options.flatMap((option) => {
      const write = writerOf(option)
      return Array.from(option._zod.propValues?.[discriminator] ?? [], (value) => [value, write] as const)
    }),
  )
  return (value) => (variants.get(objectOf(value)[discriminator] as z.core.util.Primitive) ?? misfit)(value)
}

function objectOf(value: unknown): Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
    ? (value as Record<string, unknown>)
    : misfit()
}
