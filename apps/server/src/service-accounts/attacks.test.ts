// @module-tag long
import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { bearer, openMachineWorld } from '../../testing/service-accounts.ts'
import { buildBeside, buildTestApp } from '../../testing/test-app.ts'

const list = '/api/user/participants/'
const refused = [401, { code: 'token_not_valid' }]

test('a key that is not exactly right opens nothing, and every refusal is the same', async () => {
  const demo = await buildTestApp()
  const { app, clock } = demo
  const { create, manage, given } = await openMachineWorld(demo)
  const { key } = await create()
  const expired = await create({ days: 1 })
  const revoked = await create()
  await manage('DELETE', `${revoked.id}/keys/${revoked.key_id}/`)
  const ended = await create()
  await manage('DELETE', `${ended.id}/`)
  const elsewhere = await create({ networks: ['192.0.2.0/24', '2001:db8::/32'] })
  const ofOne = await create({ scopes: ['participants:read', 'participants:write'], examiner_id: given.examiner_id! })
  clock.advance(25 * 3600)
  const wrongHeaders: [string, Record<string, string>][] = [
    ['nothing', {}],
    ['an empty header', { authorization: '' }],
    ['the scheme alone', { authorization: 'Bearer' }],
    ['another scheme', { authorization: `Basic ${Buffer.from(`${key}:`).toString('base64')}` }],
    ['the key without a scheme', { authorization: key }],
    ['a longer key', bearer(`${key}x`)],
    ['a shorter key', bearer(key.slice(0, -1))],
    ['another case', bearer(key.toUpperCase())],
    ['another prefix', bearer(key.replace('fnm_', 'scim_'))],
    ['no prefix', bearer(key.replace('fnm_', ''))],
    ['another key of this form', bearer(`fnm_${'A'.repeat(43)}`)],
    ['two keys', bearer(`${key},${key}`)],
    ['the last character', bearer(`${key.slice(0, -1)}${key.endsWith('A') ? 'B' : 'A'}`)],
    ['the id of the key', bearer(expired.key_id)],
    ['SQL', bearer("fnm_' or 1=1 --")],
    ['a wildcard', bearer(`fnm_${'%'.repeat(43)}`)],
    ['a zero byte', bearer(`${key}%00`)],
    ['five thousand characters', bearer(`fnm_${'x'.repeat(5000)}`)],
    ['a key in a cookie', { cookie: `authorization=${key}; token=${key}; browser=${key}` }],
    ['a key in another header', { 'x-api-key': key, 'x-authorization': `Bearer ${key}` }],
    ['an expired key', expired.headers],
    ['a revoked key', revoked.headers],
    ['the key of an ended account', ended.headers],
    ['an address outside the networks', elsewhere.headers],
    ['a forwarded address', { ...elsewhere.headers, 'x-forwarded-for': '192.0.2.7' }],
    ['a forwarded header', { ...elsewhere.headers, forwarded: 'for=192.0.2.7', 'x-real-ip': '192.0.2.7' }],
  ]
  for (const [name, headers] of wrongHeaders) {
    const answer = await app.inject({ url: list, headers })
    expect([name, answer.statusCode, answer.json()]).toEqual([name, ...refused])
  }
  for (const query of [`?access_token=${key}`, `?key=${key}`, `?authorization=Bearer%20${key}`]) {
    const answer = await app.inject({ url: `${list}${query}` })
    expect([query, answer.statusCode, answer.json()]).toEqual([query, ...refused])
  }
  // The examiner of an account leaves the clinic: what it may reach goes with them.
  await demo.database.tenant(demo.organizationId, (tx) =>
    sql`update examiners set is_active = false where id = ${given.examiner_id!}`.execute(tx),
  )
  const payload = { code: 'HIS-1', locale: demo.localeId('es-AR') }
  const left = await app.inject({ method: 'POST', url: list, headers: ofOne.headers, payload })
  expect(left.statusCode).toBe(403)
  expect((await app.inject({ url: list, headers: bearer(key) })).statusCode).toBe(200)
})

test('behind a trusted proxy the forwarded address counts, in IPv4, IPv6 and mapped form', async () => {
  const demo = await buildTestApp()
  const behind = await buildBeside(demo, { trustProxy: '127.0.0.1' })
  const { create } = await openMachineWorld(demo)
  const { headers } = await create({ networks: ['192.0.2.0/24', '2001:db8::/32', '198.51.100.9'] })
  const from = async (address: string) =>
    (await behind.inject({ url: list, headers: { ...headers, 'x-forwarded-for': address } })).statusCode
  expect([
    await from('192.0.2.7'),
    await from('2001:db8::1'),
    await from('198.51.100.9'),
    await from('::ffff:192.0.2.7'),
    await from('192.0.3.7'),
    await from('2001:db9::1'),
    await from('198.51.100.8'),
    await from('192.0.2.7, 203.0.113.5'),
  ]).toEqual([200, 200, 200, 200, 401, 401, 401, 401])
})

