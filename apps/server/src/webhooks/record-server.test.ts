// @module-tag long
import type { ServerResponse } from 'node:http'
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { draftOf, freshDraft, signWith } from '../../testing/clinical-report.ts'
import { recordClient, startFhirReceiver } from '../../testing/fhir-receiver.ts'
import { openWebhooks } from '../../testing/webhooks.ts'
import { forgetDeliveries } from './deliver.ts'

const none = { sign_in: 'none' }

async function prepare(given: { server?: object; bearer?: string; networks?: string } = {}) {
  const hooks = await openWebhooks({
    as: 'owner@demo.example',
    ...(given.networks !== undefined && { networks: given.networks }),
  })
  const record = await startFhirReceiver({ ...(given.bearer !== undefined && { bearer: given.bearer }) })
  const made = await hooks.send('POST', 'fhir/', { url: record.url, ...none, ...given.server })
  if (made.status !== 201) throw new Error(JSON.stringify(made.answer))
  const { id } = made.answer
  const first = async () => (await hooks.deliveriesOf(id))[0]
  /** Moves the clock to the next attempt and makes it. */
  async function retry(timeoutMs?: number) {
    const { next_attempt_at } = await first()
    if (next_attempt_at !== null)
      hooks.clock.advance((new Date(next_attempt_at).getTime() - hooks.clock.now().getTime()) / 1000)
    await hooks.work(timeoutMs)
  }
  async function signReport() {
    const examiner = await hooks.signIn('examiner@demo.example')
    const draft = await freshDraft(hooks, examiner)
    const signed = await signWith(hooks, examiner, draft.url)
    if (signed.statusCode !== 200) throw new Error(signed.body)
    return { ...draft, examiner }
  }
  return { ...hooks, record, id, first, retry, signReport }
}

test('a signed report is sent with its PDF and its participant’s code, once, by a conditional create', async () => {
  const { signReport, work, record, first } = await prepare({ server: { patient_system: 'urn:oid:2.16.1' } })
  const { ids, number, participant } = await signReport()
  await work()
  expect(await first()).toMatchObject({ state: 'delivered', event: 'report.signed', answer_status: 201 })
  expect(record.stored).toHaveLength(1)
  const { resource } = record.stored[0]!
  expect(resource).toMatchObject({
    resourceType: 'DiagnosticReport',
    status: 'final',
    identifier: [{ value: `urn:uuid:${ids.report_id}` }, { value: number }],
    subject: { type: 'Patient', identifier: { system: 'urn:oid:2.16.1', value: participant.code } },
  })
  expect(record.stored[0]!.problems).toEqual([])
  expect(resource).not.toHaveProperty('extension')
  expect(resource.presentedForm[0]).toMatchObject({ contentType: 'application/pdf', language: 'es' })
  expect(Buffer.from(resource.presentedForm[0]!.data, 'base64').subarray(0, 5).toString()).toBe('%PDF-')
})

test('the PDF is the stored one, byte for byte', async () => {
  const { signReport, work, record, app } = await prepare()
  const { url, examiner } = await signReport()
  await work()
  const { presentedForm } = record.stored[0]!.resource
  const pdf = await app.inject({ url: `${url}pdf/`, headers: examiner })
  expect(Buffer.from(presentedForm[0]!.data, 'base64').equals(pdf.rawPayload)).toBe(true)
  expect(presentedForm[0]!.size).toBe(pdf.rawPayload.length)
})

test('an amended report is a version of its own that names the one it replaces', async () => {
  const hooks = await prepare()
  const { signReport, work, record, app } = hooks
  const { url, examiner, ids } = await signReport()
  await work()
  const amended = await app.inject({
    method: 'POST',
    url: `${url}amend/`,
    headers: examiner,
    payload: { reason: 'Una errata' },
  })
  expect(amended.statusCode).toBe(201)
  const next = `/api/clinical_reports/${ids.participant_id}/${amended.json().id}/`
  expect((await signWith(hooks, examiner, next)).statusCode).toBe(200)
  await work()
  expect(record.stored.map(({ resource }) => resource.status)).toEqual(['final', 'amended'])
  expect(record.stored[1]!.problems).toEqual([])
  expect(record.stored[1]!.resource).toMatchObject({
    identifier: [{ value: `urn:uuid:${amended.json().id}` }, record.stored[0]!.resource.identifier[1]],
    extension: [{ valueReference: { identifier: { value: `urn:uuid:${ids.report_id}` } } }],
  })
})

