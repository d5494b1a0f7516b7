import SCIMMY from 'scimmy'
import { z } from 'zod'

/** An error in SCIM's form. */
export const ScimError = SCIMMY.Types.Error

const core = 'urn:ietf:params:scim:schemas:core:2.0:User'
const enterprise = 'urn:ietf:params:scim:schemas:extension:enterprise:2.0:User'

/** Attributes of a user that directories send by default and that have no place here. They are ignored. */
const ignored =
  /^(nickName|profileUrl|title|userType|locale|timezone|phoneNumbers|ims|photos|addresses|entitlements|roles|x509Certificates|password|groups)\b/i
const isIgnored = (path: string) =>
  path.toLowerCase().startsWith(enterprise.toLowerCase()) || ignored.test(path.replace(`${core}:`, ''))

const booleans: Record<string, boolean> = { true: true, false: false }
/** Entra ID sends `"False"` for a boolean. */
const booleanOf = (value: unknown) => (typeof value === 'string' ? (booleans[value.toLowerCase()] ?? value) : value)

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

/** The attributes of a user that have a place here, with booleans as such. */
export function userAttributes(body: unknown): unknown {
  if (!isObject(body)) return body
  const kept = Object.entries(body).filter(([name]) => !isIgnored(name))
  return Object.fromEntries(
    kept.map(([name, value]) => [
      name,
      /^active$/i.test(name) ? booleanOf(value) : /^emails$/i.test(name) ? emailsOf(value) : value,
    ]),
  )
}

const emailsOf = (value: unknown) =>
  Array.isArray(value)
    ? value.map((each) => (isObject(each) && 'primary' in each ? { ...each, primary: booleanOf(each.primary) } : each))
    : value

const PatchBody = z.looseObject({ Operations: z.array(z.unknown()).max(1000) })

/**
 * The operations of a PATCH that concern what has a place here. Directories differ: `op` in any case, values without a
 * path, a path within a value, booleans as text.
 */
export function patchOf(
  body: unknown,
  attributesOf: (value: unknown) => unknown,
): { schemas: string[]; Operations: unknown[] } {
  const parsed = PatchBody.safeParse(body)
  if (!parsed.success)
    throw new ScimError(400, 'invalidSyntax', 'Expected a PatchOp message with at most 1000 operations')
  const operations = parsed.data.Operations.flatMap((operation) => {
    if (!isObject(operation)) return [operation]
    const { path, value } = operation
    if (typeof path !== 'string') {
      const kept = attributesOf(value)
      return isObject(kept) && Object.keys(kept).length === 0 ? [] : [{ ...operation, value: kept }]
    }
    if (isIgnored(path)) return []
    return [/^(active|.*\.primary)$/i.test(path) ? { ...operation, value: booleanOf(value) } : operation]
  })
  return { schemas: parsed.data.schemas as string[], Operations: operations }
}

/** The message that the library takes: it refuses one without operations, which here only means that nothing changes. */
export async function applyPatch<T extends object>(resource: T, message: ReturnType<typeof patchOf>): Promise<T> {
  if (message.Operations.length === 0) return resource
  // The library's types know neither its own messages' input nor that a patched resource keeps its kind.
  const patched = await new SCIMMY.Messages.PatchOp(message as never).apply(resource as never)
  return (patched ?? resource) as T
}

/** Comparisons of a filter such as `userName eq "a@b.c" and active eq true`; only equality is offered. */
export function equalities(filter: unknown, names: readonly string[]): [name: string, value: unknown][] {
  if (filter === undefined) return []
  const refuse = () =>
    new ScimError(400, 'invalidFilter', `Only "eq" of ${names.join(', ')} is supported, joined by "and"`)
  if (!Array.isArray(filter) || filter.length !== 1 || !isObject(filter[0])) throw refuse()
  return Object.entries(filter[0]).map(([written, comparison]) => {
    const name = names.find((one) => one.toLowerCase() === written.toLowerCase())
    if (name === undefined || !Array.isArray(comparison) || comparison.length !== 2) throw refuse()
    const [operator, value] = comparison
    if (operator !== 'eq') throw refuse()
    return [name, value]
  })
}

const number = (least: number, otherwise: number) =>
  z.coerce
    .number()
    .int()
    .catch(otherwise)
    .transform((value) => Math.max(least, value))
const Query = z.object({
  filter: z.string().max(2000).optional(),
  attributes: z.string().max(2000).optional(),
  excludedAttributes: z.string().max(2000).optional(),
  startIndex: number(1, 1).default(1),
  count: number(0, 100)
    .transform((value) => Math.min(value, 200))
    .default(100),
})

/** The query of a list or of a resource. Text that is no number counts as absent, as the standard says of bad pages. */
export function queryOf(query: unknown) {
  const parsed = Query.safeParse(query)
  if (!parsed.success) throw new ScimError(400, 'invalidValue', 'A parameter is too long or given twice')
  return parsed.data
}
export type ListQuery = ReturnType<typeof queryOf>

export const listOf = (resources: readonly object[], total: number, { startIndex }: ListQuery) => ({
  schemas: [SCIMMY.Messages.ListResponse.id],
  totalResults: total,
  startIndex,
  itemsPerPage: resources.length,
  Resources: resources,
})

/** Only text that PostgreSQL stores, of a length that a name has. */
export function textOf(value: unknown, name: string, longest = 200): string | null {
  if (value === undefined || value === null || value === '') return null
  if (typeof value !== 'string' || value.length > longest || /[\p{Cc}\p{Cs}]/u.test(value))
    throw new ScimError(400, 'invalidValue', `Attribute '${name}' is too long or contains control characters`)
  return value
}
