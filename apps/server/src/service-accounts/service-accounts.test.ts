import { contract, type Route, type Scope, scopes } from '@fonema/contract'
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { requestOf } from '../../testing/access-call.ts'
import { accessTable } from '../../testing/access-table.ts'
import { bearer, openMachineWorld, openServiceAccounts } from '../../testing/service-accounts.ts'
import { buildTestApp } from '../../testing/test-app.ts'

const participants = '/api/user/participants/'

/** What each scope opens, by hand and independently of the contract. */
const opened: Record<Scope, readonly string[]> = {
  'participants:read': [
    'GET /user/participants/',
    'GET /user/participants/search/',
    'GET /user/participants/{participant_id}/',
    'GET /user/participants/{participant_id}/consent/',
  ],
  'participants:write': ['POST /user/participants/', 'PATCH /user/participants/{participant_id}/'],
  'results:read': [
    'GET /ai/populations/',
    'GET /protocols/feature_display/web/{protocol_id}/',
    'GET /protocols/responses/{participant_id}/',
    'GET /protocols/responses/{participant_id}/evolution/',
    'GET /protocols/responses/{participant_id}/{protocol_res_id}/',
    'GET /protocols/responses/{participant_id}/{protocol_res_id}/summary/',
    'GET /protocols/responses/{participant_id}/{protocol_res_id}/item/{protocol_item_id}/transcript/',
    'GET /protocols/responses/{participant_id}/{protocol_res_id}/item/{protocol_item_id}/transcript/file/',
    'GET /clinical_reports/{participant_id}/',
    'GET /clinical_reports/{participant_id}/{report_id}/',
    'GET /clinical_reports/{participant_id}/{report_id}/json/',
    'GET /clinical_reports/{participant_id}/{report_id}/pdf/',
    'GET /clinical_reports/{participant_id}/{report_id}/verify/',
  ],
  'surveys:read': [
    'GET /surveys/{survey_id}/',
    'GET /surveys/responses/{participant_id}/',
    'GET /surveys/responses/{participant_id}/{survey_response_id}/',
  ],
  'audio:read': [
    'GET /protocols/responses/{participant_id}/{protocol_res_id}/item/{protocol_item_id}/audio_src/',
    'GET /protocols/responses/{participant_id}/{protocol_res_id}/item/{protocol_item_id}/audio_deidentified/',
  ],
  'visits:write': [
    'GET /visits/{participant_id}/',
    'POST /visits/{participant_id}/',
    'PATCH /visits/{participant_id}/{visit_id}/',
  ],
  'exports:write': [
    'GET /takeouts/organization/',
    'POST /takeouts/organization/',
    'POST /takeouts/retry/{takeout_uuid}/',
    'POST /takeouts/download_link/{takeout_uuid}/',
    'POST /user/participants/{participant_id}/export/',
  ],
  'statistics:read': ['GET /organizations/stats/', 'GET /organizations/overview/', 'GET /organizations/examiners/'],
}

const routes = (Object.entries(contract) as [string, Route][]).filter(([, { access }]) => access !== 'public')

test('each scope opens the calls of its list, and no others', () => {
  const declared = Object.fromEntries(
    scopes.map((scope) => [scope, routes.flatMap(([key, route]) => (route.scope === scope ? [key] : [])).sort()]),
  )
  expect(declared).toEqual(Object.fromEntries(scopes.map((scope) => [scope, [...opened[scope]].sort()])))
})

test('every call × scope: with its scope a call reaches its object, with all others it is refused', async () => {
  const demo = await buildTestApp()
  const world = await openMachineWorld(demo)
  const machines: [Scope, { authorization: string }][] = []
  for (const scope of scopes) machines.push([scope, (await world.create({ scopes: [scope] })).headers])
  const everything = (await world.create()).headers
  const wrong: unknown[] = []
  let cells = 0
  const ask = async (key: string, headers: { authorization: string }, expected: (status: number) => boolean) => {
    const row = accessTable[key]!
    const ids = { ...world.given, ...world.own }
    const answer = await demo.app.inject({ ...requestOf(key, ids, row), headers })
    cells++
    if (!expected(answer.statusCode)) wrong.push([key, headers.authorization.slice(-4), answer.statusCode, answer.body])
  }
  for (const [key, { scope }] of routes) {
    for (const [held, headers] of machines) if (held !== scope) await ask(key, headers, (status) => status === 403)
    const isCreated = key === 'POST /user/participants/'
    // A call that an examiner needs for something new is closed to an account of the whole organisation.
    if (scope === undefined || isCreated) await ask(key, everything, (status) => status === 403)
    else {
      const [, headers] = machines.find(([held]) => held === scope)!
      // The export of the world's own participant is its examiner's.
      const isNotTheirs = accessTable[key]!.objects === 'of whoever made it'
      const isReached = (status: number) => ![401, 403, 404, 500].includes(status)
      await ask(key, headers, isNotTheirs ? (status) => status === 404 : isReached)
    }
  }
  expect(wrong).toEqual([])
  expect(cells).toBeGreaterThan(2000)
})

