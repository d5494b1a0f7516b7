import { expect, test } from 'vitest'
import { openScim, patchOf } from '../../testing/scim.ts'

test('the service describes itself, its resources and their schemas', async () => {
  const { call } = await openScim()
  const config = await call('GET', 'ServiceProviderConfig')
  expect(config.headers.get('content-type')).toBe('application/scim+json; charset=utf-8')
  expect(config.body).toMatchObject({
    patch: { supported: true },
    filter: { supported: true },
    bulk: { supported: false },
  })
  const types = await call('GET', 'ResourceTypes')
  expect(types.body.Resources.map(({ id, endpoint }: Record<string, string>) => [id, endpoint])).toEqual([
    ['User', '/Users'],
    ['Group', '/Groups'],
  ])
  expect((await call('GET', 'ResourceTypes/User')).body).toMatchObject({ endpoint: '/Users' })
  const schemas = (await call('GET', 'Schemas')).body.Resources as { id: string; attributes: { name: string }[] }[]
  expect(schemas.map(({ id }) => id)).toEqual([
    'urn:ietf:params:scim:schemas:core:2.0:User',
    'urn:ietf:params:scim:schemas:core:2.0:Group',
  ])
  expect(schemas[0]!.attributes.map(({ name }) => name)).toContain('userName')
  expect((await call('GET', `Schemas/${schemas[1]!.id}`)).body.id).toBe(schemas[1]!.id)
  expect((await call('GET', 'Schemas/other')).status).toBe(404)
  expect(await call('GET', 'Bulk')).toMatchObject({ status: 404, body: { status: '404' } })
})

test('a user is created, read, found, replaced, deactivated and deleted', async () => {
  const { call, newUser, userNamed } = await openScim()
  const created = await call('POST', 'Users', newUser('Ana@demo.example'))
  expect(created.status).toBe(201)
  const { id } = created.body
  expect(created.headers.get('location')).toMatch(new RegExp(`/scim/v2/Users/${id}$`))
  const resource = {
    schemas: ['urn:ietf:params:scim:schemas:core:2.0:User'],
    id,
    externalId: 'ext-Ana@demo.example',
    userName: 'Ana@demo.example',
    name: { givenName: 'Ana', familyName: 'Ruiz', formatted: 'Ana Ruiz' },
    active: true,
    emails: [{ value: 'Ana@demo.example', type: 'work', primary: true }],
    meta: { resourceType: 'User', location: expect.stringContaining(id) },
  }
  expect(created.body).toMatchObject(resource)
  expect((await call('GET', `Users/${id}`)).body).toMatchObject(resource)
  expect(await userNamed('Ana@demo.example')).toMatchObject({ state: 'invited', first_name: 'Ana', tags: [] })

  expect((await call('POST', 'Users', newUser('ana@DEMO.example'))).body).toMatchObject({
    status: '409',
    scimType: 'uniqueness',
  })
  const replaced = await call(
    'PUT',
    `Users/${id}`,
    newUser('ana@demo.example', { name: { familyName: 'Sosa' }, active: false }),
  )
  expect(replaced.body).toMatchObject({ name: { givenName: 'Ana', familyName: 'Sosa' }, active: false })
  expect((await call('DELETE', `Users/${id}`)).status).toBe(204)
  expect((await call('GET', `Users/${id}`)).status).toBe(404)
  expect((await call('DELETE', `Users/${id}`)).status).toBe(404)
  expect(await userNamed('Ana@demo.example')).toMatchObject({ is_active: false, last_name: 'Sosa' })

  // A person who returns has the same account.
  const returned = await call('POST', 'Users', newUser('ana@demo.example'))
  expect(returned).toMatchObject({ status: 201, body: { id, active: true, name: { familyName: 'Ruiz' } } })
})

const filters: [string, number][] = [
  ['userName eq "examiner@demo.example"', 1],
  ['USERNAME EQ "EXAMINER@demo.example"', 1],
  ['externalId eq "ext-ana@demo.example"', 1],
  ['externalId eq "none"', 0],
  ['userName eq "ana@demo.example" and active eq true', 1],
  ['userName eq "ana@demo.example" and active eq false', 0],
  ['userName eq "examiner@other.example"', 0],
  ['id eq "not-an-id"', 0],
]
test('lists have pages and filters', async () => {
  const { call, create } = await openScim()
  await create('ana@demo.example')
  for (const [filter, total] of filters) {
    const { status, body } = await call('GET', `Users?filter=${encodeURIComponent(filter)}`)
    expect([filter, status, body.totalResults, body.Resources.length]).toEqual([filter, 200, total, total])
  }
  const all = (await call('GET', 'Users')).body
  expect(all).toMatchObject({ startIndex: 1, totalResults: 6, itemsPerPage: 6 })
  const ids: string[] = []
  for (let startIndex = 1; startIndex <= 6; startIndex += 2) {
    const page = (await call('GET', `Users?startIndex=${startIndex}&count=2`)).body
    expect(page).toMatchObject({ startIndex, totalResults: 6, itemsPerPage: 2 })
    ids.push(...page.Resources.map(({ id }: { id: string }) => id))
  }
  expect(ids).toEqual(all.Resources.map(({ id }: { id: string }) => id))
  expect((await call('GET', 'Users?count=0')).body).toMatchObject({ totalResults: 6, Resources: [] })
  expect((await call('GET', 'Users?startIndex=-3&count=x')).body).toMatchObject({ startIndex: 1, itemsPerPage: 6 })
  expect((await call('GET', 'Users?startIndex=100')).body).toMatchObject({ totalResults: 6, Resources: [] })
  const [some] = (await call('GET', 'Users?attributes=userName')).body.Resources
  expect(Object.keys(some).sort()).toEqual(['id', 'userName'])
})

