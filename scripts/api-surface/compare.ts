import { type Json, type OpenApi, type Side, schemaFacts } from './facts.ts'

/**
 * What a program that works with the earlier document would notice in the later one: one sentence for each change that
 * breaks the promise of `/api/v1` (docs/api.md). Additions are no change.
 */
export function breakingChanges(earlier: OpenApi, later: OpenApi): string[] {
  return Object.entries(earlier.paths).flatMap(([address, operations]) =>
    Object.entries(operations).flatMap(([method, before]) => {
      const name = `${method.toUpperCase()} ${address}`
      const after = later.paths[address]?.[method]
      if (after === undefined) return [`${name}: the call is gone`]
      return [
        ...scopeChanges(before, after),
        ...parameterChanges(earlier, later, before, after),
        ...bodyChanges(earlier, later, before, after),
        ...answerChanges(earlier, later, before, after),
      ].map((change) => `${name}: ${change}`)
    }),
  )
}

type Operation = Json

const scopeOf = ({ security }: Operation): string | undefined =>
  (security as Record<string, string[]>[] | undefined)?.find((one) => 'serviceAccount' in one)?.serviceAccount?.[0]

function scopeChanges(before: Operation, after: Operation): string[] {
  const [had, has] = [scopeOf(before), scopeOf(after)]
  if (had === undefined || had === has) return []
  return [has === undefined ? 'it is closed to programs' : `it needs the scope ${has} instead of ${had}`]
}

type Parameter = { name: string; in: string; required?: boolean; schema: Json }
const parametersOf = ({ parameters = [] }: Operation) =>
  (parameters as (Parameter | { $ref: string })[]).filter((each): each is Parameter => 'name' in each)

function parameterChanges(earlier: OpenApi, later: OpenApi, before: Operation, after: Operation): string[] {
  const old = parametersOf(before)
  const now = parametersOf(after)
  const same = (a: Parameter) => (b: Parameter) => a.name === b.name && a.in === b.in
  return [
    ...now
      .filter((each) => each.required && !old.find(same(each))?.required)
      .map(({ name }) => `the parameter ${name} is required`),
    ...old.flatMap((each) => {
      const kept = now.find(same(each))
      if (kept === undefined) return [`the parameter ${each.name} is gone`]
      const wrap = ({ schema }: Parameter) => ({ type: 'object', properties: { [each.name]: schema } })
      return schemaChanges('sent', schemaFacts(earlier, wrap(each)), schemaFacts(later, wrap(kept)))
    }),
  ]
}

const contentOf = (part: unknown) => ((part as Json | undefined)?.content ?? {}) as Record<string, { schema: Json }>

const isRequired = (part: unknown) => (part as Json | undefined)?.required === true

function bodyChanges(earlier: OpenApi, later: OpenApi, before: Operation, after: Operation): string[] {
  const [old, now] = [contentOf(before.requestBody), contentOf(after.requestBody)]
  if (!isRequired(before.requestBody) && isRequired(after.requestBody)) return ['it needs a body']
  return contentChanges('sent', earlier, later, old, now)
}

function answerChanges(earlier: OpenApi, later: OpenApi, before: Operation, after: Operation): string[] {
  const successes = ({ responses }: Operation) =>
    Object.entries(responses as Record<string, Json>).filter(([status]) => status.startsWith('2'))
  const now = Object.fromEntries(successes(after))
  return successes(before).flatMap(([status, answer]) =>
    now[status] === undefined
      ? [`it does not answer ${status} any more`]
      : contentChanges('answered', earlier, later, contentOf(answer), contentOf(now[status])),
  )
}

function contentChanges(
  side: Side,
  earlier: OpenApi,
  later: OpenApi,
  old: Record<string, { schema: Json }>,
  now: Record<string, { schema: Json }>,
): string[] {
  return Object.entries(old).flatMap(([type, { schema }]) =>
    now[type] === undefined
      ? [`${type} is gone`]
      : schemaChanges(side, schemaFacts(earlier, schema), schemaFacts(later, now[type].schema)),
  )
}

type Facts = ReturnType<typeof schemaFacts>

function schemaChanges(side: Side, old: Facts, now: Facts): string[] {
  const changes: string[] = []
  for (const [place, before] of old) {
    const after = now.get(place)
    if (after === undefined) {
      // Its parent is reported.
      if (!isWithinGone(place, old, now)) changes.push(`${place} is gone`)
      continue
    }
    const lost = before.types.filter((type) => !after.types.includes(type))
    const won = after.types.filter((type) => !before.types.includes(type))
    if (side === 'sent' && lost.length > 0) changes.push(`${place} may not be ${lost.join(' or ')} any more`)
    if (side === 'answered' && won.length > 0) changes.push(`${place} may be ${won.join(' or ')}`)
    if (side === 'answered' && before.isRequired && !after.isRequired) changes.push(`${place} may be missing`)
    if (side === 'sent' && !before.isRequired && after.isRequired) changes.push(`${place} is required`)
    if (before.format !== after.format) changes.push(`${place} has the form ${after.format ?? 'of any text'}`)
    if (side !== 'sent') continue
    const refused = before.values?.filter((value) => after.values !== undefined && !after.values.includes(value))
    if (before.values === undefined && after.values !== undefined) changes.push(`${place} has a list of values`)
    if (refused !== undefined && refused.length > 0)
      changes.push(`${place} may not be ${refused.join(' or ')} any more`)
    for (const [limit, isNarrower] of narrower)
      if (after.limits[limit] !== undefined && isNarrower(after.limits[limit], before.limits[limit]))
        changes.push(`${place} has a narrower ${limit}`)
  }
  if (side === 'sent')
    for (const [place, { isRequired }] of now)
      if (isRequired && !old.has(place) && old.has(parentOf(place))) changes.push(`${place} is required`)
  return changes
}

const narrower = [
  ['maximum', (now: number, old = Number.POSITIVE_INFINITY) => now < old],
  ['maxLength', (now: number, old = Number.POSITIVE_INFINITY) => now < old],
  ['maxItems', (now: number, old = Number.POSITIVE_INFINITY) => now < old],
  ['minimum', (now: number, old = Number.NEGATIVE_INFINITY) => now > old],
  ['minLength', (now: number, old = 0) => now > old],
  ['minItems', (now: number, old = 0) => now > old],
] as const

const parentOf = (place: string) =>
  place.endsWith('[]') ? place.slice(0, -2) : place.slice(0, Math.max(0, place.lastIndexOf('.')))
const isWithinGone = (place: string, old: Facts, now: Facts) => old.has(parentOf(place)) && !now.has(parentOf(place))
