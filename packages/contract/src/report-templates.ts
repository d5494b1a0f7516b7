import { z } from 'zod'
import { ApiError, BadRequest } from './errors.ts'
import { possibleText, requiredText, Timestamp } from './fields.ts'
import { TemplateId } from './ids.ts'
import { PageQuery } from './pages.ts'
import {
  standardSettings as everything,
  letterheadLine,
  letterheadLines,
  longestTemplateText,
  mostSnippets,
  reportLanguages,
  reportPaper,
  reportSections,
} from './report-limits.ts'
import { routes } from './route.ts'

export type ReportSection = (typeof reportSections)[number]

/** A logo that a report prints. Its bytes are stored by the hash. Pixels. */
export const PrintedLogo = z.object({ sha256: z.string(), width: z.int(), height: z.int() })
export type PrintedLogo = z.infer<typeof PrintedLogo>

/** What a report copies of its template, in its language. */
export const PrintedTemplate = z.object({
  name: z.string(),
  sections: z.array(z.enum(reportSections)),
  /** The names of the measures in the annex; null: all. */
  measures: z.array(z.string()).nullable(),
  introduction: z.string(),
  closing: z.string(),
})
export type PrintedTemplate = z.infer<typeof PrintedTemplate>

const long = possibleText(longestTemplateText)

/** An organisation's texts in one language. Empty: nothing is printed. */
const TemplateTexts = z.strictObject({
  /** Printed before the findings. */
  introduction: long,
  /** Put into the draft, where the examiner changes it. */
  purpose: long,
  /** Printed before the signature. */
  closing: long,
  /** Offered while the examiner writes. */
  snippets: z
    .array(
      z.strictObject({
        title: requiredText(80),
        part: z.enum(['impression', 'recommendations'], 'invalid'),
        text: requiredText(longestTemplateText),
      }),
    )
    .max(mostSnippets, 'too_long'),
})
export type TemplateTexts = z.output<typeof TemplateTexts>

export const TemplateSettings = z.strictObject({
  paper: z.enum(reportPaper, 'invalid'),
  sections: z.array(z.enum(reportSections, 'invalid')).max(reportSections.length, 'too_long'),
  measures: z.array(requiredText(80)).max(500, 'too_long').nullable(),
  texts: z.strictObject({ es: TemplateTexts, en: TemplateTexts, pt: TemplateTexts, fr: TemplateTexts }),
})
export type TemplateSettings = z.output<typeof TemplateSettings>

/** The template that always exists. */
export const standardSettings: TemplateSettings = everything

export const ReportTemplate = z.object({
  id: TemplateId,
  name: z.string(),
  /** Increases with each change. A draft names the version that it copied. */
  version: z.int(),
  is_default: z.boolean(),
  settings: TemplateSettings,
  updated_at: Timestamp,
})
export type ReportTemplate = z.infer<typeof ReportTemplate>

const name = requiredText(80)
export const NewReportTemplate = z.strictObject({ name, settings: TemplateSettings })
export type NewReportTemplate = z.output<typeof NewReportTemplate>

/** `based_on`: the version that was seen. Another one is a conflict. */
export const ReportTemplateChanges = z.strictObject({
  based_on: z.int('invalid'),
  name: name.optional(),
  settings: TemplateSettings.optional(),
  is_default: z.boolean('invalid').optional(),
})
export type ReportTemplateChanges = z.output<typeof ReportTemplateChanges>

export const TemplatePreview = z.strictObject({
  language: z.enum(reportLanguages, 'invalid'),
  name: possibleText(80),
  settings: TemplateSettings,
})
export type TemplatePreview = z.output<typeof TemplatePreview>

/** Measures of the annex under their heading. */
export const MeasureGroup = z.object({ heading: z.string(), measures: z.array(z.string()) })
export type MeasureGroup = z.infer<typeof MeasureGroup>

/** What stands above every report of the organisation. */
export const Letterhead = z.object({ lines: z.array(z.string()), logo: PrintedLogo.nullable() })
export type Letterhead = z.infer<typeof Letterhead>

export const LetterheadChanges = z.strictObject({
  lines: z.array(requiredText(letterheadLine)).max(letterheadLines, 'too_long'),
})
export type LetterheadChanges = z.output<typeof LetterheadChanges>

const manages = { role: 'manager', feature: 'admin' } as const
const TemplateParams = z.object({ template_id: TemplateId })

export const reportTemplateRoutes = routes({
  'GET /report_templates/': {
    summary: "The organisation's templates of reports, by name; the standard one is not in the list",
    access: {},
    query: PageQuery,
    order: ['name', 'id'],
    responses: { 200: z.array(ReportTemplate) },
  },
  'POST /report_templates/': {
    summary: 'Add a template of reports',
    access: manages,
    repeatable: true,
    body: NewReportTemplate,
    responses: { 201: ReportTemplate, 400: BadRequest },
  },
  'PATCH /report_templates/{template_id}/': {
    summary: 'Change a template, or make it the default; drafts and signed reports keep what they copied',
    access: manages,
    params: TemplateParams,
    body: ReportTemplateChanges,
    responses: { 200: ReportTemplate, 400: BadRequest, 404: ApiError, 409: ApiError },
  },
  'DELETE /report_templates/{template_id}/': {
    summary: 'Delete a template; drafts and signed reports keep what they copied',
    access: manages,
    params: TemplateParams,
    responses: { 204: null, 404: ApiError },
  },
  'POST /report_templates/preview/': {
    summary: 'How a report with these settings looks, as PDF: invented results, marked as a preview; stores nothing',
    access: manages,
    body: TemplatePreview,
    responses: { 200: 'bytes', 400: BadRequest, 503: ApiError },
  },
  'GET /report_templates/measures/': {
    summary: 'The measures that an annex can show, by heading',
    access: manages,
    responses: { 200: z.object({ groups: z.array(MeasureGroup) }) },
  },
  'GET /report_letterhead/': {
    summary: 'Address and logo above the reports',
    access: manages,
    responses: { 200: Letterhead },
  },
  'PATCH /report_letterhead/': {
    summary: 'Change the lines beside the name, such as address and telephone',
    access: manages,
    body: LetterheadChanges,
    responses: { 200: Letterhead, 400: BadRequest },
  },
  'GET /report_letterhead/logo/': {
    summary: 'The logo as it is printed and shown',
    access: {},
    responses: { 200: 'bytes', 404: ApiError },
  },
  'POST /report_letterhead/logo/': {
    summary: 'Set the logo (multipart, file `file`): PNG or JPEG; signed reports keep theirs',
    access: manages,
    multipart: { file: 'file', fields: z.strictObject({}) },
    responses: { 200: Letterhead, 400: BadRequest, 413: ApiError, 415: ApiError },
  },
  'DELETE /report_letterhead/logo/': {
    summary: 'Remove the logo; signed reports keep theirs',
    access: manages,
    responses: { 204: null },
  },
})
