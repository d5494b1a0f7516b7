import fc from 'fast-check'
import { expect, test } from 'vitest'
import { formOf } from '../../testing/recordings.ts'
import { follow, storedKeys } from '../../testing/stored.ts'
import { buildTestApp } from '../../testing/test-app.ts'

const long = 'ñ'.repeat(400)
const bidi = ['\u202a', '\u202b', '\u202d', '\u202e', '\u2066', '\u2067', '\u2069', '\u200e', '\u200f', '\u061c']
const controls = [
  '\0',
  '\u0007',
  '\u001b[31m',
  '\u007f',
  '\u0085',
  '\u009b',
  '\r\n',
  '\r',
  '\n',
  '\t',
  '\u2028',
  '\u2029',
]
const invisible = ['\ufeff', '\u200b', '\u200d', '\u00ad', '\u2060', '\u{e0001}']
const paths = [
  '../',
  '../../../etc/',
  '/etc/',
  'C:\\',
  '..\\..\\',
  '//host/share/',
  'file:///',
  '%2e%2e%2f',
  './/..//',
  '~/',
]
const endings = [
  '.html.pdf',
  '.exe.pdf',
  '.pdf.pdf',
  ';.pdf',
  '".pdf',
  "'.pdf",
  '*.pdf',
  '|.pdf',
  '$(id).pdf',
  '`id`.pdf',
]
const quoted = [
  'a"; filename="b.html',
  "a'; x='",
  'a\\".pdf\\',
  'a;b=c',
  'a,b',
  'a=b',
  '=?utf-8?b?YQ==?=',
  "UTF-8''a%0d%0ab",
]
const devices = [
  'CON',
  'NUL',
  'aux',
  'com1',
  '-rf',
  '.htaccess',
  '.',
  '..',
  ' ',
  '%00',
  '<script>x</script>',
  '<img src=x>',
]
const scripts = [
  '\u0430\u0440\u0440\u04cf\u0435',
  '٠١٢',
  '漢字',
  '👩‍👩‍👧',
  '\ud83d\ude00',
  'e\u0301',
  '\ufb01',
  'İ',
  '\u1e9e',
  '\uffff',
]

/** Names as a client may send them, each with an allowed extension. */
const names = [
  ...[...bidi, ...controls, ...invisible].flatMap((sign) => [`a${sign}fdp.exe.pdf`, `${sign}a.pdf`]),
  ...[...paths.map((folder) => `${folder}passwd.pdf`), ...endings.map((ending) => `a${ending}`)],
  ...[...quoted, ...devices, ...scripts].map((name) => `${name}.pdf`),
  ...[`${long}.pdf`, `a.${long}.pdf`, `${'😀'.repeat(200)}.pdf`, `${'a'.repeat(5000)}.pdf`],
  ...fc.sample(fc.string({ unit: 'binary', maxLength: 300 }), { numRuns: 40, seed: 7 }).map((name) => `${name}.pdf`),
]

/** `attachment; filename="…"; filename*=UTF-8''…` according to RFC 6266 and 8187, and nothing after it. */
const disposition =
  /^attachment; filename="([\w.-]*)"; filename\*=UTF-8''((?:[A-Za-z0-9!#$&+.^_`|~-]|%[0-9A-Fa-f]{2})*)$/

test('more than a hundred hostile names become plain ones, in a valid header, and never a path', async () => {
  expect(names.length).toBeGreaterThan(100)
  const demo = await buildTestApp()
  const headers = await demo.signIn('examiner@demo.example')
  const payload = { code: 'P-1', locale: demo.localeId('es-AR') }
  const { id } = (await demo.app.inject({ method: 'POST', url: '/api/user/participants/', headers, payload })).json()
  const url = `/api/files/${id}/`
  let stored = 0
  for (const name of names) {
    const form = formOf(Buffer.from('%PDF-1.7'), {}, 'file')
    // The extended form can encode every character, including line breaks.
    const parameter = `filename*=utf-8''${encodeURIComponent(name.toWellFormed())}`
    const body = Buffer.from(form.payload.toString('latin1').replace('filename="item.wav"', parameter), 'latin1')
    const sent = await demo.app.inject({ method: 'POST', url, payload: body, headers: { ...headers, ...form.headers } })
    expect([name, sent.statusCode]).toEqual([name, expect.toBeOneOf([201, 400, 415])])
    if (sent.statusCode !== 201) continue
    stored++
    const { id: file, filename } = sent.json()
    expect(filename).not.toMatch(/[\p{Cc}\p{Cf}\u2028\u2029/\\]/u)
    expect(Buffer.byteLength(filename)).toBeLessThanOrEqual(255)
    const link = (await demo.app.inject({ url: `${url}${file}/presigned_url/`, headers })).json()
    const header = (await follow(demo, link.url)).headers['content-disposition']
    const parts = disposition.exec(String(header))
    expect([header, decodeURIComponent(parts?.[2] ?? '%00')]).toEqual([header, filename])
  }
  expect(stored).toBeGreaterThan(100)
  const folder = `${demo.organizationId}/files/`
  const kept = (await storedKeys(demo)).map((key) => key.replace(folder, ''))
  expect(kept).toHaveLength(stored)
  expect(kept.filter((key) => !/^[0-9a-f-]{36}$/.test(key))).toEqual([])
})
