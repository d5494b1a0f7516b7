import type { Database } from '../platform/database/database.ts'
import type { Implement } from '../platform/http/implement.ts'
import { listEvents } from './queries.ts'

export function agendaRoutes(implement: Implement, { database }: { database: Database }) {
  implement('GET /calendar_events/', ({ principal, query }) =>
    database.tenant(principal.organizationId, async (tx) => {
      const events = await listEvents(tx, principal.examinerId, principal.timeZone, query)
      return events.map(({ participant_id, code, first_name, last_name, date, ...event }) => ({
        ...event,
        date: date.toISOString(),
        participant: { id: participant_id, code, first_name, last_name },
      }))
    }),
  )
}