test('a server that fails, hangs after storing, redirects, or answers late loses nothing and gets no doubles', async () => {
  const { signReport, work, retry, record, first } = await prepare()
  const elsewhere = await startFhirReceiver()
  const held: ServerResponse[] = []
  record.misdeeds.push(
    (reply) => Boolean(reply.writeHead(500).end('{"resourceType":"OperationOutcome","issue":[{"code":"exception"}]}')),
    (reply) => Boolean(reply.writeHead(307, { location: `${elsewhere.url}/DiagnosticReport` }).end()),
    (reply) => Boolean(reply.writeHead(200, { 'content-type': 'text/html' }).end('<form>Sign in</form>')),
    (reply) => Boolean(reply.writeHead(202).end()),
    // It has stored the report, and nobody learns of it.
    (reply, store) => Boolean(store() && held.push(reply)),
  )
  await signReport()
  await work()
  expect(await first()).toMatchObject({ state: 'pending', failure: 'refused', answer_text: 'exception' })
  await retry()
  expect(await first()).toMatchObject({ state: 'pending', failure: 'redirected', answer_status: 307 })
  await retry()
  expect(await first()).toMatchObject({ state: 'pending', failure: 'not_fhir', answer_text: null })
  await retry()
  expect(await first()).toMatchObject({ state: 'pending', failure: 'refused', answer_status: 202 })
  await retry(1_000)
  expect(await first()).toMatchObject({ state: 'pending', failure: 'timeout' })
  for (const reply of held) reply.writeHead(201).end()
  expect(await first()).toMatchObject({ state: 'pending' })
  await retry()
  expect(await first()).toMatchObject({ state: 'delivered', answer_status: 200, attempts: 6, failure: null })
  expect(record.stored).toHaveLength(1)
  expect(elsewhere.calls).toEqual([])
})

test('several matches (412) end the retries without a pause; a replay by hand sends again', async () => {
  const { signReport, work, retry, record, first, send, id, endpointOf } = await prepare()
  // A server that does not keep to the condition.
  record.misdeeds.push((reply, store) => Boolean(store() && store() && reply.destroy()))
  await signReport()
  await work()
  expect(await first()).toMatchObject({ state: 'pending', failure: 'unreachable' })
  await retry()
  expect(await first()).toMatchObject({ state: 'dead', failure: 'several', answer_text: 'duplicate' })
  expect(record.stored).toHaveLength(2)
  expect(await endpointOf(id)).toMatchObject({ dead: 1, paused_at: null })
  // Somebody removed one there.
  record.stored.pop()
  expect((await send('POST', `${id}/replay/`)).answer).toEqual({ replayed: 1 })
  await work()
  expect(await first()).toMatchObject({ state: 'delivered', answer_status: 200 })
})

test('after three days the report is in the dead list, is not forgotten, and a replay sends it', async () => {
  const { signReport, work, retry, record, first, send, id, clock, database, endpointOf } = await prepare()
  await record.close()
  await signReport()
  await work()
  while ((await first()).state === 'pending') await retry()
  expect(await first()).toMatchObject({ state: 'dead', failure: 'unreachable' })
  expect((await endpointOf(id)).paused_at).not.toBeNull()
  clock.advance(60 * 86_400)
  await forgetDeliveries({ database, clock })
  await record.reopen()
  await send('PATCH', `${id}/`, { is_on: true })
  await send('POST', `${id}/replay/`)
  await work()
  expect(await first()).toMatchObject({ state: 'delivered' })
  expect(record.stored).toHaveLength(1)
  clock.advance(86_400)
  await forgetDeliveries({ database, clock })
  expect(await first()).toBeUndefined()
})

test('with client credentials each call has a new token; a wrong secret is retried and named', async () => {
  const { signReport, work, retry, record, first, send, id } = await prepare()
  record.needTokens()
  const signIn = {
    sign_in: 'client_credentials',
    token_url: record.tokenUrl,
    client_id: recordClient.id,
    scope: 'system/*.write',
  }
  const change = (more: object) => send('PATCH', `fhir/${id}/`, { url: record.url, ...signIn, ...more })
  expect((await change({})).answer).toEqual({ secret: ['required'] })
  expect((await change({ secret: 'another' })).status).toBe(200)
  await signReport()
  await work()
  expect(await first()).toMatchObject({ state: 'pending', failure: 'no_token' })
  expect((await change({ secret: recordClient.secret })).answer).not.toHaveProperty('secret')
  await retry()
  expect(await first()).toMatchObject({ state: 'delivered' })
  expect(record.stored).toHaveLength(1)
})

test('a fixed token is sent, and is sealed in the database', async () => {
  const bearer = 'canary-token-of-the-record'
  const { signReport, work, first, database, organizationId, send } = await prepare({
    bearer,
    server: { sign_in: 'bearer', secret: bearer },
  })
  await signReport()
  await work()
  expect(await first()).toMatchObject({ state: 'delivered' })
  const rows = await database.tenant(organizationId, (tx) =>
    sql`select row_to_json(e) as e, encode(s.sealed, 'escape') as s, (select json_agg(a) from audit_entries a) as a
      from webhook_endpoints e, webhook_secrets s`.execute(tx),
  )
  expect(JSON.stringify(rows.rows)).not.toContain(bearer)
  expect(JSON.stringify((await send('GET', '')).answer)).not.toContain(bearer)
})

