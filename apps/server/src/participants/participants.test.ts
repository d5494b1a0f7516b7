import { randomUUID } from 'node:crypto'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { buildTestApp, type TestApp } from '../../testing/test-app.ts'

const url = '/api/user/participants/'

async function register({ app, localeId }: TestApp, headers: { authorization: string }, fields: object = {}) {
  return app.inject({ method: 'POST', url, headers, payload: { code: 'P-1', locale: localeId('es-AR'), ...fields } })
}

test('a registered participant is only in its examiner’s list', async () => {
  const demo = await buildTestApp()
  const { app, signIn } = demo
  const headers = await signIn('examiner@demo.example')
  const created = await register(demo, headers, { code: ' P-7 ', first_name: 'Ana', last_name: 'Díaz', birthday: '' })
  expect(created.statusCode).toBe(201)
  expect(created.json()).toMatchObject({ code: 'P-7', first_name: 'Ana', birthday: null, active: true, sex: null })
  expect((await app.inject({ url, headers })).json()).toEqual([created.json()])
  const one = await app.inject({ url: `${url}${created.json().id}/`, headers })
  expect([one.statusCode, one.json()]).toEqual([200, created.json()])
  for (const other of ['colleague@demo.example', 'examiner@other.example'])
    expect((await app.inject({ url, headers: await signIn(other) })).json()).toEqual([])
})

test('a client that works without a network chooses the id, and repeats register nobody twice', async () => {
  const demo = await buildTestApp()
  const { app, signIn } = demo
  const headers = await signIn('examiner@demo.example')
  const id = randomUUID()
  const answers = await Promise.all([1, 2, 3].map(() => register(demo, headers, { id })))
  for (const answer of answers) expect([answer.statusCode, answer.json().id]).toEqual([201, id])
  expect((await app.inject({ url, headers })).json()).toHaveLength(1)

  const other = await register(demo, headers, { id, code: 'P-2' })
  expect([other.statusCode, other.json()]).toEqual([409, { code: 'idempotency_key_reused' }])
  // A code that is taken leaves the id free for the corrected registration.
  const next = randomUUID()
  expect((await register(demo, headers, { id: next })).json()).toEqual({ code: ['already_exists'] })
  expect((await register(demo, headers, { id: next, code: 'P-3' })).json()).toMatchObject({ id: next, code: 'P-3' })
  for (const stranger of ['colleague@demo.example', 'examiner@other.example']) {
    const taken = await register(demo, await signIn(stranger), { id, code: 'P-4' })
    expect([taken.statusCode, taken.json()]).toEqual([409, { code: 'id_taken' }])
  }
  expect((await register(demo, headers, { id: 'mine', code: 'P-5' })).json()).toEqual({ id: ['invalid'] })
})

test('lists the newest participant first', async () => {
  const demo = await buildTestApp()
  const headers = await demo.signIn('examiner@demo.example')
  for (const code of ['A', 'B', 'C']) {
    await register(demo, headers, { code })
    demo.clock.advance(60)
  }
  const list = (await demo.app.inject({ url, headers })).json()
  expect(list.map((participant: { code: string }) => participant.code)).toEqual(['C', 'B', 'A'])
})

test('reports invalid fields with their codes, and registers nothing', async () => {
  const demo = await buildTestApp()
  const { app } = demo
  const headers = await demo.signIn('examiner@demo.example')
  const cases: [object, object][] = [
    [
      { code: '', locale: undefined },
      { code: ['required'], locale: ['required'] },
    ],
    [{ code: undefined }, { code: ['required'] }],
    [{ locale: 'es' }, { locale: ['invalid'] }],
    [{ locale: '01a1998e-4400-79f8-8df2-d308536f5cdb' }, { locale: ['invalid'] }],
    [
      { birthday: '2999-01-01', diagnose_date: '2999-01-01' },
      { birthday: ['in_future'], diagnose_date: ['in_future'] },
    ],
    [{ last_name: 'Díaz\u202e' }, { last_name: ['invalid'] }],
    [{ last_name: 'Díaz\ud83d' }, { last_name: ['invalid'] }],
    [{ birthday: '2020-02-30' }, { birthday: ['invalid'] }],
    [{ birthday: '0195-03-02' }, { birthday: ['out_of_range'] }],
    [{ birthday: '1950-03-02', diagnose_date: '1950-03-01' }, { diagnose_date: ['before_birthday'] }],
    [{ sex: 'x' }, { sex: ['invalid'] }],
    [{ education_years: 100.5 }, { education_years: ['out_of_range'] }],
    [{ education_years: '12' }, { education_years: ['invalid'] }],
    [{ phone: '+54 11' }, { phone: ['invalid'] }],
    [{ country: 'ZZ' }, { country: ['invalid'] }],
    [{ first_name: 'a\u0000b' }, { first_name: ['invalid'] }],
    [{ code: 'x'.repeat(65) }, { code: ['too_long'] }],
    [
      { active: false, organization_id: 'x' },
      { active: ['unknown_field'], organization_id: ['unknown_field'] },
    ],
  ]
  for (const [fields, errors] of cases) {
    const response = await register(demo, headers, fields)
    expect([fields, response.statusCode, response.json()]).toEqual([fields, 400, errors])
  }
  const empty = await app.inject({ method: 'POST', url, headers })
  expect([empty.statusCode, empty.json()]).toEqual([400, { non_field_errors: ['empty_data'] }])
  const list = await app.inject({ method: 'POST', url, headers, payload: [] })
  expect([list.statusCode, list.json()]).toEqual([400, { non_field_errors: ['invalid'] }])
  expect((await app.inject({ url, headers })).json()).toEqual([])
})

