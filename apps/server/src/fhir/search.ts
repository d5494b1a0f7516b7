import { type SearchedType, searches } from '@fonema/fhir'
import { Refusal } from './source.ts'

export type Search = Partial<Record<string, string>>

/** Lists whose pages have a length. A page of measures is one session, and the other lists are whole. */
const counted: readonly SearchedType[] = ['Patient', 'Encounter']
const isId = (text: string) => /^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/i.test(text)

/**
 * The parameters of a search. A parameter that is not known here is refused: ignoring it would answer more than was
 * asked for.
 */
export function searchOf(type: SearchedType, query: Record<string, unknown>): Search {
  const known: readonly string[] = [
    ...searches[type],
    ...['_cursor', '_format'],
    ...(counted.includes(type) ? ['_count'] : []),
  ]
  const found: Search = {}
  for (const [given, value] of Object.entries(query)) {
    const plain = given.replace(/^(patient|subject):Patient$/, '$1')
    const name = plain === 'subject' ? 'patient' : plain
    if (!known.includes(plain)) throw new Refusal(400, `The parameter ${given} is not supported for ${type}`)
    if (typeof value !== 'string' || value === '') throw new Refusal(400, `Give ${given} one value`)
    if (found[name] !== undefined && name === 'patient') throw new Refusal(400, 'Give patient or subject')
    found[name] = name === 'patient' || name === 'encounter' ? idOf(value) : value
  }
  return found
}

function idOf(reference: string): string {
  const id = reference.replace(/^(?:.*\/)?(?:Patient|Encounter)\//, '')
  if (!isId(id)) throw new Refusal(404, 'not_found')
  return id
}

export function requireId(id: string): string {
  if (!isId(id)) throw new Refusal(404, 'not_found')
  return id
}

/** The value of a token, without its system. */
export function tokenOf(text: string, system: string): string | undefined {
  const [first = '', second] = text.split('|')
  if (second === undefined) return first
  return first === '' || first === system ? second : undefined
}

const day = /^\d{4}(-\d{2}(-\d{2})?)?$/
const instant = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}(:\d{2}(\.\d+)?)?(Z|[+-]\d{2}:\d{2})$/

/**
 * Whether a time lies in a date of FHIR, such as `2026-11` or `ge2026-11-01`. Without an hour, times are compared by their
 * day in UTC.
 */
export function isAt(time: string, wanted: string | undefined): boolean {
  if (wanted === undefined) return true
  const [, comparison = 'eq', date = ''] = /^(eq|ge|gt|le|lt)?(.*)$/.exec(wanted) ?? []
  const [start, end] = instant.test(date) ? [Date.parse(time), Date.parse(date)] : [time.slice(0, date.length), date]
  if (!day.test(date) && !(typeof end === 'number' && Number.isFinite(end)))
    throw new Refusal(
      400,
      'A date has the form 2026-11-01 or 2026-11-01T10:00:00Z, with eq, ge, gt, le or lt before it',
    )
  if (comparison === 'eq') return start === end
  if (comparison === 'ge') return start >= end
  if (comparison === 'gt') return start > end
  return comparison === 'le' ? start <= end : start < end
}
