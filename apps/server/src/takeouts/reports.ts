import type { CsvCell } from '../platform/csv/write-csv.ts'
import '../clinical-reports/tables.ts'
import { type Content, isInRange, isTheirs, subjectOf } from './scope.ts'
import type { Zip } from './zip.ts'

/** The signed reports about the participants, without their files. */
export const findReports = (content: Content) =>
  content.tx
    .selectFrom('clinical_reports')
    .innerJoin('participants', 'participants.id', 'clinical_reports.participant_id')
    .selectAll('clinical_reports')
    .select('participants.code')
    .where('clinical_reports.state', '=', 'signed')
    .where(isTheirs(content))
    .where(isInRange(content, 'clinical_reports.created_at'))
    .orderBy('clinical_reports.number')
    .orderBy('clinical_reports.version')
    .execute()
type ReportRow = Awaited<ReturnType<typeof findReports>>[number]

const pathOf = ({ number, version }: ReportRow) => `reports/${number}-v${version}`

export async function* reportRows(content: Content, reports: readonly ReportRow[]): AsyncGenerator<CsvCell[]> {
  for (const row of reports)
    yield [
      subjectOf(content, { id: row.participant_id, code: row.code }),
      row.number,
      row.version,
      row.reason,
      row.session_id,
      row.language,
      row.signed_at?.toISOString() ?? null,
      row.signer_name,
      row.meaning,
      row.pdf_sha256,
      `${pathOf(row)}.pdf`,
      `${pathOf(row)}.json`,
    ]
}

/** Adds file and content of each report, one at a time. */
export async function addReports({ tx }: Content, reports: readonly ReportRow[], zip: Zip): Promise<void> {
  for (const row of reports) {
    const stored = tx.selectFrom('clinical_report_documents').selectAll().where('report_id', '=', row.id)
    const { pdf, document } = await stored.executeTakeFirstOrThrow()
    await zip.add(`${pathOf(row)}.pdf`, whole(pdf), { compress: false })
    await zip.add(`${pathOf(row)}.json`, whole(document), { compress: true })
  }
}

async function* whole<T>(content: T): AsyncGenerator<T> {
  yield content
}
