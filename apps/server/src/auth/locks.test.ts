// @module-tag long
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { buildClinicWithApp, email, refused, userIdOf } from '../../testing/second-factor.ts'
import { buildBeside, buildTestApp, password, type TestApp } from '../../testing/test-app.ts'
import { issueToken, PasswordMail } from './password-tokens.ts'

const home = '198.51.100.7'
const elsewhere = '203.0.113.9'
const newPassword = 'Molino-verde-82!'

type Call = { word?: string; code?: string; who?: string; from?: string; cookie?: string | undefined; headers?: object }
type App = Pick<TestApp, 'app'>

async function signIn({ app }: App, { word = password, code, who = email, from = home, cookie, headers }: Call = {}) {
  const response = await app.inject({
    method: 'POST',
    url: '/api/user/api/token/',
    remoteAddress: from,
    headers: { ...headers, ...(cookie !== undefined && { cookie }) },
    payload: { email: who, password: word, ...(code !== undefined && { code }) },
  })
  return { status: response.statusCode, answer: response.json(), ...cookieOf(response) }
}

/** The cookie that the browser sends from then on, and its attributes. */
function cookieOf({ headers }: { headers: Record<string, unknown> }) {
  const cookies = [headers['set-cookie'] ?? []].flat().map(String)
  const given = cookies.find((one) => one.startsWith('fonema_device_')) ?? ''
  return { cookie: given.split(';')[0] || undefined, attributes: given.split('; ').slice(1) }
}

/** Gives wrong passwords until the account is locked for the source of this call. */
async function lock(demo: App, call: Call = {}) {
  for (let i = 0; i < 5; i++) expect((await signIn(demo, { ...call, word: 'wrong' })).status).toBe(401)
  expect((await signIn(demo, call)).answer.code).toBe('account_locked')
}

async function reset(demo: TestApp, from = home) {
  const token = await issueToken(demo.database, await userIdOf(demo), 'reset', demo.clock.now())
  const payload = { token, password: newPassword }
  const url = '/api/user/password_reset/confirm/'
  const response = await demo.app.inject({ method: 'POST', url, payload, remoteAddress: from })
  expect(response.statusCode).toBe(200)
  return cookieOf(response)
}

const pathOf = async (demo: TestApp) => `/api/organizations/user/${await userIdOf(demo)}/`
const unlock = async (demo: TestApp, headers: object) =>
  (await demo.app.inject({ method: 'POST', url: `${await pathOf(demo)}unlock/`, headers: { ...headers } })).statusCode

async function lockedUntil(demo: TestApp, headers: object): Promise<string | null> {
  const users = (await demo.app.inject({ url: '/api/organizations/user/', headers: { ...headers } })).json()
  return users.find((user: { email: string }) => user.email === email).locked_until
}

async function noticesTo(demo: TestApp, who = email): Promise<number> {
  const { rows } = await sql<{ data: unknown }>`select data from pgboss.job where name = 'send-password-mail'`.execute(
    demo.database.shared,
  )
  const userId = await userIdOf(demo, who)
  return rows
    .map(({ data }) => PasswordMail.parse(data))
    .filter((mail) => mail.purpose === 'locked' && mail.user_id === userId).length
}

test('a lock applies to the network that failed, in both processes, and to no other network', async () => {
  const demo = await buildTestApp()
  const beside = { app: await buildBeside(demo) }
  for (const [index, remaining] of [4, 3, 2, 1, 0].entries())
    expect(await signIn(index % 2 === 0 ? demo : beside, { word: 'wrong', from: elsewhere })).toMatchObject({
      status: 401,
      answer: { code: 'invalid_credentials_remaining_attempts', remaining_attempts: remaining },
    })
  // Neighbouring addresses are the same network.
  for (const from of [elsewhere, '203.0.113.200'])
    for (const app of [demo, beside]) expect((await signIn(app, { from })).status).toBe(429)
  expect((await signIn(beside, { from: home })).status).toBe(200)
})

