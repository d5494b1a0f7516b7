import { toCsv } from '../platform/csv/write-csv.ts'
import type { Database } from '../platform/database/database.ts'
import type { Implement } from '../platform/http/implement.ts'
import { findNames, listEntries, listEvents, listStats } from './queries.ts'
import { noteAuditLogDownload } from './reads.ts'

const columns = [
  'id',
  'at',
  'user_id',
  'user_name',
  'examiner_id',
  'examiner_name',
  'mode',
  'action',
  'subject',
  'object_id',
  'participant_id',
  'participant_code',
  'old',
  'new',
  // Of an object that is a person. New columns are last, so that earlier ones keep their places.
  'object_name',
  'directory',
] as const

export function auditRoutes(implement: Implement, { database }: { database: Database }) {
  implement('GET /organizations/audit/', async ({ principal, query: { format, ...filter }, page, reading, reply }) => {
    const isCsv = format === 'csv'
    if (!isCsv) return reading((tx) => listEntries(tx, page, principal.timeZone, filter))
    const { entries, names } = await database.tenant(principal.organizationId, async (tx) => {
      await noteAuditLogDownload(tx, principal)
      const entries = await listEntries(tx, page, principal.timeZone, filter, 10_000)
      return { entries, names: await findNames(tx) }
    })
    const textOf = (value: unknown) =>
      value === null ? null : typeof value === 'object' ? JSON.stringify(value) : String(value)
    const nameOf = (id: string | null) => (id === null ? null : (names.get(id) ?? null))
    const rows = entries
      .map((entry) => ({
        ...entry,
        user_name: nameOf(entry.user_id),
        examiner_name: nameOf(entry.examiner_id),
        object_name: nameOf(entry.object_id),
      }))
      .map((entry) => columns.map((column) => textOf(entry[column])))
    return reply
      .header('content-type', 'text/csv; charset=utf-8')
      .header('content-disposition', 'attachment; filename="audit.csv"')
      .serializer((text: string) => text)
      .send(toCsv(columns, rows))
  })

  implement.inTenant('GET /organizations/events/', ({ tx, query, page }) => listEvents(tx, page, query.before))

  implement.inTenant('GET /organizations/stats/', ({ tx, page }) => listStats(tx, page))
}
