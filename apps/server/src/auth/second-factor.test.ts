import { spawn } from 'node:child_process'
import path from 'node:path'
import { contract } from '@fonema/contract'
import { expect, test } from 'vitest'
import { secretOf } from '../testing/authenticator.ts'
import { withClient } from '../testing/database-setup.ts'
import { begin, codeNow, turnOn } from '../testing/second-factor.ts'
import { buildBeside, buildTestApp, password, type TestApp } from '../testing/test-app.ts'
import { issueToken } from './password-tokens.ts'
import { createSecondFactor } from './second-factor.ts'
import './tables.ts'

const email = 'examiner@demo.example'
const owner = 'owner@demo.example'
const required = { code: 'second_factor_required', methods: ['totp', 'recovery_code'] }
const refused = (remaining_attempts: number) => ({ code: 'invalid_second_factor', remaining_attempts })
const wrongPassword = (remaining_attempts: number) => ({
  ...{ code: 'invalid_credentials_remaining_attempts', remaining_attempts },
})

type Call = { method?: 'GET' | 'POST' | 'DELETE' | 'PATCH'; headers?: Record<string, string>; payload?: object }
const ask = async ({ app }: Pick<TestApp, 'app'>, path: string, call: Call = {}) => {
  const { statusCode, body } = await app.inject({ url: `/api${path}`, ...call })
  return { status: statusCode, answer: body === '' ? undefined : JSON.parse(body) }
}
const signIn = (demo: Pick<TestApp, 'app'>, code?: string, more: object = {}) =>
  ask(demo, '/user/api/token/', { method: 'POST', payload: { email, password, ...(code && { code }), ...more } })
const bearer = ({ access }: { access: string }) => ({ authorization: `Bearer ${access}` })

/** The clinic with an examiner who has an app, half a minute after it was confirmed. */
async function buildClinic(environment: Record<string, string> = {}) {
  const demo = await buildTestApp(environment)
  const headers = await demo.signIn(email)
  const { secret, recoveryCodes } = await turnOn(demo, headers)
  demo.clock.advance(30)
  const code = (steps?: number) => codeNow(demo, secret, steps)
  return { demo, headers, secret, recoveryCodes, code }
}

const userIdOf = async ({ database }: TestApp, email_key = email) => {
  const account = database.shared.selectFrom('credentials').select('user_id').where('email_key', '=', email_key)
  return (await account.executeTakeFirstOrThrow()).user_id
}

test('with the factor on, the password alone is asked for a code, and opens nothing', async () => {
  const { demo, headers, code } = await buildClinic()
  const state = { turned_on_at: expect.any(String), recovery_codes_left: 10, has_app: true, passkeys: [] }
  expect(await ask(demo, '/user/mfa/', { headers })).toEqual({ status: 200, answer: state })
  expect(await signIn(demo)).toEqual({ status: 401, answer: required })
  const { status, answer } = await signIn(demo, code())
  expect(status).toBe(200)
  expect((await ask(demo, '/user/user_info/', { headers: bearer(answer) })).status).toBe(200)
  // Nobody else is asked, and a code is no hindrance to those who need none.
  expect((await signIn(demo, undefined, { email: owner })).status).toBe(200)
  expect((await signIn(demo, '123456', { email: owner })).status).toBe(200)
})

test('nothing is on before a code of the app has confirmed it, and then sessions of before end', async () => {
  const demo = await buildTestApp()
  const [other, headers] = [await demo.signIn(email), await demo.signIn(email)]
  const { secret, uri } = await begin(demo, headers)
  expect([secret, uri]).toEqual([
    expect.stringMatching(/^[A-Z2-7]{32}$/),
    `otpauth://totp/Fonema:examiner%40demo.example?secret=${secret}&issuer=Fonema&algorithm=SHA1&digits=6&period=30`,
  ])
  const confirm = (code: string) => ask(demo, '/user/mfa/totp/confirm/', { method: 'POST', headers, payload: { code } })
  expect(await confirm(codeNow(demo, secret, 3))).toEqual({ status: 400, answer: { code: ['invalid'] } })
  expect((await signIn(demo)).status).toBe(200)
  // Whoever begins anew has another secret, and the one before is no longer good.
  const { secret: second } = await begin(demo, headers)
  expect((await confirm(codeNow(demo, secret))).status).toBe(400)
  expect((await ask(demo, '/user/user_info/', { headers: other })).status).toBe(200)

  const spaced = codeNow(demo, second).replace(/^.../, '$& ')
  const { status, answer } = await confirm(spaced)
  expect([status, answer.recovery_codes.length, new Set(answer.recovery_codes).size]).toEqual([200, 10, 10])
  for (const code of answer.recovery_codes) expect(code).toMatch(/^([A-Z2-7]{4}-){5}[A-Z2-7]{4}$/)
  const sessions = await Promise.all([other, headers].map((each) => ask(demo, '/user/user_info/', { headers: each })))
  expect(sessions.map((session) => session.status)).toEqual([401, 200])
  // The code that confirmed it opens nothing more; a factor that is on is not begun again.
  expect(await signIn(demo, codeNow(demo, second))).toEqual({ status: 401, answer: refused(4) })
  expect(await confirm(codeNow(demo, second, 1))).toEqual({ status: 409, answer: { code: 'conflict' } })
  const again = await ask(demo, '/user/mfa/totp/', { method: 'POST', headers, payload: { password } })
  expect(again).toEqual({ status: 409, answer: { code: 'conflict' } })
})

