import { expect, test } from 'vitest'
import { openScim, patchOf } from '../../testing/scim.ts'

const examiner = 'examiner@demo.example'
const off = patchOf({ op: 'Replace', path: 'active', value: 'False' })

test('deactivating a person ends all their sessions at once: the next call and the next sign-in are refused', async () => {
  const { app, call, find, signIn } = await openScim()
  const sessions = [await signIn(examiner), await signIn(examiner)]
  const { id } = await find(examiner)
  const info = async (headers: object) =>
    (await app.inject({ url: '/api/user/user_info/', headers: { ...headers } })).statusCode
  expect(await Promise.all(sessions.map(info))).toEqual([200, 200])
  expect((await call('PATCH', `Users/${id}`, off)).body.active).toBe(false)
  expect(await Promise.all(sessions.map(info))).toEqual([401, 401])
  const refreshed = await app.inject({ method: 'POST', url: '/api/user/api/token/refresh/', payload: { refresh: 'x' } })
  expect(refreshed.statusCode).toBe(401)
  expect(await info(await signIn(examiner).catch(() => ({})))).toBe(401)
  await call('PATCH', `Users/${id}`, patchOf({ op: 'Replace', value: { active: true } }))
  expect(await info(await signIn(examiner))).toBe(200)
})

test('rules give roles and tags to a group, and take only what the group gave', async () => {
  const { call, create, find, manage, manager, userNamed } = await openScim()
  const rule = { group: 'Logopedia', role: 'examiner', tags: ['Norte', 'voz'] }
  expect((await manage(manager, 'PATCH', 'scim/rules/', [rule])).answer).toEqual([{ ...rule, tags: ['norte', 'voz'] }])
  const ana = await create('ana@demo.example')
  const known = await find(examiner)
  await manage(manager, 'PATCH', `user/${known.id}/`, { tags: ['voz'] })
  const members = [{ value: ana.id }, { value: known.id }]
  const group = await call('POST', 'Groups', { displayName: 'LOGOPEDIA', members })
  expect(await userNamed('ana@demo.example')).toMatchObject({ tags: ['norte', 'voz'], roles: { is_examiner: true } })
  const records = (await manage(manager, 'GET', 'examiners/')).answer
  const own = records.find(({ user_id }: { user_id: string }) => user_id === ana.id)
  expect(own.protocols.length).toBeGreaterThan(0)
  expect(own.surveys.length).toBeGreaterThan(0)

  await call('PATCH', `Groups/${group.body.id}`, patchOf({ op: 'remove', path: 'members' }))
  expect(await userNamed('ana@demo.example')).toMatchObject({ tags: [], roles: { is_examiner: false } })
  // What people gave before stays.
  expect(await userNamed(examiner)).toMatchObject({ tags: ['voz'], roles: { is_examiner: true } })

  await call('PATCH', `Groups/${group.body.id}`, patchOf({ op: 'add', path: 'members', value: members }))
  expect(await userNamed('ana@demo.example')).toMatchObject({ tags: ['norte', 'voz'], roles: { is_examiner: true } })
  await manage(manager, 'PATCH', 'scim/rules/', [{ ...rule, role: null, tags: ['sur'] }])
  expect(await userNamed('ana@demo.example')).toMatchObject({ tags: ['sur'], roles: { is_examiner: false } })
  await call('DELETE', `Groups/${group.body.id}`)
  expect(await userNamed('ana@demo.example')).toMatchObject({ tags: [] })
  expect((await manage(manager, 'GET', 'scim/')).answer.groups).toEqual([])
})