test('a stored secret goes to no other host, and the routes of webhooks do not change a FHIR server', async () => {
  const { send, id, record } = await prepare({ bearer: 'one', server: { sign_in: 'bearer', secret: 'one' } })
  const other = await startFhirReceiver()
  const bearer = { sign_in: 'bearer' }
  expect((await send('PATCH', `fhir/${id}/`, { url: other.url, ...bearer })).answer).toEqual({ secret: ['required'] })
  expect((await send('PATCH', `fhir/${id}/`, { url: `${record.url}/r4`, ...bearer })).status).toBe(200)
  expect((await send('PATCH', `${id}/`, { url: other.url })).answer).toEqual({ url: ['invalid'] })
  expect((await send('PATCH', `${id}/`, { events: ['session.completed'] })).answer).toEqual({ events: ['invalid'] })
  expect((await send('POST', `${id}/secret/`)).status).toBe(404)
  const hook = (await send('POST', '', { url: other.url, events: ['report.signed'] })).answer
  expect((await send('PATCH', `fhir/${hook.id}/`, { url: other.url, ...none })).status).toBe(404)
})

test.each([
  ['a private address', { url: 'https://10.0.0.7/fhir' }, { url: ['private_address'] }],
  ['metadata of a cloud', { url: 'https://169.254.169.254/fhir' }, { url: ['private_address'] }],
  ['another protocol', { url: 'javascript:alert(1)' }, { url: ['invalid'] }],
  ['a name and password', { url: 'https://a:b@192.88.98.1/fhir' }, { url: ['invalid'] }],
  ['a query', { url: 'https://192.88.98.1/fhir?x=1' }, { url: ['invalid'] }],
  ['no secret', { sign_in: 'bearer' }, { secret: ['required'] }],
  [
    'no client',
    { sign_in: 'client_credentials', token_url: 'https://192.88.98.1/t', secret: 'x' },
    { client_id: ['required'] },
  ],
  ['no token address', { sign_in: 'client_credentials', client_id: 'x', secret: 'x' }, { token_url: ['required'] }],
  [
    'a private token address',
    { sign_in: 'client_credentials', client_id: 'x', token_url: 'https://10.1.1.1/t', secret: 'x' },
    { token_url: ['private_address'] },
  ],
  ['a system that is no URI', { patient_system: 'a|b' }, { patient_system: ['invalid'] }],
])('%s is refused when it is stored', async (_name, given, answer) => {
  const { send } = await openWebhooks({ as: 'owner@demo.example' })
  const refused = await send('POST', 'fhir/', { url: 'https://192.88.98.1/fhir', ...none, ...given })
  expect(refused).toMatchObject({ status: 400, answer })
})

test('a server whose name leads into a private network later gets nothing, and neither does such a token address', async () => {
  const { signReport, work, retry, first, database, organizationId, record } = await prepare({
    server: { sign_in: 'bearer', secret: 'x' },
  })
  const set = (change: object) =>
    database.tenant(organizationId, (tx) => tx.updateTable('webhook_endpoints').set(change).execute())
  await set({ url: 'https://10.0.0.7/fhir' })
  await signReport()
  await work()
  expect(await first()).toMatchObject({ state: 'pending', failure: 'refused_address' })
  const settings = { sign_in: 'client_credentials', client_id: 'x', scope: '', patient_system: '' }
  await set({ url: record.url, record_server: JSON.stringify({ ...settings, token_url: 'https://10.0.0.7/token' }) })
  await retry()
  expect(await first()).toMatchObject({ state: 'pending', failure: 'refused_address' })
  expect(record.stored).toEqual([])
})

test('a test reads the server’s description, and tells a web page from a FHIR server', async () => {
  const { send, id, work, first, record, deliveriesOf } = await prepare()
  expect((await send('POST', `${id}/test/`)).status).toBe(201)
  await work()
  expect(await first()).toMatchObject({ event: 'test', state: 'delivered', answer_status: 200 })
  expect(record.calls.map(({ method, path }) => `${method} ${path}`)).toEqual(['GET /fhir/metadata'])
  await send('PATCH', `fhir/${id}/`, { url: record.tokenUrl, ...none })
  await send('POST', `${id}/test/`)
  await work()
  expect((await deliveriesOf(id, '?state=pending'))[0]).toMatchObject({ failure: 'refused' })
})

test('a report that was erased before it could be sent is not sent', async () => {
  const { signReport, work, record, first, database, organizationId } = await prepare()
  await signReport()
  await database.tenant(organizationId, (tx) =>
    sql`update webhook_deliveries set data = jsonb_set(data, '{report_id}', to_jsonb(gen_random_uuid()::text))`.execute(
      tx,
    ),
  )
  await work()
  expect(await first()).toMatchObject({ state: 'dead', failure: 'no_report' })
  expect(record.stored).toEqual([])
})

test('drafts and revoked drafts queue nothing', async () => {
  const hooks = await prepare()
  const { signIn, app, id, deliveriesOf } = hooks
  const examiner = await signIn('examiner@demo.example')
  const draft = await freshDraft(hooks, examiner)
  await app.inject({ method: 'POST', url: `${draft.url}revoke/`, headers: examiner })
  await draftOf(hooks, examiner, draft.ids)
  expect(await deliveriesOf(id)).toEqual([])
})
