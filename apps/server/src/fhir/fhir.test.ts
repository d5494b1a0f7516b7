// @module-tag long
import { expect, test } from 'vitest'
import { problemsOf } from '../../../../packages/fhir/testing/judge.ts'
import { openMachineWorld } from '../../testing/service-accounts.ts'
import { buildTestApp } from '../../testing/test-app.ts'

type Headers = { authorization?: string }

async function open() {
  const demo = await buildTestApp()
  const world = await openMachineWorld(demo)
  const get = async (path: string, headers: Headers = {}) => {
    const answer = await demo.app.inject({ url: `/fhir/${path}`, headers })
    expect(answer.headers['content-type']).toBe('application/fhir+json; charset=utf-8')
    const resource = answer.json()
    expect([path, problemsOf(resource)]).toEqual([path, []])
    return { status: answer.statusCode, resource, link: answer.headers }
  }
  return { ...demo, ...world, get }
}

const someId = '019ab000-0000-7000-8000-00000000ffff'

test('anybody reads what the server can; everything else needs a key', async () => {
  const { get } = await open()
  const { resource } = await get('metadata')
  expect(resource).toMatchObject({ resourceType: 'CapabilityStatement', fhirVersion: '4.0.1', kind: 'instance' })
  const types = resource.rest[0].resource.map(({ type }: { type: string }) => type)
  expect(types).toContain('Observation')
  const free = ['Device', 'CodeSystem', 'ValueSet', 'StructureDefinition']
  for (const type of types) {
    const query = { Patient: '', Questionnaire: `?_id=${someId}` }[type as string] ?? `?patient=${someId}`
    const { status, resource } = await get(free.includes(type) ? type : `${type}${query}`)
    if (free.includes(type)) expect([type, status, resource.entry.length > 0]).toEqual([type, 200, true])
    else expect([type, status, resource.issue[0].code]).toEqual([type, 401, 'login'])
  }
  const { resource: profiles } = await get('StructureDefinition')
  const [{ resource: profile }] = profiles.entry
  const observation = resource.rest[0].resource.find(({ type }: { type: string }) => type === 'Observation')
  expect(observation.supportedProfile).toEqual([profile.url])
  expect((await get(`StructureDefinition/${profile.id}`)).resource).toEqual(profile)
  expect((await get(`CodeSystem?url=${profile.url}`)).resource.entry).toEqual([])
})

test('a key reads the participants of its organisation, by id, by code and page by page', async () => {
  const { get, create, own, colleagues, strangers, missing } = await open()
  const { headers } = await create()
  const one = await get(`Patient/${own.participant_id}`, headers)
  expect(one.resource).toMatchObject({ resourceType: 'Patient', id: own.participant_id })
  const code = one.resource.identifier[0].value
  const { system } = one.resource.identifier[0]
  for (const identifier of [code, `${system}|${code}`, `|${code}`]) {
    const found = (await get(`Patient?identifier=${encodeURIComponent(identifier)}`, headers)).resource
    expect(found.entry.map(({ resource }: { resource: { id: string } }) => resource.id)).toEqual([own.participant_id])
  }
  expect((await get(`Patient?identifier=${encodeURIComponent(`urn:x|${code}`)}`, headers)).resource.entry).toEqual([])
  const seen: string[] = []
  let next: string | undefined = 'Patient?_count=1'
  while (next !== undefined) {
    const { resource } = await get(next, headers)
    seen.push(...resource.entry.map((each: { resource: { id: string } }) => each.resource.id))
    const url = resource.link.find(({ relation }: { relation: string }) => relation === 'next')?.url as
      | string
      | undefined
    next = url?.slice(url.indexOf('/fhir/') + '/fhir/'.length)
  }
  expect(seen).toEqual(expect.arrayContaining([own.participant_id, colleagues.participant_id]))
  expect(new Set(seen).size).toBe(seen.length)
  for (const { participant_id } of [strangers, missing])
    for (const path of [
      `Patient/${participant_id}`,
      `Patient/${participant_id}/$everything`,
      `Encounter?patient=${participant_id}`,
    ])
      expect([path, (await get(path, headers)).status]).toEqual([path, 404])
})

test('sessions, recordings, reports, surveys and consent are read by search and by id', async () => {
  const { app, get, create, own, strangers, signIn } = await open()
  const { headers } = await create()
  const consent = `/api/user/participants/${own.participant_id}/consent/`
  expect((await get(`Consent?patient=${own.participant_id}`, headers)).resource.entry).toEqual([])
  const examiner = await signIn('examiner@demo.example')
  await app.inject({ method: 'PATCH', url: consent, headers: examiner, payload: { consent_research: true } })
  const { resource } = await get(`Patient/${own.participant_id}/$everything`, headers)
  const all = resource.entry.map((each: { resource: { resourceType: string; id: string } }) => each.resource)
  const types = new Set(all.map(({ resourceType }: { resourceType: string }) => resourceType))
  expect([...types].sort()).toEqual(
    expect.arrayContaining([
      'Consent',
      'Device',
      'DocumentReference',
      'Encounter',
      'Patient',
      'Provenance',
      'Questionnaire',
      'QuestionnaireResponse',
    ]),
  )
  for (const { resourceType, id } of all) {
    const one = await get(`${resourceType}/${id}`, headers)
    expect([resourceType, id, one.status, one.resource.id]).toEqual([resourceType, id, 200, id])
  }
  for (const path of [
    `Encounter/${strangers.protocol_res_id}`,
    `QuestionnaireResponse/${strangers.survey_response_id}`,
    `DiagnosticReport/${strangers.report_id}`,
    `Provenance/${strangers.protocol_res_id}`,
    `Provenance/${strangers.report_id}`,
    `Questionnaire/${someId}`,
    'Questionnaire/x',
    'Encounter/x',
    'Observation/x.y',
    'Nonsense/1',
  ])
    expect([path, (await get(path, headers)).status]).toEqual([path, 404])
})

