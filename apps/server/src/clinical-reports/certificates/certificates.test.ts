// @module-tag long
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { makeCertificate, upload } from '../../../testing/certificate.ts'
import { freshDraft, signWith } from '../../../testing/clinical-report.ts'
import { withClient } from '../../../testing/database-setup.ts'
import { buildBeside, buildTestApp } from '../../../testing/test-app.ts'

const url = '/api/organizations/certificate/'

async function prepare() {
  const demo = await buildTestApp()
  const [examiner, owner] = [await demo.signIn('examiner@demo.example'), await demo.signIn('owner@demo.example')]
  const get = async (headers = owner) => (await demo.app.inject({ url, headers })).json()
  return { demo, examiner, owner, get }
}

test('a certificate is described without its key, replaced and removed; another organisation has none', async () => {
  const { demo, owner, get } = await prepare()
  expect(await get()).toEqual({ certificate: null })
  const made = makeCertificate()
  const answer = await upload(demo, owner, made)
  expect(answer.json()).toEqual({
    certificate: {
      subject: 'Clínica Prueba',
      issuer: 'Clínica Prueba',
      valid_from: '2020-01-01T00:00:00.000Z',
      valid_until: '2120-01-01T00:00:00.000Z',
      sha256: expect.stringMatching(/^[\da-f]{64}$/),
      stored_at: demo.clock.now().toISOString(),
      state: 'valid',
    },
  })
  expect(await get()).toEqual(answer.json())
  expect(await get(await demo.signIn('examiner@other.example'))).toEqual({ certificate: null })
  const other = (await upload(demo, owner, makeCertificate({ name: 'Otra' }))).json()
  expect(await get()).toEqual(other)
  expect((await demo.app.inject({ method: 'DELETE', url, headers: owner })).statusCode).toBe(204)
  expect(await get()).toEqual({ certificate: null })
  const left = await withClient(demo.url, (client) => client.query('select * from organization_certificate_keys'))
  expect(left.rows).toEqual([])
})

test('neither the key nor its password is stored or logged as it is', async () => {
  const { demo, owner } = await prepare()
  const made = makeCertificate({ password: 'una-clave-inconfundible' })
  await upload(demo, owner, made)
  const stored = await withClient(demo.url, async (client) => [
    (await client.query('select * from organization_certificate_keys')).rows,
    (await client.query('select * from organization_certificates')).rows,
    (await client.query('select * from audit_entries')).rows,
  ])
  const all = JSON.stringify(stored, (_, value) =>
    value?.type === 'Buffer' ? Buffer.from(value).toString('latin1') : value,
  )
  expect(all).toContain('Clínica Prueba')
  expect(all).not.toContain('una-clave-inconfundible')
  for (const at of [0, 400, 800]) {
    const piece = made.p12.subarray(at, at + 24)
    expect([all.includes(piece.toString('latin1')), all.includes(piece.toString('base64'))]).toEqual([false, false])
  }
})

test.each([
  ['not PKCS#12', () => ({ p12: Buffer.from('hello'), password: 'x' }), { p12: ['unreadable'] }],
  ['a wrong password', () => ({ ...makeCertificate(), password: 'x' }), { password: ['invalid'] }],
  [
    'no private key',
    () => {
      const made = makeCertificate()
      return { ...made, p12: made.withoutKey() }
    },
    { p12: ['no_private_key'] },
  ],
  ['a short key', () => makeCertificate({ bits: 1024 }), { p12: ['unsupported_key'] }],
  ['an expired one', () => makeCertificate({ until: new Date('2021-01-01') }), { p12: ['expired'] }],
  ['a future one', () => makeCertificate({ from: new Date('2110-01-01') }), { p12: ['not_yet_valid'] }],
])('an upload is refused with its reason: %s', async (_, made, refusal) => {
  const { demo, owner, get } = await prepare()
  expect((await upload(demo, owner, made())).json()).toEqual(refusal)
  expect(await get()).toEqual({ certificate: null })
})