test('an account of one examiner reaches only their participants; one of the organisation reaches all of it', async () => {
  const demo = await buildTestApp()
  const { app } = demo
  const { create, own, colleagues, strangers, missing, malformed, given } = await openMachineWorld(demo)
  const narrow = ['participants:read', 'participants:write', 'results:read']
  const ofOne = await create({ scopes: narrow, examiner_id: given.examiner_id! })
  const ofAll = await create({ scopes: narrow })
  const statuses = async ({ headers }: { headers: { authorization: string } }) => {
    const found: number[] = []
    for (const { participant_id } of [own, colleagues, strangers, missing, malformed])
      found.push((await app.inject({ url: `${participants}${participant_id}/`, headers })).statusCode)
    return found
  }
  expect(await statuses(ofOne)).toEqual([200, 404, 404, 404, 404])
  expect(await statuses(ofAll)).toEqual([200, 200, 404, 404, 404])
  const listed = async ({ headers }: { headers: { authorization: string } }) =>
    (await app.inject({ url: participants, headers })).json().map(({ id }: { id: string }) => id)
  expect(await listed(ofOne)).not.toContain(colleagues.participant_id)
  expect(await listed(ofAll)).toEqual(expect.arrayContaining([own.participant_id, colleagues.participant_id]))
  expect(await listed(ofAll)).not.toContain(strangers.participant_id)

  const payload = { code: 'HIS-1', locale: demo.localeId('es-AR') }
  const registered = await app.inject({ method: 'POST', url: participants, headers: ofOne.headers, payload })
  expect(registered.statusCode).toBe(201)
  const examiner = await demo.signIn('examiner@demo.example')
  expect((await app.inject({ url: `${participants}${registered.json().id}/`, headers: examiner })).statusCode).toBe(200)
})

test('the audit log names the account, in JSON, in the CSV and in the list of events', async () => {
  const demo = await buildTestApp()
  const { app } = demo
  const { create, own, owner } = await openMachineWorld(demo)
  const { id, headers } = await create({ scopes: ['results:read', 'participants:write'] })
  const { participant_id, protocol_res_id } = own
  await app.inject({ url: `/api/protocols/responses/${participant_id}/${protocol_res_id}/`, headers })
  const url = `${participants}${participant_id}/`
  await app.inject({ method: 'PATCH', url, headers, payload: { occupation: 'Cantante' } })
  const log = (await app.inject({ url: `/api/organizations/audit/?user_id=${id}`, headers: owner })).json()
  expect(log).toMatchObject([
    { action: 'change', subject: 'participants', service_account: 'HIS', participant_id },
    { action: 'read', subject: 'results', service_account: 'HIS', participant_id },
  ])
  const csv = (await app.inject({ url: '/api/organizations/audit/?format=csv', headers: owner })).body
  expect(csv.split('\n').filter((line) => line.includes(`${id},HIS,`))).toHaveLength(2)
  const [event] = (await app.inject({ url: '/api/organizations/events/', headers: owner })).json()
  expect(event.user).toEqual({ id, first_name: 'HIS', last_name: '' })
})

