import * as contract from '@fonema/contract'
import { z } from 'zod'

export type Json = Record<string, unknown>
type Direction = 'input' | 'output'
/** A schema of the document. `json` stays empty until all parts are known. */
type Part = { schema: z.ZodType; json: Json }

const refTo = (name: string) => `#/components/schemas/${name}`

/**
 * The JSON Schemas of the contract. Each exported schema becomes a component of the same name. If it allows more in
 * requests than in answers, it becomes two components.
 */
export function createSchemas() {
  const parts: Record<Direction, Part[]> = { output: [], input: [] }
  const noteFor = (direction: Direction) => (schema: z.ZodType) => {
    const part: Part = { schema, json: {} }
    parts[direction].push(part)
    return part.json
  }

  /** Fills every collected part and returns the components that the parts reference. */
  function fill(): Record<string, Json> {
    const components: Record<string, Json> = {}
    for (const direction of ['output', 'input'] as const) {
      const { named, jsonOf } = convert(parts[direction], direction)
      const roots = parts[direction].map(({ schema }) => jsonOf(schema))
      const reached = [...namesIn(roots, named)]
      const isTaken = (name: string) =>
        name in components && JSON.stringify(components[name]) !== JSON.stringify(named[name])
      const taken = new Set(reached.filter(isTaken))
      const final = (name: string) => (taken.has(name) ? `${name}Input` : name)
      const rename = (json: Json): Json =>
        JSON.parse(JSON.stringify(json), (key, value) => (key === '$ref' ? refTo(final(nameOf(value))) : value))
      for (const name of reached) components[final(name)] = rename(named[name]!)
      for (const [index, { json }] of parts[direction].entries()) Object.assign(json, rename(roots[index]!))
    }
    for (const [name, example] of Object.entries(contract.schemaExamples)) components[name]!.examples = [example]
    return components
  }

  return { sent: noteFor('input'), answered: noteFor('output'), fill }
}

const nameOf = (ref: string) => ref.slice(refTo('').length)

function convert(parts: readonly Part[], io: Direction) {
  const registry = z.registry<{ id: string }>()
  // A brand such as `UserId` is the schema `Id` itself.
  for (const [name, value] of Object.entries(contract))
    if (value instanceof z.ZodType && !/Params$|.Id$/.test(name)) registry.add(value, { id: name })
  // A part without a name gets an id that no component has.
  for (const [index, { schema }] of parts.entries())
    if (!registry.has(schema)) registry.add(schema, { id: `part ${index}` })
  const { schemas } = z.toJSONSchema(registry, {
    io,
    uri: refTo,
    unrepresentable: 'any',
    override: ({ zodSchema, jsonSchema }) => {
      // This registry contains only ids; descriptions are in the global one.
      const description = z.globalRegistry.get(zodSchema)?.description
      if (description !== undefined) jsonSchema.description ??= description
    },
  })
  const named = Object.fromEntries(Object.entries(schemas).map(([id, { $id, $schema, ...json }]) => [id, json as Json]))
  const jsonOf = (schema: z.ZodType): Json => {
    const { id } = registry.get(schema)!
    return id.startsWith('part ') ? named[id]! : { $ref: refTo(id) }
  }
  return { named, jsonOf }
}

/** The components that these schemas reference, directly or through other components. */
function namesIn(json: unknown, named: Record<string, Json>, found = new Set<string>()): Set<string> {
  if (typeof json !== 'object' || json === null) return found
  for (const [key, value] of Object.entries(json)) {
    if (key !== '$ref') namesIn(value, named, found)
    else if (!found.has(nameOf(value))) namesIn(named[nameOf(value)], named, found.add(nameOf(value)))
  }
  return found
}