/** Sends guesses at once, half of them to another process; returns how many got the number of remaining attempts. */
async function evaluated(demo: TestApp, count: number, from: (index: number) => string, who = email) {
  const apps = [demo, { app: await buildBeside(demo) }]
  const guess = (index: number) => signIn(apps[index % 2]!, { word: `guess ${index}`, from: from(index), who })
  const answers = await Promise.all(Array.from({ length: count }, (_, index) => guess(index)))
  return answers.filter(({ status }) => status === 401).length
}

test('exactly five of 200 simultaneous guesses from one network, sent to two processes, are checked', async () => {
  const demo = await buildTestApp()
  expect(await evaluated(demo, 200, (index) => `10.0.0.${index}`)).toBe(5)
})

test('exactly ten times as many simultaneous guesses are checked from many networks as from one', async () => {
  const demo = await buildTestApp({ LOCKOUT_ATTEMPTS: '1' })
  for (const who of [email, 'nobody@demo.example'])
    expect([who, await evaluated(demo, 40, (index) => `10.${index}.0.1`, who)]).toEqual([who, 10])
})

test('an invented X-Forwarded-For does not count as another network', async () => {
  const demo = await buildTestApp()
  const forwarded = (index: number) => ({ headers: { 'x-forwarded-for': `10.${index}.0.1` } })
  for (let i = 0; i < 5; i++) expect((await signIn(demo, { word: 'wrong', ...forwarded(i) })).status).toBe(401)
  expect((await signIn(demo, forwarded(5))).status).toBe(429)
})

test('failures with 110 unknown e-mails do not lock other accounts of the same network', async () => {
  const demo = await buildTestApp()
  for (let i = 0; i < 110; i++)
    expect((await signIn(demo, { who: `nobody${i}@x.example`, word: 'x' })).status).toBe(401)
  expect((await signIn(demo, { word: 'wrong' })).answer.remaining_attempts).toBe(4)
  expect((await signIn(demo)).status).toBe(200)
})

test('guesses from many networks lock all networks for an hour, but neither known devices nor sessions', async () => {
  const demo = await buildTestApp()
  const { cookie, answer } = await signIn(demo)
  for (let i = 0; i < 50; i++) expect((await signIn(demo, { word: 'wrong', from: `10.${i}.0.1` })).status).toBe(401)
  expect((await signIn(demo, { from: elsewhere })).answer).toEqual({
    code: 'account_locked',
    minutes_remaining: 60,
    seconds_remaining: 0,
  })
  expect((await signIn(demo, { cookie })).status).toBe(200)
  const headers = { authorization: `Bearer ${answer.access}` }
  const url = '/api/user/mfa/totp/'
  const begun = await demo.app.inject({ method: 'POST', url, headers, payload: { password }, remoteAddress: home })
  expect(begun.statusCode).toBe(201)
  demo.clock.advance(3601)
  expect((await signIn(demo, { from: elsewhere })).status).toBe(200)
})

test('a known device has its own count, which locks only that device', async () => {
  const demo = await buildTestApp()
  const { cookie } = await signIn(demo)
  await lock(demo)
  expect((await signIn(demo, { cookie, word: 'wrong' })).answer.remaining_attempts).toBe(4)
  expect((await signIn(demo, { cookie })).status).toBe(200)
  await lock(demo, { cookie, from: elsewhere })
  expect((await signIn(demo, { from: elsewhere })).status).toBe(200)
  // With the cookie of a later sign-in it is still the same device.
  demo.clock.advance(901)
  const renewed = (await signIn(demo, { cookie })).cookie
  await lock(demo, { cookie: renewed })
  expect((await signIn(demo, { cookie })).status).toBe(429)
})

