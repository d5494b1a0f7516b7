import { type ErrorCode, httpStatusOf } from './errors.ts'
import type { Route, RouteKey } from './route.ts'

/** The error codes of a status. */
export const codesOf = (status: number): ErrorCode[] =>
  (Object.keys(httpStatusOf) as ErrorCode[]).filter((code) => httpStatusOf[code] === status)

/** Every status that a call can answer: its own, and those that follow from the route's properties. */
export function statusesOf(key: RouteKey, route: Route): number[] {
  const { access, params, query, body, multipart, repeatable, responses } = route
  const [method] = key.split(' ')
  const statuses = new Set(Object.keys(responses).map(Number))
  const add = (when: unknown, ...more: number[]) => {
    if (when) for (const status of more) statuses.add(status)
  }
  // A service account without the scope is refused everywhere.
  add(access !== 'public', 401, 403)
  add(params, 404)
  add(query ?? body ?? multipart, 400)
  add(body ?? multipart, 413, 415)
  add(repeatable, 400, 409)
  add(method !== 'GET', 507)
  add(true, 429, 500, 503)
  return [...statuses].sort((a, b) => a - b)
}