test('with a certificate the file is signed and states it; equal drafts still give equal bytes', async () => {
  const { demo, examiner, owner } = await prepare()
  const { certificate } = (await upload(demo, owner, makeCertificate())).json()
  const draft = await freshDraft(demo, examiner)
  const get = (more = '') => demo.app.inject({ url: `${draft.url}${more}`, headers: examiner })
  expect((await get()).json().certificate).toEqual(certificate)
  const [once, twice] = [(await get('pdf/')).rawPayload, (await get('pdf/')).rawPayload]
  expect(once.equals(twice)).toBe(true)
  expect(once.includes('/ByteRange')).toBe(false)
  const { subject, sha256 } = certificate
  expect((await signWith(demo, examiner, draft.url)).json().signature.certificate).toEqual({ subject, sha256 })
  const pdf = (await get('pdf/')).rawPayload
  expect(pdf.includes('/SubFilter /adbe.pkcs7.detached')).toBe(true)
  // What a reader of PDF/A and a screen reader need is kept.
  for (const kept of ['/OutputIntents', '/MarkInfo', '/StructTreeRoot', '/Lang (es)', '/Metadata'])
    expect(pdf.subarray(pdf.lastIndexOf('/Type /Catalog')).includes(kept)).toBe(true)
  expect(pdf.subarray(pdf.lastIndexOf('trailer')).toString('latin1')).toMatch(/\/ID \[<\w{32}> <\w{32}>\]/)
  expect((await get('verify/')).json()).toMatchObject({ intact: true, faults: [], reprint: 'equal' })
  expect((await get()).json()).toMatchObject({ certificate: null, signature: { certificate: { subject } } })
  expect((await get('json/')).json().signature.certificate).toEqual({ subject, sha256 })
  // It stays intact when the certificate is gone.
  await demo.app.inject({ method: 'DELETE', url, headers: owner })
  expect((await get('verify/')).json()).toMatchObject({ intact: true })
})

test('an expired certificate refuses to sign, before the password is counted; by choice the report is signed without', async () => {
  const { demo, examiner, owner } = await prepare()
  const until = new Date(demo.clock.now().getTime() + 60_000)
  until.setMilliseconds(0)
  await upload(demo, owner, makeCertificate({ until }))
  const draft = await freshDraft(demo, examiner)
  demo.clock.advance(120)
  for (let i = 0; i < 12; i++)
    expect((await signWith(demo, examiner, draft.url, { password: 'wrong' })).json()).toEqual({
      code: 'certificate_expired',
    })
  expect((await demo.app.inject({ url: draft.url, headers: examiner })).json().certificate.state).toBe('expired')
  const signed = (await signWith(demo, examiner, draft.url, { even_without_certificate: true })).json()
  expect(signed).toMatchObject({ state: 'signed' })
  expect(signed.signature).not.toHaveProperty('certificate')
})

test('a certificate opens while the former secret is known; without it, the report is signed by choice only', async () => {
  const { demo, examiner, owner } = await prepare()
  await upload(demo, owner, makeCertificate())
  const [one, other] = [await freshDraft(demo, examiner), await freshDraft(demo, examiner)]
  const secret = { secretKey: 'the secret that the clinic has from now on' }
  const renewed = await buildBeside(demo, { ...secret, earlierSecretKeys: [demo.config.secretKey] })
  const forgetful = await buildBeside(demo, { ...secret, earlierSecretKeys: [] })
  const headersIn = async (app: typeof renewed) => {
    const payload = { email: 'examiner@demo.example', password: 'Correct-Horse-7!' }
    const answer = await app.inject({ method: 'POST', url: '/api/user/api/token/', payload })
    return { authorization: `Bearer ${answer.json().access}` }
  }
  const signed = await signWith({ app: renewed } as typeof demo, await headersIn(renewed), one.url)
  expect(signed.json().signature.certificate.subject).toBe('Clínica Prueba')
  const lost = await headersIn(forgetful)
  const refused = await signWith({ app: forgetful } as typeof demo, lost, other.url)
  expect(refused.json()).toEqual({ code: 'certificate_unreadable' })
  const without = { even_without_certificate: true }
  expect((await signWith({ app: forgetful } as typeof demo, lost, other.url, without)).json().state).toBe('signed')
})

test('a certificate of a report is set when it is signed, and only then', async () => {
  const { demo, examiner } = await prepare()
  const { ids } = await freshDraft(demo, examiner)
  await expect(
    demo.database.tenant(demo.organizationId, (tx) =>
      sql`update clinical_reports set certificate_subject = 'x', certificate_sha256 = 'y' where id = ${ids.report_id}`.execute(
        tx,
      ),
    ),
  ).rejects.toThrow(/check constraint/)
})
