import type { UserId } from '@fonema/contract'
import { hash } from '@node-rs/argon2'
import { SignJWT } from 'jose'
import { expect, test } from 'vitest'
import { openBrowser, refresh, refreshed } from '../../testing/browser.ts'
import { buildTestApp, password, type TestApp } from '../../testing/test-app.ts'
import { deriveKey } from '../platform/keys.ts'
import { issueToken } from './password-tokens.ts'
import './tables.ts'

const email = 'examiner@demo.example'
const minute = 60

const post = ({ app }: TestApp, path: string, payload: object, remoteAddress = '127.0.0.1') =>
  app.inject({ method: 'POST', url: `/api/user/${path}`, payload, remoteAddress })
const signIn = (demo: TestApp, payload: object, address?: string) => post(demo, 'api/token/', payload, address)

const userInfo = ({ app }: TestApp, access: string) =>
  app.inject({ url: '/api/user/user_info/', headers: { authorization: `Bearer ${access}` } })

test('signs in with e-mail and password, whatever the case of the e-mail', async () => {
  const demo = await buildTestApp()
  const tokens = (await signIn(demo, { email: ' Examiner@DEMO.example', password })).json()
  const info = await userInfo(demo, tokens.access)
  expect(info.json()).toMatchObject({
    email,
    locale: { code: 'es-AR', country: 'AR' },
    roles: { is_examiner: true, is_manager: false, is_owner: false },
    is_impersonifing: false,
    organization: { name: 'Demo' },
  })
  const verified = await post(demo, 'api/token/verify/', { token: tokens.access })
  expect([verified.statusCode, verified.json()]).toEqual([200, {}])
  // A password is used exactly as typed.
  expect((await signIn(demo, { email, password: ` ${password}` })).statusCode).toBe(401)
})

test('refuses a malformed sign-in with invalid_inputs', async () => {
  const demo = await buildTestApp()
  for (const payload of [{}, { email }, { email: 7, password }, { email, password, admin: true }, []]) {
    const response = await signIn(demo, payload)
    expect([response.statusCode, response.json()]).toEqual([400, { code: 'invalid_inputs' }])
  }
})

test('five wrong passwords lock an account also for the right one, and an unknown e-mail likewise', async () => {
  const demo = await buildTestApp()
  for (const account of [email, 'nobody@demo.example']) {
    for (const remaining of [4, 3, 2, 1, 0]) {
      const response = await signIn(demo, { email: account, password: 'wrong' })
      expect([response.statusCode, response.json()]).toEqual([
        401,
        { code: 'invalid_credentials_remaining_attempts', remaining_attempts: remaining },
      ])
    }
    const locked = await signIn(demo, { email: account, password })
    expect([locked.statusCode, locked.json()]).toEqual([
      429,
      { code: 'account_locked', minutes_remaining: 15, seconds_remaining: 0 },
    ])
    expect(locked.headers['retry-after']).toBe('900')
  }
  demo.clock.advance(14 * minute + 30)
  expect((await signIn(demo, { email, password })).json()).toEqual({
    code: 'account_locked',
    minutes_remaining: 0,
    seconds_remaining: 30,
  })
  demo.clock.advance(31)
  expect((await signIn(demo, { email, password })).statusCode).toBe(200)
})

test('exactly five of 100 simultaneous guesses are checked', async () => {
  const demo = await buildTestApp()
  const answers = await Promise.all(
    Array.from({ length: 100 }, (_, index) => signIn(demo, { email, password: `guess ${index}` }, `10.0.0.${index}`)),
  )
  expect(answers.filter(({ statusCode }) => statusCode === 401)).toHaveLength(5)
  expect(answers.filter(({ statusCode }) => statusCode === 429)).toHaveLength(95)
})

test('a successful sign-in forgets earlier failures', async () => {
  const demo = await buildTestApp()
  await signIn(demo, { email, password: 'wrong' })
  await signIn(demo, { email, password })
  expect((await signIn(demo, { email, password: 'wrong' })).json().remaining_attempts).toBe(4)
})

test('refresh tokens rotate; two simultaneous tabs get the same successor', async () => {
  const demo = await buildTestApp()
  const first = await openBrowser(demo)
  const [one, two] = await Promise.all([refresh(demo, first), refresh(demo, first)])
  expect(one.json().refresh).toBe(two.json().refresh)
  expect(one.json().refresh).not.toBe(first.refresh)
  expect((await userInfo(demo, one.json().access)).statusCode).toBe(200)
})

test('a thousand refreshes, four at a time, end no session and give each token one successor', async () => {
  const demo = await buildTestApp()
  const browser = await openBrowser(demo)
  for (let round = 0; round < 250; round++) {
    const answers = await Promise.all(Array.from({ length: 4 }, () => refresh(demo, browser, true)))
    expect([round, answers.map(({ statusCode }) => statusCode)]).toEqual([round, [200, 200, 200, 200]])
    const successors = new Set(answers.map((answer) => answer.json().refresh))
    expect([round, successors.size, successors.has(browser.refresh)]).toEqual([round, 1, false])
    browser.refresh = answers[0]!.json().refresh
    // After the grace period of the previous tokens.
    demo.clock.advance(31)
  }
})

