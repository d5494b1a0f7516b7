import { z } from 'zod'
import { PasskeyProof } from './auth.ts'
import { OrganizationCertificate } from './certificates.ts'
import { ApiError, BadRequest } from './errors.ts'
import { optionalText, requiredText, Timestamp } from './fields.ts'
import { ParticipantId, ReportId, SessionId, TemplateId } from './ids.ts'
import { PageQuery } from './pages.ts'
import { ParticipantParams } from './participants.ts'
import { ReportContent, ReportSignature, ReportTexts } from './report-document.ts'
import { longestReportText, reportLanguages, reportPaper } from './report-limits.ts'
import { routes } from './route.ts'

export { reportLanguages, reportPaper }
export type ReportLanguage = (typeof reportLanguages)[number]

/** `amended`: a later version of the report is signed. Both stay. */
export const reportStates = ['draft', 'signed', 'amended', 'revoked'] as const
export type ReportState = (typeof reportStates)[number]

/** An input of a report that has changed since the report was made. */
export const ReportChange = z.discriminatedUnion('kind', [
  /** `from` is null for a norm that was not used yet, `to` for one that is no longer used. */
  z.object({ kind: z.literal('norm'), name: z.string(), from: z.int().nullable(), to: z.int().nullable() }),
  z.object({
    kind: z.literal('index'),
    index: z.string(),
    what: z.enum(['value', 'cut_off']),
    from: z.number().nullable(),
    to: z.number().nullable(),
  }),
  /** `from` is null for a function that was not measured yet. */
  z.object({ kind: z.literal('measure'), entry: z.string(), from: z.int().nullable(), to: z.int() }),
  /** A function of the same version measured another value than the report's. */
  z.object({ kind: z.literal('measured_again'), entry: z.string() }),
  z.object({ kind: z.literal('transcript'), title: z.string(), from: z.int().nullable(), to: z.int().nullable() }),
  z.object({ kind: z.literal('take'), title: z.string(), from: z.int().nullable(), to: z.int().nullable() }),
  z.object({ kind: z.literal('participant'), field: z.string() }),
  /** The template that the report copied. */
  z.object({ kind: z.literal('template'), name: z.string(), from: z.int(), to: z.int() }),
  /** Name, address or logo of the organisation. */
  z.object({ kind: z.literal('letterhead') }),
])
export type ReportChange = z.infer<typeof ReportChange>

export const ClinicalReportSummary = z.object({
  id: ReportId,
  participant: ParticipantId,
  session: SessionId,
  session_day: z.string(),
  protocol: z.string(),
  number: z.string(),
  version: z.int(),
  state: z.enum(reportStates),
  language: z.enum(reportLanguages),
  created_at: Timestamp,
  reason: z.string().nullable(),
  signature: ReportSignature.nullable(),
  revoked_at: Timestamp.nullable(),
  /** The hash of the PDF file; null until it is signed. */
  pdf_sha256: z.string().nullable(),
})
export type ClinicalReportSummary = z.infer<typeof ClinicalReportSummary>

export const ClinicalReport = ClinicalReportSummary.extend({
  content: ReportContent,
  texts: ReportTexts,
  /** Increases with each change of the texts. */
  revision: z.int(),
  changes: z.array(ReportChange),
  /** A draft's items and indices that are still being measured. Until then it cannot be signed. */
  measuring: z.array(z.string()),
  /** Whether the inputs of a draft have changed. It must then be remade before it can be signed. */
  is_outdated: z.boolean(),
  /** The certificate that would sign a draft's file; null when the organisation has none. */
  certificate: OrganizationCertificate.nullable(),
})
export type ClinicalReport = z.infer<typeof ClinicalReport>

const reportText = optionalText(longestReportText)

export const NewClinicalReport = z.strictObject({
  session: SessionId,
  language: z.enum(reportLanguages, 'invalid'),
  /** Without it, the template's. */
  paper: z.enum(reportPaper, 'invalid').optional(),
  /** Null: the standard one. Without it, the organisation's default. */
  template: TemplateId.nullable().optional(),
})
export type NewClinicalReport = z.output<typeof NewClinicalReport>

/** `based_on`: the revision that the examiner saw. Another one is a conflict. */
export const ReportTextChanges = z.strictObject({
  based_on: z.int('invalid'),
  purpose: reportText,
  impression: reportText,
  recommendations: reportText,
})
export type ReportTextChanges = z.output<typeof ReportTextChanges>

/**
 * Either the password, or a code of the second factor, or a passkey, or the proof that the person signed in again at the
 * provider. `based_on`: the revision that is signed.
 * `even_without_certificate`: also when the organisation's certificate cannot sign the file now.
 */
export const ReportSigning = z.strictObject({
  based_on: z.int('invalid'),
  password: z.string('required').min(1, 'required').max(256, 'too_long').optional(),
  code: z.string('invalid').min(1, 'required').max(64, 'too_long').optional(),
  passkey: PasskeyProof.optional(),
  provider: z.string('invalid').min(1, 'required').max(100, 'invalid').optional(),
  even_without_certificate: z.boolean('invalid').optional(),
})
export type ReportSigning = z.output<typeof ReportSigning>

