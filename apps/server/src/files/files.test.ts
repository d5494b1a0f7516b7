import { readdir } from 'node:fs/promises'
import { expect, test } from 'vitest'
import { withClient } from '../../testing/database-setup.ts'
import { follow, storedKeys } from '../../testing/stored.ts'
import { buildTestApp, type TestApp } from '../../testing/test-app.ts'
import { cleanFilename } from './file-kind.ts'

async function prepare(environment: Record<string, string> = {}) {
  const demo = await buildTestApp(environment)
  const { app, localeId } = demo
  const headers = await demo.signIn('examiner@demo.example')
  const register = async (code: string) =>
    (
      await app.inject({
        method: 'POST',
        url: '/api/user/participants/',
        headers,
        payload: { code, locale: localeId('es-AR') },
      })
    ).json().id as string
  const url = `/api/files/${await register('P-1')}/`
  return { demo, app, headers, url, register }
}

const pdf = Buffer.from('%PDF-1.7\nreport')

function upload(
  { app }: Pick<TestApp, 'app'>,
  url: string,
  headers: object,
  bytes: Buffer,
  filename: string,
  fields: Record<string, string> = {},
) {
  const boundary = 'x-boundary'
  const texts = Object.entries(fields).map(
    ([name, value]) => `--${boundary}\r\ncontent-disposition: form-data; name="${name}"\r\n\r\n${value}\r\n`,
  )
  const head = `${texts.join('')}--${boundary}\r\ncontent-disposition: form-data; name="file"; filename="${filename}"\r\ncontent-type: text/html\r\n\r\n`
  return app.inject({
    method: 'POST',
    url,
    headers: { ...headers, 'content-type': `multipart/form-data; boundary=${boundary}` },
    payload: Buffer.concat([Buffer.from(head), bytes, Buffer.from(`\r\n--${boundary}--\r\n`)]),
  })
}

/** The stored objects, and anything that an upload left half received. */
const storedFiles = async (demo: TestApp) =>
  [await storedKeys(demo), ...(await Promise.all(demo.stagingFolders.map((folder) => readdir(folder))))].flat()

test('a file is stored, listed, fetched by a link for five minutes, and deleted with its bytes', async () => {
  const { demo, app, headers, url } = await prepare()
  const added = await upload(demo, url, headers, pdf, 'Informe médico.pdf', { label: 'Informe' })
  expect([added.statusCode, added.json()]).toMatchObject([
    201,
    { filename: 'Informe médico.pdf', label: 'Informe', content_type: 'application/pdf', size: pdf.length },
  ])
  const { id } = added.json()
  expect((await app.inject({ url, headers })).json()).toEqual([added.json()])
  const link = (await app.inject({ url: `${url}${id}/presigned_url/`, headers })).json()
  const fetched = await follow(demo, link.url)
  expect(fetched.rawPayload.equals(pdf)).toBe(true)
  expect(fetched.headers).toMatchObject({
    'content-type': 'application/octet-stream',
    'content-disposition': `attachment; filename="Informe_m_dico.pdf"; filename*=UTF-8''Informe%20m%C3%A9dico.pdf`,
    'content-security-policy': expect.stringContaining('sandbox'),
    'x-content-type-options': 'nosniff',
    'cross-origin-resource-policy': 'same-origin',
  })
  demo.clock.advance(5 * 60)
  expect((await follow(demo, link.url)).statusCode).toBe(403)
  const again = await demo.signIn('examiner@demo.example')
  expect((await app.inject({ method: 'DELETE', url: `${url}${id}/`, headers: again })).statusCode).toBe(204)
  expect((await app.inject({ url, headers: again })).json()).toEqual([])
  expect(await storedFiles(demo)).toEqual([])
})

