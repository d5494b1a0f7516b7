// @module-tag long
import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { openScim, patchOf } from '../../testing/scim.ts'

const methods = ['GET', 'POST', 'PUT', 'PATCH', 'DELETE']
const paths = ['Users', 'Groups', 'Users/{id}', 'Groups/{id}', 'ServiceProviderConfig', 'Schemas', 'ResourceTypes', 'x']
const on = (value: boolean) => patchOf({ op: 'replace', path: 'active', value })

test('without a valid token no address answers anything: 600 calls', async () => {
  const { call, manage, manager, mine, owner, signIn } = await openScim()
  const revoked = (await manage(owner, 'POST', 'scim/tokens/', { name: 'x' })).answer
  await manage(manager, 'DELETE', `scim/tokens/${revoked.id}/`)
  const session = (await signIn('owner@demo.example')).authorization.slice('Bearer '.length)
  const { token } = mine
  const tokens = [
    '',
    'x',
    'scim_',
    `${token}x`,
    token.slice(0, -1),
    token.toUpperCase(),
    token.replace('scim_', ''),
    revoked.token,
    session,
    `scim_${'A'.repeat(43)}`,
    "' or 1=1 --",
    mine.id,
    'x'.repeat(5000),
    `${token},${token}`,
    '%00',
  ]
  let refused = 0
  for (const wrong of tokens)
    for (const method of methods)
      for (const path of paths) {
        const body = method === 'GET' || method === 'DELETE' ? undefined : {}
        const answer = await call(method, path.replace('{id}', randomUUID()), body, { token: wrong })
        expect([wrong, method, path, answer.status, answer.body?.status]).toEqual([wrong, method, path, 401, '401'])
        refused++
      }
  expect(refused).toBe(600)
})

test('another organisation’s users and groups do not exist, and never change', async () => {
  const { call, create, database, otherOrganizationId, theirs, newUser, clock } = await openScim()
  const other = { token: theirs.token }
  const foreignUser = (await call('POST', 'Users', newUser('eva@other.example'), other)).body
  const foreignGroup = (
    await call('POST', 'Groups', { displayName: 'Ajeno', members: [{ value: foreignUser.id }] }, other)
  ).body
  const own = await create('ana@demo.example')
  const group = (await call('POST', 'Groups', { displayName: 'Propio', members: [{ value: own.id }] })).body
  clock.advance(60)
  const snapshot = () =>
    database.tenant(otherOrganizationId, async (tx) => [
      (await sql`select * from users order by id`.execute(tx)).rows,
      (await sql`select * from scim_users order by user_id`.execute(tx)).rows,
      (await sql`select * from scim_groups order by id`.execute(tx)).rows,
      (await sql`select * from scim_group_members order by user_id`.execute(tx)).rows,
      (await sql`select * from managers order by id`.execute(tx)).rows,
    ])
  const before = await snapshot()
  const missing = randomUUID()
  let calls = 0
  for (const [kind, foreign] of [
    ['Users', foreignUser.id],
    ['Groups', foreignGroup.id],
  ])
    for (const [method, body] of [
      ['GET', undefined],
      ['PUT', { userName: 'eva@other.example', displayName: 'Ajeno' }],
      ['PATCH', on(false)],
      ['PATCH', patchOf({ op: 'replace', path: 'displayName', value: 'x' })],
      ['DELETE', undefined],
    ] as const) {
      const [there, nowhere] = [
        await call(method, `${kind}/${foreign}`, body),
        await call(method, `${kind}/${missing}`, body),
      ]
      expect([method, kind, there.status]).toEqual([method, kind, 404])
      expect({ ...there.body, detail: there.body.detail.replace(foreign, missing) }).toEqual(nowhere.body)
      calls++
    }
  const join = [{ value: foreignUser.id }]
  for (const [method, path, body] of [
    ['POST', 'Groups', { displayName: 'Nuevo', members: join }],
    ['PUT', `Groups/${group.id}`, { displayName: 'Propio', members: join }],
    ['PATCH', `Groups/${group.id}`, patchOf({ op: 'add', path: 'members', value: join })],
  ] as const) {
    expect(await call(method, path, body)).toMatchObject({ status: 400, body: { scimType: 'invalidValue' } })
    calls++
  }
  for (const filter of [
    `id eq "${foreignUser.id}"`,
    'userName eq "eva@other.example"',
    'externalId eq "ext-eva@other.example"',
  ]) {
    expect((await call('GET', `Users?filter=${encodeURIComponent(filter)}`)).body.totalResults).toBe(0)
    calls++
  }
  // A userName of another organisation is taken, and the answer says no more than that.
  const taken = await call('POST', 'Users', newUser('eva@other.example'))
  const ownTaken = await call('POST', 'Users', newUser('ana@demo.example'))
  expect(taken).toMatchObject({ status: 409, body: { scimType: 'uniqueness' } })
  expect(taken.body).toEqual(ownTaken.body)
  expect(await snapshot()).toEqual(before)
  expect(calls).toBe(16)
})

