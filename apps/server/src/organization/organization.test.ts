import { randomUUID } from 'node:crypto'
import type { ExaminerRecord, User } from '@fonema/contract'
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { buildTestApp, type TestApp } from '../../testing/test-app.ts'

type Headers = { authorization: string }
type Method = 'GET' | 'POST' | 'PATCH' | 'DELETE'

async function prepare() {
  const demo: TestApp = await buildTestApp()
  const manager = await demo.signIn('manager@demo.example')
  const owner = await demo.signIn('owner@demo.example')
  const ask = (headers: Headers, method: Method, path: string, payload?: object) =>
    demo.app.inject({ method, url: `/api/${path}`, headers, ...(payload !== undefined && { payload }) })
  const users = (await ask(manager, 'GET', 'organizations/user/')).json() as User[]
  const userOf = (name: string) => users.find(({ email }) => email === `${name}@demo.example`)!
  const grant = (name: string, grants: object[]) =>
    ask(manager, 'PATCH', `organizations/impersonification/${userOf(name).id}/`, grants)
  return { demo, manager, owner, ask, users, userOf, grant, examinerId: userOf('examiner').roles.examiner_id! }
}

test('a manager creates a user with a fixed e-mail and unique lower-case tags', async () => {
  const { demo, manager, ask } = await prepare()
  const person = { first_name: 'Eva', last_name: 'Díaz', email: 'Eva@demo.example', locale: demo.localeId('es-AR') }
  const created = await ask(manager, 'POST', 'organizations/user/', { ...person, tags: ['Norte', 'norte', 'sur'] })
  expect([created.statusCode, created.json()]).toMatchObject([
    201,
    { ...person, tags: ['norte', 'sur'], is_active: true, roles: { is_examiner: false, is_manager: false } },
  ])
  const again = await ask(manager, 'POST', 'organizations/user/', { ...person, email: 'eva@DEMO.example' })
  expect([again.statusCode, again.json()]).toEqual([400, { email: ['already_exists'] }])
  const path = `organizations/user/${created.json().id}/`
  expect((await ask(manager, 'PATCH', path, { email: 'x@demo.example' })).json()).toEqual({ email: ['unknown_field'] })
  expect((await ask(manager, 'PATCH', path, {})).json()).toEqual({ non_field_errors: ['empty_data'] })
  expect((await ask(manager, 'PATCH', path, { last_name: 'Paz' })).json()).toMatchObject({ last_name: 'Paz' })
  const empty = await ask(manager, 'POST', 'organizations/user/', {})
  expect(Object.keys(empty.json()).sort()).toEqual(['email', 'first_name', 'last_name', 'locale'])
})

test('refuses the next call and sign-ins of a deactivated user; only the owner deactivates managers', async () => {
  const { demo, manager, owner, ask, userOf } = await prepare()
  const headers = await demo.signIn('examiner@demo.example')
  const set = (who: Headers, name: string, is_active: boolean) =>
    ask(who, 'PATCH', `organizations/user/${userOf(name).id}/`, { is_active })
  expect((await set(manager, 'examiner', false)).json()).toMatchObject({ is_active: false })
  expect((await ask(headers, 'GET', 'user/user_info/')).statusCode).toBe(401)
  expect(await demo.signIn('examiner@demo.example')).toEqual({ authorization: 'Bearer undefined', cookie: '' })
  await set(manager, 'examiner', true)
  expect((await ask(headers, 'GET', 'user/user_info/')).statusCode).toBe(401)
  expect((await ask(await demo.signIn('examiner@demo.example'), 'GET', 'user/user_info/')).statusCode).toBe(200)

  for (const [who, name] of [
    [manager, 'manager'],
    [manager, 'owner'],
    [owner, 'owner'],
  ] as const)
    expect([name, (await set(who, name, false)).statusCode]).toEqual([name, 403])
  expect((await set(owner, 'manager', false)).statusCode).toBe(200)
  expect((await ask(manager, 'GET', 'organizations/user/')).statusCode).toBe(401)
})

test('only the owner appoints and dismisses managers, and cannot be dismissed, also in twenty attempts', async () => {
  const { demo, manager, owner, ask, userOf } = await prepare()
  const user_id = userOf('norole').id
  const headers = await demo.signIn('norole@demo.example')
  expect((await ask(manager, 'POST', 'organizations/managers/', { user_id })).statusCode).toBe(403)
  const appointed = await ask(owner, 'POST', 'organizations/managers/', { user_id })
  expect(appointed.statusCode).toBe(201)
  expect((await ask(headers, 'GET', 'organizations/user/')).statusCode).toBe(200)
  expect((await ask(owner, 'DELETE', `organizations/managers/${appointed.json().id}/`)).statusCode).toBe(204)
  expect((await ask(headers, 'GET', 'organizations/user/')).statusCode).toBe(403)
  const own = `organizations/managers/${userOf('owner').roles.manager_id}/`
  const attempts = await Promise.all(Array.from({ length: 20 }, () => ask(owner, 'DELETE', own)))
  expect(new Set(attempts.map(({ statusCode }) => statusCode))).toEqual(new Set([403]))
})

