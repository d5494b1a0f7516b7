import type { User, UserId } from '@fonema/contract'
import { expect, test } from 'vitest'
import { withClient } from '../../testing/database-setup.ts'
import { formOf, startTestSession, toneWav } from '../../testing/recordings.ts'
import { buildTestApp, type TestApp } from '../../testing/test-app.ts'
import { insertGrants } from '../organization/examiners.ts'
import { toCsv } from '../platform/csv/write-csv.ts'
import { deriveKeys } from '../platform/keys.ts'
import { sealEntries, verifyChains } from './chain.ts'

const url = '/api/organizations/audit/'

async function entriesOf({ app, signIn }: TestApp, query = '') {
  const answer = await app.inject({ url: `${url}${query}`, headers: await signIn('owner@demo.example') })
  expect(answer.statusCode).toBe(200)
  return answer.json() as Record<string, unknown>[]
}

const userIdOf = async (demo: TestApp, email: string) =>
  (await demo.app.inject({ url: '/api/user/user_info/', headers: await demo.signIn(email) })).json().id as UserId

test('a change is in the audit log with old and new values and its user', async () => {
  const demo = await buildTestApp()
  const headers = await demo.signIn('examiner@demo.example')
  const { participant } = await startTestSession(demo, headers)
  const patch = (path: string, payload?: object) =>
    demo.app.inject({
      method: 'PATCH',
      url: `/api/user/participants/${participant.id}/${path}`,
      headers,
      ...(payload && { payload }),
    })
  await patch('', { first_name: 'Ana' })
  await patch('', { first_name: 'Eva' })
  await patch('inactivate/')
  const entries = await entriesOf(demo, `?subject=participants&participant_id=${participant.id}`)
  const user_id = await userIdOf(demo, 'examiner@demo.example')
  expect(entries).toMatchObject([
    { action: 'archive', old: { active: true }, new: { active: false }, user_id, mode: null },
    { action: 'change', old: { first_name: 'Ana' }, new: { first_name: 'Eva' }, user_id },
    { action: 'change', old: { first_name: null }, new: { first_name: 'Ana' }, user_id },
    { action: 'create', old: null, user_id },
  ])
})

test('a change that is rolled back leaves no entry', async () => {
  const demo = await buildTestApp()
  const { database, organizationId } = demo
  const before = (await entriesOf(demo, '?subject=users')).length
  const failing = database.tenant(organizationId, async (tx) => {
    await tx.updateTable('users').set({ first_name: 'Nobody' }).execute()
    throw new Error('rolled back')
  })
  await expect(failing).rejects.toThrow('rolled back')
  expect(await entriesOf(demo, '?subject=users')).toHaveLength(before)
})

test('reading recordings, results and audio, signing in and signing out are in the audit log', async () => {
  const demo = await buildTestApp()
  const headers = await demo.signIn('examiner@demo.example')
  const { participant, session, items, sessionUrl, itemUrl } = await startTestSession(demo, headers)
  const form = formOf(toneWav(4))
  const sent = { ...headers, ...form.headers }
  await demo.app.inject({ method: 'POST', url: itemUrl(items[0]!), headers: sent, payload: form.payload })
  await demo.app.inject({ url: sessionUrl, headers })
  await demo.app.inject({ url: `${itemUrl(items[0]!)}audio_src/`, headers })
  await demo.app.inject({ url: `${itemUrl(items[1]!)}audio_src/`, headers })
  await demo.app.inject({ method: 'POST', url: '/api/user/logout/', headers })
  const user_id = await userIdOf(demo, 'examiner@demo.example')

  const reads = await entriesOf(demo, `?action=read&participant_id=${participant.id}`)
  expect(reads).toMatchObject([
    // The second item has no audio, so nothing was read.
    { subject: 'audio', object_id: `${session.id}/${items[0]!.id}`, user_id },
    { subject: 'results', object_id: session.id, user_id },
  ])
  expect(await entriesOf(demo, '?subject=takes')).toMatchObject([{ user_id, participant_id: participant.id }])
  const sessions = await entriesOf(demo, `?subject=sessions&user_id=${user_id}`)
  expect(sessions.map(({ action }) => action)).toEqual(['sign_in', 'sign_out', 'sign_in'])
})

