import { z } from 'zod'
import { CalendarDate, Timestamp } from './fields.ts'
import { ItemId, PopulationId, SessionId, TakeId, TemplateId } from './ids.ts'
import { reportLanguages, reportPaper } from './report-limits.ts'
import { PrintedLogo, PrintedTemplate } from './report-templates.ts'

// What a report consists of: its content, the examiner's texts and the signature.

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

/** The inputs of a report, so that later changes of them are found. */
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
  template: z.object({ id: TemplateId, version: z.int() }).nullable(),
})
export type ReportSources = z.infer<typeof ReportSources>

/** Everything that a report prints except the texts of the examiner. It is fixed when the draft is made. */
export const ReportContent = z.object({
  format: z.literal(1),
  /** The version of the printing program. Equal content of the same layout gives equal bytes. */
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
  /** The certificate that signs the file; absent when the file has no signature of its own. */
  certificate: z.object({ subject: z.string(), sha256: z.string() }).optional(),
})
export type ReportSignature = z.infer<typeof ReportSignature>

/** A signed report. Its canonical JSON has sorted members and no spaces. */
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
