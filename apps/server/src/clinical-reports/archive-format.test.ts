import { execFile } from 'node:child_process'
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { promisify } from 'node:util'
import { expect, onTestFinished, test } from 'vitest'
import { smallPng } from '../../testing/logo.ts'
import { readLogo } from './logo.ts'
import { printReport } from './print.ts'

const run = promisify(execFile)

async function printed() {
  const folder = await mkdtemp(path.join(tmpdir(), 'fonema-archive-'))
  onTestFinished(() => rm(folder, { recursive: true, force: true }))
  const report = JSON.parse(await readFile(path.join(import.meta.dirname, 'fixtures/golden-report.json'), 'utf8'))
  const file = path.join(folder, 'report.pdf')
  const bytes = await printReport(report, readLogo(smallPng(360, 120)).bytes)
  await writeFile(file, bytes)
  return { file, bytes }
}

test('poppler reads a report as tagged PDF/A with every font embedded, a language and no encryption', async () => {
  const { file, bytes } = await printed()
  const { stdout: info } = await run('pdfinfo', [file])
  const facts = Object.fromEntries(info.split('\n').map((line) => [line.split(':')[0], line.slice(16).trim()]))
  expect(facts).toMatchObject({ Tagged: 'yes', Encrypted: 'no', JavaScript: 'no', 'PDF version': '1.7' })
  expect(facts.Title).not.toBe('')

  const { stdout: fonts } = await run('pdffonts', [file])
  // After two lines of headings: name, type, encoding, embedded, subset, with a table to Unicode, object.
  const rows = fonts.trim().split('\n').slice(2)
  expect(rows.length).toBeGreaterThan(1)
  for (const row of rows) expect(row).toMatch(/ yes +yes +yes +\d+ +0$/)

  const pdf = bytes.toString('latin1')
  expect(pdf).toContain('<pdfaid:part>2</pdfaid:part>')
  expect(pdf).toContain('<pdfaid:conformance>A</pdfaid:conformance>')
  for (const part of ['/OutputIntents', '/GTS_PDFA1', '/StructTreeRoot', '/Lang']) expect(pdf).toContain(part)
  // What an archive must not contain: programs, other files, references to outside content.
  for (const part of ['/Launch', '/EmbeddedFiles', '/RichMedia', '/OpenAction']) expect(pdf).not.toContain(part)
})