test('a code is good once', async () => {
  const { demo, code } = await buildClinic()
  expect((await signIn(demo, code())).status).toBe(200)
  expect(await signIn(demo, code())).toEqual({ status: 401, answer: refused(4) })
  // Nor is one of before it, which nobody has used.
  expect((await signIn(demo, code(-1))).status).toBe(401)
  expect((await signIn(demo, code(1))).status).toBe(200)
})

test('of twenty who use one code at once, one signs in', async () => {
  const { demo, code, recoveryCodes } = await buildClinic({ LOCKOUT_ATTEMPTS: '100' })
  for (const shared of [code(), recoveryCodes[0]]) {
    const answers = await Promise.all(Array.from({ length: 20 }, () => signIn(demo, shared)))
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1)
    expect(answers.filter(({ answer }) => answer.code === 'invalid_second_factor')).toHaveLength(19)
  }
})

test('of twenty transactions that hold one code at the same moment, one uses it up', async () => {
  const { demo, code, recoveryCodes } = await buildClinic()
  const { database, organizationId, config, clock } = demo
  const factor = createSecondFactor(config, clock)
  const userId = await userIdOf(demo)
  for (const shared of [code(), recoveryCodes[0]!]) {
    let waiting = 20
    let begin: (value?: unknown) => void
    const all = new Promise((resolve) => (begin = resolve))
    const redeem = () =>
      database.tenant(organizationId, async (tx) => {
        // Each has its transaction before any of them goes on.
        if (--waiting === 0) begin()
        await all
        return factor.redeem(tx, { userId }, { code: shared })
      })
    const outcomes = await Promise.all(Array.from({ length: 20 }, redeem))
    expect(outcomes.toSorted()).toEqual(['passed', ...Array(19).fill('refused')])
  }
})

test('a clock that is half a minute off is no hindrance, one that is a minute off is', async () => {
  const { demo, code } = await buildClinic()
  for (const [steps, status] of [...[[-2, 401] as const, [-1, 200] as const, [2, 401] as const, [1, 200] as const]]) {
    // Far from the last code that was taken.
    demo.clock.advance(120)
    expect([steps, (await signIn(demo, code(steps))).status]).toEqual([steps, status])
  }
})

test('a recovery code is good once, however it is typed; new ones replace those of before', async () => {
  const { demo, headers, recoveryCodes } = await buildClinic()
  const [first, second, third] = recoveryCodes as [string, string, string]
  expect((await signIn(demo, first)).status).toBe(200)
  expect(await signIn(demo, first)).toEqual({ status: 401, answer: refused(4) })
  expect((await signIn(demo, ` ${second.toLowerCase().replaceAll('-', ' ')}`)).status).toBe(200)
  expect((await ask(demo, '/user/mfa/', { headers })).answer.recovery_codes_left).toBe(8)

  const renew = (word: string) =>
    ask(demo, '/user/mfa/recovery_codes/', { method: 'POST', headers, payload: { password: word } })
  expect(await renew('wrong')).toEqual({ status: 400, answer: { password: ['invalid'] } })
  const { status, answer } = await renew(password)
  expect([status, answer.recovery_codes.length]).toEqual([201, 10])
  expect((await ask(demo, '/user/mfa/', { headers })).answer.recovery_codes_left).toBe(10)
  expect((await signIn(demo, third)).status).toBe(401)
  expect((await signIn(demo, answer.recovery_codes[9])).status).toBe(200)
  // Somebody else's is nobody's.
  expect((await turnOn(demo, await demo.signIn(owner))).recoveryCodes).toHaveLength(10)
  expect((await signIn(demo, answer.recovery_codes[8], { email: owner })).status).toBe(401)
})