test("an impersonation's entries name both users", async () => {
  const demo = await buildTestApp()
  const { app, database, organizationId, signIn } = demo
  const helperId = await userIdOf(demo, 'norole@demo.example')
  const examiner = await signIn('examiner@demo.example')
  const { id: examiner_id } = (await app.inject({ url: '/api/user/examiner_info/', headers: examiner })).json()
  await database.tenant(organizationId, (tx) =>
    insertGrants(tx, organizationId, helperId, [{ examiner_id, mode: 'recording' }]),
  )
  const start = `/api/user/impersonification/${examiner_id}/recording/`
  const headers = await signIn('norole@demo.example')
  await app.inject({ method: 'POST', url: start, headers })
  const { participant } = await startTestSession(demo, headers)
  const both = { user_id: helperId, examiner_id, mode: 'recording' }
  expect(await entriesOf(demo, `?participant_id=${participant.id}`)).toMatchObject([
    { subject: 'protocol_responses', action: 'create', ...both },
    { subject: 'participants', action: 'create', ...both },
  ])
  const events = await app.inject({ url: '/api/organizations/events/', headers: await signIn('manager@demo.example') })
  expect(events.json()[0]).toMatchObject({
    kind: 'protocolres',
    action: 'create',
    user: { id: helperId, first_name: 'norole' },
    examiner: { id: examiner_id, user_id: await userIdOf(demo, 'examiner@demo.example'), first_name: 'examiner' },
    participant: { id: participant.id, code: 'P-1' },
  })
})

test('an entry that was altered, removed or inserted is detected', async () => {
  const demo = await buildTestApp()
  const { url: databaseUrl, database, config, organizationId } = demo
  const keys = deriveKeys(config, 'audit')
  await startTestSession(demo, await demo.signIn('examiner@demo.example'))
  expect(await sealEntries(database, keys)).toBeGreaterThan(10)
  expect(await sealEntries(database, keys)).toBe(0)
  const reportOf = async () =>
    (await verifyChains(database, keys)).find((report) => report.organizationId === organizationId)!
  expect(await reportOf()).toMatchObject({ unsealed: 0, problems: [] })

  const one = await withClient(databaseUrl, async (client) => {
    await expect(client.query(`update audit_entries set action = 'read'`)).rejects.toThrow(/append-only/)
    await expect(client.query('delete from audit_seals')).rejects.toThrow(/append-only/)
    await expect(client.query('truncate audit_entries cascade')).rejects.toThrow(/append-only/)
    const { rows } = await client.query(
      `select id, new ->> 'code' as code from audit_entries where subject = 'participants' and action = 'create'`,
    )
    // A database owner can disable the triggers, but does not have the key.
    await client.query('alter table audit_entries disable trigger append_only')
    await client.query(`update audit_entries set new = jsonb_set(new, '{code}', '"X"') where id = $1`, [rows[0].id])
    return rows[0]
  })
  expect((await reportOf()).problems).toEqual([`entry ${one.id} was changed`])
  await withClient(databaseUrl, async (client) => {
    const mended = `update audit_entries set new = jsonb_set(new, '{code}', to_jsonb($2::text)) where id = $1`
    await client.query(mended, [one.id, one.code])
    await client.query('alter table audit_seals disable trigger append_only')
    await client.query('delete from audit_seals where entry_id = $1', [one.id])
  })
  expect((await reportOf()).problems).toEqual([
    expect.stringMatching(/^the seals \d+ to \d+ are missing$/),
    expect.stringMatching(/^the chain is broken at entry \d+$/),
  ])
})

test('only the owner reads the audit log, also as CSV, in which no cell is a formula', async () => {
  const demo = await buildTestApp()
  const { app, signIn } = demo
  const refused = await app.inject({ url, headers: await signIn('manager@demo.example') })
  expect(refused.statusCode).toBe(403)
  const csv = await app.inject({ url: `${url}?format=csv`, headers: await signIn('owner@demo.example') })
  expect(csv.headers['content-type']).toBe('text/csv; charset=utf-8')
  const owner = await signIn('owner@demo.example')
  for (const [query, answer] of [
    ['limit=1000', 200],
    ['limit=1001', 400],
    ['limit=10000&format=csv', 200],
  ] as const)
    expect([query, (await app.inject({ url: `${url}?${query}`, headers: owner })).statusCode]).toEqual([query, answer])
  expect(csv.body.split('\r\n')[0]).toBe(
    '\uFEFFid,at,user_id,user_name,examiner_id,examiner_name,mode,action,subject,object_id,participant_id,participant_code,old,new,object_name,directory',
  )
  expect(toCsv(['a'], [['=1+1'], ['  @x'], ['＝1'], [-1], ['a "b"'], [null]])).toBe(
    '\uFEFFa\r\n"\'=1+1"\r\n"\'  @x"\r\n"\'＝1"\r\n-1\r\n"a ""b"""\r\n\r\n',
  )
})