/** A population of real people without a diagnosis. */
const addNorm = ({ database, organizationId, clock }: TestApp) =>
  database.tenant(organizationId, async (tx) => {
    const id = randomUUID()
    await sql`insert into populations
      (id, organization_id, name, description, source, fill_color, stroke_color, is_synthetic, is_reference, created_at)
      values (${id}, ${organizationId}, 'Norm', '', '', '#fff', '#000', false, true, ${clock.now()})`.execute(tx)
    await sql`insert into population_versions (id, organization_id, population_id, version, n, computed_at)
      values (${randomUUID()}, ${organizationId}, ${id}, 1, 40, ${clock.now()})`.execute(tx)
  })

test('a manager turns the semaphore on for one organisation; unknown settings are refused', async () => {
  const { demo, manager, ask } = await prepare()
  const set = (settings: object) => ask(manager, 'PATCH', 'organizations/', { settings })
  expect((await set({ semaphore_column: true })).json()).toEqual({ semaphore_column: ['needs_norm'] })
  await addNorm(demo)
  expect((await set({ semaphore_column: true })).json().settings).toEqual({
    semaphore_column: true,
    offline_participants: 'none',
  })
  const toggles = async (email: string) =>
    (await ask(await demo.signIn(email), 'GET', 'user/toggle_table')).json().semaphore_column
  expect(await toggles('examiner@demo.example')).toBe(true)
  expect(await toggles('examiner@other.example')).toBe(false)
  expect((await set({ semaphore_column: 'yes' })).statusCode).toBe(400)
  expect((await set({ colour: true })).statusCode).toBe(400)
  const examiner = await demo.signIn('examiner@demo.example')
  const refused = await ask(examiner, 'PATCH', 'organizations/', { settings: { semaphore_column: false } })
  expect(refused.statusCode).toBe(403)
})

test('a manager chooses whose data browsers keep without a network, for one organisation', async () => {
  const { demo, manager, ask } = await prepare()
  const set = (offline_participants: unknown) =>
    ask(manager, 'PATCH', 'organizations/', { settings: { offline_participants } })
  const told = async (email: string) =>
    (await ask(await demo.signIn(email), 'GET', 'user/user_info/')).json().organization.offline_participants
  expect(await told('examiner@demo.example')).toBe('none')
  for (const choice of ['week', 'all'])
    expect((await set(choice)).json().settings).toEqual({ semaphore_column: false, offline_participants: choice })
  expect(await told('examiner@demo.example')).toBe('all')
  expect(await told('examiner@other.example')).toBe('none')
  expect((await set('everything')).statusCode).toBe(400)
  const examiner = await demo.signIn('examiner@demo.example')
  const refused = await ask(examiner, 'PATCH', 'organizations/', { settings: { offline_participants: 'none' } })
  expect(refused.statusCode).toBe(403)
})

test('an examiner is assigned offered protocols, leaves, and the participants are transferred', async () => {
  const { demo, manager, ask, userOf, examinerId } = await prepare()
  const organization = (await ask(manager, 'GET', 'organizations/')).json()
  expect(organization).toMatchObject({ name: 'Demo', owner: userOf('owner').id })
  const [protocol] = organization.available_protocols as { id: string }[]
  const path = `organizations/examiners/${examinerId}/`
  const changed = await ask(manager, 'PATCH', path, { surveys: [], protocols: [protocol!.id] })
  expect(changed.json()).toMatchObject({ surveys: [], protocols: [protocol!.id] })
  const headers = await demo.signIn('examiner@demo.example')
  expect((await ask(headers, 'GET', 'protocols/examiner/')).json()).toHaveLength(1)
  const foreign = await ask(manager, 'PATCH', path, { protocols: [examinerId] })
  expect([foreign.statusCode, foreign.json()]).toEqual([400, { protocols: ['invalid'] }])

  const registered = { code: 'P-1', locale: demo.localeId('es-AR') }
  const { id } = (await ask(headers, 'POST', 'user/participants/', registered)).json()
  expect((await ask(manager, 'DELETE', path)).statusCode).toBe(204)
  expect((await ask(headers, 'GET', 'user/participants/')).statusCode).toBe(403)
  const stats = (await ask(manager, 'GET', 'organizations/stats/')).json()
  expect(stats).toContainEqual({
    examiner_id: examinerId,
    number_of_participants: 1,
    number_of_protocolsres_completed: 0,
    number_of_surveyres: 0,
  })
  const receiver = userOf('colleague').roles.examiner_id!
  const transfer = await ask(manager, 'POST', `${path}transfer/`, { examiner_id: receiver })
  expect(transfer.json()).toEqual({ transferred: 1 })
  const colleague = await demo.signIn('colleague@demo.example')
  expect((await ask(colleague, 'GET', 'user/participants/')).json()).toMatchObject([{ id }])

  const again = { user_id: userOf('examiner').id, surveys: [], protocols: [] }
  const returned: ExaminerRecord = (await ask(manager, 'POST', 'organizations/examiners/', again)).json()
  expect(returned).toMatchObject({ id: examinerId, is_active: true })
})

