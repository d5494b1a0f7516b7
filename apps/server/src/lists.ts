import type { Contract, RouteKey } from '@fonema/contract'

/**
 * Calls that only list or chart, and may come from a replica that is seconds behind. They depend on who calls, which is
 * read from the primary, and name no participant: whether the caller may read one is never asked of a replica. Nothing
 * that is being recorded or measured is among them, nor distributions, which store what they draw first.
 */
export const lists: ReadonlySet<keyof Contract & RouteKey> = new Set([
  'GET /user/participants/',
  'GET /user/participants/search/',
  'GET /calendar_events/',
  'GET /visits/',
  'GET /visits/activity/',
  'GET /organizations/audit/',
  'GET /organizations/events/',
  'GET /organizations/stats/',
  'GET /organizations/overview/',
  'GET /ai/populations/',
])