test('five wrong codes lock the account, and the password alone in between forgets none of them', async () => {
  const { demo, code } = await buildClinic()
  for (const remaining of [4, 3, 2, 1, 0]) {
    expect(await signIn(demo, '000000')).toEqual({ status: 401, answer: refused(remaining) })
    if (remaining > 0) expect(await signIn(demo)).toEqual({ status: 401, answer: required })
  }
  for (const attempt of [code(), undefined]) {
    const locked = { code: 'account_locked', minutes_remaining: 15, seconds_remaining: 0 }
    expect(await signIn(demo, attempt)).toEqual({ status: 429, answer: locked })
  }
  demo.clock.advance(901)
  expect((await signIn(demo, code())).status).toBe(200)
  // A whole sign-in forgets them.
  expect((await signIn(demo, '000000')).answer).toEqual(refused(4))
})

test('asking for the code again and again is no failure, neither of the account nor of the address', async () => {
  const { demo, code } = await buildClinic({ LOCKOUT_ATTEMPTS: '3' })
  for (let i = 0; i < 8; i++) expect((await signIn(demo)).answer).toEqual(required)
  const counts = await demo.database.shared.selectFrom('login_attempts').select('failures').execute()
  expect(counts).toEqual([{ failures: 0 }, { failures: 0 }])
  expect((await signIn(demo, code())).status).toBe(200)
})

test('codes and passwords are counted together, and nothing tells who has a factor before the password is right', async () => {
  const { demo, code } = await buildClinic()
  for (const [account, given] of [
    ...[[email, code()] as const, ['colleague@demo.example', '123456'] as const],
    ['nobody@demo.example', '123456'] as const,
  ]) {
    const wrong = { email: account, password: 'wrong' }
    expect(await signIn(demo, undefined, wrong)).toEqual({ status: 401, answer: wrongPassword(4) })
    expect(await signIn(demo, given, wrong)).toEqual({ status: 401, answer: wrongPassword(3) })
  }
  expect((await signIn(demo, '000000')).answer).toEqual(refused(2))
  // A good code with a wrong password was not used up.
  expect((await signIn(demo, code())).status).toBe(200)
})

test('a malformed code is refused as such', async () => {
  const { demo } = await buildClinic()
  for (const code of ['', 7, ['000000'], 'x'.repeat(65), null])
    expect([code, await signIn(demo, undefined, { code })]).toEqual([
      ...[code, { status: 400, answer: { code: 'invalid_inputs' } }],
    ])
})

test('a new password does not get past the factor, nor does it forget wrong codes', async () => {
  const { demo, code } = await buildClinic()
  for (let i = 0; i < 4; i++) await signIn(demo, '000000')
  const token = await issueToken(demo.database, await userIdOf(demo), 'reset', demo.clock.now())
  const renewed = { password: 'Molino-verde-82!' }
  const reset = await ask(demo, '/user/password_reset/confirm/', { method: 'POST', payload: { token, ...renewed } })
  expect(reset).toEqual({ status: 200, answer: {} })
  expect((await signIn(demo, undefined, renewed)).answer).toEqual(required)
  expect((await signIn(demo, '000000', renewed)).answer).toEqual(refused(0))
  expect((await signIn(demo, code(), renewed)).status).toBe(429)
  demo.clock.advance(901)
  expect((await signIn(demo, code(), renewed)).status).toBe(200)
})

test('turning off wants the password, and then the password is enough', async () => {
  const { demo, headers, recoveryCodes } = await buildClinic()
  const turnOff = (word: string) =>
    ask(demo, '/user/mfa/totp/', { method: 'DELETE', headers, payload: { password: word } })
  expect(await turnOff('wrong')).toEqual({ status: 400, answer: { password: ['invalid'] } })
  expect((await signIn(demo)).status).toBe(401)
  expect((await turnOff(password)).status).toBe(204)
  expect((await turnOff(password)).status).toBe(204)
  expect((await signIn(demo)).status).toBe(200)
  // On again with another secret, and nothing of the first one is left.
  await turnOn(demo, headers)
  expect((await signIn(demo, recoveryCodes[0])).status).toBe(401)
})

