import { dateLocale, type ReportDocument, type ReportSection } from '@fonema/contract'
import { sha256Of } from './canonical.ts'
import { chart, chartHeight } from './pdf-chart.ts'
import { letterhead } from './pdf-letterhead.ts'
import { ink, openPdf, type PdfPage } from './pdf-page.ts'
import { type Column, table, tableStart } from './pdf-table.ts'

/**
 * Prints a report as PDF/A. Equal reports give equal bytes, in every process.
 *
 * @param logo the bytes of the logo that the report names; null when it names none
 * @throws {Error} when they are not those bytes
 */
export async function printReport(report: ReportDocument, logo: Buffer | null = null): Promise<Buffer> {
  const { content } = report
  if ((content.organization.logo?.sha256 ?? null) !== (logo === null ? null : sha256Of(logo)))
    throw new Error('not the logo of the report')
  const { words, participant } = content
  const page = openPdf({
    title: `${words.title} ${report.number} · ${participant.code}`,
    author: content.organization.name,
    language: content.language,
    paper: content.paper,
    madeAt: new Date(report.signature?.at ?? report.made_at),
  })
  letterhead(page, report.content.organization, logo)
  title(page, report)
  facts(page, report)
  introduction(page, report)
  findings(page, report)
  recordings(page, report)
  written(page, report)
  closing(page, report)
  signature(page, report)
  const { charts, annex } = content
  // The summary is a page of its own, unless it is short, or its end already begins another one.
  if (charts.length + annex.length > 0 && page.isFirst() && page.room() < page.height / 2) page.doc.addPage()
  if (charts.length > 0) {
    page.heading(words.change!, chartHeight(page, charts[0]!))
    for (const each of charts) chart(page, each)
  }
  measures(page, report)
  footers(page, report)
  page.root.end()
  page.doc.end()
  return page.bytes
}

/** `2026-0147 (version 2)` */
export const nameOf = ({ number, version, content: { words } }: ReportDocument) =>
  version <= 1 ? number : `${number} (${words.version} ${version})`

/** Which report: its name, number, session and state. */
function title(page: PdfPage, report: ReportDocument) {
  const { words, session } = report.content
  page.block('H1', words.title!, { size: 17, weight: 'bold', after: 1 })
  const line = `${words.number} ${nameOf(report)} · ${words.session_of} ${session.day} · ${stateOf(report)}`
  page.block('P', line, { color: report.signature === null ? ink.alert : ink.muted, after: 6 })
  if (report.reason !== null) page.block('P', `${words.amends} ${report.reason}`, { color: ink.muted, after: 6 })
}

/** Number 0 is that of a preview: no report has it. */
const isPreview = ({ version }: ReportDocument) => version === 0

function stateOf(report: ReportDocument): string {
  const { words } = report.content
  if (isPreview(report)) return words.preview!
  return report.signature === null ? words.draft! : `${words.signed_on} ${timeOf(report, report.signature.at, 'day')}`
}

const hasSection = ({ content }: ReportDocument, section: ReportSection) =>
  content.template?.sections.includes(section) ?? true

/** Who, which session: label and value in two columns. */
function facts(page: PdfPage, report: ReportDocument) {
  const { doc, root, left, width } = page
  const { words, participant, session } = report.content
  const name = [participant.first_name, participant.last_name].filter(Boolean).join(' ')
  const recorder = session.recorded_by === session.examiner ? '' : ` (${words.recorded_by} ${session.recorded_by})`
  const born = [participant.born, participant.age === null ? '' : `${participant.age} ${words.years}`]
  const all = [
    [words.participant!, name === '' ? participant.code : `${name} (${participant.code})`],
    [words.born!, born.filter(Boolean).join(' · ')],
    [words.diagnosis!, participant.diagnose ?? ''],
    [words.sex!, participant.sex_text],
    [words.examiner!, `${session.examiner}${recorder}`],
    [words.protocol!, session.protocol],
  ].filter(([, value]) => value !== '') as [string, string][]
  const element = doc.struct('Table')
  root.add(element)
  const half = width / 2
  const label = 88
  for (let i = 0; i < all.length; i += 2) {
    const top = doc.y
    page.rule(top)
    const row = doc.struct('TR')
    element.add(row)
    const ends = all.slice(i, i + 2).map(([title, value], place) => {
      const x = left + place * half
      row.add(doc.struct('TH', {}, () => page.put(title, x, top + 4, label - 6, { size: 9, color: ink.muted })))
      const titleEnd = doc.y
      const look = { size: 10, weight: i === 0 && place === 0 ? ('bold' as const) : ('regular' as const) }
      row.add(doc.struct('TD', {}, () => page.put(value, x + label, top + 3.5, half - label - 8, look)))
      return Math.max(titleEnd, doc.y)
    })
    row.end()
    doc.y = Math.max(top + 20, ...ends.map((end) => end + 3))
  }
  element.end()
  page.rule(doc.y)
  doc.y += 6
}

function paragraphs(page: PdfPage, text: string) {
  // Paragraph by paragraph, so that a page breaks between them where it can.
  for (const paragraph of text.split(/\n+/).filter(Boolean)) page.block('P', paragraph)
}

function introduction(page: PdfPage, { content: { template } }: ReportDocument) {
  if (!template?.introduction) return
  page.doc.y += 4
  paragraphs(page, template.introduction)
}

function closing(page: PdfPage, { content: { template } }: ReportDocument) {
  if (!template?.closing) return
  page.doc.y += 8
  paragraphs(page, template.closing)
}