test('accepts a birthday of today by the clinic’s calendar, not the server’s', async () => {
  const demo = await buildTestApp()
  const headers = await demo.signIn('examiner@demo.example')
  // Buenos Aires is three hours behind UTC, so its next day begins at 03:00 UTC.
  const now = demo.clock.now()
  const nextDay = new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth(), now.getUTCDate() + 1, 1))
  demo.clock.advance((nextDay.getTime() - now.getTime()) / 1000)
  const utcDay = nextDay.toISOString().slice(0, 10)
  const signedIn = await demo.signIn('examiner@demo.example')
  expect(headers).not.toEqual(signedIn)
  expect((await register(demo, signedIn, { birthday: utcDay })).json()).toEqual({ birthday: ['in_future'] })
  demo.clock.advance(2.5 * 3600)
  const later = await demo.signIn('examiner@demo.example')
  expect((await register(demo, later, { birthday: utcDay })).statusCode).toBe(201)
})

test('a code is unique in the organisation, whatever its examiner or its case', async () => {
  const demo = await buildTestApp()
  await register(demo, await demo.signIn('examiner@demo.example'), { code: 'Abc' })
  const colleague = await register(demo, await demo.signIn('colleague@demo.example'), { code: 'aBC' })
  expect([colleague.statusCode, colleague.json()]).toEqual([400, { code: ['already_exists'] }])
  expect((await register(demo, await demo.signIn('examiner@other.example'), { code: 'Abc' })).statusCode).toBe(201)
})

test('registers once for repeated and simultaneous calls with the same key', async () => {
  const demo = await buildTestApp()
  const { app, localeId } = demo
  const headers = { ...(await demo.signIn('examiner@demo.example')), 'idempotency-key': 'k1' }
  const payload = { code: 'P-1', locale: localeId('es-AR') }
  const answers = await Promise.all(
    Array.from({ length: 50 }, () => app.inject({ method: 'POST', url, headers, payload })),
  )
  expect(new Set(answers.map((answer) => answer.body)).size).toBe(1)
  expect(new Set(answers.map((answer) => answer.statusCode))).toEqual(new Set([201]))
  const another = await app.inject({ method: 'POST', url, headers, payload: { ...payload, code: 'P-2' } })
  expect([another.statusCode, another.json().code]).toEqual([409, 'idempotency_key_reused'])
  expect((await app.inject({ url, headers })).json()).toHaveLength(1)
})

test('an edit changes only the sent fields; emptied fields become null', async () => {
  const demo = await buildTestApp()
  const { app } = demo
  const headers = await demo.signIn('examiner@demo.example')
  const { id } = (await register(demo, headers, { first_name: 'Ana', last_name: 'Díaz', sex: 'f' })).json()
  const change = (payload: object) => app.inject({ method: 'PATCH', url: `${url}${id}/`, headers, payload })
  expect((await change({ first_name: '', occupation: 'Maestra' })).json()).toMatchObject({
    code: 'P-1',
    first_name: null,
    last_name: 'Díaz',
    sex: 'f',
    occupation: 'Maestra',
  })
  expect((await change({})).json()).toEqual({ non_field_errors: ['empty_data'] })
  expect((await change({ code: '' })).json()).toEqual({ code: ['required'] })
  expect((await change({ id: 'x' })).json()).toEqual({ id: ['unknown_field'] })
})