test('a file with a wrong type, too large, empty or missing is refused and leaves no bytes', async () => {
  const { demo, headers, url } = await prepare({ MAX_FILE_MB: '0.01' })
  const html = Buffer.from('<script>alert(1)</script>')
  const cases: [string, Buffer, number, object][] = [
    ['page.html', html, 415, { code: 'file_type_not_allowed' }],
    ['picture.svg', Buffer.from('<svg/>'), 415, { code: 'file_type_not_allowed' }],
    ['picture.png', html, 415, { code: 'file_type_not_allowed' }],
    ['report.pdf', html, 415, { code: 'file_type_not_allowed' }],
    ['report.pdf.exe', pdf, 415, { code: 'file_type_not_allowed' }],
    ['report', pdf, 415, { code: 'file_type_not_allowed' }],
    ['constructor', pdf, 415, { code: 'file_type_not_allowed' }],
    ['notes.txt', Buffer.from([0x61, 0, 0x62]), 415, { code: 'file_type_not_allowed' }],
    ['sheet.xlsx', Buffer.from('PK\u0003\u0004 something else'), 415, { code: 'file_type_not_allowed' }],
    ['notes.txt', Buffer.alloc(0), 400, { file: ['empty_data'] }],
    ['notes.txt', Buffer.alloc(20_000, 'a'), 413, { code: 'file_too_large' }],
  ]
  for (const [filename, bytes, status, answer] of cases) {
    const response = await upload(demo, url, headers, bytes, filename)
    expect([filename, response.statusCode, response.json()]).toEqual([filename, status, answer])
  }
  const unknown = await upload(demo, url, headers, pdf, 'a.pdf', { active: 'true' })
  expect([unknown.statusCode, unknown.json()]).toEqual([400, { active: ['unknown_field'] }])
  const [one, two] = ['report.pdf', 'notes.txt'].map(
    (name) => `--x\r\ncontent-disposition: form-data; name="file"; filename="${name}"\r\n\r\n%PDF-1.7\r\n`,
  )
  const both = await demo.app.inject({
    method: 'POST',
    url,
    payload: `${one}${two}--x--\r\n`,
    headers: { ...headers, 'content-type': 'multipart/form-data; boundary=x' },
  })
  expect([both.statusCode, both.json()]).toEqual([400, { non_field_errors: ['too_many_files'] }])
  const form = { ...headers, 'content-type': 'multipart/form-data; boundary=x' }
  for (const payload of [
    '--x--\r\n',
    '--x\r\ncontent-disposition: form-data; name="file"; filename="a.pdf"\r\n\r\ncut',
  ])
    expect((await demo.app.inject({ method: 'POST', url, headers: form, payload })).statusCode).toBe(400)
  const json = await demo.app.inject({ method: 'POST', url, headers, payload: { file: 'x' } })
  expect([json.statusCode, json.json()]).toEqual([415, { code: 'unsupported_media_type' }])
  expect(await storedFiles(demo)).toEqual([])
})

test('with an antivirus, no file is stored without a scan', async () => {
  // Nothing listens on this port.
  const { demo, headers, url } = await prepare({ CLAMD: '127.0.0.1:1' })
  const refused = await upload(demo, url, headers, pdf, 'report.pdf')
  expect([refused.statusCode, refused.json().code, await storedFiles(demo)]).toEqual([503, 'unavailable', []])
})

test('every allowed type is recognised by its first bytes', async () => {
  const { demo, headers, url } = await prepare()
  const heads: Record<string, string> = {
    'a.png': '\x89PNG\r\n\x1a\n',
    'a.JPG': '\xff\xd8\xff\xe0',
    'a.webp': 'RIFF0000WEBPVP8 ',
    'a.wav': 'RIFF0000WAVEfmt ',
    'a.mp3': 'ID3\x04',
    'b.mp3': '\xff\xfb\x90',
    'a.m4a': '\x00\x00\x00\x20ftypM4A ',
    'a.webm': '\x1a\x45\xdf\xa3',
    'a.ogg': 'OggS',
    'a.flac': 'fLaC',
    'a.csv': 'a;b',
    'a.txt': 'caf\xc3\xa9',
    'a.docx': 'PK\x03\x04....[Content_Types].xml',
  }
  for (const [filename, head] of Object.entries(heads)) {
    const response = await upload(demo, url, headers, Buffer.from(head, 'latin1'), filename)
    expect([filename, response.statusCode]).toEqual([filename, 201])
  }
})

test('a hostile name becomes a plain one, and is never used as a path', async () => {
  const names: [string, string][] = [
    ['../../etc/passwd.pdf', 'passwd.pdf'],
    ['C:\\Windows\\evil.pdf', 'evil.pdf'],
    ['a\r\nset-cookie: x=1.pdf', 'aset-cookie: x=1.pdf'],
    ['\u202efdp.exe.pdf', 'fdp.exe.pdf'],
    ['a\u0000b.pdf', 'ab.pdf'],
    ['%22quoted%22 100%25.pdf', '"quoted" 100%25.pdf'],
    ['a%0D%0Ab.pdf', 'ab.pdf'],
    ['\ud800.pdf', '\ufffd.pdf'],
    [`${'ñ'.repeat(300)}.pdf`, `${'ñ'.repeat(125)}.pdf`],
    ['  .pdf', ''],
  ]
  for (const [given, expected] of names.slice(0, -1)) expect(cleanFilename(given)).toBe(expected)
  for (const [given] of names) expect(Buffer.byteLength(cleanFilename(given))).toBeLessThanOrEqual(255)

  const { demo, app, headers, url } = await prepare()
  const stored = await upload(demo, url, headers, pdf, "../../it's (1)*; x=\u202ey.pdf")
  const link = (await app.inject({ url: `${url}${stored.json().id}/presigned_url/`, headers })).json()
  const header = (await follow(demo, link.url)).headers['content-disposition']
  expect(header).toMatch(/^attachment; filename="[\w.-]+"; filename\*=UTF-8''[\w.%-]+$/)
  const [file] = await storedFiles(demo)
  expect(file).toMatch(/^[0-9a-f-]+\/files\/[0-9a-f-]+$/)
})