function findings(page: PdfPage, report: ReportDocument) {
  const { content, texts } = report
  const { words } = content
  if (texts.purpose !== '') {
    page.heading(words.purpose!)
    paragraphs(page, texts.purpose)
  }
  if (!hasSection(report, 'findings')) return
  const heights = content.findings.map(
    ({ lead, detail, source }, i) =>
      page.heightOf(`${i + 1}. ${lead}. ${detail}`, page.width) + page.heightOf(source, page.width, { size: 8.5 }),
  )
  page.heading(words.findings!, heights[0])
  if (content.findings.length === 0) page.block('P', words.no_findings!)
  content.findings.forEach(({ lead, detail, source }, i) => {
    page.need(heights[i]!)
    page.lead(`${i + 1}. ${lead}. `, detail)
    if (source !== '') page.block('P', source, { size: 8.5, color: ink.muted, after: 3, indent: 12 })
  })
}

/** What could not be judged, and how good the recordings were: every report says so. */
function recordings(page: PdfPage, report: ReportDocument) {
  const { content } = report
  const { words } = content
  if (!hasSection(report, 'findings')) page.heading(words.recordings!)
  if (content.not_judged.length > 0) {
    const line = `${words.not_judged}. ${content.not_judged.join(' ')}`
    page.block('P', line, { size: 9, color: ink.muted, after: 2 })
  }
  const recorded = content.recordings.map(({ title, text }) => `${title}: ${text}`).join(' · ')
  if (recorded !== '') page.block('P', `${words.recordings}. ${recorded}`, { size: 9, color: ink.muted })
}

function written(page: PdfPage, report: ReportDocument) {
  const { texts, signature } = report
  const { words } = report.content
  for (const part of ['impression', 'recommendations'] as const) {
    const text = texts[part]
    // What somebody wrote is printed, also when the template was changed meanwhile.
    if (text === '' && (signature !== null || !hasSection(report, part))) continue
    page.heading(words[part]!)
    if (text === '') page.block('P', words.not_written!, { color: ink.muted })
    paragraphs(page, text)
  }
}

function signature(page: PdfPage, report: ReportDocument) {
  const { words } = report.content
  page.need(78)
  page.doc.y += 22
  page.rule(page.doc.y, page.left, page.width * 0.5)
  page.doc.y += 5
  const signed = report.signature
  if (signed === null) {
    page.block('P', stateOf(report), { weight: 'bold', color: ink.alert })
    return
  }
  page.block('P', signed.name, { weight: 'bold', after: 0 })
  const muted = { size: 9, color: ink.muted, after: 0 }
  page.block('P', `${signed.role} · ${words.signed_on} ${timeOf(report, signed.at, 'minute')}`, muted)
  page.block('P', signed.meaning, muted)
}

const itemHeading = { tag: 'H3', size: 10.5 }

function measures(page: PdfPage, { content: { annex, words, footnotes } }: ReportDocument) {
  const columns: Column[] = [
    { title: words.measure!, share: 0.38 },
    { title: words.value!, share: 0.18, align: 'right' },
    { title: words.place!, share: 0.22, align: 'right' },
    { title: words.note!, share: 0.22 },
  ]
  const ofNote = { size: 9, color: ink.muted }
  const printed = annex.filter(({ rows, note }) => rows.length > 0 || note !== '')
  printed.forEach(({ title, note, rows }, i) => {
    const cells = rows.map(({ name, value, place, note: remark }) => [name, value, place, remark])
    const heightOfNote = note === '' ? 0 : page.heightOf(note, page.width, ofNote) + 4
    const follows = heightOfNote + (rows.length === 0 ? 0 : tableStart(page, columns, cells))
    if (i === 0) page.heading(words.annex!, page.headingHeight(title, itemHeading.size) + follows)
    page.heading(title, follows, itemHeading.tag, itemHeading.size)
    if (note !== '') page.block('P', note, ofNote)
    if (rows.length === 0) return
    table(page, columns, cells)
    page.doc.y += 4
  })
  if (footnotes.length === 0) return
  page.heading(words.sources!, 14, itemHeading.tag, itemHeading.size)
  for (const each of footnotes) page.block('P', each, { size: 8.5, color: ink.muted, after: 1 })
}

/** Every page carries code, number, date, who signed it, and its place. */
function footers(page: PdfPage, report: ReportDocument) {
  const { doc, left, width, margins } = page
  const { words, participant, session } = report.content
  const signed = report.signature
  const state = signed === null ? stateOf(report) : `${words.signed_by} ${signed.name}`
  const { start, count } = doc.bufferedPageRange()
  for (let i = start; i < start + count; i++) {
    doc.switchToPage(i)
    // Text below the margin would otherwise start a new page.
    const { bottom } = doc.page.margins
    doc.page.margins.bottom = 0
    doc.markContent('Artifact', { type: 'Pagination', attached: ['Bottom'] })
    const y = doc.page.height - margins.bottom + 24
    doc
      .moveTo(left, y - 6)
      .lineTo(left + width, y - 6)
      .lineWidth(0.6)
      .strokeColor(ink.line)
      .stroke()
    const look = { size: 8, color: ink.muted }
    page.put(`${participant.code} · ${nameOf(report)} · ${session.day} · ${state}`, left, y, width - 90, look)
    page.put(`${words.page} ${i + 1} ${words.of} ${count}`, left + width - 90, y, 90, { ...look, align: 'right' })
    doc.endMarkedContent()
    doc.page.margins.bottom = bottom
  }
}

/** A time in the zone of the report: the day, or the minute with the zone. */
export function timeOf({ content }: ReportDocument, at: string, until: 'day' | 'minute'): string {
  const day = { day: 'numeric', month: 'long', year: 'numeric' } as const
  const minute = { hour: '2-digit', minute: '2-digit', timeZoneName: 'shortOffset' } as const
  const options = { ...day, ...(until === 'minute' && minute), timeZone: content.time_zone }
  return new Intl.DateTimeFormat(dateLocale(content.language), options).format(new Date(at))
}
