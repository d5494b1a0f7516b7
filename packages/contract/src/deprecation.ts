import type { Route } from './route.ts'

/** The announcement that a call of `/api/v1` ends (docs/api.md). Days are `YYYY-MM-DD`, in UTC. */
export type Deprecation = {
  /** The day of the release that announced it. */
  since: string
  /** The first day on which the call may be gone. */
  sunset: string
  /** The call to use instead. */
  successor?: `/${string}`
}

/** How long a call is kept after its end is announced. */
export const monthsKept = 24

const dayOf = (text: string) => new Date(`${text}T00:00:00Z`)

/** Whether programs have the promised time. */
export function isPromiseKept({ since, sunset }: Deprecation): boolean {
  const promised = dayOf(since)
  promised.setUTCMonth(promised.getUTCMonth() + monthsKept)
  return dayOf(sunset) >= promised
}

/** The headers of every answer of a call that ends: RFC 9745 and RFC 8594. */
export function deprecationHeaders(deprecated: Route['deprecated']): Record<string, string> {
  if (deprecated === undefined) return {}
  const { since, sunset, successor } = deprecated
  const links = [
    '</api/docs>; rel="deprecation"',
    ...(successor === undefined ? [] : [`</api/v1${successor}>; rel="successor-version"`]),
  ]
  return {
    deprecation: `@${dayOf(since).getTime() / 1000}`,
    sunset: dayOf(sunset).toUTCString(),
    link: links.join(', '),
  }
}
