import { createHash } from 'node:crypto'
import type { ReportContent } from '@fonema/contract'
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { draftOf, freshDraft, setCompleted, signWith } from '../../testing/clinical-report.ts'
import { withClient } from '../../testing/database-setup.ts'
import { createPasskey } from '../../testing/passkey.ts'
import { codeNow, registrationOf, turnOn } from '../../testing/second-factor.ts'
import { buildTestApp } from '../../testing/test-app.ts'

const sha256 = (bytes: Buffer | string) => createHash('sha256').update(bytes).digest('hex')

async function prepare(more: Record<string, string> = {}) {
  const demo = await buildTestApp()
  const headers = await demo.signIn('examiner@demo.example')
  const draft = await freshDraft(demo, headers, more)
  const get = (path = '') => demo.app.inject({ url: `${draft.url}${path}`, headers })
  const post = (path: string, payload: object = {}) =>
    demo.app.inject({ method: 'POST', url: `${draft.url}${path}`, headers, payload })
  const save = (payload: object) => demo.app.inject({ method: 'PATCH', url: draft.url, headers, payload })
  const sign = (body: object = {}) => signWith(demo, headers, draft.url, body)
  return { ...draft, demo, headers, get, post, save, sign }
}

test('a draft is numbered, saved as typed and printed; signed, it keeps file, content, name and meaning', async () => {
  const { number, get, save, sign, demo } = await prepare()
  expect(number).toMatch(/^\d{4}-0001$/)
  const typed = { purpose: 'Control', impression: 'Voz soplada — leve.', recommendations: 'Terapia' }
  expect((await save({ based_on: 1, ...typed })).json()).toEqual({ revision: 2 })
  // The answer was lost, so the page sends it again.
  expect((await save({ based_on: 1, ...typed })).json()).toEqual({ revision: 2 })
  expect((await save({ based_on: 1, impression: 'Otra' })).json()).toEqual({ code: 'conflict' })
  const draft = await get('pdf/')
  expect([draft.statusCode, draft.headers['content-type'], draft.rawPayload.subarray(0, 5).toString()]).toEqual([
    200,
    'application/pdf',
    '%PDF-',
  ])
  expect((await sign()).json()).toEqual({ code: 'conflict' })
  const signed = await sign({ based_on: 2 })
  expect(signed.json()).toMatchObject({
    state: 'signed',
    version: 1,
    signature: { name: 'examiner Prueba', meaning: 'Responsable del contenido', time_zone: expect.any(String) },
  })
  expect(signed.json().signature.at).toBe(demo.clock.now().toISOString())
  const pdf = (await get('pdf/')).rawPayload
  expect(sha256(pdf)).toBe(signed.json().pdf_sha256)
  const json = (await get('json/')).json()
  expect(json.texts).toEqual(typed)
  expect(json.content.participant.code).toBeTypeOf('string')
  expect((await get('verify/')).json()).toMatchObject({ intact: true, faults: [] })
  expect((await get()).json()).toMatchObject({ texts: typed, revision: 2, changes: [] })
})

test('a report without findings says why: the analysis failed, there is no norm, or nothing could be judged', async () => {
  const { demo, headers, ids, get } = await prepare()
  const { content } = (await get()).json<{ content: ReportContent }>()
  expect(content.findings).toEqual([])
  expect(content.words.no_findings).toMatch(/^El análisis falló en todos los ítems/)
  const said = async (verdict: 'good' | 'poor') => {
    await demo.database.tenant(demo.organizationId, async (tx) => {
      await sql`update feature_results set status = 'ready', error = null`.execute(tx)
      await sql`update takes set quality = ${JSON.stringify({ verdict, reasons: [] })}`.execute(tx)
    })
    const { id } = await draftOf(demo, headers, ids)
    const url = `/api/clinical_reports/${ids.participant_id}/${id}/`
    return (await demo.app.inject({ url, headers })).json<{ content: ReportContent }>().content.words.no_findings
  }
  expect(await said('good')).toMatch(/^Ninguna medida se pudo comparar: no hay una norma/)
  expect(await said('poor')).toBe('No se pudo evaluar ninguna medida de esta sesión.')
})

