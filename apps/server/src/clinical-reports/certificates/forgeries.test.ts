// @module-tag long
import { execFile } from 'node:child_process'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { promisify } from 'node:util'
import { afterAll, expect, test } from 'vitest'
import { makeCertificate, upload } from '../../../testing/certificate.ts'
import { freshDraft, signWith } from '../../../testing/clinical-report.ts'
import { buildTestApp } from '../../../testing/test-app.ts'
import { sha256Of } from '../canonical.ts'
import { printReport } from '../print.ts'
import { findReport } from '../queries.ts'
import { readStored, verify } from '../verify.ts'
import { isSignedWith } from './check-file.ts'
import { openPkcs12, type SigningCertificate } from './pkcs12.ts'
import { signFile } from './sign-file.ts'

const run = promisify(execFile)
const folder = await mkdtemp(path.join(tmpdir(), 'fonema-forgeries-'))
afterAll(() => rm(folder, { recursive: true }))

/** What pdfsig says about a file, when it trusts this certificate. */
async function createReader(pem: string) {
  const database = `sql:${folder}`
  await writeFile(path.join(folder, 'certificate.pem'), pem)
  await run('certutil', ['-N', '-d', database, '--empty-password'])
  await run('certutil', [
    '-A',
    '-d',
    database,
    '-n',
    'clinic',
    '-t',
    'CT,C,C',
    '-i',
    path.join(folder, 'certificate.pem'),
  ])
  return async (pdf: Buffer): Promise<boolean> => {
    const file = path.join(folder, 'report.pdf')
    await writeFile(file, pdf)
    const { stdout } = await run('pdfsig', ['-nssdir', database, file]).catch(({ stdout }: { stdout?: string }) => ({
      stdout: stdout ?? '',
    }))
    const said = ['Signature is Valid', 'Certificate is Trusted', 'Total document signed']
    return said.every((each) => stdout.includes(each)) && stdout.split('Signature #').length === 2
  }
}

async function prepare() {
  const demo = await buildTestApp()
  const headers = await demo.signIn('examiner@demo.example')
  const made = makeCertificate()
  await upload(demo, await demo.signIn('owner@demo.example'), made)
  const signed = async () => {
    const { url, ids } = await freshDraft(demo, headers)
    await signWith(demo, headers, url)
    return demo.database.tenant(demo.organizationId, async (tx) =>
      readStored(tx, (await findReport(tx, ids.participant_id, ids.report_id))!),
    )
  }
  return { made, one: await signed(), other: await signed() }
}

/** The places of the signature: the numbers of its range, and the digits between them. */
function partsOf(pdf: Buffer) {
  const at = pdf.lastIndexOf('/ByteRange [')
  const text = pdf.subarray(at).toString('latin1')
  const [range, ...numbers] = /^\/ByteRange \[0 (\d+) (\d+) (\d+)\] */.exec(text)!
  const [before, after] = numbers.map(Number) as [number, number]
  return { at, range, before, after }
}

const replaced = (pdf: Buffer, at: number, by: string | Buffer) => {
  const bytes = Buffer.from(by as string, 'latin1')
  return Buffer.concat([pdf.subarray(0, at), bytes, pdf.subarray(at + bytes.length)])
}
const flipped = (pdf: Buffer, at: number) => replaced(pdf, at, Buffer.from([pdf[at]! ^ 1]))