test('the same key adds one file; another file with this key is refused', async () => {
  const { demo, app, headers, url } = await prepare()
  const keyed = { ...headers, 'idempotency-key': 'k' }
  const answers = await Promise.all(Array.from({ length: 4 }, () => upload(demo, url, keyed, pdf, 'a.pdf')))
  expect(new Set(answers.map(({ body }) => body)).size).toBe(1)
  expect((await upload(demo, url, keyed, Buffer.from('%PDF-other'), 'a.pdf')).statusCode).toBe(409)
  expect((await app.inject({ url, headers })).json()).toHaveLength(1)
  expect(await storedFiles(demo)).toHaveLength(1)
})

test('another participant’s, examiner’s or clinic’s file answers like a missing one', async () => {
  const { demo, app, headers, url, register } = await prepare()
  const { id } = (await upload(demo, url, headers, pdf, 'a.pdf')).json()
  const otherUrl = `/api/files/${await register('P-2')}/`
  const requests: [string, object][] = [[otherUrl, headers]]
  for (const email of ['colleague@demo.example', 'examiner@other.example'])
    requests.push([url, await demo.signIn(email)])
  for (const [base, as] of requests) {
    for (const [method, target] of [
      ['GET', `${base}${id}/presigned_url/`],
      ['DELETE', `${base}${id}/`],
    ] as const) {
      const response = await app.inject({ method, url: target, headers: { ...as } })
      expect([response.statusCode, response.json()]).toEqual([404, { code: 'not_found' }])
    }
    if (base === url) {
      expect((await app.inject({ url, headers: { ...as } })).statusCode).toBe(404)
      expect((await upload(demo, url, as, pdf, 'a.pdf')).statusCode).toBe(404)
    }
  }
  expect(await storedFiles(demo)).toHaveLength(1)
})

test('an organisation over its quota accepts no new files or sessions; existing data is kept', async () => {
  const { demo, app, headers, url } = await prepare({ QUOTA_GB: String(30_000 / 1024 ** 3) })
  const bytes = Buffer.concat([pdf, Buffer.alloc(10_000, 'a')])
  expect((await upload(demo, url, headers, bytes, 'a.pdf')).statusCode).toBe(201)
  // Of several concurrent uploads, only as many succeed as fit.
  const answers = await Promise.all(
    ['b', 'c', 'd', 'e'].map((name) => upload(demo, url, headers, bytes, `${name}.pdf`)),
  )
  expect(answers.map(({ statusCode }) => statusCode).sort()).toEqual([201, 507, 507, 507])
  const refused = answers.find(({ statusCode }) => statusCode === 507)!
  expect(refused.json()).toEqual({ code: 'quota_exceeded' })
  expect(await storedFiles(demo)).toHaveLength(2)

  const participant = url.split('/').at(-2)
  const [protocol] = (await app.inject({ url: '/api/protocols/examiner/', headers })).json()
  const begin = () =>
    app.inject({
      method: 'POST',
      url: `/api/protocols/responses/${participant}/`,
      headers,
      payload: { protocol_id: protocol.id },
    })
  expect((await begin()).statusCode).toBe(201)
  const small = Buffer.concat([pdf, Buffer.alloc(9_900, 'a')])
  const [first] = (await app.inject({ url, headers })).json()
  await withClient(demo.url, (client) => client.query('update files set size_bytes = 40000'))
  const late = await begin()
  expect([late.statusCode, late.json()]).toEqual([507, { code: 'quota_exceeded' }])
  const link = await app.inject({ url: `${url}${first.id}/presigned_url/`, headers })
  expect((await follow(demo, link.json().url)).statusCode).toBe(200)
  // Freed space can be used again.
  await withClient(demo.url, (client) => client.query('update files set size_bytes = 10000'))
  expect((await app.inject({ method: 'DELETE', url: `${url}${first.id}/`, headers })).statusCode).toBe(204)
  expect((await upload(demo, url, headers, small, 'f.pdf')).statusCode).toBe(201)
})

test('a link only allows reading', async () => {
  const { demo, app, headers, url } = await prepare()
  const { id } = (await upload(demo, url, headers, pdf, 'a.pdf')).json()
  const link = (await app.inject({ url: `${url}${id}/presigned_url/`, headers })).json().url
  for (const method of ['DELETE', 'PUT', 'POST', 'PATCH'] as const)
    for (const sent of [{}, { payload: pdf, headers: { 'content-type': 'application/pdf' } }]) {
      const { statusCode, body } = await app.inject({ method, url: link, ...sent })
      expect([method, statusCode, body]).toEqual([method, 403, '{"code":"invalid_link"}'])
    }
  expect((await app.inject({ url: link })).rawPayload.equals(pdf)).toBe(true)
})

test('the rules state the allowed types and the maximum size', async () => {
  const { app, headers } = await prepare({ MAX_FILE_MB: '2', FILE_TYPES: 'pdf,png' })
  const rules = await app.inject({ url: '/api/files/rules/', headers })
  expect([rules.statusCode, rules.json()]).toEqual([200, { max_bytes: 2 * 1024 * 1024, extensions: ['pdf', 'png'] }])
  expect((await app.inject({ url: '/api/files/rules/' })).statusCode).toBe(401)
})
