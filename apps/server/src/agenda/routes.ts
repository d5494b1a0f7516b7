import type { Implement } from '../platform/http/implement.ts'
import { listEvents } from './queries.ts'

export function agendaRoutes(implement: Implement) {
  implement.inTenant('GET /calendar_events/', async ({ tx, principal, query, page }) => {
    const events = await listEvents(tx, page, principal.examinerId, principal.ownTimeZone, query)
    return events.map(({ participant_id, code, first_name, last_name, date, ...event }) => ({
      ...event,
      date: date.toISOString(),
      participant: { id: participant_id, code, first_name, last_name },
    }))
  })
}