test('a wrong password signs nothing; five of them lock signing, also with the right one', async () => {
  const { sign, get } = await prepare()
  expect([(await sign({ password: 'wrong' })).json(), (await sign({ password: undefined })).json()]).toEqual([
    { password: ['invalid'] },
    { password: ['required'] },
  ])
  // Without a second factor no code signs.
  expect((await sign({ password: undefined, code: '123456' })).json()).toEqual({ code: ['invalid'] })
  for (let i = 0; i < 10; i++) await sign({ password: 'wrong' })
  expect((await sign()).json()).toMatchObject({ code: 'account_locked' })
  expect((await get()).json().state).toBe('draft')
})

test('a code of the second factor signs once', async () => {
  const { demo, headers, sign } = await prepare()
  const { secret } = await turnOn(demo, headers)
  demo.clock.advance(30)
  const code = codeNow(demo, secret)
  expect((await sign({ password: undefined, code: '000000' })).json()).toEqual({ code: ['invalid'] })
  expect((await sign({ password: undefined, code })).json()).toMatchObject({ state: 'signed' })
  const another = await freshDraft(demo, headers)
  const again = await signWith(demo, headers, another.url, { password: undefined, code })
  expect(again.json()).toEqual({ code: ['invalid'] })
})

test('a passkey signs once, with a challenge that was issued for it, and not with one of a sign-in', async () => {
  const { demo, headers, sign, get } = await prepare()
  const passkey = createPasskey('http://localhost')
  const payload = await registrationOf(demo, headers, passkey)
  await demo.app.inject({ method: 'POST', url: '/api/user/mfa/passkeys/', headers, payload })
  const url = '/api/user/mfa/passkeys/challenge/'
  const ask = async () => (await demo.app.inject({ method: 'POST', url, headers })).json()
  const { challenge, passkeys } = await ask()
  expect(passkeys).toEqual([{ credential_id: passkey.credential_id, host: 'localhost' }])
  const by = (proof: object) => sign({ password: undefined, passkey: proof })
  const refused = { passkey: ['invalid'] }
  expect((await by(createPasskey('http://localhost').sign(challenge))).json()).toEqual(refused)
  // Each challenge is used up by its first answer.
  expect((await by(passkey.sign(challenge))).json()).toEqual(refused)
  const credentials = { email: 'examiner@demo.example', password: 'Correct-Horse-7!' }
  const signIn = (more: object) =>
    demo.app.inject({ method: 'POST', url: '/api/user/api/token/', payload: { ...credentials, ...more } })
  const ofSignIn = (await signIn({})).json().challenge
  expect((await by(passkey.sign(ofSignIn))).json()).toEqual(refused)
  const ofSignature = (await ask()).challenge
  expect((await signIn({ passkey: passkey.sign(ofSignature) })).statusCode).toBe(401)
  expect((await get()).json().state).toBe('draft')
  expect((await by(passkey.sign((await ask()).challenge))).json()).toMatchObject({ state: 'signed' })
})

test('a signed report never changes: not by a call, and not in SQL by the owner of the tables', async () => {
  const { demo, ids, save, sign, post } = await prepare()
  await sign()
  expect([
    (await sign()).json(),
    (await save({ based_on: 1, impression: 'x' })).json(),
    (await post('revoke/')).json(),
  ]).toEqual(Array(3).fill({ code: 'conflict' }))
  const { report_id } = ids
  const changes = [
    `update clinical_reports set impression = 'x' where id = '${report_id}'`,
    `update clinical_reports set state = 'draft' where id = '${report_id}'`,
    `delete from clinical_reports where id = '${report_id}'`,
    `update clinical_report_contents set content = '{}' where report_id = '${report_id}'`,
    `update clinical_report_documents set pdf = 'x' where report_id = '${report_id}'`,
    `delete from clinical_report_documents where report_id = '${report_id}'`,
    'truncate clinical_report_documents',
  ]
  for (const change of changes)
    await expect(withClient(demo.url, (client) => client.query(change))).rejects.toThrow(/never change|truncated/)
})