test('an edit of one date is checked against the other stored date', async () => {
  const demo = await buildTestApp()
  const headers = await demo.signIn('examiner@demo.example')
  const dates = { birthday: '1950-03-02', diagnose_date: '2020-01-01' }
  const { id } = (await register(demo, headers, dates)).json()
  const change = (payload: object) => demo.app.inject({ method: 'PATCH', url: `${url}${id}/`, headers, payload })
  const refusal = { diagnose_date: ['before_birthday'] }
  for (const payload of [{ diagnose_date: '1949-12-31' }, { birthday: '2020-01-02' }]) {
    const refused = await change(payload)
    expect([payload, refused.statusCode, refused.json()]).toEqual([payload, 400, refusal])
  }
  expect((await change({ diagnose_date: '1950-03-02' })).json()).toMatchObject({ diagnose_date: '1950-03-02' })
  expect((await change({ diagnose_date: '', birthday: '2021-01-01' })).statusCode).toBe(200)
})

test('invalid stored dates do not prevent a change of another field', async () => {
  const demo = await buildTestApp()
  const headers = await demo.signIn('examiner@demo.example')
  const { id } = (await register(demo, headers, { birthday: '1950-03-02', diagnose_date: '2020-01-01' })).json()
  await demo.database.tenant(demo.organizationId, (tx) =>
    tx.updateTable('participants').set({ diagnose_date: '1940-01-01' }).where('id', '=', id).execute(),
  )
  const change = (payload: object) => demo.app.inject({ method: 'PATCH', url: `${url}${id}/`, headers, payload })
  expect((await change({ occupation: 'Maestra' })).statusCode).toBe(200)
})

test('an archived participant refuses changes until it is restored', async () => {
  const demo = await buildTestApp()
  const { app } = demo
  const headers = await demo.signIn('examiner@demo.example')
  const { id } = (await register(demo, headers)).json()
  const patch = (path: string, payload?: object) =>
    app.inject({ method: 'PATCH', url: `${url}${id}/${path}`, headers, ...(payload && { payload }) })
  expect((await patch('inactivate/')).json()).toMatchObject({ id, active: false })
  expect((await patch('inactivate/')).statusCode).toBe(200)
  const refused = await patch('', { first_name: 'Eva' })
  expect([refused.statusCode, refused.json().code]).toEqual([409, 'participant_archived'])
  expect((await patch('activate/')).json()).toMatchObject({ id, active: true })
})

test('another examiner’s or clinic’s participant is answered exactly like a missing one', async () => {
  const demo = await buildTestApp()
  const { app } = demo
  const { id } = (await register(demo, await demo.signIn('examiner@demo.example'))).json()
  for (const email of ['colleague@demo.example', 'examiner@other.example']) {
    const headers = await demo.signIn(email)
    for (const target of [id, '01a1998e-4400-79f8-8df2-d308536f5cdb', 'not-an-id']) {
      const read = await app.inject({ url: `${url}${target}/`, headers })
      expect([target, read.statusCode, read.json()]).toEqual([target, 404, { code: 'not_found' }])
      for (const path of ['', 'inactivate/', 'activate/']) {
        const payload = path === '' ? { first_name: 'x' } : undefined
        const response = await app.inject({
          method: 'PATCH',
          url: `${url}${target}/${path}`,
          headers,
          ...(payload && { payload }),
        })
        expect([target, path, response.statusCode, response.json()]).toEqual([target, path, 404, { code: 'not_found' }])
      }
    }
  }
})

test('only examiners reach participants, and only with a session', async () => {
  const { app, signIn } = await buildTestApp()
  for (const email of ['manager@demo.example', 'norole@demo.example', 'owner@demo.example']) {
    const response = await app.inject({ url, headers: await signIn(email) })
    expect([email, response.statusCode, response.json()]).toEqual([email, 403, { code: 'permission_denied' }])
  }
  const anonymous = await app.inject({ url })
  expect([anonymous.statusCode, anonymous.json()]).toEqual([401, { code: 'token_not_valid' }])
})

test('no body causes a server error', async () => {
  const { app, signIn } = await buildTestApp()
  const headers = await signIn('examiner@demo.example')
  await fc.assert(
    fc.asyncProperty(fc.anything({ withNullPrototype: false }), async (value) => {
      const text = JSON.stringify(value) ?? ''
      const response = await app.inject({
        method: 'POST',
        url,
        headers: { ...headers, 'content-type': 'application/json' },
        payload: text,
      })
      expect(response.statusCode).toBe(400)
    }),
    { numRuns: 200 },
  )
})