test('a key without the scope is refused, and an account of one examiner finds only theirs', async () => {
  const { get, create, own, colleagues, given } = await open()
  const people = await create({ scopes: ['participants:read'] })
  expect((await get(`Patient/${own.participant_id}`, people.headers)).status).toBe(200)
  for (const path of [
    `Encounter?patient=${own.participant_id}`,
    `Encounter/${own.protocol_res_id}`,
    `QuestionnaireResponse?patient=${own.participant_id}`,
    `Questionnaire?_id=${someId}`,
    `Provenance?patient=${own.participant_id}`,
    `Provenance/${own.protocol_res_id}`,
    `Patient/${own.participant_id}/$everything`,
  ]) {
    const { status, resource } = await get(path, people.headers)
    expect([path, status, resource.issue[0].code]).toEqual([path, 403, 'forbidden'])
  }
  const ofOne = await create({ scopes: ['participants:read', 'results:read'], examiner_id: given.examiner_id! })
  expect((await get(`Encounter/${own.protocol_res_id}`, ofOne.headers)).status).toBe(200)
  expect((await get(`Encounter/${colleagues.protocol_res_id}`, ofOne.headers)).status).toBe(404)
})

test('what is not supported is refused, and never ignored', async () => {
  const { app, get, create, own } = await open()
  const { headers } = await create()
  for (const query of [
    'Patient?name=Ana',
    'Encounter?date=2026-01-01',
    'Questionnaire',
    `Consent?subject=${own.participant_id}`,
    `Observation?patient=${own.participant_id}&_lastUpdated=2026`,
    `Encounter?patient=${own.participant_id}&subject=${own.participant_id}`,
    `Encounter?patient=${own.participant_id}&status=finished`,
    `Encounter?patient=${own.participant_id}&date=yesterday`,
    `Encounter?patient=${own.participant_id}&patient=x`,
    `Observation?patient=${own.participant_id}&_sort=date`,
    `Observation?patient=${own.participant_id}&_count=5`,
  ])
    expect([query, (await get(query, headers)).status]).toEqual([query, 400])
  for (const method of ['POST', 'PUT', 'PATCH', 'DELETE'] as const) {
    const answer = await app.inject({ method, url: `/fhir/Patient/${own.participant_id}`, headers })
    expect([method, answer.statusCode, answer.json().resourceType]).toEqual([method, 405, 'OperationOutcome'])
  }
})

test('each read is in the audit log in the name of the account', async () => {
  const { app, get, create, own, owner } = await open()
  const { headers } = await create()
  await get(`Observation?patient=${own.participant_id}`, headers)
  const log = (await app.inject({ url: '/api/organizations/audit/?action=read', headers: owner })).json()
  expect(log).toContainEqual(
    expect.objectContaining({ service_account: 'HIS', subject: 'results', participant_id: own.participant_id }),
  )
})

test('a resource that a client already has is answered with 304', async () => {
  const { app, get, create, own } = await open()
  const { headers } = await create()
  const url = `/fhir/Patient/${own.participant_id}`
  const etag = String((await get(`Patient/${own.participant_id}`, headers)).link.etag)
  expect(etag).toMatch(/^W\/"[\w-]{27}"$/)
  const ask = (known: string) => app.inject({ url, headers: { ...headers, 'if-none-match': known } })
  for (const known of [etag, etag.slice(2), `"x", ${etag}`, '*']) {
    const answer = await ask(known)
    expect([known, answer.statusCode, answer.body, answer.headers.etag]).toEqual([known, 304, '', etag])
  }
  for (const known of ['"x"', 'W/"x"']) expect([known, (await ask(known)).statusCode]).toEqual([known, 200])
  const examiner = await app.inject({
    method: 'PATCH',
    url: `/api/user/participants/${own.participant_id}/`,
    headers,
    payload: { first_name: 'Another' },
  })
  expect(examiner.statusCode).toBe(200)
  expect((await ask(etag)).statusCode).toBe(200)
})

test('provenance and questionnaires are found from what they are about', async () => {
  const { get, create, own } = await open()
  const { headers } = await create()
  const patient = own.participant_id
  const { resource: recordings } = await get(`DocumentReference?subject=Patient/${patient}`, headers)
  const [{ resource: recording }] = recordings.entry
  const target = `DocumentReference/${recording.id}`
  const { resource: found } = await get(`Provenance?patient=${patient}&target=${target}`, headers)
  expect(found.entry).toHaveLength(1)
  expect(found.entry[0].resource.agent[0].who.display).not.toBe('')
  expect((await get(`Provenance/${recording.id}`, headers)).resource).toEqual(found.entry[0].resource)
  const { resource: answers } = await get(`QuestionnaireResponse?patient=${patient}&_lastUpdated=ge2000`, headers)
  const { questionnaire } = answers.entry[0].resource
  const { resource: surveys } = await get(`Questionnaire?url=${questionnaire}`, headers)
  expect(surveys.entry).toMatchObject([{ resource: { url: questionnaire } }])
  const none = await get(`QuestionnaireResponse?patient=${patient}&_lastUpdated=lt2000-01-01T00:00:00Z`, headers)
  expect(none.resource.entry).toEqual([])
})
