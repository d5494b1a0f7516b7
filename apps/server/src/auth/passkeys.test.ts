// @module-tag long
import { generateKeyPairSync } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import path from 'node:path'
import { expect, test } from 'vitest'
import { withClient } from '../../testing/database-setup.ts'
import { createPasskey, type PasskeyKind } from '../../testing/passkey.ts'
import { ask, codeNow, email, refused, registrationOf, turnOn } from '../../testing/second-factor.ts'
import { buildTestApp, password, type TestApp } from '../../testing/test-app.ts'

const signIn = (demo: TestApp, proof: object = {}, account = email) =>
  ask(demo, '/user/api/token/', { method: 'POST', payload: { email: account, password, ...proof } })
const keep = (demo: TestApp, headers: Record<string, string>, payload: object) =>
  ask(demo, '/user/mfa/passkeys/', { method: 'POST', headers, payload })
const forget = (demo: TestApp, headers: Record<string, string>, id: string) =>
  ask(demo, `/user/mfa/passkeys/${id}/`, { method: 'DELETE', headers, payload: { password } })

/** Pages of other origins. All but the last use a passkey of the clinic's host. */
const foreignOrigins = {
  'another scheme': { origin: 'http://clinic.example' },
  'another port': { origin: 'https://clinic.example:8443' },
  'a subdomain': { origin: 'https://notes.clinic.example' },
  'a similar host': { origin: 'https://clinic.example.evil.example' },
  'an unrelated host': { origin: 'https://evil.example', host: 'evil.example' },
}

/** A clinic with an examiner whose browser created a passkey. */
async function buildClinic(kind?: PasskeyKind, environment: Record<string, string> = {}) {
  const demo = await buildTestApp({ PUBLIC_URL: 'https://clinic.example', ...environment })
  const headers = await demo.signIn(email)
  const passkey = createPasskey(undefined, kind)
  const kept = await keep(demo, headers, await registrationOf(demo, headers, passkey))
  expect([kept.status, kept.answer.recovery_codes.length]).toEqual([201, 10])
  const challenge = async (account?: string): Promise<string> => (await signIn(demo, {}, account)).answer.challenge
  return { demo, headers, passkey, recoveryCodes: kept.answer.recovery_codes as string[], challenge }
}

test.each(['ec', 'ed25519', 'rsa', 'rsa 3072'] as const)(
  'an answer of a passkey (%s) and the password sign in, once',
  async (kind) => {
    const { demo, headers, passkey } = await buildClinic(kind)
    const state = (await ask(demo, '/user/mfa/', { headers })).answer
    expect(state).toMatchObject({ has_app: false, recovery_codes_left: 10, passkeys: [{ name: 'Equipo' }] })
    const { status, answer } = await signIn(demo)
    expect([status, answer]).toEqual([
      401,
      {
        code: 'second_factor_required',
        methods: ['passkey', 'recovery_code'],
        challenge: expect.stringMatching(/^[\w-]{43}$/),
        passkeys: [{ credential_id: passkey.credential_id, host: 'clinic.example' }],
      },
    ])
    const proof = { passkey: passkey.sign(answer.challenge) }
    expect((await signIn(demo, proof)).status).toBe(200)
    expect(await signIn(demo, proof)).toEqual({ status: 401, answer: refused(4) })
  },
)

test('exactly one of twenty simultaneous sign-ins with the same answer succeeds', async () => {
  const { demo, passkey, challenge } = await buildClinic('ec', { LOCKOUT_ATTEMPTS: '100' })
  const proof = { passkey: passkey.sign(await challenge()) }
  const answers = await Promise.all(Array.from({ length: 20 }, () => signIn(demo, proof)))
  expect(answers.map(({ status }) => status).toSorted()).toEqual([200, ...Array(19).fill(401)])
})