test('an account cannot change accounts, sign in, act as a person, or outlive its scopes', async () => {
  const demo = await buildTestApp()
  const { app } = demo
  const { create, manage, owner, given, own, strangers, colleagues } = await openMachineWorld(demo)
  const { id, key_id, headers, key } = await create()
  const body = { name: 'x', scopes: ['results:read'], examiner_id: null, networks: [], days: 730 }
  const accounts = '/api/organizations/service_accounts/'
  const attempts: ['GET' | 'POST' | 'PATCH' | 'DELETE', string, object?][] = [
    ['POST', accounts, body],
    ['GET', accounts],
    ['PATCH', `${accounts}${id}/`, { networks: [] }],
    ['POST', `${accounts}${id}/keys/`, { days: 730 }],
    ['DELETE', `${accounts}${id}/keys/${key_id}/`],
    ['DELETE', `${accounts}${id}/`],
    ['GET', '/api/user/user_info/'],
    ['GET', '/api/user/outbox_key/'],
    ['GET', '/api/user/sign_ins/'],
    ['POST', '/api/user/logout/'],
    ['POST', '/api/user/password/', { password: 'x', new_password: 'y' }],
    ['POST', '/api/user/mfa/totp/', { password: 'x' }],
    ['POST', `/api/user/impersonification/${given.examiner_id}/full/`],
    ['GET', '/api/organizations/audit/'],
    ['GET', '/api/organizations/user/'],
    ['POST', '/api/organizations/scim/tokens/', { name: 'x' }],
    ['POST', '/api/organizations/webhooks/', { url: 'https://example.org', events: ['report.signed'] }],
    ['DELETE', `/api/user/participants/${own.participant_id}/`, { code: 'A' }],
    ['POST', `/api/clinical_reports/${own.participant_id}/${own.report_id}/sign/`, { password: 'x' }],
    [
      'GET',
      `/api/protocols/responses/${own.participant_id}/${own.protocol_res_id}/item/${given.protocol_item_id}/audio_presigned_url/`,
    ],
  ]
  const state = () =>
    demo.database.tenant(demo.organizationId, async (tx) => [
      (await sql`select id, scopes, networks, ended_at from service_accounts order by id`.execute(tx)).rows,
      (await sql`select id, revoked_at, expires_at from service_account_keys order by id`.execute(tx)).rows,
      (await sql`select id from participants order by id`.execute(tx)).rows,
      (await sql`select id, state from clinical_reports order by id`.execute(tx)).rows,
      (await sql`select id from webhook_endpoints order by id`.execute(tx)).rows,
    ])
  const before = await state()
  for (const [method, url, payload] of attempts) {
    const answer = await app.inject({ method, url, headers, ...(payload && { payload }) })
    expect([method, url, answer.statusCode, answer.json()]).toEqual([method, url, 403, { code: 'permission_denied' }])
  }
  expect(await state()).toEqual(before)

  const verify = await app.inject({ method: 'POST', url: '/api/user/api/token/verify/', payload: { token: key } })
  expect(verify.statusCode).toBe(401)
  const scim = await app.inject({ url: '/scim/v2/Users', headers })
  expect(scim.statusCode).toBe(401)

  // A participant of another organisation looks like one that does not exist, also in a path with own ids.
  for (const participant_id of [strangers.participant_id, randomUUID()]) {
    const url = `/api/protocols/responses/${participant_id}/${own.protocol_res_id}/`
    const answer = await app.inject({ url, headers })
    expect([answer.statusCode, answer.json()]).toEqual([404, { code: 'not_found' }])
  }
  const mixed = `/api/protocols/responses/${own.participant_id}/${colleagues.protocol_res_id}/`
  expect((await app.inject({ url: mixed, headers })).statusCode).toBe(404)

  const session = `/api/protocols/responses/${own.participant_id}/${own.protocol_res_id}/`
  expect((await app.inject({ url: session, headers })).statusCode).toBe(200)
  expect((await manage('PATCH', `${id}/`, { scopes: ['participants:read'] })).status).toBe(200)
  expect((await app.inject({ url: session, headers })).statusCode).toBe(403)

  // A session and a key in one call: the header counts, the cookie does not.
  const both = await app.inject({ url: accounts, headers: { ...owner, ...headers } })
  expect(both.statusCode).toBe(403)
})

test('calls of an account are counted together, apart from those of people', async () => {
  const demo = await buildTestApp()
  const limits = { call: 3, upload: 1, export: 1, public: 2, refresh: 1, sign_in: 100, reset: 1 }
  const { create, owner } = await openMachineWorld(demo)
  const first = await create()
  const second = await create()
  const limited = await buildBeside(demo, { rateLimits: limits })
  const call = async (headers: { authorization: string }) =>
    (await limited.inject({ url: '/api/organizations/stats/', headers })).statusCode
  const statuses = []
  for (let i = 0; i < 4; i++) statuses.push(await call(first.headers))
  expect(statuses).toEqual([200, 200, 200, 429])
  expect([await call(second.headers), await call(owner)]).toEqual([200, 200])
  const wrong = bearer(`fnm_${'A'.repeat(43)}`)
  expect([await call(wrong), await call(wrong), await call(wrong)]).toEqual([401, 401, 429])
})