test('the cookie of a device is signed, valid for one account, unreadable, and expires', async () => {
  const demo = await buildTestApp()
  const { cookie, attributes } = await signIn(demo)
  expect(attributes.sort()).toEqual(['HttpOnly', 'Max-Age=15552000', 'Path=/api/', 'SameSite=Strict'])
  expect(cookie).toMatch(/^fonema_device_[\w-]{16}=[\w-]{22}\.\d+\.[\w-]{43}$/)
  const https = { app: await buildBeside(demo, { publicUrl: 'https://clinic.example' }) }
  expect((await signIn(https)).attributes).toContain('Secure')
  // A colleague in the same browser gets a separate cookie.
  const colleague = await signIn(demo, { who: 'colleague@demo.example', cookie })
  const [name, value] = cookie!.split('=') as [string, string]
  const [otherName] = colleague.cookie!.split('=') as [string]
  expect(otherName).not.toBe(name)

  const [id, until, mac] = value.split('.') as [string, string, string]
  await lock(demo)
  for (const forged of [
    `${name}=`,
    `${name}=${id}.${until}`,
    `${name}=${id}.${until}.`,
    `${name}=${'A'.repeat(22)}.${until}.${mac}`,
    `${name}=${id}.${Number(until) + 1}.${mac}`,
    `${otherName}=${value}`,
    colleague.cookie,
  ])
    expect([forged, (await signIn(demo, { cookie: forged })).status]).toEqual([forged, 429])
  await lock(demo, { who: 'colleague@demo.example', cookie: `${otherName}=${value}` })
  // A replaced key of the clinic invalidates the cookie, unless the former key is configured too.
  const secrets = { secretKey: 'the next secret', earlierSecretKeys: [demo.config.secretKey] }
  const renewed = { app: await buildBeside(demo, secrets) }
  const forgetful = { app: await buildBeside(demo, { ...secrets, earlierSecretKeys: [] }) }
  // Both servers count under the new key.
  await lock(renewed)
  expect((await signIn(forgetful, { cookie })).status).toBe(429)
  expect((await signIn(renewed, { cookie })).status).toBe(200)

  demo.clock.advance(180 * 24 * 3600)
  await lock(demo)
  expect((await signIn(demo, { cookie })).status).toBe(429)
})

test('a deactivated account cannot sign in from a known device either', async () => {
  const demo = await buildTestApp()
  const { cookie } = await signIn(demo)
  const deactivated = { is_active: false }
  const accounts = demo.database.shared.updateTable('credentials').set(deactivated)
  await accounts.where('email_key', '=', email).execute()
  const { status, cookie: none } = await signIn(demo, { cookie })
  expect([status, none]).toEqual([401, undefined])
})

/** Ways to end the locks. Each returns the account's password afterwards. */
const ends = {
  'a mailed link': async (demo: TestApp) => {
    await reset(demo)
    return newPassword
  },
  'the owner': async (demo: TestApp) => {
    await unlock(demo, await demo.signIn('owner@demo.example'))
    return password
  },
}

test.each(Object.entries(ends))('%s ends every lock, with and without a second factor', async (_who, end) => {
  const plain = await buildTestApp()
  const { cookie } = await signIn(plain)
  await lock(plain, { cookie })
  for (let i = 0; i < 10; i++) await lock(plain, { from: `10.${i}.0.1` })
  expect((await signIn(plain, { from: elsewhere })).status).toBe(429)
  const word = await end(plain)
  for (const call of [{ cookie }, { from: '10.3.0.1' }, { from: elsewhere }])
    expect((await signIn(plain, { ...call, word })).status).toBe(200)

  const { demo, code } = await buildClinicWithApp()
  for (const remaining of [4, 3, 2, 1, 0])
    expect((await signIn(demo, { code: '000000' })).answer).toEqual(refused(remaining))
  expect((await signIn(demo, { code: code() })).status).toBe(429)
  const renewed = await end(demo)
  expect((await signIn(demo, { word: renewed })).answer.code).toBe('second_factor_required')
  expect((await signIn(demo, { word: renewed, code: code() })).status).toBe(200)
})

test('after a password reset its browser can sign in while guesses from many networks continue', async () => {
  const demo = await buildTestApp({ LOCKOUT_ATTEMPTS: '1' })
  const { cookie } = await reset(demo)
  for (let i = 0; i < 10; i++) await signIn(demo, { word: 'wrong', from: `10.${i}.0.1` })
  expect((await signIn(demo, { word: newPassword })).status).toBe(429)
  expect((await signIn(demo, { word: newPassword, cookie })).status).toBe(200)
})

