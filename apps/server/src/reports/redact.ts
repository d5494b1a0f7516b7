const uuid = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i
const harmless = /^(|[a-z_]{1,40}|[A-Z]{3,7}|true|false)$/
const removed = '[redacted]'

/** An address without query values and tokens. Path segments that are words or ids are kept. */
export function redactUrl(url: string): string {
  const path = url.split(/[?#]/)[0] ?? ''
  return path
    .split('/')
    .map((part) => (uuid.test(part) || /^[a-z_.:-]{0,40}$/i.test(part) ? part : removed))
    .join('/')
}

/** A body with its structure but without texts. Ids, numbers and flags are kept. A body that is not JSON is removed. */
export function redactData(data: string): string {
  if (data === '') return ''
  try {
    return JSON.stringify(redactValue(JSON.parse(data))).slice(0, 8000)
  } catch {
    return removed
  }
}

function redactValue(value: unknown): unknown {
  if (typeof value === 'string') return uuid.test(value) || /^(true|false|)$/.test(value) ? value : removed
  if (Array.isArray(value)) return value.map(redactValue)
  if (typeof value !== 'object' || value === null) return value
  // The name of a field may be anything that a user typed.
  return Object.fromEntries(
    Object.entries(value).map(([name, inner]) => [/^[a-z_]{1,40}$/.test(name) ? name : removed, redactValue(inner)]),
  )
}

/** Only the error's code and its request id. */
export const redactError = (error: string): string =>
  error
    .split(/\s+/)
    .filter((word) => uuid.test(word) || harmless.test(word) || /^\d{3}$/.test(word))
    .join(' ')
