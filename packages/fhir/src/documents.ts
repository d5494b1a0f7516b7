import type { ClinicalReportSummary, SurveyResponse } from '@fonema/contract'
import type { DiagnosticReport, QuestionnaireResponse } from '@medplum/fhirtypes'
import { systems } from './codes.ts'
import type { Context } from './session.ts'

/** A signed report with the address of its PDF; null for a draft, and for a version that a later one replaced. */
export function reportOf(report: ClinicalReportSummary, { publicUrl }: Context): DiagnosticReport | null {
  const { id, participant, session, session_day, protocol, number, version, signature, state, language } = report
  if (signature === null || state !== 'signed') return null
  const url = `${publicUrl}/api/v1/clinical_reports/${participant}/${id}/pdf/`
  return {
    resourceType: 'DiagnosticReport',
    id,
    identifier: [{ system: systems.reportNumber, value: number }],
    status: version > 1 ? 'amended' : 'final',
    code: { text: protocol },
    language,
    subject: { reference: `Patient/${participant}` },
    encounter: { reference: `Encounter/${session}` },
    effectiveDateTime: session_day,
    issued: signature.at,
    presentedForm: [{ contentType: 'application/pdf', url, title: number }],
  }
}

/** Answers with the labels of their questions. Scores stay with the survey. */
export function answersOf({ id, participant, date_created, is_completed, survey, responses }: SurveyResponse) {
  const labels = new Map(survey.fields.map(({ id, label }) => [id, label]))
  return {
    resourceType: 'QuestionnaireResponse',
    id,
    questionnaire: `urn:uuid:${survey.id}`,
    status: is_completed ? 'completed' : 'in-progress',
    subject: { reference: `Patient/${participant}` },
    authored: date_created,
    item: responses.map(({ survey_field, value }) => ({
      linkId: survey_field.name,
      text: labels.get(survey_field.id) ?? survey_field.name,
      answer: [value]
        .flat()
        .map((one) => (typeof one === 'number' ? { valueDecimal: one } : { valueString: String(one) })),
    })),
  } satisfies QuestionnaireResponse
}
