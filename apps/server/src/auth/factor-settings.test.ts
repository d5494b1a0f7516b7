// @module-tag long
import { spawn } from 'node:child_process'
import path from 'node:path'
import { contract } from '@fonema/contract'
import { expect, test } from 'vitest'
import { secretOf } from '../../testing/authenticator.ts'
import { withClient } from '../../testing/database-setup.ts'
import {
  ask,
  begin,
  buildClinicWithApp,
  codeNow,
  email,
  refused,
  required,
  signIn,
  turnOn,
  userIdOf,
} from '../../testing/second-factor.ts'
import { buildTestApp, password } from '../../testing/test-app.ts'

const owner = 'owner@demo.example'
const script = path.resolve(import.meta.dirname, '../../../../scripts/second-factor.ts')

test('the factor is on only after a code confirms it, and then earlier sessions end', async () => {
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
  // Starting again gives another secret and invalidates the previous one.
  const { secret: second } = await begin(demo, headers)
  expect((await confirm(codeNow(demo, secret))).status).toBe(400)
  expect((await ask(demo, '/user/user_info/', { headers: other })).status).toBe(200)

  const spaced = codeNow(demo, second).replace(/^.../, '$& ')
  const { status, answer } = await confirm(spaced)
  expect([status, answer.recovery_codes.length, new Set(answer.recovery_codes).size]).toEqual([200, 10, 10])
  for (const code of answer.recovery_codes) expect(code).toMatch(/^([A-Z2-7]{4}-){5}[A-Z2-7]{4}$/)
  const sessions = await Promise.all([other, headers].map((each) => ask(demo, '/user/user_info/', { headers: each })))
  expect(sessions.map((session) => session.status)).toEqual([401, 200])
  // The code that confirmed the app cannot be used again, and an app that is confirmed cannot be started again.
  expect(await signIn(demo, codeNow(demo, second))).toEqual({ status: 401, answer: refused(4) })
  expect(await confirm(codeNow(demo, second, 1))).toEqual({ status: 409, answer: { code: 'conflict' } })
  const again = await ask(demo, '/user/mfa/totp/', { method: 'POST', headers, payload: { password } })
  expect(again).toEqual({ status: 409, answer: { code: 'conflict' } })
})

test('turning the factor off requires the password, and afterwards the password is enough', async () => {
  const { demo, headers, recoveryCodes } = await buildClinicWithApp()
  const turnOff = (word: string) =>
    ask(demo, '/user/mfa/totp/', { method: 'DELETE', headers, payload: { password: word } })
  expect(await turnOff('wrong')).toEqual({ status: 400, answer: { password: ['invalid'] } })
  expect((await signIn(demo)).status).toBe(401)
  expect((await turnOff(password)).status).toBe(204)
  expect((await turnOff(password)).status).toBe(204)
  expect((await signIn(demo)).status).toBe(200)
  // Turned on again it has another secret, and the first recovery codes are invalid.
  await turnOn(demo, headers)
  expect((await signIn(demo, recoveryCodes[0])).status).toBe(401)
})

test('limits guesses of the password within a session', async () => {
  const { demo, headers, code } = await buildClinicWithApp()
  const wants = ['POST /user/mfa/totp/', 'DELETE /user/mfa/totp/', 'POST /user/mfa/recovery_codes/'] as const
  for (let i = 0; i < 5; i++) {
    const [method, path] = wants[i % 3]!.split(' ') as ['POST', string]
    expect((await ask(demo, path, { method, headers, payload: { password: `guess ${i}` } })).status).toBe(400)
  }
  const locked = await ask(demo, '/user/mfa/totp/', { method: 'DELETE', headers, payload: { password } })
  expect([locked.status, locked.answer.code]).toEqual([429, 'account_locked'])
  // The count belongs to the session: it does not lock the account.
  expect((await signIn(demo, code())).status).toBe(200)
  // All calls that change one's own factor require the password, except the two that complete a change started with
  // it, and the challenge for signing a report.
  const own = Object.keys(contract).filter((key) => key.includes(' /user/mfa/') && !key.startsWith('GET '))
  const passkeys = ['POST /user/mfa/passkeys/begin/', 'DELETE /user/mfa/passkeys/{passkey_id}/']
  const ends = ['POST /user/mfa/totp/confirm/', 'POST /user/mfa/passkeys/']
  const asks = ['POST /user/mfa/passkeys/challenge/']
  expect(own.sort()).toEqual([...wants, ...passkeys, ...ends, ...asks].sort())
})

