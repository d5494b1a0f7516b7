import type { Resource } from '@medplum/fhirtypes'
import fc from 'fast-check'
import { definitionOf } from './definitions.ts'

type Json = Record<string, unknown>
type Place = { holder: Json; name: string; value: unknown }
/** Breaks a copy of a resource at a place; false where the resource has no such place. */
type Way = (resource: Json, choose: <T>(of: readonly T[]) => T | undefined) => boolean

/** Every member of the resource and of what it holds. Contained resources of a bundle have rules of their own. */
function placesOf(holder: Json): Place[] {
  return Object.entries(holder).flatMap(([name, value]): Place[] => {
    if (name === 'resource') return []
    const inside = [value].flat().filter((one): one is Json => typeof one === 'object' && one !== null)
    return [{ holder, name, value }, ...inside.flatMap(placesOf)]
  })
}

/** Puts another value at a place whose value is of a kind. */
const replacing =
  (is: (place: Place) => boolean, by: (value: unknown) => unknown): Way =>
  (resource, choose) => {
    const place = choose(placesOf(resource).filter((one) => one.name !== 'resourceType' && is(one)))
    if (place === undefined) return false
    place.holder[place.name] = by(place.value)
    return true
  }

const isText = ({ value }: Place) => typeof value === 'string'
const isDate = ({ value }: Place) => typeof value === 'string' && /^\d{4}-\d\d-\d\d/.test(value)

/** Ways to break a resource of any type. After each of them the resource is not valid, wherever it is done. */
export const ways: Readonly<Record<string, Way>> = {
  'an unknown member': (resource, choose) => {
    const { holder } = choose(placesOf(resource))!
    holder.no_such_member = 'x'
    return true
  },
  'a number for a text': replacing(isText, () => 7),
  'an object for a text': replacing(isText, () => ({ value: 'x' })),
  'a list for a text': replacing(isText, (value) => [value]),
  'a text for a list': replacing(
    ({ value }) => Array.isArray(value),
    () => 'x',
  ),
  'one for a list': replacing(
    ({ value }) => Array.isArray(value) && typeof value[0] === 'object',
    (value) => (value as unknown[])[0],
  ),
  'a text for an object': replacing(
    ({ value }) => typeof value === 'object' && !Array.isArray(value),
    () => 'x',
  ),
  'a text for a number': replacing(
    ({ value }) => typeof value === 'number',
    () => 'much',
  ),
  'a text for a truth value': replacing(
    ({ value }) => typeof value === 'boolean',
    () => 'yes',
  ),
  'no date': replacing(isDate, () => 'yesterday'),
  'a day that there is not': replacing(isDate, () => '2026-13-41'),
  'an unknown status': replacing(
    ({ name, value, holder }) => name === 'status' && typeof value === 'string' && 'resourceType' in holder,
    () => 'no-such-status',
  ),
  'without a required member': (resource, choose) => {
    const type = String(resource.resourceType)
    const required = definitionOf(type)!
      .snapshot!.element.filter(({ path = '', min }) => min === 1 && path.split('.').length === 2)
      .map(({ path = '' }) => path.split('.')[1]!)
    const name = choose(required.filter((one) => one in resource))
    if (name === undefined) return false
    delete resource[name]
    return true
  },
  'an unknown type': (resource) => {
    resource.resourceType = 'NoSuchResource'
    return true
  },
}

export type Broken = { type: string; way: string; resource: Json }

/** Each way at each of these resources, `times` times at a place by chance. The same for the same resources. */
export function brokenOf(resources: readonly Resource[], times: number): Broken[] {
  const [numbers = []] = fc
    .sample(fc.infiniteStream(fc.nat()), { seed: 20_261_126, numRuns: 1 })
    .map((stream) => stream)
  const next = (numbers as IterableIterator<number>)[Symbol.iterator]()
  const choose = <T>(of: readonly T[]): T | undefined => of[next.next().value! % of.length]
  return resources.flatMap((original) =>
    Object.entries(ways).flatMap(([way, breakIt]) =>
      Array.from({ length: times }).flatMap((): Broken[] => {
        const resource = structuredClone(original) as unknown as Json
        return breakIt(resource, choose) ? [{ type: original.resourceType, way, resource }] : []
      }),
    ),
  )
}