export const ReportAmendment = z.strictObject({ reason: requiredText(1000) })

/**
 * Whether the file, printed again from the stored content, has equal bytes. `other_layout`: this release prints otherwise
 * than the one that signed, so only hashes were compared. `failed`: it could not be printed now.
 */
export const reprints = ['equal', 'different', 'other_layout', 'failed'] as const

/** Whether what is stored is what was signed. `certificate`: the file's own signature is missing or wrong. */
export const ReportVerification = z.object({
  intact: z.boolean(),
  faults: z.array(z.enum(['pdf', 'json', 'signature', 'row', 'certificate'])),
  reprint: z.enum(reprints),
  pdf_sha256: z.string().nullable(),
})
export type ReportVerification = z.infer<typeof ReportVerification>

const reads = { role: 'examiner', feature: 'readProtocolRes' } as const
/** Writing a report requires the right to read the results in it. */
const writes = { role: 'examiner', feature: 'recordProtocol', also: 'readProtocolRes' } as const
const downloads = { role: 'examiner', feature: 'downloadProtocolRes' } as const
const ReportParams = ParticipantParams.extend({ report_id: ReportId })

export const clinicalReportRoutes = routes({
  'GET /clinical_reports/{participant_id}/': {
    summary: "The participant's reports, every version, newest first",
    access: reads,
    scope: 'results:read',
    params: ParticipantParams,
    query: PageQuery,
    order: ['-created_at', '-version', '-id'],
    responses: { 200: z.array(ClinicalReportSummary), 404: ApiError },
  },
  'POST /clinical_reports/{participant_id}/': {
    summary: 'Make a draft of a report about a session; what it rests on is fixed now',
    access: writes,
    repeatable: true,
    params: ParticipantParams,
    body: NewClinicalReport,
    responses: { 201: ClinicalReportSummary, 400: BadRequest, 404: ApiError, 409: ApiError },
  },
  'GET /clinical_reports/{participant_id}/{report_id}/': {
    summary: 'A report, and what changed since it was made',
    access: reads,
    scope: 'results:read',
    params: ReportParams,
    responses: { 200: ClinicalReport, 304: null, 404: ApiError },
  },
  'PATCH /clinical_reports/{participant_id}/{report_id}/': {
    summary: "Save the examiner's texts of a draft",
    access: writes,
    params: ReportParams,
    body: ReportTextChanges,
    responses: { 200: z.object({ revision: z.int() }), 400: BadRequest, 404: ApiError, 409: ApiError },
  },
  'POST /clinical_reports/{participant_id}/{report_id}/sign/': {
    summary: 'Sign a draft with the password, a code of the second factor or a passkey; it never changes afterwards',
    access: writes,
    params: ReportParams,
    body: ReportSigning,
    responses: {
      200: ClinicalReportSummary,
      400: BadRequest,
      404: ApiError,
      409: ApiError,
      429: ApiError,
      503: ApiError,
    },
  },
  'POST /clinical_reports/{participant_id}/{report_id}/remake/': {
    summary: 'Make the content of a draft again from what is stored now; its number and texts stay',
    access: writes,
    params: ReportParams,
    responses: { 200: ClinicalReportSummary, 400: BadRequest, 404: ApiError, 409: ApiError },
  },
  'POST /clinical_reports/{participant_id}/{report_id}/revoke/': {
    summary: 'Revoke a draft',
    access: writes,
    params: ReportParams,
    responses: { 200: ClinicalReportSummary, 404: ApiError, 409: ApiError },
  },
  'POST /clinical_reports/{participant_id}/{report_id}/amend/': {
    summary: 'Make a draft of the next version of a signed report, with the reason; the signed one stays',
    access: writes,
    repeatable: true,
    params: ReportParams,
    body: ReportAmendment,
    responses: { 201: ClinicalReportSummary, 400: BadRequest, 404: ApiError, 409: ApiError },
  },
  'GET /clinical_reports/{participant_id}/{report_id}/pdf/': {
    summary: 'The report as PDF: the signed file, or a draft as it is now',
    access: downloads,
    scope: 'results:read',
    params: ReportParams,
    responses: { 200: 'bytes', 404: ApiError, 503: ApiError },
  },
  'GET /clinical_reports/{participant_id}/{report_id}/json/': {
    summary: 'The content of the report as canonical JSON: as it was signed, or a draft as it is now',
    access: downloads,
    scope: 'results:read',
    params: ReportParams,
    responses: { 200: 'bytes', 404: ApiError },
  },
  'GET /clinical_reports/{participant_id}/{report_id}/verify/': {
    summary: 'Whether the stored file, content and signature of a signed report are those of its signing',
    access: reads,
    scope: 'results:read',
    params: ReportParams,
    responses: { 200: ReportVerification, 404: ApiError, 409: ApiError },
  },
})