test('a refresh token replayed after the grace period ends the whole session', async () => {
  const demo = await buildTestApp()
  const first = await openBrowser(demo)
  const second = await refreshed(demo, first)
  demo.clock.advance(29)
  expect((await refresh(demo, first)).json().refresh).toBe(second.refresh)
  demo.clock.advance(2)
  const replayed = await refresh(demo, first)
  expect([replayed.statusCode, replayed.json()]).toEqual([401, { code: 'token_not_valid' }])
  expect((await refresh(demo, second)).statusCode).toBe(401)
  expect((await userInfo(demo, second.access)).statusCode).toBe(401)
})

test('an hour without user activity ends the session, however often it is refreshed', async () => {
  const demo = await buildTestApp()
  let browser = await openBrowser(demo)
  for (let passed = 0; passed < 60; passed++) {
    demo.clock.advance(minute)
    browser = await refreshed(demo, browser)
  }
  expect((await userInfo(demo, browser.access)).statusCode).toBe(200)
  demo.clock.advance(minute)
  expect((await userInfo(demo, browser.access)).statusCode).toBe(401)
  expect((await refresh(demo, browser)).statusCode).toBe(401)
})

test('user activity keeps the session, but not beyond twelve hours', async () => {
  const demo = await buildTestApp()
  let browser = await openBrowser(demo)
  for (let passed = 0; passed < 14; passed++) {
    demo.clock.advance(50 * minute)
    browser = await refreshed(demo, browser, true)
  }
  expect((await userInfo(demo, browser.access)).statusCode).toBe(200)
  demo.clock.advance(21 * minute)
  expect((await refresh(demo, browser, true)).statusCode).toBe(401)
})

test('an access token is valid for five minutes', async () => {
  const demo = await buildTestApp()
  const { access } = (await signIn(demo, { email, password })).json()
  demo.clock.advance(5 * minute - 1)
  expect((await userInfo(demo, access)).statusCode).toBe(200)
  demo.clock.advance(1)
  expect((await userInfo(demo, access)).statusCode).toBe(401)
})

test('signing out ends the session on the server', async () => {
  const demo = await buildTestApp()
  const browser = await openBrowser(demo)
  const { access } = browser
  const headers = { authorization: `Bearer ${access}` }
  const out = await demo.app.inject({ method: 'POST', url: '/api/user/logout/', headers })
  expect([out.statusCode, out.body]).toEqual([204, ''])
  expect((await userInfo(demo, access)).statusCode).toBe(401)
  expect((await refresh(demo, browser)).statusCode).toBe(401)
})

test('refuses the next call of a deactivated user', async () => {
  const demo = await buildTestApp()
  const { access } = (await signIn(demo, { email, password })).json()
  await demo.database.shared
    .updateTable('credentials')
    .set({ is_active: false })
    .where('email_key', '=', email)
    .execute()
  expect((await userInfo(demo, access)).statusCode).toBe(401)
  expect((await signIn(demo, { email, password })).json().code).toBe('invalid_credentials_remaining_attempts')
})

test('refuses forged tokens', async () => {
  const demo = await buildTestApp()
  const { access } = (await signIn(demo, { email, password })).json()
  const [header, payload, signature] = access.split('.')
  const [{ kid }, claims] = [header, payload].map((part) => JSON.parse(Buffer.from(part, 'base64url').toString()))
  const key = deriveKey(demo.config.secretKey, 'access')
  const encode = (value: object) => Buffer.from(JSON.stringify(value)).toString('base64url')
  const sign = (changes: object, protectedHeader: object = {}, signingKey: Uint8Array = key) =>
    new SignJWT({ ...claims, ...changes })
      .setProtectedHeader({ alg: 'HS256', typ: 'at+jwt', kid, ...protectedHeader })
      .sign(signingKey)
  const forged = {
    'no signature': `${header}.${payload}.`,
    'algorithm none': `${encode({ alg: 'none', typ: 'at+jwt', kid })}.${payload}.`,
    'another payload': `${header}.${encode({ ...claims, sub: 'x' })}.${signature}`,
    'another key': await sign({}, {}, new Uint8Array(32)),
    'no name of a key': await sign({}, { kid: undefined }),
    'the name of another key': await sign({}, { kid: 'access' }),
    'another algorithm': await sign({}, { alg: 'HS512' }, Buffer.concat([key, key])),
    'another type': await sign({}, { typ: 'JWT' }),
    'another issuer': await sign({ iss: 'x' }),
    'another audience': await sign({ aud: 'x' }),
    'no expiry': await sign({ exp: undefined }),
    expired: await sign({ exp: claims.iat - 1 }),
    'an unknown session': await sign({ sid: '01a1998e-4400-79f8-8df2-d308536f5cdb' }),
    'no session': await sign({ sid: undefined }),
    'a malformed session id': await sign({ sid: 'x\0' }),
    'other unused bits': access.slice(0, -1) + String.fromCharCode(access.at(-1).charCodeAt(0) + 1),
    'a refresh token': (await signIn(demo, { email, password })).json().refresh,
    nothing: '',
  }
  expect((await userInfo(demo, await sign({}))).statusCode).toBe(200)
  for (const [name, token] of Object.entries(forged))
    expect([name, (await userInfo(demo, token)).statusCode]).toEqual([name, 401])
  const padded = await post(demo, 'api/token/verify/', { token: `${access}=` })
  expect([padded.statusCode, padded.json()]).toEqual([401, { code: 'token_not_valid' }])
})