test('a key is shown once, repeats with its idempotency key, and is stored as a hash', async () => {
  const demo = await buildTestApp()
  const { create, manage, owner } = await openServiceAccounts(demo)
  const again = { ...owner, 'idempotency-key': 'make-one' }
  const body = { name: 'BI', scopes: ['statistics:read'], examiner_id: null, networks: ['10.0.0.0/8'], days: 365 }
  const first = await manage('POST', '', body, again)
  const second = await manage('POST', '', body, again)
  expect([first.status, second.body]).toEqual([201, first.body])
  expect(first.body.key).toMatch(/^fnm_[\w-]{43}$/)
  expect((await create()).key).not.toBe(first.body.key)
  const list = (await manage('GET')).body
  const found = list.find(({ name }: { name: string }) => name === 'BI')
  expect(found).toMatchObject({ networks: ['10.0.0.0/8'], keys: [{ ending: first.body.key.slice(-4) }] })
  expect(JSON.stringify(list)).not.toContain(first.body.key)
  const rows = await demo.database.tenant(demo.organizationId, (tx) =>
    sql`select row_to_json(k)::text as text from service_account_keys k
      union all select row_to_json(e)::text from audit_entries e`.execute(tx),
  )
  expect(JSON.stringify(rows)).not.toContain(first.body.key)
})

test('two keys are valid at once, and no third', async () => {
  const demo = await buildTestApp()
  const { app, clock } = demo
  const { create, manage } = await openServiceAccounts(demo)
  const { id, key, key_id } = await create({ days: 10 })
  const works = async (given: string) => (await app.inject({ url: participants, headers: bearer(given) })).statusCode
  const next = await manage('POST', `${id}/keys/`, { days: 20 })
  expect(next.status).toBe(201)
  expect([await works(key), await works(next.body.key)]).toEqual([200, 200])
  expect((await manage('POST', `${id}/keys/`, { days: 20 })).status).toBe(409)
  expect((await manage('DELETE', `${id}/keys/${key_id}/`)).status).toBe(200)
  expect((await manage('DELETE', `${id}/keys/${key_id}/`)).status).toBe(404)
  expect([await works(key), await works(next.body.key)]).toEqual([401, 200])
  expect((await manage('POST', `${id}/keys/`, { days: 40 })).status).toBe(201)
  // An expired key no longer counts.
  clock.advance(21 * 24 * 3600)
  expect(await works(next.body.key)).toBe(401)
  const owner = await demo.signIn('owner@demo.example')
  expect((await manage('POST', `${id}/keys/`, { days: 40 }, owner)).status).toBe(201)
})

test('the last use is shown to the minute; an ended account answers nothing, and stays in no list', async () => {
  const demo = await buildTestApp()
  const { app, clock } = demo
  const { create, manage } = await openServiceAccounts(demo)
  const { id, headers } = await create()
  const lastUse = async () => (await manage('GET')).body[0].keys[0].last_used_at
  expect(await lastUse()).toBe(null)
  await app.inject({ url: participants, headers })
  const first = await lastUse()
  expect(first).toBe(clock.now().toISOString())
  clock.advance(30)
  await app.inject({ url: participants, headers })
  expect(await lastUse()).toBe(first)
  clock.advance(31)
  await app.inject({ url: participants, headers })
  expect(await lastUse()).toBe(clock.now().toISOString())
  const manager = await demo.signIn('manager@demo.example')
  expect((await manage('DELETE', `${id}/`, undefined, manager)).status).toBe(204)
  expect((await app.inject({ url: participants, headers })).statusCode).toBe(401)
  expect((await manage('GET')).body).toEqual([])
  expect((await manage('POST', `${id}/keys/`, { days: 1 })).status).toBe(404)
})

test('invalid rights are reported by field, and make nothing', async () => {
  const demo = await buildTestApp()
  const { manage } = await openServiceAccounts(demo)
  const valid = { name: 'HIS', scopes: ['results:read'], examiner_id: null, networks: [], days: 1 }
  const unknown = '019ab000-0000-7000-8000-00000000ffff'
  const cases: [object, object][] = [
    [{ name: ' ' }, { name: ['required'] }],
    [{ scopes: [] }, { scopes: ['required'] }],
    [{ scopes: ['everything'] }, { scopes: ['invalid'] }],
    [{ networks: ['10.0.0.0/33'] }, { networks: ['invalid'] }],
    [{ networks: ['example.org'] }, { networks: ['invalid'] }],
    [{ days: 0 }, { days: ['out_of_range'] }],
    [{ days: 731 }, { days: ['out_of_range'] }],
    [{ examiner_id: unknown }, { examiner_id: ['invalid'] }],
    [{ scopes: ['exports:write'], examiner_id: unknown }, { scopes: ['invalid'] }],
  ]
  for (const [change, errors] of cases) {
    const { status, body } = await manage('POST', '', { ...valid, ...change })
    expect([change, status, body]).toEqual([change, 400, expect.objectContaining(errors)])
  }
  expect((await manage('GET')).body).toEqual([])
})
