import type { Database } from '../platform/database/database.ts'
import type { Implement } from '../platform/http/implement.ts'
import { listSessions, listSurveys } from './queries.ts'

export function agendaRoutes(implement: Implement, { database }: { database: Database }) {
  implement('GET /calendar_events/', ({ principal, query }) =>
    database.tenant(principal.organizationId, async (tx) => {
      const sessions = await listSessions(tx, principal.examinerId, query)
      const surveys = await listSurveys(tx, principal.examinerId, query)
      return [...sessions, ...surveys]
        .sort((a, b) => b.date.getTime() - a.date.getTime())
        .map(({ participant_id, code, first_name, last_name, date, ...event }) => ({
          ...event,
          date: date.toISOString(),
          participant: { id: participant_id, code, first_name, last_name },
        }))
    }),
  )
}