/** Requests of Entra ID and Okta, as they document them, with what the user is afterwards. */
const patches: [string, object[], object][] = [
  ['Entra: disable, text', [{ op: 'Replace', path: 'active', value: 'False' }], { active: false }],
  ['Entra: enable, text', [{ op: 'Replace', path: 'active', value: 'True' }], { active: true }],
  ['Entra: without a path', [{ op: 'replace', value: { active: 'False' } }], { active: false }],
  ['Okta: without a path', [{ op: 'replace', value: { active: true } }], { active: true }],
  ['a boolean with a path', [{ op: 'replace', path: 'active', value: false }], { active: false }],
  ['Add works as replace', [{ op: 'Add', path: 'active', value: 'True' }], { active: true }],
  [
    'Entra: a dotted path',
    [{ op: 'Replace', path: 'name.familyName', value: 'Sosa' }],
    { name: { familyName: 'Sosa' } },
  ],
  ['Entra: dotted in the value', [{ op: 'Add', value: { 'name.givenName': 'Eva' } }], { name: { givenName: 'Eva' } }],
  ['a nested value', [{ op: 'replace', value: { name: { familyName: 'Paz' } } }], { name: { familyName: 'Paz' } }],
  ['externalId', [{ op: 'Add', path: 'externalId', value: 'e-7' }], { externalId: 'e-7' }],
  ['the same userName', [{ op: 'replace', value: { userName: 'ANA@demo.example' } }], { userName: 'ana@demo.example' }],
  [
    'Entra: what has no place here is ignored',
    [
      { op: 'Add', path: 'title', value: 'Jefa' },
      { op: 'Add', path: 'phoneNumbers[type eq "work"].value', value: '+598 2 000' },
      { op: 'Add', path: 'urn:ietf:params:scim:schemas:extension:enterprise:2.0:User:department', value: 'Voz' },
      { op: 'Replace', path: 'emails[type eq "work"].value', value: 'ana@demo.example' },
      { op: 'Replace', path: 'name.givenName', value: 'Ada' },
    ],
    { name: { givenName: 'Ada' } },
  ],
  ['Okta: a password is ignored', [{ op: 'replace', value: { password: 'Secreto-88!' } }], { active: true }],
]
test('the requests that Entra ID and Okta send change what they mean', async () => {
  const { call, create } = await openScim()
  const { id } = await create('ana@demo.example')
  for (const [name, operations, expected] of patches) {
    const { status, body } = await call('PATCH', `Users/${id}`, patchOf(...operations))
    expect([name, status]).toEqual([name, 200])
    expect(body, name).toMatchObject(expected)
    expect((await call('GET', `Users/${id}`)).body, name).toMatchObject(expected)
  }
})

