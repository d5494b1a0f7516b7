import { z } from 'zod'
import { PasskeyProof } from './auth.ts'
import { OrganizationCertificate } from './certificates.ts'
import { ApiError, BadRequest } from './errors.ts'
import { CalendarDate, Id, optionalText, requiredText, Timestamp } from './fields.ts'
import { ItemId, ParticipantId, PopulationId, SessionId, TakeId } from './ids.ts'
import { PageQuery } from './pages.ts'
import { ParticipantParams } from './participants.ts'
import { longestReportText, reportLanguages, reportPaper } from './report-limits.ts'
import { PrintedLogo, PrintedTemplate } from './report-templates.ts'
import { routes } from './route.ts'

export { reportLanguages, reportPaper }
export type ReportLanguage = (typeof reportLanguages)[number]

/** `amended`: a later version of the report is signed. Both stay. */
export const reportStates = ['draft', 'signed', 'amended', 'revoked'] as const
export type ReportState = (typeof reportStates)[number]

/** A row of the annex. Texts are in the report's language, numbers as the report prints them. */
const AnnexRow = z.object({ name: z.string(), value: z.string(), place: z.string(), note: z.string() })

const ChartPoint = z.object({
  label: z.string(),
  value: z.number(),
  /** The value as it is printed beside the mark. */
  text: z.string(),
  /** When the session was; reports before layout 4 have none, and their marks are equally far apart. */
  at: Timestamp.optional(),
  /** Why it cannot be compared with the report's session, in the report's language; null: it can. */
  hollow: z.string().nullable().default(null),
})

/** What a report was made from, so that a later change of it is noticed. */
export const ReportSources = z.object({
  takes: z.array(
    z.object({
      item: ItemId,
      title: z.string(),
      take_id: TakeId,
      take: z.int(),
      sha256: z.string(),
      /** The version of each function, by its name. */
      functions: z.record(z.string(), z.int()),
      /** The newest version of the words; null: there are none. */
      transcript: z.int().nullable(),
    }),
  ),
  /** The indices of the session, with their cut-offs. */
  indices: z
    .array(
      z.object({
        name: z.string(),
        version: z.string().nullable(),
        value: z.number().nullable(),
        cut_off: z.number().nullable(),
      }),
    )
    .default([]),
  norms: z.array(z.object({ id: PopulationId, name: z.string(), version: z.int(), n: z.int() })),
  template: z.object({ id: Id, version: z.int() }).nullable(),
})
export type ReportSources = z.infer<typeof ReportSources>

/** Everything that a report prints besides what the examiner writes. It is fixed when the draft is made. */
export const ReportContent = z.object({
  format: z.literal(1),
  /** Of the printing program: equal content of the same layout gives equal bytes. */
  layout: z.int().default(1),
  language: z.enum(reportLanguages),
  paper: z.enum(reportPaper),
  time_zone: z.string(),
  /** The report's own words, such as headings. */
  words: z.record(z.string(), z.string()),
  organization: z.object({ name: z.string(), lines: z.array(z.string()), logo: PrintedLogo.nullable().default(null) }),
  /** What the template decided, as it was when the draft was made; reports of earlier releases have none. */
  template: PrintedTemplate.optional(),
  participant: z.object({
    code: z.string(),
    first_name: z.string().nullable(),
    last_name: z.string().nullable(),
    birthday: CalendarDate.nullable(),
    sex: z.enum(['f', 'm']).nullable(),
    education_years: z.number().nullable(),
    diagnose: z.string().nullable(),
    diagnose_date: CalendarDate.nullable(),
    /** Years on the day of the session. */
    age: z.int().nullable(),
    born: z.string(),
    sex_text: z.string(),
  }),
  session: z.object({
    id: SessionId,
    protocol: z.string(),
    day: z.string(),
    examiner: z.string(),
    recorded_by: z.string(),
  }),
  recordings: z.array(
    z.object({ title: z.string(), verdict: z.enum(['good', 'fair', 'poor', 'none', 'unjudged']), text: z.string() }),
  ),
  findings: z.array(z.object({ lead: z.string(), detail: z.string(), source: z.string() })),
  not_judged: z.array(z.string()),
  charts: z.array(
    z.object({
      title: z.string(),
      points: z.array(ChartPoint),
      /** The measurement error around the first comparable value; null: it is not known. */
      band: z.object({ low: z.number(), high: z.number(), text: z.string() }).nullable(),
      /** Printed below: which sessions cannot be compared and why, and that the error is not known. */
      notes: z.array(z.string()).default([]),
      /** The same as a sentence, for a reader who cannot see it. */
      text: z.string(),
    }),
  ),
  annex: z.array(z.object({ title: z.string(), note: z.string(), rows: z.array(AnnexRow) })),
  /** Where the numbers come from: norms, cut-offs, engine. */
  footnotes: z.array(z.string()),
  sources: ReportSources,
})
export type ReportContent = z.infer<typeof ReportContent>

