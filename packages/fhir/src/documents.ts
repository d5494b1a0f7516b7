import type { ClinicalReportSummary } from '@fonema/contract'
import type { DiagnosticReport } from '@medplum/fhirtypes'
import { systems } from './codes.ts'
import type { Context } from './session.ts'

/** A signed report with the address of its PDF; null for a draft, and for a version that a later one replaced. */
export function reportOf(report: ClinicalReportSummary, { publicUrl }: Context): DiagnosticReport | null {
  const { id, participant, session, protocol, number, version, signature, state, language } = report
  if (signature === null || state !== 'signed') return null
  const url = `${publicUrl}/api/v1/clinical_reports/${participant}/${id}/pdf/`
  return {
    resourceType: 'DiagnosticReport',
    id,
    meta: { lastUpdated: signature.at },
    identifier: [{ system: systems.reportNumber, value: number }],
    status: version > 1 ? 'amended' : 'final',
    code: { text: protocol },
    language,
    subject: { reference: `Patient/${participant}` },
    encounter: { reference: `Encounter/${session}` },
    // When it was recorded stands in the encounter: the report has the day in words only.
    issued: signature.at,
    presentedForm: [{ contentType: 'application/pdf', url, title: number }],
  }
}