test('refuses an answer of another passkey, for another host or to another challenge', async () => {
  const { demo, passkey, challenge } = await buildClinic('ec', { LOCKOUT_ATTEMPTS: '100' })
  const { privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' })
  const lies = {
    ...foreignOrigins,
    'another key': { key: privateKey },
    'another host': { host: 'evil.example' },
    'the answer to a registration': { type: 'webauthn.create' },
    'no user presence': { flags: 0x04 },
    'no user verification': { flags: 0x01 },
  }
  for (const [name, lie] of Object.entries(lies))
    expect([name, (await signIn(demo, { passkey: passkey.sign(await challenge(), lie) })).status]).toEqual([name, 401])
  const made = passkey.sign(Buffer.alloc(32).toString('base64url'))
  expect((await signIn(demo, { passkey: made })).status).toBe(401)
  const good = passkey.sign(await challenge())
  const altered = { ...good, authenticator_data: passkey.sign('x', { count: 7 }).authenticator_data }
  expect((await signIn(demo, { passkey: altered })).status).toBe(401)
  const [first] = [await challenge()]
  demo.clock.advance(301)
  expect((await signIn(demo, { passkey: passkey.sign(first) })).status).toBe(401)
  for (const malformed of [{}, { ...good, signature: '' }, { ...good, extra: 'x' }, 'x'])
    expect((await signIn(demo, { passkey: malformed })).status).toBe(400)
  expect((await signIn(demo, { passkey: passkey.sign(await challenge()) })).status).toBe(200)
})

test('refuses another user’s passkey and another user’s challenge', async () => {
  const { demo, passkey, challenge } = await buildClinic()
  const colleague = 'colleague@demo.example'
  const headers = await demo.signIn(colleague)
  const own = createPasskey()
  expect((await keep(demo, headers, await registrationOf(demo, headers, own))).status).toBe(201)
  expect((await signIn(demo, { passkey: passkey.sign(await challenge(colleague)) }, colleague)).status).toBe(401)
  expect((await signIn(demo, { passkey: own.sign(await challenge()) }, colleague)).status).toBe(401)
  expect((await signIn(demo, { passkey: own.sign(await challenge(colleague)) }, colleague)).status).toBe(200)
  const { id } = (await ask(demo, '/user/mfa/', { headers })).answer.passkeys[0]
  const mine = { authorization: (await signIn(demo, { passkey: passkey.sign(await challenge()) })).answer.access }
  expect(await forget(demo, { authorization: `Bearer ${mine.authorization}` }, id)).toEqual({
    status: 404,
    answer: { code: 'not_found' },
  })
})

test('exactly one of twenty simultaneous sign-ins with the same count and different challenges succeeds', async () => {
  const { demo, passkey, challenge } = await buildClinic('ec', { LOCKOUT_ATTEMPTS: '100' })
  const proofs = []
  for (let i = 0; i < 20; i++) proofs.push({ passkey: passkey.sign(await challenge(), { count: 1 }) })
  const answers = await Promise.all(proofs.map((proof) => signIn(demo, proof)))
  expect(answers.map(({ status }) => status).toSorted()).toEqual([200, ...Array(19).fill(401)])
})

test('refuses a registration challenge at a sign-in, and the reverse', async () => {
  const { demo, headers, passkey, challenge } = await buildClinic()
  const begun = await ask(demo, '/user/mfa/passkeys/begin/', { method: 'POST', headers, payload: { password } })
  expect((await signIn(demo, { passkey: passkey.sign(begun.answer.challenge) })).status).toBe(401)
  expect((await keep(demo, headers, createPasskey().register(await challenge()))).status).toBe(400)
  expect((await signIn(demo, { passkey: passkey.sign(await challenge()) })).status).toBe(200)
})

test.each(['rsa 1024', 'ec P-384'] as const)('refuses to store a weak or unsupported key (%s)', async (kind) => {
  const { demo, headers } = await buildClinic()
  const refusedKey = await keep(demo, headers, await registrationOf(demo, headers, createPasskey(undefined, kind)))
  expect(refusedKey).toEqual({ status: 400, answer: { client_data: ['invalid'] } })
})

test('only the key in the authenticator’s answer can sign in', async () => {
  const { demo, headers } = await buildClinic()
  const [passkey, other] = [createPasskey(), createPasskey()]
  const { challenge } = (
    await ask(demo, '/user/mfa/passkeys/begin/', { method: 'POST', headers, payload: { password } })
  ).answer
  expect((await keep(demo, headers, passkey.register(challenge, { key: other.publicKey }))).status).toBe(201)
  expect((await signIn(demo, { passkey: passkey.sign((await signIn(demo)).answer.challenge) })).status).toBe(401)
})

test('without PUBLIC_URL a passkey is valid for the requested address, as reported by a known proxy', async () => {
  const headersOf = (host: string, more = {}) => ({ host, 'x-forwarded-proto': 'https', ...more })
  const demo = await buildTestApp({ TRUST_PROXY: '127.0.0.1' })
  const authorized = { ...headersOf('clinic.example'), ...(await demo.signIn(email)) }
  const passkey = createPasskey()
  expect((await keep(demo, authorized, await registrationOf(demo, authorized, passkey))).status).toBe(201)
  const signInAt = (headers: Record<string, string>, proof = {}) =>
    ask(demo, '/user/api/token/', { method: 'POST', headers, payload: { email, password, ...proof } })
  const asked = await signInAt(headersOf('clinic.example:443'))
  expect(asked.answer.passkeys).toEqual([{ credential_id: passkey.credential_id, host: 'clinic.example' }])
  const elsewhere = await signInAt(headersOf('other.example'))
  expect([elsewhere.answer.methods, elsewhere.answer.passkeys]).toEqual([['recovery_code'], undefined])
  const proofs = async () => ({ passkey: passkey.sign((await signInAt(headersOf('clinic.example'))).answer.challenge) })
  for (const host of ['other.example', 'clinic.example:8443', 'no host at all'])
    expect([host, (await signInAt(headersOf(host), await proofs())).status]).toEqual([host, 401])
  const plain = { 'x-forwarded-proto': 'http' }
  expect((await signInAt(headersOf('clinic.example', plain), await proofs())).status).toBe(401)
  expect((await signInAt(headersOf('clinic.example'), await proofs())).status).toBe(200)
})

test.each(['ec', 'ed25519', 'rsa', 'rsa 3072'] as const)(
  'a passkey (%s) stored by an earlier version signs in',
  async (kind) => {
    const { demo, passkey, challenge } = await buildClinic(kind)
    const before = passkey.publicKey.export({ format: 'der', type: 'spki' })
    const folder = path.join(import.meta.dirname, '../platform/database/migrations')
    const migration = await readFile(path.join(folder, '0184-passkeys-as-cose.sql'), 'utf8')
    await withClient(demo.url, async (client) => {
      await client.query('update passkeys set public_key = $1', [before])
      // The second run has nothing left to convert.
      for (const sql of [migration, migration]) await client.query(sql)
    })
    expect((await signIn(demo, { passkey: passkey.sign(await challenge()) })).status).toBe(200)
  },
)

test('detects a copy of a counting passkey by its count', async () => {
  const { demo, passkey, challenge } = await buildClinic()
  const statuses: number[] = []
  for (const count of [3, 4, 4, 2, 0, 5])
    statuses.push((await signIn(demo, { passkey: passkey.sign(await challenge(), { count }) })).status)
  expect(statuses).toEqual([200, 200, 401, 401, 401, 200])
})

test('a registration must answer its challenge for the requesting host, and is stored once', async () => {
  const { demo, headers, passkey } = await buildClinic()
  const begin = async () =>
    (await ask(demo, '/user/mfa/passkeys/begin/', { method: 'POST', headers, payload: { password } })).answer
  expect(await begin()).toEqual({
    challenge: expect.any(String),
    host: 'clinic.example',
    user: { id: expect.any(String), email },
    known: [passkey.credential_id],
  })
  const other = createPasskey()
  const attempt = async (lie: object, more: object = {}) =>
    (await keep(demo, headers, { ...other.register((await begin()).challenge, lie), ...more })).status
  expect(await attempt({ type: 'webauthn.get' })).toBe(400)
  expect(await attempt({ host: 'evil.example' })).toBe(400)
  expect(await attempt({ flags: 0x44 })).toBe(400)
  for (const [name, lie] of Object.entries(foreignOrigins)) expect([name, await attempt(lie)]).toEqual([name, 400])
  // Without user verification.
  expect(await attempt({ flags: 0x41 })).toBe(400)
  expect(await attempt({}, { credential_id: 'AAAA' })).toBe(400)
  expect(await attempt({}, { attestation_object: 'AAAA' })).toBe(400)
  // The key comes from the authenticator's answer; the call accepts no other.
  expect(await attempt({}, { public_key: 'AAAA' })).toBe(400)
  expect((await keep(demo, headers, other.register('A'.repeat(43)))).status).toBe(400)
  const answered = other.register((await begin()).challenge)
  expect(await keep(demo, headers, answered)).toEqual({ status: 201, answer: { recovery_codes: [] } })
  expect((await keep(demo, headers, answered)).status).toBe(400)
  expect((await keep(demo, headers, other.register((await begin()).challenge))).answer).toEqual({
    credential_id: ['already_exists'],
  })
  const wrong = await ask(demo, '/user/mfa/passkeys/begin/', { method: 'POST', headers, payload: { password: 'x' } })
  expect(wrong).toEqual({ status: 400, answer: { password: ['invalid'] } })
})

test('an app and a passkey can coexist, and removing the last one turns the factor off', async () => {
  const { demo, headers, passkey, recoveryCodes, challenge } = await buildClinic()
  const { secret, recoveryCodes: none } = await turnOn(demo, headers)
  expect(none).toEqual([])
  demo.clock.advance(30)
  expect((await signIn(demo)).answer.methods).toEqual(['totp', 'passkey', 'recovery_code'])
  expect((await signIn(demo, { code: codeNow(demo, secret) })).status).toBe(200)
  expect((await signIn(demo, { passkey: passkey.sign(await challenge()) })).status).toBe(200)

  await ask(demo, '/user/mfa/totp/', { method: 'DELETE', headers, payload: { password } })
  demo.clock.advance(30)
  expect((await signIn(demo, { code: codeNow(demo, secret) })).status).toBe(401)
  expect((await signIn(demo, { code: recoveryCodes[0] })).status).toBe(200)
  const { passkeys } = (await ask(demo, '/user/mfa/', { headers })).answer
  expect((await forget(demo, headers, passkeys[0].id)).status).toBe(204)
  expect((await forget(demo, headers, passkeys[0].id)).status).toBe(404)
  expect((await ask(demo, '/user/mfa/', { headers })).answer).toEqual({
    turned_on_at: null,
    recovery_codes_left: 0,
    has_app: false,
    passkeys: [],
  })
  expect((await signIn(demo)).status).toBe(200)
})

test('wrong answers lock the account like wrong codes, and the owner’s reset removes passkeys too', async () => {
  const { demo, passkey, challenge } = await buildClinic()
  const { privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' })
  for (const remaining of [4, 3, 2, 1, 0])
    expect((await signIn(demo, { passkey: passkey.sign(await challenge(), { key: privateKey }) })).answer).toEqual(
      refused(remaining),
    )
  expect((await signIn(demo)).status).toBe(429)
  demo.clock.advance(901)
  const owner = await demo.signIn('owner@demo.example')
  const users = (await ask(demo, '/organizations/user/', { headers: owner })).answer
  const { id } = users.find((user: { email: string }) => user.email === email)
  expect((await ask(demo, `/organizations/user/${id}/mfa/`, { method: 'DELETE', headers: owner })).status).toBe(204)
  expect((await signIn(demo)).status).toBe(200)
})
