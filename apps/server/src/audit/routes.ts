import { toCsv } from '../platform/csv/write-csv.ts'
import type { Database } from '../platform/database/database.ts'
import type { Implement } from '../platform/http/implement.ts'
import { listEntries, listEvents, listStats } from './queries.ts'
import { noteTrailDownload } from './reads.ts'

const columns = [
  'id',
  'at',
  'user_id',
  'examiner_id',
  'mode',
  'action',
  'subject',
  'object_id',
  'participant_id',
  'old',
  'new',
] as const

export function auditRoutes(implement: Implement, { database }: { database: Database }) {
  implement('GET /organizations/audit/', async ({ principal, query: { format, ...filter }, reply }) => {
    const isCsv = format === 'csv'
    const entries = await database.tenant(principal.organizationId, async (tx) => {
      if (isCsv) await noteTrailDownload(tx, principal)
      return listEntries(tx, principal.timeZone, isCsv ? { limit: 10_000, ...filter } : filter)
    })
    if (!isCsv) return entries
    const textOf = (value: unknown) =>
      value === null ? null : typeof value === 'object' ? JSON.stringify(value) : String(value)
    const rows = entries.map((entry) => columns.map((column) => textOf(entry[column])))
    return reply
      .header('content-type', 'text/csv; charset=utf-8')
      .header('content-disposition', 'attachment; filename="audit.csv"')
      .serializer((text: string) => text)
      .send(toCsv(columns, rows))
  })

  implement('GET /organizations/events/', ({ principal, query }) =>
    database.tenant(principal.organizationId, (tx) => listEvents(tx, query.before, query.limit)),
  )

  implement('GET /organizations/stats/', ({ principal }) =>
    database.tenant(principal.organizationId, (tx) => listStats(tx)),
  )
}