const refusals: [string, string, unknown, number, string?][] = [
  ['POST', 'Users', { userName: '' }, 400, 'invalidValue'],
  ['POST', 'Users', {}, 400, 'invalidValue'],
  ['POST', 'Users', [], 400, 'invalidValue'],
  ['POST', 'Users', { userName: 'no-mail' }, 400, 'invalidValue'],
  ['POST', 'Users', { userName: 'a@b.example', name: { givenName: 'x'.repeat(151) } }, 400, 'invalidValue'],
  ['POST', 'Users', { userName: 'a@b.example', name: { givenName: '\u0000' } }, 400, 'invalidValue'],
  ['POST', 'Users', { userName: 'a@b.example', active: 'perhaps' }, 400, 'invalidValue'],
  ['POST', 'Users', { userName: 'a@b.example', externalId: '\u0000' }, 400, 'invalidValue'],
  ['POST', 'Users', '{', 400, 'invalidSyntax'],
  ['POST', 'Users', '{"__proto__":{"a":1},"userName":"a@b.example"}', 400, 'invalidSyntax'],
  ['PATCH', 'Users/{id}', {}, 400, 'invalidSyntax'],
  ['PATCH', 'Users/{id}', { schemas: ['x'], Operations: [{ op: 'replace', value: {} }] }, 200],
  [
    'PATCH',
    'Users/{id}',
    { schemas: ['x'], Operations: [{ op: 'replace', path: 'active', value: true }] },
    400,
    'invalidSyntax',
  ],
  ['PATCH', 'Users/{id}', patchOf({ op: 'move', path: 'active', value: true }), 400, 'invalidSyntax'],
  ['PATCH', 'Users/{id}', patchOf({ op: 'replace', path: 'shoeSize', value: 43 }), 400, 'invalidPath'],
  ['PATCH', 'Users/{id}', patchOf({ op: 'replace', path: 'active', value: 'perhaps' }), 400, 'invalidValue'],
  ['PATCH', 'Users/{id}', patchOf({ op: 'replace', path: 'userName', value: 'eva@demo.example' }), 400, 'mutability'],
  [
    'PATCH',
    'Users/{id}',
    patchOf(...Array.from({ length: 1001 }, () => ({ op: 'add', path: 'active', value: true }))),
    400,
    'invalidSyntax',
  ],
  ['PUT', 'Users/{id}', { userName: 'eva@demo.example' }, 400, 'mutability'],
  ['GET', 'Users/not-an-id', undefined, 404],
  ['PATCH', 'Users/00000000-0000-4000-8000-000000000000', patchOf({ op: 'replace', path: 'active', value: true }), 404],
  ['GET', 'Users?filter=userName%20co%20%22a%22', undefined, 400, 'invalidFilter'],
  ['GET', 'Users?filter=userName%20eq', undefined, 400, 'invalidFilter'],
  ['GET', 'Users?filter=', undefined, 400, 'invalidFilter'],
  ['GET', 'Users?filter=password%20eq%20%22a%22', undefined, 400, 'invalidFilter'],
  ['GET', 'Users?filter=a&filter=b', undefined, 400, 'invalidValue'],
  ['POST', 'Groups', { displayName: '' }, 400, 'invalidValue'],
  ['POST', 'Groups', { displayName: 'Voz', members: [{ value: 'x' }] }, 400, 'invalidValue'],
  ['GET', 'Groups/not-an-id', undefined, 404],
  ['POST', 'Nothing', {}, 404],
]
test('what cannot be done is answered in SCIM’s form', async () => {
  const { call, create } = await openScim()
  const { id } = await create('ana@demo.example')
  for (const [method, path, body, status, scimType] of refusals) {
    const answer = await call(method, path.replace('{id}', id), body)
    const name = `${method} ${path} ${JSON.stringify(body)?.slice(0, 200)}`
    expect([name, answer.status, answer.body?.scimType, answer.body?.detail]).toEqual([
      name,
      status,
      scimType,
      status === 200 ? undefined : expect.any(String),
    ])
    if (status !== 200) expect(answer.body.schemas).toEqual(['urn:ietf:params:scim:api:messages:2.0:Error'])
  }
  expect((await call('POST', 'Users', '<x/>', { type: 'text/xml' })).body).toMatchObject({ status: '415' })
})

test('a group is created, changed as Entra ID and Okta do, and removed', async () => {
  const { call, create } = await openScim()
  const [ana, eva] = [await create('ana@demo.example'), await create('eva@demo.example')]
  const members = [{ value: ana.id }]
  const created = await call('POST', 'Groups', { displayName: 'Voz', externalId: 'g-1', members })
  expect(created).toMatchObject({ status: 201, body: { displayName: 'Voz', externalId: 'g-1', members } })
  const { id } = created.body
  const membersAfter = async (...operations: object[]) => {
    const { status, body } = await call('PATCH', `Groups/${id}`, patchOf(...operations))
    expect(status).toBe(200)
    return (body.members ?? []).map(({ value }: { value: string }) => value).sort()
  }
  const both = [ana.id, eva.id].sort()
  expect(await membersAfter({ op: 'Add', path: 'members', value: [{ $ref: null, value: eva.id }] })).toEqual(both)
  expect(await membersAfter({ op: 'add', path: 'members', value: [{ value: eva.id }] })).toEqual(both)
  expect(await membersAfter({ op: 'Remove', path: 'members', value: [{ $ref: null, value: ana.id }] })).toEqual([
    eva.id,
  ])
  expect(await membersAfter({ op: 'remove', path: `members[value eq "${eva.id}"]` })).toEqual([])
  expect(await membersAfter({ op: 'replace', path: 'members', value: [{ value: ana.id, display: 'x' }] })).toEqual([
    ana.id,
  ])
  expect(await membersAfter({ op: 'replace', value: { id, displayName: 'Voz adulta' } })).toEqual([ana.id])
  expect((await call('GET', `Users/${ana.id}`)).body.groups).toMatchObject([{ value: id, display: 'Voz adulta' }])
  const found = await call(
    'GET',
    `Groups?filter=${encodeURIComponent('displayName eq "voz ADULTA"')}&excludedAttributes=members`,
  )
  expect(found.body.Resources).toMatchObject([{ id, displayName: 'Voz adulta' }])
  expect(found.body.Resources[0]).not.toHaveProperty('members')
  expect((await call('POST', 'Groups', { displayName: 'VOZ adulta' })).body).toMatchObject({ scimType: 'uniqueness' })
  expect(await membersAfter({ op: 'remove', path: 'members' })).toEqual([])
  expect((await call('PUT', `Groups/${id}`, { displayName: 'Lectura', members })).body).toMatchObject({
    displayName: 'Lectura',
    members,
  })
  expect((await call('DELETE', `Groups/${id}`)).status).toBe(204)
  expect((await call('GET', `Groups/${id}`)).status).toBe(404)
})