test('password resets do not allow unlimited codes; a recovery code or the owner still gives access', async () => {
  const { demo, code, recoveryCodes } = await buildClinicWithApp()
  for (let round = 0; round < 4; round++) {
    await reset(demo)
    for (let i = 0; i < 5; i++) expect((await signIn(demo, { word: newPassword, code: '000000' })).status).toBe(401)
  }
  await reset(demo)
  const day = { code: 'account_locked', minutes_remaining: 24 * 60, seconds_remaining: 0 }
  expect((await signIn(demo, { word: newPassword, code: code() })).answer).toEqual(day)
  expect((await signIn(demo, { word: newPassword, code: recoveryCodes[0] })).status).toBe(200)
  for (let round = 0; round < 4; round++) {
    await reset(demo)
    for (let i = 0; i < 5; i++) await signIn(demo, { word: newPassword, code: '000000' })
  }
  expect((await signIn(demo, { word: newPassword, code: code(), from: elsewhere })).status).toBe(429)
  await unlock(demo, await demo.signIn('owner@demo.example'))
  expect((await signIn(demo, { word: newPassword, code: code() })).status).toBe(200)
})

test('the owner sees a lock and ends it, with an audit entry; a manager or another clinic cannot', async () => {
  const demo = await buildTestApp()
  const owner = await demo.signIn('owner@demo.example')
  const manager = await demo.signIn('manager@demo.example')
  expect(await lockedUntil(demo, owner)).toBeNull()
  await lock(demo)
  const until = new Date(demo.clock.now().getTime() + 900_000).toISOString()
  expect(await lockedUntil(demo, owner)).toBe(until)
  expect(await lockedUntil(demo, manager)).toBe(until)

  expect(await unlock(demo, manager)).toBe(403)
  expect(await unlock(demo, await demo.signIn('examiner@other.example'))).toBe(404)
  expect((await signIn(demo)).status).toBe(429)
  expect(await unlock(demo, owner)).toBe(204)
  expect(await lockedUntil(demo, owner)).toBeNull()
  expect((await signIn(demo)).status).toBe(200)
  const entries = await demo.database.tenant(demo.organizationId, (tx) =>
    tx.selectFrom('audit_entries').select(['user_id', 'object_id']).where('action', '=', 'unlock').execute(),
  )
  expect(entries).toEqual([{ user_id: await userIdOf(demo, 'owner@demo.example'), object_id: await userIdOf(demo) }])
})

test('mails existing accounts about a lock once an hour at most, and again after it was ended', async () => {
  const demo = await buildTestApp()
  for (let i = 0; i < 4; i++) await signIn(demo, { word: 'wrong' })
  await lock(demo, { who: 'nobody@demo.example' })
  await lock(demo, { who: 'colleague@demo.example' })
  await expect.poll(() => noticesTo(demo, 'colleague@demo.example')).toBe(1)
  expect(await noticesTo(demo)).toBe(0)
  await signIn(demo, { word: 'wrong' })
  await expect.poll(() => noticesTo(demo)).toBe(1)
  for (const from of ['10.1.0.1', '10.2.0.1']) await lock(demo, { from })
  await unlock(demo, await demo.signIn('owner@demo.example'))
  await lock(demo)
  await expect.poll(() => noticesTo(demo)).toBe(2)
})

test('removes expired counts, however many e-mails were tried', async () => {
  const demo = await buildTestApp()
  for (let i = 0; i < 20; i++) await signIn(demo, { who: `nobody${i}@x.example`, word: 'x' })
  const counts = () => demo.database.shared.selectFrom('login_attempts').select('key').execute()
  expect(await counts()).toHaveLength(40)
  demo.clock.advance(3601)
  for (let i = 0; i < 4; i++) await signIn(demo, { who: 'nobody@x.example', word: 'x' })
  expect(await counts()).toHaveLength(2)
})