test('a session does not help to guess the password', async () => {
  const { demo, headers, code } = await buildClinic()
  const wants = ['POST /user/mfa/totp/', 'DELETE /user/mfa/totp/', 'POST /user/mfa/recovery_codes/'] as const
  for (let i = 0; i < 5; i++) {
    const [method, path] = wants[i % 3]!.split(' ') as ['POST', string]
    expect((await ask(demo, path, { method, headers, payload: { password: `guess ${i}` } })).status).toBe(400)
  }
  const locked = await ask(demo, '/user/mfa/totp/', { method: 'DELETE', headers, payload: { password } })
  expect([locked.status, locked.answer.code]).toEqual([429, 'account_locked'])
  expect((await signIn(demo, code())).status).toBe(429)
  // All that changes a factor of one's own wants the password, but for the two that end what was begun with it.
  const own = Object.keys(contract).filter((key) => key.includes(' /user/mfa/') && !key.startsWith('GET '))
  const passkeys = ['POST /user/mfa/passkeys/begin/', 'DELETE /user/mfa/passkeys/{passkey_id}/']
  const ends = ['POST /user/mfa/totp/confirm/', 'POST /user/mfa/passkeys/']
  expect(own.sort()).toEqual([...wants, ...passkeys, ...ends].sort())
})

test('while acting for somebody else one has one’s own factor', async () => {
  const { demo, code } = await buildClinic()
  const userId = await userIdOf(demo, owner)
  const examiner_id = await withClient(demo.url, async (client) => {
    const { rows } = await client.query('select id from examiners where user_id = $1', [await userIdOf(demo)])
    const grant = [demo.organizationId, userId, rows[0].id]
    await client.query("insert into impersonation_grants values ($1, $2, $3, 'full')", grant)
    return rows[0].id
  })
  const url = `/api/user/impersonification/${examiner_id}/full/`
  const headers = bearer((await demo.app.inject({ method: 'POST', url, headers: await demo.signIn(owner) })).json())
  expect((await ask(demo, '/user/mfa/', { headers })).answer.turned_on_at).toBeNull()
  expect((await ask(demo, '/user/mfa/totp/', { method: 'DELETE', headers, payload: { password } })).status).toBe(204)
  expect((await signIn(demo)).answer).toEqual(required)
  expect((await signIn(demo, code())).status).toBe(200)
})

test('who is deactivated is not asked for a code, and has the factor still when active again', async () => {
  const { demo, code } = await buildClinic()
  const headers = await demo.signIn(owner)
  const setActive = async (is_active: boolean) =>
    ask(demo, `/organizations/user/${await userIdOf(demo)}/`, { method: 'PATCH', headers, payload: { is_active } })
  await setActive(false)
  expect((await signIn(demo)).answer).toEqual(wrongPassword(4))
  expect((await signIn(demo, code())).answer).toEqual(wrongPassword(3))
  await setActive(true)
  expect((await signIn(demo)).answer).toEqual(required)
  expect((await signIn(demo, code())).status).toBe(200)
})

test('the owner sees who has a factor and turns it off, of nobody else’s people and not their own', async () => {
  const { demo } = await buildClinic()
  const headers = await demo.signIn(owner)
  await turnOn(demo, headers)
  const withFactor = async () => {
    const { answer } = await ask(demo, '/organizations/user/', { headers })
    return (answer as { email: string; has_second_factor: boolean }[])
      .filter(({ has_second_factor }) => has_second_factor)
      .map((user) => user.email)
      .sort()
  }
  const turnOff = async (userId: string, by: Record<string, string> = headers) =>
    ask(demo, `/organizations/user/${userId}/mfa/`, { method: 'DELETE', headers: by })
  const userId = await userIdOf(demo)
  expect(await withFactor()).toEqual([email, owner])
  expect((await turnOff(userId, await demo.signIn('manager@demo.example'))).status).toBe(403)
  const stranger = await demo.signIn('examiner@other.example')
  expect(await turnOff(userId, stranger)).toEqual({ status: 404, answer: { code: 'not_found' } })
  expect(await turnOff(await userIdOf(demo, owner))).toEqual({ status: 403, answer: { code: 'permission_denied' } })
  expect(await withFactor()).toEqual([email, owner])
  expect((await turnOff(userId)).status).toBe(204)
  expect(await withFactor()).toEqual([owner])
  expect((await signIn(demo)).status).toBe(200)
})