test('a sign-in replaces a password hash that was made with other parameters', async () => {
  const demo = await buildTestApp()
  const userId = await userIdOf(demo)
  const hashes = () => demo.database.shared.selectFrom('credentials').select(['user_id', 'password_hash']).execute()
  const ownHash = async () => (await hashes()).find(({ user_id }) => user_id === userId)!.password_hash
  const weak = await hash(password, { memoryCost: 8192, timeCost: 1, parallelism: 1 })
  const setHash = demo.database.shared.updateTable('credentials').set({ password_hash: weak })
  await setHash.where('user_id', '=', userId).execute()
  const others = (await hashes()).filter(({ user_id }) => user_id !== userId)

  expect((await signIn(demo, { email, password: 'wrong' })).statusCode).toBe(401)
  expect(await ownHash()).toBe(weak)
  const both = await Promise.all([1, 2].map(() => signIn(demo, { email, password })))
  expect(both.map(({ statusCode }) => statusCode)).toEqual([200, 200])
  const renewed = await ownHash()
  expect(renewed).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$/)
  expect((await signIn(demo, { email, password })).statusCode).toBe(200)
  expect((await signIn(demo, { email, password: `${password} ` })).statusCode).toBe(401)
  expect(await ownHash()).toBe(renewed)
  expect((await hashes()).filter(({ user_id }) => user_id !== userId)).toEqual(others)

  // This is no change of the password, and earlier sessions continue.
  const entries = await demo.database.tenant(demo.organizationId, (tx) =>
    tx
      .selectFrom('audit_entries')
      .select(['action', 'user_id', 'new'])
      .where('object_id', '=', userId)
      .where('subject', '=', 'credentials')
      .where('action', '!=', 'sign_in_failed')
      .orderBy('id')
      .execute(),
  )
  // The first entry is the weak hash that the test itself set.
  expect(entries.map(({ action }) => action)).toEqual(['change_password', 'rehash_password'])
  expect(entries[1]).toMatchObject({ user_id: null, new: null })
  expect((await userInfo(demo, both[0]!.json().access)).statusCode).toBe(200)
})

test('reports the examiner’s id, and the features of each mode', async () => {
  const { app, signIn: signInAs } = await buildTestApp()
  const examiner = await app.inject({ url: '/api/user/examiner_info/', headers: await signInAs(email) })
  expect(examiner.json()).toEqual({ id: expect.any(String) })
  const manager = await signInAs('manager@demo.example')
  expect((await app.inject({ url: '/api/user/examiner_info/', headers: manager })).statusCode).toBe(404)
  const table = (await app.inject({ url: '/api/user/toggle_table', headers: manager })).json()
  expect(table.semaphore_column).toBe(false)
  expect(table.modes.review).toMatchObject({ readProtocolRes: true, recordProtocol: false })
})

test('setting the clock back by days does not extend sessions, tokens, mailed links or locks', async () => {
  const demo = await buildTestApp()
  const second = await refreshed(demo, await openBrowser(demo))
  for (let i = 0; i < 6; i++) await signIn(demo, { email: 'manager@demo.example', password: 'wrong' })
  expect((await signIn(demo, { email: 'manager@demo.example', password })).statusCode).toBe(429)
  const token = await issueToken(demo.database, await userIdOf(demo), 'reset', demo.clock.now())

  demo.clock.advance(-3 * 24 * 60 * minute)
  expect((await userInfo(demo, second.access)).statusCode).toBe(401)
  expect((await refresh(demo, second)).statusCode).toBe(401)
  expect((await post(demo, 'password_reset/validate_token/', { token })).statusCode).toBe(400)
  expect((await signIn(demo, { email: 'manager@demo.example', password })).statusCode).toBe(200)
  const { access } = (await signIn(demo, { email, password })).json()
  expect((await userInfo(demo, access)).statusCode).toBe(200)

  // Machines with slightly different clocks share sessions and locks.
  for (let i = 0; i < 6; i++) await signIn(demo, { email: 'owner@demo.example', password: 'wrong' })
  demo.clock.advance(-30)
  expect((await userInfo(demo, access)).statusCode).toBe(200)
  expect((await signIn(demo, { email: 'owner@demo.example', password })).statusCode).toBe(429)
})

async function userIdOf({ database }: TestApp): Promise<UserId> {
  const account = database.shared.selectFrom('credentials').select('user_id').where('email_key', '=', email)
  return (await account.executeTakeFirstOrThrow()).user_id
}