test('the CSV has the names of users and participants beside their ids', async () => {
  const demo = await buildTestApp()
  const { app, signIn } = demo
  const { participant } = await startTestSession(demo, await signIn('examiner@demo.example'))
  const csv = await app.inject({
    url: `${url}?format=csv&participant_id=${participant.id}&action=create`,
    headers: await signIn('owner@demo.example'),
  })
  const [header = '', ...rows] = csv.body.trim().split('\r\n')
  const columns = header.replace('\uFEFF', '').split(',')
  expect(rows.length).toBeGreaterThan(0)
  for (const row of rows) {
    // The values that can contain a comma are in later columns.
    const cells = Object.fromEntries(row.split(',').map((cell, index) => [columns[index], cell]))
    expect(cells).toMatchObject({
      user_name: 'examiner Prueba',
      examiner_name: 'examiner Prueba',
      participant_id: participant.id,
      participant_code: 'P-1',
    })
  }
})

test('repeated polling is one read entry, except in another session or as another examiner', async () => {
  const demo = await buildTestApp()
  const { app, signIn } = demo
  const headers = await signIn('examiner@demo.example')
  const { participant, sessionUrl } = await startTestSession(demo, headers)
  for (let polls = 0; polls < 5; polls++) await app.inject({ url: sessionUrl, headers })
  const readings = () => entriesOf(demo, `?action=read&participant_id=${participant.id}`)
  expect(await readings()).toHaveLength(1)
  await app.inject({ url: sessionUrl, headers: await signIn('examiner@demo.example') })
  expect(await readings()).toHaveLength(2)
  // After a quarter of an hour there is a new entry.
  await withClient(demo.url, async (client) => {
    await client.query('alter table audit_entries disable trigger append_only')
    await client.query(`update audit_entries set at = at - interval '16 minutes' where action = 'read'`)
  })
  await app.inject({ url: sessionUrl, headers })
  expect(await readings()).toHaveLength(3)
})

test('each checked attempt with a wrong password on an account is in the audit log', async () => {
  const demo = await buildTestApp({ LOCKOUT_ATTEMPTS: '3' })
  const attempt = (email: string) =>
    demo.app.inject({ method: 'POST', url: '/api/user/api/token/', payload: { email, password: 'wrong' } })
  for (let tries = 0; tries < 6; tries++) await attempt('examiner@demo.example')
  await attempt('nobody@demo.example')
  const object_id = await userIdOf(demo, 'colleague@demo.example')
  expect((await attempt('colleague@demo.example')).statusCode).toBe(401)
  await expect.poll(() => entriesOf(demo, '?action=sign_in_failed'), { timeout: 30_000 }).toHaveLength(4)
  const [last] = await entriesOf(demo, '?action=sign_in_failed')
  expect(last).toMatchObject({ user_id: null, subject: 'sessions', object_id, old: null, new: null })
})

test('the audit log can be searched by a participant’s code, for every examiner', async () => {
  const demo = await buildTestApp()
  await startTestSession(demo, await demo.signIn('examiner@demo.example'))
  const entries = await entriesOf(demo, '?participant_code=p-1')
  expect(entries.length).toBeGreaterThan(1)
  for (const entry of entries) expect(entry.participant_code).toBe('P-1')
  expect(await entriesOf(demo, '?participant_code=P')).toEqual([])
})

test('the CSV names the person whom an entry is about', async () => {
  const { app, signIn } = await buildTestApp()
  const headers = await signIn('owner@demo.example')
  const users = (await app.inject({ url: '/api/organizations/user/', headers })).json() as User[]
  const { id } = users.find(({ email }) => email === 'examiner@demo.example')!
  const payload = { first_name: '=Elena' }
  await app.inject({ method: 'PATCH', url: `/api/organizations/user/${id}/`, headers, payload })
  const csv = await app.inject({
    url: '/api/organizations/audit/?format=csv&subject=users&action=change',
    headers,
  })
  // A name that begins like a formula is text.
  expect(csv.body.trim().split(',').at(-2)).toBe(`"'=Elena Prueba"`)
})