test('a replaced secret of the clinic opens the app’s, as long as the former one is known; recovery codes need neither', async () => {
  const { demo, code, recoveryCodes } = await buildClinic()
  const { secretKey } = demo.config
  const renewed = await buildBeside(demo, { secretKey: 'the next secret', earlierSecretKeys: [secretKey] })
  const forgetful = await buildBeside(demo, { secretKey: 'the next secret', earlierSecretKeys: [] })
  expect((await signIn({ app: forgetful }, code())).answer.code).toBe('invalid_second_factor')
  expect((await signIn({ app: forgetful }, recoveryCodes[0])).status).toBe(200)
  expect((await signIn({ app: renewed }, code())).status).toBe(200)
  // From then on it is sealed with the new one.
  demo.clock.advance(30)
  expect((await signIn({ app: forgetful }, code())).status).toBe(200)
})

test('the database tells neither the secret nor a recovery code, and the trail only that there are any', async () => {
  const { demo, headers, secret, recoveryCodes } = await buildClinic()
  await signIn(demo, recoveryCodes[0])
  await ask(demo, '/user/mfa/totp/', { method: 'DELETE', headers, payload: { password } })
  const { secret: pending } = await begin(demo, headers)
  const userId = await userIdOf(demo)
  const words = [secret, pending, ...recoveryCodes.flatMap((code) => [code, code.replaceAll('-', '')])]
  // As they are, and as the database shows bytes.
  const bytes = [...words.map((word) => Buffer.from(word)), ...[secret, pending].map(secretOf)]
  const told = [...words, ...bytes.map((each) => each.toString('hex'))]
  await withClient(demo.url, async (client) => {
    const { rows: tables } = await client.query<{ name: string }>(
      "select oid::regclass::text as name from pg_class where relkind = 'r' and relnamespace = 'public'::regnamespace",
    )
    expect(tables.map(({ name }) => name)).toEqual(expect.arrayContaining(['totp_secrets', 'recovery_codes']))
    for (const { name } of tables) {
      const { rows } = await client.query<{ row: string }>(`select t::text as row from ${name} t`)
      const text = rows.map(({ row }) => row).join('\n')
      expect([name, told.filter((each) => text.includes(each))]).toEqual([name, []])
    }
    const { rows: entries } = await client.query(
      "select action, user_id, object_id, old, new from audit_entries where subject = 'second_factors' order by id",
    )
    const left = { recovery_codes_left: 10 }
    expect(entries).toMatchObject([
      { action: 'create', user_id: userId, object_id: userId, old: null, new: left },
      { action: 'change', user_id: userId, object_id: userId, old: left, new: { recovery_codes_left: 9 } },
      { action: 'remove', user_id: userId, object_id: userId, old: { recovery_codes_left: 9 }, new: null },
    ])
  })
})

test('a wrong code is in the trail as a failed sign-in', async () => {
  const { demo } = await buildClinic()
  await signIn(demo, '000000')
  const userId = await userIdOf(demo)
  const failures = () =>
    demo.database.tenant(demo.organizationId, (tx) =>
      tx.selectFrom('audit_entries').select('object_id').where('action', '=', 'sign_in_failed').execute(),
    )
  await expect.poll(failures).toEqual([{ object_id: userId }])
})

const script = path.resolve(import.meta.dirname, '../../../../scripts/second-factor.ts')

test('an administrator turns off the factor of an owner who has lost it', { timeout: 120_000 }, async () => {
  const { demo } = await buildClinic()
  const headers = await demo.signIn(owner)
  await turnOn(demo, headers)
  const run = (...words: string[]) => {
    const env = { PATH: process.env.PATH, DATABASE_URL: demo.url, SECRET_KEY: 'k'.repeat(32), DATA_DIR: demo.dataDir }
    const child = spawn(process.execPath, [script, ...words], { env, stdio: ['ignore', 'pipe', 'pipe'] })
    let said = ''
    for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk) => (said += chunk))
    return new Promise<[number | null, string]>((resolve) => child.once('close', (code) => resolve([code, said])))
  }
  expect(await run()).toEqual([1, 'Usage: npm run -s second-factor -- --off EMAIL\n'])
  expect(await run('--off', 'nobody@demo.example')).toEqual([1, 'Nobody signs in with nobody@demo.example.\n'])
  expect((await signIn(demo, undefined, { email: owner })).status).toBe(401)
  expect(await run('--off', 'Owner@demo.example')).toEqual([
    ...[0, 'Owner@demo.example signs in with the password alone now.\n'],
  ])
  expect((await signIn(demo, undefined, { email: owner })).status).toBe(200)
  expect(await run('--off', owner)).toEqual([1, 'owner@demo.example has no second factor.\n'])
  const { rows } = await withClient(demo.url, (client) =>
    client.query("select user_id from audit_entries where subject = 'second_factors' and action = 'remove'"),
  )
  expect(rows).toEqual([{ user_id: null }])
})
