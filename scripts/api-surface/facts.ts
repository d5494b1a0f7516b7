export type Json = Record<string, unknown>
export type OpenApi = { paths: Record<string, Record<string, Json>>; components?: { schemas?: Record<string, Json> } }
/** Which way a value goes: what may be sent must not shrink, what is answered must not grow. */
export type Side = 'sent' | 'answered'

const limits = ['maximum', 'maxLength', 'maxItems', 'minimum', 'minLength', 'minItems'] as const

/** What is known of a value at a place, such as `.responses[].quality.verdict`. */
export type Fact = {
  types: string[]
  isRequired: boolean
  format: string | undefined
  values: unknown[] | undefined
  limits: Partial<Record<(typeof limits)[number], number>>
}

/** The facts of a schema and everything in it, by place. A schema inside itself is described once. */
export function schemaFacts(document: OpenApi, schema: Json): Map<string, Fact> {
  const facts = new Map<string, Fact>()
  visit(schema, '', true, [])
  return facts

  function visit(given: Json, place: string, isRequired: boolean, within: readonly Json[]): void {
    const found = resolve(given)
    if (within.includes(found)) return
    const inside = [...within, found]
    const variants = (found.anyOf ?? found.oneOf) as Json[] | undefined
    if (variants !== undefined) {
      for (const variant of variants) visit(variant, place, isRequired, inside)
      return
    }
    note(place, found, isRequired)
    const required = (found.required ?? []) as string[]
    for (const [name, property] of Object.entries((found.properties ?? {}) as Record<string, Json>))
      visit(property, `${place}.${name}`, required.includes(name), inside)
    if (typeof found.items === 'object' && found.items !== null) visit(found.items as Json, `${place}[]`, true, inside)
    const others = found.additionalProperties
    if (typeof others === 'object' && others !== null) visit(others as Json, `${place}.*`, false, inside)
  }

  /** The variants of a union are one place: it may be any of them, and needs what all of them need. */
  function note(place: string, schema: Json, isRequired: boolean) {
    const before = facts.get(place)
    const types = [schema.type ?? []].flat() as string[]
    const values = schema.const !== undefined ? [schema.const] : (schema.enum as unknown[] | undefined)
    facts.set(place, {
      types: [...new Set([...(before?.types ?? []), ...types])].sort(),
      isRequired: isRequired && (before?.isRequired ?? true),
      format: before === undefined ? (schema.format as string | undefined) : before.format,
      values: before === undefined ? values : before.values && values && [...before.values, ...values],
      limits: Object.fromEntries(limits.flatMap((name) => (name in schema ? [[name, schema[name]]] : []))),
    })
  }

  function resolve(schema: Json): Json {
    const name = (schema.$ref as string | undefined)?.replace('#/components/schemas/', '')
    return name === undefined ? schema : resolve(document.components?.schemas?.[name] ?? {})
  }
}
