import { randomUUID } from 'node:crypto'
import { contract, type Route } from '@fonema/contract'
import { Validator } from '@seriousme/openapi-schema-validator'
import { expect, test } from 'vitest'
import { requestOf } from '../../../testing/access-call.ts'
import { accessTable } from '../../../testing/access-table.ts'
import { buildAccessWorld } from '../../../testing/access-world.ts'
import { auditTable } from '../../../testing/audit-table.ts'
import { documentedAnswers } from '../../../testing/documented-answers.ts'
import { goodCall } from '../../../testing/good-calls.ts'
import { buildTestApp } from '../../../testing/test-app.ts'
import { openApiDocument } from './openapi.ts'

type Operation = {
  operationId: string
  tags: string[]
  parameters?: { $ref?: string; description?: string }[]
  responses: Record<string, object>
}

const document = openApiDocument('1.0.0')
const operations = Object.values(document.paths).flatMap((methods) => Object.values(methods) as Operation[])

test('the document is valid OpenAPI 3.1 and describes every call', async () => {
  const { valid, errors } = await new Validator().validate(structuredClone(document))
  expect([valid, errors]).toEqual([true, undefined])
  expect(operations).toHaveLength(Object.keys(contract).length)
  expect(new Set(operations.map(({ operationId }) => operationId)).size).toBe(operations.length)
  for (const { operationId, tags, parameters = [], responses } of operations) {
    expect([operationId, tags.length]).toEqual([operationId, 1])
    for (const parameter of parameters)
      expect([operationId, parameter, '$ref' in parameter || Boolean(parameter.description)]).toContain(true)
    expect([operationId, Object.keys(responses)[0]]).toEqual([operationId, expect.stringMatching(/^2/)])
  }
})

test('a list with pages documents its order, its parameters and the header of the next page', () => {
  const audit = document.paths['/api/organizations/audit/'] as { get: Operation & { description: string } }
  expect(audit.get.description).toMatch(/Ordered by `id` descending\.$/)
  expect(audit.get.parameters).toEqual(
    expect.arrayContaining([expect.objectContaining({ name: 'limit' }), expect.objectContaining({ name: 'cursor' })]),
  )
  const withLink = operations.filter(({ responses }) => JSON.stringify(responses[200])?.includes('headers/Link'))
  expect(withLink).toHaveLength(Object.values<Route>(contract).filter(({ order }) => order !== undefined).length)
})

/** Answers that a single call cannot produce, each with the file of its test. */
const elsewhere: Record<string, string> = {
  206: 'a part of a recording: responses.test.ts',
  304: 'an unchanged answer: distributions.test.ts',
  409: 'a state of its own for each code: the tests of each domain',
  413: 'a body over the limit: app.test.ts, files.test.ts',
  416: 'a range outside a recording: responses.test.ts',
  422: 'an infected file: antivirus.test.ts',
  429: 'a limit: rate-limits.test.ts',
  500: 'a bug of ours',
  503: 'overload or a database that is away: load-shedding.test.ts, the fault scenarios',
  'POST /api/ai/models/ 404': 'an unknown model where models can be downloaded: models.test.ts',
  'POST /api/protocols/responses/{participant_id}/{protocol_res_id}/item/{protocol_item_id}/ 200':
    'the same recording again: responses.test.ts',
  'POST /api/clinical_reports/{participant_id}/{report_id}/remake/ 400':
    'a session that is not measured yet: clinical-reports/inputs.test.ts',
  'PATCH /api/organizations/texts/{text_language}/ 400': 'a text for a language of ours: organization/look.test.ts',
  'POST /api/user/provider/finish/ 401': 'a second factor: providers/attacks.test.ts',
  'POST /api/user/provider/launch/finish/ 401': 'a second factor, as in a sign-in: providers/attacks.test.ts',
  'POST /api/user/provider/continue/ 401': 'a wrong password: providers/attacks.test.ts',
  'POST /api/user/provider/confirmed/ 403': 'a confirmation of somebody else: providers/attacks.test.ts',
  507: 'a full disk or a quota: files.test.ts',
}

const malformedQuery = ['limit', 'from', 'from_s', 'preview', 'take', 'distributions', 'protocol_item_id', 'part']
  .map((name) => `${name}=x`)
  .concat('code=%00')
  .join('&')

const people = {
  'signed in': 'examiner@demo.example',
  examiner: 'examiner@demo.example',
  manager: 'manager@demo.example',
  owner: 'owner@demo.example',
}

test('every answer is documented, and every documented answer is given', { timeout: 900_000 }, async () => {
  const world = await buildAccessWorld(await buildTestApp({ WEBHOOK_NETWORKS: '127.0.0.0/8' }))
  const { app, answered, signIn } = world.demo
  const [nobody, owner, examiner] = [
    await signIn('norole@demo.example'),
    await signIn('owner@demo.example'),
    await signIn('examiner@demo.example'),
  ]
  // The order keeps calls from removing what later ones need. The last ones end sessions and empty the installation.
  const last = (key: string) => ['/logout/', ' /setup/'].findIndex((part) => key.includes(part))
  const keys = Object.keys(auditTable).sort((a, b) => last(a) - last(b))
  for (const key of keys) {
    const { to, query = '', body } = accessTable[key]!
    const { repeatable }: Route = contract[key as keyof typeof contract]
    const [method, path] = key.split(' ') as ['POST', string]
    const writes = !key.startsWith('GET ')
    const { payload } = requestOf(key, { ...world.given, ...world.objects[0]!.ids, new: randomUUID() }, { body })
    const url = `/api${path.replace(/\{\w+\}/g, () => randomUUID())}`
    const call = { method, url: `${url}${query}`, ...(payload && { payload }) }
    await app.inject(call)
    for (const headers of [nobody, owner, examiner]) {
      await app.inject({ ...call, headers })
      await app.inject({ ...call, url: `${url}?${malformedQuery}`, headers })
      if (writes) {
        await app.inject({ method, url, headers: { ...headers, 'content-type': 'text/plain' }, payload: 'x' })
        for (const malformed of [[], { unknown: 1 }]) await app.inject({ method, url, headers, payload: malformed })
      }
    }
    const isOpen = to === 'everybody' || to === 'whoever was granted it'
    const good = await goodCall(world, key, isOpen ? undefined : await signIn(people[to]))
    await app.inject(good)
    if (!writes) continue
    await app.inject({ ...good, url: `${good.url.split('?')[0]}?preview=true` })
    if ('content-type' in good.headers) await app.inject({ ...good, payload: '--x' })
    // Only calls that take an idempotency key refuse one that is too long.
    const keyed = await app.inject({ ...good, headers: { ...good.headers, 'idempotency-key': 'x'.repeat(201) } })
    const isRefused = keyed.statusCode === 400 && keyed.json().code === 'invalid_inputs'
    expect([key, isRefused]).toEqual([key, repeatable === true])
  }
  const missing = documentedAnswers.filter(
    (named) =>
      !answered.has(named) && !(named in elsewhere) && !(named.slice(-3) in elsewhere) && !isForSetUpOnly(named),
  )
  expect(missing).toEqual([])
})

/** Everybody who is signed in may make the call, except somebody who must first set up a second factor: required-factor.test.ts. */
function isForSetUpOnly(named: string): boolean {
  const [method, path, status] = named.split(' ') as [string, string, string]
  const { access }: Route = contract[`${method} ${path.replace('/api', '')}` as keyof typeof contract]
  return status === '403' && access !== 'public' && access.role === undefined && access.feature === undefined
}
