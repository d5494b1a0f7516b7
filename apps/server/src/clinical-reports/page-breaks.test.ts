// @module-tag long
import { execFile } from 'node:child_process'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { promisify } from 'node:util'
import { type ReportDocument, reportLanguages, reportPaper } from '@fonema/contract'
import { reportSections } from '@fonema/contract/report-limits'
import { expect, onTestFinished, test } from 'vitest'
import { printReport } from './print.ts'
import { sampleReport } from './sample.ts'

/** `LENGTHS=100` prints that many lengths of text in each language and on each paper. */
const lengths = Number(process.env.LENGTHS ?? 3)

const run = promisify(execFile)
const margins = { top: 54, bottom: 66 }
const sentence = 'La voz es soplada y áspera, con una intensidad que baja al final de cada frase. '
const notes = [
  'Hollow marks: these cannot be compared with this session. 10 Mar 25: another microphone; 2 Jun 25: poor recording.',
]

type Asked = { language: (typeof reportLanguages)[number]; paper: (typeof reportPaper)[number]; size: number }

/** A signed report whose parts have other lengths with each size. */
function reportOf({ language, paper, size }: Asked): ReportDocument {
  const organization = { name: 'Clínica', lines: ['Calle 1'], logo: null }
  const template = { name: 'A', sections: [...reportSections], measures: null, introduction: '', closing: '' }
  const sample = sampleReport(organization, template, { language, paper, purpose: sentence }, {})
  const { content } = sample
  const paragraphs = Array.from({ length: size % 7 }, (_, i) => sentence.repeat(1 + ((size * (i + 3)) % 11)).trim())
  const long = (i: number) => sentence.repeat(1 + ((size + i) % 4)).trim()
  return {
    ...sample,
    number: '2026-0147',
    version: 1,
    content: {
      ...content,
      participant: { ...content.participant, code: 'P-0099' },
      findings: Array.from({ length: size % 6 }, (_, i) => {
        const { lead, source } = content.findings[i % 2]!
        return { lead, source, detail: long(i) }
      }),
      charts: Array.from({ length: size % 4 }, () => ({ ...content.charts[0]!, notes })),
      annex: [0, 1, 2].flatMap((i) =>
        content.annex.map((part) => ({
          ...part,
          note: size % 3 === 0 ? '' : long(i),
          rows: part.rows.slice(size % 17),
        })),
      ),
      footnotes: Array.from({ length: 1 + (size % 4) }, (_, i) => long(i)),
    },
    texts: {
      purpose: sentence,
      impression: paragraphs.join('\n'),
      recommendations: paragraphs.slice(0, 2).join('\n'),
    },
    signature: {
      name: 'Eva Ruiz',
      role: 'Evaluadora',
      at: '2026-03-17T15:30:00.000Z',
      time_zone: 'UTC',
      meaning: content.words.meaning!,
    },
  }
}

type Line = { text: string; top: number; end: number }
type Page = { height: number; lines: Line[] }

/** The lines of each page with their places, as poppler reads them. */
async function pagesOf(pdf: Buffer, folder: string): Promise<Page[]> {
  const file = path.join(folder, 'report.pdf')
  await writeFile(file, pdf)
  const { stdout } = await run('pdftotext', ['-bbox-layout', file, '-'])
  return stdout.split('<page ').slice(1).map(pageOf)
}

function pageOf(written: string): Page {
  const lines = written
    .split('<line ')
    .slice(1)
    .map((line): Line => {
      const words = [...line.matchAll(/<word [^>]*>([^<]*)<\/word>/g)].map(([, word]) => word!)
      const text = words.join(' ').replaceAll('&apos;', "'").replaceAll('&amp;', '&')
      return { text, top: numberIn(line, 'yMin'), end: numberIn(line, 'yMax') }
    })
  return { height: numberIn(written, 'height'), lines }
}

const numberIn = (written: string, name: string) => Number(new RegExp(`${name}="([\\d.]+)"`).exec(written)![1])

/** What is wrong with the pages of a report; empty if nothing is. */
function faultsOf(pages: readonly Page[], { content, number }: ReportDocument): string[] {
  const { words, participant, session, annex } = content
  const parts = ['purpose', 'findings', 'impression', 'recommendations', 'change', 'annex', 'sources', 'measure']
  const headings = new Set([...parts.map((part) => words[part]), ...annex.map(({ title }) => title)])
  return pages.flatMap(({ height, lines }, i) => {
    const bottom = height - margins.bottom
    const body = lines.filter(({ top }) => top < bottom)
    const footer = lines.filter(({ top }) => top >= bottom).map(({ text }) => text)
    const lowest = Math.max(...body.map(({ top }) => top))
    const end = Math.max(...body.map(({ end }) => end))
    const last = body.filter(({ top }) => lowest - top < 4).map(({ text }) => text)
    const isFull = i === pages.length - 1 || end - margins.top > (bottom - margins.top) / 2
    const expected = [
      `${participant.code} · ${number} · ${session.day} · ${words.signed_by} Eva Ruiz`,
      `${words.page} ${i + 1} ${words.of} ${pages.length}`,
    ]
    return [
      ...(last.some((text) => headings.has(text)) ? [`page ${i + 1} ends with the heading ${last.join(' ')}`] : []),
      ...(isFull ? [] : [`page ${i + 1} ends at ${Math.round(end)} of ${bottom}`]),
      ...expected.filter((text) => !footer.includes(text)).map((text) => `page ${i + 1} has no footer ${text}`),
    ]
  })
}

test('no heading ends a page, no page before the last is half empty, and each has its footer', async () => {
  const folder = await mkdtemp(path.join(tmpdir(), 'fonema-pages-'))
  onTestFinished(() => rm(folder, { recursive: true, force: true }))
  const asked = reportLanguages.flatMap((language, i) =>
    reportPaper.flatMap((paper, j) =>
      // Another set of lengths each time, so that few reports try many breaks.
      Array.from({ length: lengths }, (_, k): Asked => ({ language, paper, size: 1 + i + 4 * j + 8 * k })),
    ),
  )
  const found = []
  for (const each of asked) {
    const report = reportOf(each)
    const pages = await pagesOf(await printReport(report), folder)
    const faults = faultsOf(pages, report)
    if (faults.length > 0) found.push({ ...each, faults })
  }
  expect(found).toEqual([])
}, 600_000)
