import type { CsvCell } from '../platform/csv/write-csv.ts'
import { headerOf, type TableName, tables } from './columns.ts'

/** Columns that name people, or in which anybody may have written a name. */
const namesPeople: Partial<Record<TableName, readonly string[]>> = {
  participants: ['first_name', 'last_name', 'birthday', 'occupation', 'diagnose', 'phone', 'examiner'],
  protocol_responses: ['comment', 'examiner', 'recorded_by'],
  // A microphone may have its owner's name.
  items: ['skipped_purpose', 'recorded_by', 'settings'],
  transcripts: ['author'],
}

/** Rows in which those columns are empty. */
export async function* withoutPeople(name: TableName, rows: AsyncIterable<CsvCell[]>): AsyncGenerator<CsvCell[]> {
  const header = headerOf(tables[name])
  const empty = new Set(namesPeople[name]?.map((column) => header.indexOf(column)))
  for await (const row of rows) yield row.map((cell, i) => (empty.has(i) ? null : cell))
}
