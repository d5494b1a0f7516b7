import type { ReportId } from '@fonema/contract'
import { sql } from 'kysely'
import type { Tx } from '../platform/database/database.ts'
import { diagnosticReport } from './diagnostic-report.ts'
import '../responses/tables.ts'
import './tables.ts'

/** A signed report as a health record receives it; undefined when it is not here, or not signed. */
export async function readRecordReport(tx: Tx, reportId: string, patientSystem: string) {
  const report = await tx
    .selectFrom('clinical_reports as report')
    .innerJoin('clinical_report_documents as document', 'document.report_id', 'report.id')
    .innerJoin('participants as participant', 'participant.id', 'report.participant_id')
    .innerJoin('protocol_responses as session', 'session.id', 'report.session_id')
    .select(['report.id', 'report.number', 'report.version', 'report.replaces', 'report.language', 'report.protocol'])
    .select([
      'session.date_created as session_began',
      'report.signed_at',
      'report.signer_name',
      'participant.code',
      'document.pdf',
    ])
    .where('report.id', '=', sql<ReportId>`${reportId}`)
    .where('report.state', '=', 'signed')
    .executeTakeFirst()
  // A signed report has its signature.
  return (
    report &&
    diagnosticReport({ ...report, signed_at: report.signed_at!, signer_name: report.signer_name! }, patientSystem)
  )
}