test('the owner is not deactivated, renamed, moved or given anything, in 12 ways', async () => {
  const { call, find, manage, owner, userNamed } = await openScim()
  const email = 'owner@demo.example'
  await manage(owner, 'PATCH', 'scim/rules/', [{ group: 'Todos', role: 'examiner', tags: ['todos'] }])
  const before = await userNamed(email)
  const { id, name } = await find(email)
  const replaced = { userName: email, name, active: false }
  const attempts: [string, unknown][] = [
    ['PATCH', on(false)],
    ['PATCH', patchOf({ op: 'Replace', value: { active: 'False' } })],
    ['PATCH', patchOf({ op: 'Add', path: 'active', value: false })],
    ['PATCH', patchOf({ op: 'replace', path: 'name.givenName', value: 'x' })],
    ['PATCH', patchOf({ op: 'replace', path: 'userName', value: 'x@demo.example' })],
    ['PUT', replaced],
    ['PUT', { ...replaced, active: 'False' }],
    ['PUT', { ...replaced, active: true, name: { givenName: 'x', familyName: 'y' } }],
    ['PUT', { ...replaced, active: true, userName: 'x@demo.example' }],
    ['DELETE', undefined],
  ]
  for (const [method, body] of attempts) {
    const { status } = await call(method, `Users/${id}`, body)
    expect([method, JSON.stringify(body), status >= 400 && status < 500]).toEqual([method, JSON.stringify(body), true])
  }
  const group = await call('POST', 'Groups', { displayName: 'Todos', members: [{ value: id }] })
  expect(group.status).toBe(201)
  expect(await userNamed(email)).toEqual(before)
  await call('DELETE', `Groups/${group.body.id}`)
  expect(await userNamed(email)).toEqual(before)
})

test('no group and no attribute gives a role without a rule; none gives the owner’s', async () => {
  const { call, create, newUser, userNamed } = await openScim()
  const { id } = await create('ana@demo.example', {
    roles: [{ value: 'owner', primary: true }],
    groups: [{ value: 'x' }],
  })
  for (const displayName of ['owner', 'manager', 'examiner', 'Owners', 'admin', "x' or role = 'manager"])
    await call('POST', 'Groups', { displayName, members: [{ value: id }] })
  for (const operation of [
    { op: 'add', path: 'roles', value: [{ value: 'manager' }] },
    { op: 'replace', value: { roles: [{ value: 'owner' }], entitlements: [{ value: 'owner' }], is_manager: true } },
    { op: 'add', path: 'groups', value: [{ value: randomUUID() }] },
    { op: 'add', value: { tags: ['admin'] } },
  ])
    await call('PATCH', `Users/${id}`, patchOf(operation))
  await call('PUT', `Users/${id}`, newUser('ana@demo.example', { roles: [{ value: 'owner' }] }))
  expect(await userNamed('ana@demo.example')).toMatchObject({
    tags: [],
    roles: { is_manager: false, is_examiner: false, is_owner: false },
  })
})

test('filters reach no SQL and no other attribute: 40 payloads', async () => {
  const { call, database } = await openScim()
  const values = [
    `' or '1'='1`,
    `'; drop table users; --`,
    `" or "1"="1`,
    `\\" or userName pr or \\"`,
    `') or 1=1 --`,
    `%`,
    `_`,
    `*`,
    `\\`,
    `$1`,
    `\u0000`,
    `\ud800`,
    `x`.repeat(1900),
    `examiner@demo.example' --`,
    `../Users`,
    `{"$ne":null}`,
  ]
  const filters = values.flatMap((value) => [`userName eq "${value}"`, `externalId eq "${value}"`])
  filters.push(
    'userName pr',
    'not (userName eq "x")',
    'userName ne "x"',
    'userName gt ""',
    'password pr',
    'emails[value pr]',
    '__proto__ eq "x"',
    'constructor.name eq "x"',
  )
  expect(filters).toHaveLength(40)
  for (const filter of filters) {
    const { status, body } = await call('GET', `Users?filter=${encodeURIComponent(filter.toWellFormed())}`)
    expect([filter, status === 400 ? body.scimType : body.totalResults]).toEqual([
      filter,
      status === 400 ? expect.any(String) : 0,
    ])
  }
  expect((await sql`select 1 from credentials`.execute(database.shared)).rows.length).toBeGreaterThan(5)
})

test('huge and deep bodies are refused, and the server goes on', async () => {
  const { call, create } = await openScim()
  const { id } = await create('ana@demo.example')
  const huge = JSON.stringify({ userName: 'a@b.example', displayName: 'x'.repeat(2 * 1024 * 1024) })
  expect((await call('POST', 'Users', huge)).body).toMatchObject({ status: '413' })
  const deep = `{"userName":"a@b.example","name":${'{"a":'.repeat(5000)}1${'}'.repeat(5000)}}`
  expect((await call('POST', 'Users', deep)).status).toBeLessThan(500)
  const many = { displayName: 'Muchos', members: Array.from({ length: 5000 }, () => ({ value: randomUUID() })) }
  expect((await call('POST', 'Groups', many)).body).toMatchObject({ status: '400', scimType: 'invalidValue' })
  const nested = `members[value eq "${'('.repeat(500)}"]`
  expect((await call('PATCH', `Users/${id}`, patchOf({ op: 'remove', path: nested }))).status).toBe(400)
  expect((await call('GET', `Users/${id}`)).status).toBe(200)
})