test('an amendment is the next version with its reason; the first one stays and is shown as amended once it is signed', async () => {
  const { demo, headers, ids, get, sign, post, save } = await prepare()
  await save({ based_on: 1, impression: 'Voz soplada.' })
  expect((await post('amend/', { reason: 'x' })).json()).toEqual({ code: 'conflict' })
  await sign({ based_on: 2 })
  const before = (await get('pdf/')).rawPayload
  expect((await post('amend/')).json()).toEqual({ reason: ['required'] })
  const amended = (await post('amend/', { reason: 'Faltaba la edad.' })).json()
  expect(amended).toMatchObject({ version: 2, state: 'draft', reason: 'Faltaba la edad.' })
  // One amendment at a time.
  expect((await post('amend/', { reason: 'x' })).json()).toEqual({ code: 'conflict' })
  const url = `/api/clinical_reports/${ids.participant_id}/${amended.id}/`
  expect((await demo.app.inject({ url, headers })).json().texts.impression).toBe('Voz soplada.')
  expect((await get()).json().state).toBe('signed')
  expect((await signWith(demo, headers, url)).json().state).toBe('signed')
  expect((await get()).json().state).toBe('amended')
  expect((await get('pdf/')).rawPayload.equals(before)).toBe(true)
  const list = await demo.app.inject({ url: `/api/clinical_reports/${ids.participant_id}/`, headers })
  expect(list.json().map(({ version, state }: { version: number; state: string }) => [version, state])).toEqual([
    [2, 'signed'],
    [1, 'amended'],
  ])
})

test('a revoked draft stays in the list, cannot be signed, and leaves its place to another amendment', async () => {
  const { demo, headers, ids, sign, post } = await prepare()
  await sign()
  const amended = (await post('amend/', { reason: 'x' })).json()
  const url = `/api/clinical_reports/${ids.participant_id}/${amended.id}/`
  const revoked = await demo.app.inject({ method: 'POST', url: `${url}revoke/`, headers })
  expect(revoked.json()).toMatchObject({ state: 'revoked', revoked_at: demo.clock.now().toISOString() })
  expect((await signWith(demo, headers, url)).json()).toEqual({ code: 'conflict' })
  expect((await post('amend/', { reason: 'y' })).json()).toMatchObject({ version: 3, state: 'draft' })
})

test('a colleague and another organisation find no report', async () => {
  const { demo, url } = await prepare()
  for (const email of ['colleague@demo.example', 'examiner@other.example']) {
    const headers = await demo.signIn(email)
    expect((await demo.app.inject({ url, headers })).json()).toEqual({ code: 'not_found' })
    expect((await signWith(demo, headers, url)).json()).toEqual({ code: 'not_found' })
  }
})

test('a report of an unfinished session is refused', async () => {
  const { demo, headers, ids } = await prepare()
  await setCompleted(demo, headers, ids, null)
  const payload = { session: ids.protocol_res_id, language: 'es' }
  const url = `/api/clinical_reports/${ids.participant_id}/`
  const answer = await demo.app.inject({ method: 'POST', url, headers, payload })
  expect(answer.json()).toEqual({ session: ['invalid'] })
})

test('an erasure of the participant erases signed reports with their files', async () => {
  const { demo, ids, participant, sign } = await prepare()
  await sign()
  const owner = await demo.signIn('owner@demo.example')
  const url = `/api/user/participants/${ids.participant_id}/`
  const erased = await demo.app.inject({ method: 'DELETE', url, headers: owner, payload: { code: participant.code } })
  expect(erased.statusCode).toBe(204)
  const left = await demo.database.tenant(demo.organizationId, (tx) =>
    sql<{ n: number }>`select (select count(*) from clinical_reports) + (select count(*) from clinical_report_contents)
      + (select count(*) from clinical_report_documents) as n`.execute(tx),
  )
  expect(Number(left.rows[0]!.n)).toBe(0)
})
