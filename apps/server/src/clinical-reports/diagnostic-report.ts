import { createHash } from 'node:crypto'
import { systems } from '@fonema/fhir'
import type { DiagnosticReport } from '@medplum/fhirtypes'

/** What a DiagnosticReport says of a signed version. */
type SignedReport = {
  id: string
  number: string
  version: number
  replaces: string | null
  language: string
  protocol: string
  /** When the session began. */
  session_began: Date
  signed_at: Date
  signer_name: string
  /** The participant's. */
  code: string
  pdf: Buffer
}

/** FHIR's own name for identifiers that are URIs. */
const uris = 'urn:ietf:rfc:3986'

const versionOf = (id: string) => ({ system: uris, value: `urn:uuid:${id}` })

/**
 * A signed version as a FHIR R4 DiagnosticReport, with its PDF. Each version has an identifier of its own and the number
 * of all; a later version names the one that it replaces by its identifier, because only the receiver knows its ids.
 */
export function diagnosticReport(report: SignedReport, patientSystem: string) {
  const { id, number, version, replaces, pdf } = report
  const identifier = versionOf(id)
  const patient = { system: patientSystem || systems.participantCode, value: report.code }
  const resource: DiagnosticReport = {
    resourceType: 'DiagnosticReport',
    ...(replaces !== null && {
      extension: [
        {
          url: 'http://hl7.org/fhir/StructureDefinition/diagnosticReport-replaces',
          valueReference: { type: 'DiagnosticReport', identifier: versionOf(replaces) },
        },
      ],
    }),
    language: report.language,
    identifier: [identifier, { system: systems.reportNumber, value: number }],
    status: version > 1 ? 'amended' : 'final',
    code: { text: report.protocol },
    subject: { type: 'Patient', identifier: patient },
    effectiveDateTime: report.session_began.toISOString(),
    issued: report.signed_at.toISOString(),
    resultsInterpreter: [{ type: 'Practitioner', display: report.signer_name }],
    presentedForm: [
      {
        contentType: 'application/pdf',
        language: report.language,
        data: pdf.toString('base64'),
        size: pdf.length,
        // FHIR R4 names this algorithm.
        hash: createHash('sha1').update(pdf).digest('base64'),
        title: `${number} v${version}`,
        creation: report.signed_at.toISOString(),
      },
    ],
  }
  return { resource, identifier }
}