test('rules that make managers are the owner’s', async () => {
  const { call, create, manage, manager, owner, userNamed } = await openScim()
  const rule = { group: 'Dirección', role: 'manager', tags: [] }
  const denied = { status: 403, answer: { code: 'permission_denied' } }
  expect(await manage(manager, 'PATCH', 'scim/rules/', [rule])).toEqual(denied)
  expect((await manage(owner, 'PATCH', 'scim/rules/', [rule])).status).toBe(200)
  expect(await manage(manager, 'PATCH', 'scim/rules/', [])).toEqual(denied)
  expect(await manage(manager, 'PATCH', 'scim/rules/', [{ ...rule, group: 'Otra' }])).toEqual(denied)
  expect((await manage(manager, 'PATCH', 'scim/rules/', [{ ...rule, tags: ['x'] }])).status).toBe(200)
  expect((await manage(owner, 'PATCH', 'scim/rules/', [rule, rule])).answer).toEqual({ group: ['already_exists'] })
  expect((await manage(owner, 'PATCH', 'scim/rules/', [{ ...rule, role: 'owner' }])).status).toBe(400)
  const { id } = await create('ana@demo.example')
  const group = await call('POST', 'Groups', { displayName: 'Dirección', members: [{ value: id }] })
  expect(await userNamed('ana@demo.example')).toMatchObject({ roles: { is_manager: true, is_owner: false } })
  await call('DELETE', `Groups/${group.body.id}`)
  expect(await userNamed('ana@demo.example')).toMatchObject({ roles: { is_manager: false } })
})

test('a token is shown once, kept as a hash, listed with its last use, and revoked at once', async () => {
  const { call, clock, database, manage, manager, mine, organizationId } = await openScim()
  expect(mine.token).toMatch(/^scim_[\w-]{43}$/)
  const stored = await database.tenant(organizationId, async (tx) => [
    ...(await tx.selectFrom('scim_tokens').selectAll().execute()),
    ...(await tx.selectFrom('idempotency_keys').selectAll().execute()),
    ...(await tx.selectFrom('audit_entries').select('new').execute()),
  ])
  expect(JSON.stringify(stored)).not.toContain(mine.token)
  await call('GET', 'Users')
  const [listed] = (await manage(manager, 'GET', 'scim/tokens/')).answer
  expect(listed).toEqual({
    id: mine.id,
    name: 'Entra ID',
    created_at: expect.any(String),
    last_used_at: clock.now().toISOString(),
  })
  expect((await manage(manager, 'DELETE', `scim/tokens/${mine.id}/`)).status).toBe(204)
  expect((await call('GET', 'Users')).status).toBe(401)
  expect((await manage(manager, 'DELETE', `scim/tokens/${mine.id}/`)).status).toBe(404)
})

test('the audit log names the token behind a directory’s change', async () => {
  const { call, find, database, organizationId, mine } = await openScim()
  const { id } = await find(examiner)
  await call('PATCH', `Users/${id}`, off)
  const entries = await database.tenant(organizationId, (tx) =>
    tx.selectFrom('audit_entries').selectAll().where('subject', '=', 'users').orderBy('id', 'desc').execute(),
  )
  expect(entries[0]).toMatchObject({ action: 'change', user_id: null, session_id: mine.id, object_id: id })
})

test('the audit log and its CSV name the directory behind a change, also after its key is revoked', async () => {
  const { app, call, find, manage, manager, mine, owner } = await openScim()
  const { id } = await find(examiner)
  await call('PATCH', `Users/${id}`, off)
  await manage(manager, 'PATCH', `user/${id}/`, { tags: ['voz'] })
  const read = async () => (await manage(owner, 'GET', 'audit/?subject=users')).answer
  const [byManager, byDirectory] = await read()
  expect(byDirectory).toMatchObject({ object_id: id, user_id: null, directory: 'Entra ID' })
  expect(byManager).toMatchObject({ object_id: id, directory: null })
  await manage(manager, 'DELETE', `scim/tokens/${mine.id}/`)
  expect((await read())[1]).toEqual(byDirectory)
  const csv = await app.inject({ url: '/api/organizations/audit/?subject=users&format=csv', headers: { ...owner } })
  const [head, , second] = csv.body.split('\r\n')
  expect(head).toMatch(/,directory$/)
  expect(second).toMatch(/,Entra ID$/)
})