test('thirty forged or moved signatures of a file are found, also when every hash was adapted', async () => {
  const { made, one, other } = await prepare()
  const pdf = one.pdf!
  const printed = await printReport(one.document)
  const parts = partsOf(pdf)
  const theirs = partsOf(other.pdf!)
  const sha256 = one.row.certificate_sha256!
  const reads = await createReader(made.pem)
  expect([isSignedWith(pdf, sha256), await reads(pdf)]).toEqual([true, true])
  expect(await verify(one, printReport)).toMatchObject({ intact: true, faults: [] })
  expect(isSignedWith(other.pdf!, sha256)).toBe(true)

  const signing = { name: 'examiner Prueba', reason: 'Responsable', at: new Date('2026-01-02T03:04:05Z') }
  const opened = openPkcs12(made.p12, made.password) as SigningCertificate
  const foreign = makeCertificate()
  const stranger = openPkcs12(foreign.p12, foreign.password) as SigningCertificate
  const rangeOf = (...numbers: number[]) => {
    const text = `/ByteRange [${numbers.join(' ')}]`
    return replaced(pdf, parts.at, text.padEnd(parts.range.length))
  }
  const gap = (from: Buffer, { before, after }: typeof parts) => from.subarray(before, after)
  const { before, after } = parts
  const rest = pdf.length - after
  const update = `\n1 0 obj\n<< /Type /Pages /Kids [] /Count 0 >>\nendobj\ntrailer\n<< /Size 1 /Root 3 0 R /Prev 0 >>\nstartxref\n${pdf.length}\n%%EOF\n`
  const forged: [string, Buffer][] = [
    ...Array.from({ length: 8 }, (_, i): [string, Buffer] => [
      `a byte of the report, ${i}`,
      flipped(pdf, Math.floor((printed.length * (i + 0.5)) / 8)),
    ]),
    ['a byte of the objects of the signature', flipped(pdf, pdf.indexOf('/Reason', printed.length) + 9)],
    ['the time of the signature', replaced(pdf, pdf.indexOf('(D:', printed.length) + 3, '2020')],
    ['a byte behind the signature', flipped(pdf, pdf.length - 20)],
    ['a digit of the message', flipped(pdf, before + 3000)],
    ['the signature of zeros', replaced(pdf, before + 1, '0'.repeat(after - before - 2))],
    ['a hidden byte in the padding', replaced(pdf, after - 3, 'a1')],
    ['the signature of another report', replaced(pdf, before, gap(other.pdf!, theirs))],
    [
      'all of what another report has behind its pages',
      Buffer.concat([printed, other.pdf!.subarray(other.pdf!.indexOf('\n', theirs.at - 200))]),
    ],
    ['another report as a whole', other.pdf!],
    ['the report without its signature', printed],
    ['one byte less', pdf.subarray(0, -1)],
    ['half of it', pdf.subarray(0, pdf.length / 2)],
    ['one byte more', Buffer.concat([pdf, Buffer.from(' ')])],
    ['an update behind it', Buffer.concat([pdf, Buffer.from(update)])],
    ['bytes before it', Buffer.concat([Buffer.from('%\n'), pdf])],
    ['a second signature by a stranger', await signFile(pdf, stranger, signing)],
    ['signed by a stranger of the same name', await signFile(printed, stranger, signing)],
    [
      'the same pages signed by a stranger, the certificate exchanged',
      await signFile(printed, { ...opened, key: stranger.key }, signing),
    ],
    ['a range that leaves out the first page', rangeOf(0, before - 1000, after, rest)],
    ['a range that ends early', rangeOf(0, before, after, rest - 10)],
    ['a range that starts late', rangeOf(10, before, after, rest)],
    ['a wider gap', rangeOf(0, before, after + 100, rest - 100)],
    ['a negative range', rangeOf(0, before, after, -rest)],
    ['a range without numbers', replaced(pdf, parts.at, '/ByteRange [0 x y z]'.padEnd(parts.range.length))],
  ]
  expect(forged.length).toBeGreaterThanOrEqual(30)
  const left: string[] = []
  for (const [name, file] of forged) {
    expect([name, file.equals(pdf)]).toEqual([name, false])
    const row = { ...one.row, pdf_sha256: sha256Of(file) }
    const { intact, faults } = await verify({ ...one, row, pdf: file }, printReport)
    expect([name, intact, faults.length > 0]).toEqual([name, false, true])
    if (await reads(file)) left.push(name)
  }
  // A reader does not know which report it should be.
  expect(left).toEqual(['another report as a whole'])
}, 300_000)

test('a report that was signed with a certificate is not intact with a file of another valid one', async () => {
  const { one } = await prepare()
  const foreign = makeCertificate()
  const stranger = openPkcs12(foreign.p12, foreign.password) as SigningCertificate
  const pdf = await signFile(await printReport(one.document), stranger, { name: 'x', reason: 'y', at: new Date(0) })
  const row = { ...one.row, pdf_sha256: sha256Of(pdf) }
  expect((await verify({ ...one, pdf, row }, printReport)).faults).toEqual(['certificate'])
})