test('during an impersonation the user keeps their own factor', async () => {
  const { demo, code } = await buildClinicWithApp()
  const userId = await userIdOf(demo, owner)
  const examiner_id = await withClient(demo.url, async (client) => {
    const { rows } = await client.query('select id from examiners where user_id = $1', [await userIdOf(demo)])
    const grant = [demo.organizationId, userId, rows[0].id]
    await client.query("insert into impersonation_grants values ($1, $2, $3, 'full')", grant)
    return rows[0].id
  })
  const url = `/api/user/impersonification/${examiner_id}/full/`
  const acting = await demo.app.inject({ method: 'POST', url, headers: await demo.signIn(owner) })
  const headers = { authorization: `Bearer ${acting.json().access}` }
  expect((await ask(demo, '/user/mfa/', { headers })).answer.turned_on_at).toBeNull()
  expect((await ask(demo, '/user/mfa/totp/', { method: 'DELETE', headers, payload: { password } })).status).toBe(204)
  expect((await signIn(demo)).answer).toEqual(required)
  expect((await signIn(demo, code())).status).toBe(200)
})

test('the owner sees and turns off factors of users of the same organisation, but not their own', async () => {
  const { demo } = await buildClinicWithApp()
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

test('the database reveals neither secret nor recovery codes, and the audit log only that they exist', async () => {
  const { demo, headers, secret, recoveryCodes } = await buildClinicWithApp()
  await signIn(demo, recoveryCodes[0])
  await ask(demo, '/user/mfa/totp/', { method: 'DELETE', headers, payload: { password } })
  const { secret: pending } = await begin(demo, headers)
  const userId = await userIdOf(demo)
  const words = [secret, pending, ...recoveryCodes.flatMap((code) => [code, code.replaceAll('-', '')])]
  // As text, and in hexadecimal, as the database shows bytes.
  const bytes = [...words.map((word) => Buffer.from(word)), ...[secret, pending].map(secretOf)]
  const secrets = [...words, ...bytes.map((each) => each.toString('hex'))]
  await withClient(demo.url, async (client) => {
    const { rows: tables } = await client.query<{ name: string }>(
      "select oid::regclass::text as name from pg_class where relkind = 'r' and relnamespace = 'public'::regnamespace",
    )
    expect(tables.map(({ name }) => name)).toEqual(expect.arrayContaining(['totp_secrets', 'recovery_codes']))
    for (const { name } of tables) {
      const { rows } = await client.query<{ row: string }>(`select t::text as row from ${name} t`)
      const text = rows.map(({ row }) => row).join('\n')
      expect([name, secrets.filter((each) => text.includes(each))]).toEqual([name, []])
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

test('an administrator turns off the lost factor of an owner', { timeout: 120_000 }, async () => {
  const { demo } = await buildClinicWithApp()
  const headers = await demo.signIn(owner)
  await turnOn(demo, headers)
  const run = (...words: string[]) => {
    const env = { PATH: process.env.PATH, DATABASE_URL: demo.url, SECRET_KEY: 'k'.repeat(32), DATA_DIR: demo.dataDir }
    const child = spawn(process.execPath, [script, ...words], { env, stdio: ['ignore', 'pipe', 'pipe'] })
    let output = ''
    for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk) => (output += chunk))
    return new Promise<[number | null, string]>((resolve) => child.once('close', (code) => resolve([code, output])))
  }
  expect(await run()).toEqual([1, 'Usage: npm run -s tool -- second-factor --off EMAIL\n'])
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