/** What the examiner writes. */
export const ReportTexts = z.object({ purpose: z.string(), impression: z.string(), recommendations: z.string() })
export type ReportTexts = z.infer<typeof ReportTexts>

export const ReportSignature = z.object({
  name: z.string(),
  role: z.string(),
  at: Timestamp,
  time_zone: z.string(),
  /** What the signature means, in the report's language. */
  meaning: z.string(),
  /** With which certificate of the organisation the file is signed; absent: the file has no signature of its own. */
  certificate: z.object({ subject: z.string(), sha256: z.string() }).optional(),
})
export type ReportSignature = z.infer<typeof ReportSignature>

/** What a signed report is: its canonical JSON is this, with sorted members and without spaces. */
export const ReportDocument = z.object({
  number: z.string(),
  version: z.int(),
  /** Why this version was made; null for the first one. */
  reason: z.string().nullable(),
  made_at: Timestamp,
  content: ReportContent,
  texts: ReportTexts,
  signature: ReportSignature.nullable(),
})
export type ReportDocument = z.infer<typeof ReportDocument>

/** Something that a report rests on and that changed since it was made. */
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
  id: Id,
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
  /** Of the PDF file; null until it is signed. */
  pdf_sha256: z.string().nullable(),
})
export type ClinicalReportSummary = z.infer<typeof ClinicalReportSummary>

export const ClinicalReport = ClinicalReportSummary.extend({
  content: ReportContent,
  texts: ReportTexts,
  /** Increases with each change of the texts. */
  revision: z.int(),
  changes: z.array(ReportChange),
  /** Of a draft: the items and indices that are still being measured. It cannot be signed yet. */
  measuring: z.array(z.string()),
  /** Of a draft: made now, it would be another. It can be remade, and only then signed. */
  is_outdated: z.boolean(),
  /** Of a draft: the certificate with which its file would be signed; null: the organisation has none. */
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
  template: Id.nullable().optional(),
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
 * Either the password, or a code of the second factor, or a passkey. `based_on`: the revision that is signed.
 * `even_without_certificate`: also when the organisation's certificate cannot sign the file now.
 */
export const ReportSigning = z.strictObject({
  based_on: z.int('invalid'),
  password: z.string('required').min(1, 'required').max(256, 'too_long').optional(),
  code: z.string('invalid').min(1, 'required').max(64, 'too_long').optional(),
  passkey: PasskeyProof.optional(),
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
/** Whoever writes a report also reads the results in it. */
const writes = { role: 'examiner', feature: 'recordProtocol', also: 'readProtocolRes' } as const
const downloads = { role: 'examiner', feature: 'downloadProtocolRes' } as const
const ReportParams = ParticipantParams.extend({ report_id: Id })

export const clinicalReportRoutes = routes({
  'GET /clinical_reports/{participant_id}/': {
    summary: "The participant's reports, every version, newest first",
    access: reads,
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
    params: ReportParams,
    responses: { 200: ClinicalReport, 404: ApiError },
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
    params: ReportParams,
    responses: { 200: 'bytes', 404: ApiError, 503: ApiError },
  },
  'GET /clinical_reports/{participant_id}/{report_id}/json/': {
    summary: 'The content of the report as canonical JSON: as it was signed, or a draft as it is now',
    access: downloads,
    params: ReportParams,
    responses: { 200: 'bytes', 404: ApiError },
  },
  'GET /clinical_reports/{participant_id}/{report_id}/verify/': {
    summary: 'Whether the stored file, content and signature of a signed report are those of its signing',
    access: reads,
    params: ReportParams,
    responses: { 200: ReportVerification, 404: ApiError, 409: ApiError },
  },
})