test('only the owner edits the owner, and only the owner grants impersonations to themselves', async () => {
  const { manager, owner, ask, userOf, grant, examinerId } = await prepare()
  const rename = (who: Headers, name: string) =>
    ask(who, 'PATCH', `organizations/user/${userOf(name).id}/`, { first_name: 'Otra' })
  const refused = [403, { code: 'permission_denied' }]
  const renamed = await rename(manager, 'owner')
  expect([renamed.statusCode, renamed.json()]).toEqual(refused)
  expect((await rename(manager, 'examiner')).statusCode).toBe(200)
  expect((await rename(owner, 'owner')).json().first_name).toBe('Otra')

  const pair = { examiner_id: examinerId, mode: 'full' }
  const grantBy = (who: Headers, name: string, grants: object[]) =>
    ask(who, 'PATCH', `organizations/impersonification/${userOf(name).id}/`, grants)
  for (const name of ['manager', 'owner']) {
    const answer = await grant(name, [pair])
    expect([name, answer.statusCode, answer.json()]).toEqual([name, ...refused])
  }
  expect((await grantBy(owner, 'owner', [pair])).json()).toEqual([pair])
  expect((await grant('owner', [])).statusCode).toBe(403)
  // A manager may keep or remove a grant that the owner gave.
  expect((await grantBy(owner, 'manager', [pair])).json()).toEqual([pair])
  expect((await grant('manager', [pair])).json()).toEqual([pair])
  expect((await grant('manager', [{ ...pair, mode: 'review' }])).statusCode).toBe(403)
  expect((await grant('manager', [])).json()).toEqual([])
})

test('a user with a grant works as the examiner, with the features of the mode, until the grant ends', async () => {
  const { demo, manager, ask, userOf, grant, examinerId } = await prepare()
  const pair = { examiner_id: examinerId, mode: 'review' }
  const headers = await demo.signIn('norole@demo.example')
  const start = (mode: string) => ask(headers, 'POST', `user/impersonification/${examinerId}/${mode}/`)
  expect((await start('review')).statusCode).toBe(404)
  expect((await grant('norole', [pair, pair])).json()).toEqual({ non_field_errors: ['already_exists'] })
  expect((await grant('norole', [{ ...pair, mode: 'other' }])).json()).toEqual({ mode: ['invalid'] })
  expect((await grant('examiner', [pair])).json()).toEqual({ examiner_id: ['invalid'] })
  expect((await grant('norole', [pair])).json()).toEqual([pair])
  expect((await ask(headers, 'GET', 'user/impersonification')).json()).toEqual([
    { ...pair, first_name: 'examiner', last_name: 'Prueba' },
  ])
  expect((await start('full')).statusCode).toBe(404)

  const started = await start('review')
  expect(started.statusCode).toBe(200)
  const acting = { ...headers, authorization: `Bearer ${started.json().access}` }
  // Every token of the session has the impersonation.
  for (const token of [headers, acting])
    expect((await ask(token, 'GET', 'user/user_info/')).json()).toMatchObject({
      id: userOf('norole').id,
      is_impersonifing: true,
      impersonification: pair,
      roles: { is_examiner: true, is_manager: false, examiner_id: examinerId },
    })
  expect((await start('review')).json()).toEqual({ code: 'permission_denied' })
  const registered = await ask(acting, 'POST', 'user/participants/', { code: 'P', locale: demo.localeId('es-AR') })
  expect(registered.json()).toEqual({ code: 'feature_disabled', feature: 'createParticipant' })

  const ended = await ask(acting, 'POST', 'user/desimpersonification')
  const own = { ...headers, authorization: `Bearer ${ended.json().access}` }
  expect((await ask(own, 'GET', 'user/user_info/')).json()).toMatchObject({ is_impersonifing: false })
  await start('review')
  expect((await ask(headers, 'GET', 'user/participants/')).statusCode).toBe(200)
  await grant('norole', [])
  expect((await ask(headers, 'GET', 'user/participants/')).statusCode).toBe(401)
  expect((await ask(manager, 'GET', 'organizations/user/')).statusCode).toBe(200)
})
