// @module-tag long
import { expect, test } from 'vitest'
import {
  ask,
  buildClinicWithApp,
  email,
  refused,
  required,
  signIn,
  turnOn,
  userIdOf,
} from '../../testing/second-factor.ts'
import { buildBeside, password } from '../../testing/test-app.ts'
import { issueToken } from './password-tokens.ts'
import { createSecondFactor } from './second-factor.ts'

const owner = 'owner@demo.example'
const wrongPassword = (remaining_attempts: number) => ({
  code: 'invalid_credentials_remaining_attempts',
  remaining_attempts,
})
const bearer = ({ access }: { access: string }) => ({ authorization: `Bearer ${access}` })

test('with the factor on, a sign-in with the password alone asks for a code and opens no session', async () => {
  const { demo, headers, code } = await buildClinicWithApp()
  const state = { turned_on_at: expect.any(String), recovery_codes_left: 10, has_app: true, passkeys: [] }
  expect(await ask(demo, '/user/mfa/', { headers })).toEqual({ status: 200, answer: state })
  expect(await signIn(demo)).toEqual({ status: 401, answer: required })
  const { status, answer } = await signIn(demo, code())
  expect(status).toBe(200)
  expect((await ask(demo, '/user/user_info/', { headers: bearer(answer) })).status).toBe(200)
  // Other users are not asked, and an unneeded code is ignored.
  expect((await signIn(demo, undefined, { email: owner })).status).toBe(200)
  expect((await signIn(demo, '123456', { email: owner })).status).toBe(200)
})

test('a code is valid once', async () => {
  const { demo, code } = await buildClinicWithApp()
  expect((await signIn(demo, code())).status).toBe(200)
  expect(await signIn(demo, code())).toEqual({ status: 401, answer: refused(4) })
  // An earlier code is invalid too, although unused.
  expect((await signIn(demo, code(-1))).status).toBe(401)
  expect((await signIn(demo, code(1))).status).toBe(200)
})

test('exactly one of twenty simultaneous sign-ins with the same code succeeds', async () => {
  const { demo, code, recoveryCodes } = await buildClinicWithApp({ LOCKOUT_ATTEMPTS: '100' })
  for (const shared of [code(), recoveryCodes[0]]) {
    const answers = await Promise.all(Array.from({ length: 20 }, () => signIn(demo, shared)))
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1)
    expect(answers.filter(({ answer }) => answer.code === 'invalid_second_factor')).toHaveLength(19)
  }
})

test('exactly one of twenty simultaneous transactions uses up a code', async () => {
  const { demo, code, recoveryCodes } = await buildClinicWithApp()
  const { database, organizationId, config, clock } = demo
  const factor = createSecondFactor(config, clock)
  const userId = await userIdOf(demo)
  for (const shared of [code(), recoveryCodes[0]!]) {
    let waiting = 20
    let begin: (value?: unknown) => void
    const all = new Promise((resolve) => (begin = resolve))
    const redeem = () =>
      database.tenant(organizationId, async (tx) => {
        // All transactions begin before any of them continues.
        if (--waiting === 0) begin()
        await all
        return factor.redeem(tx, { userId }, { code: shared }, new URL('https://clinic.example'))
      })
    const outcomes = await Promise.all(Array.from({ length: 20 }, redeem))
    expect(outcomes.toSorted()).toEqual(['passed', ...Array(19).fill('refused')])
  }
})

test('accepts codes of clocks that are 30 s off, and refuses those a minute off', async () => {
  const { demo, code } = await buildClinicWithApp()
  for (const [steps, status] of [...[[-2, 401] as const, [-1, 200] as const, [2, 401] as const, [1, 200] as const]]) {
    // Well after the last accepted code.
    demo.clock.advance(120)
    expect([steps, (await signIn(demo, code(steps))).status]).toEqual([steps, status])
  }
})

test('a recovery code is valid once, however it is typed; new codes replace the earlier ones', async () => {
  const { demo, headers, recoveryCodes } = await buildClinicWithApp()
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
  // Another user's recovery code is refused.
  expect((await turnOn(demo, await demo.signIn(owner))).recoveryCodes).toHaveLength(10)
  expect((await signIn(demo, answer.recovery_codes[8], { email: owner })).status).toBe(401)
})

test('five wrong codes lock the account, and sign-ins with the password alone do not reset the count', async () => {
  const { demo, code } = await buildClinicWithApp()
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
  // A complete sign-in resets the count.
  expect((await signIn(demo, '000000')).answer).toEqual(refused(4))
})

test('repeated sign-ins without a code do not count as failures of the account or the address', async () => {
  const { demo, code } = await buildClinicWithApp({ LOCKOUT_ATTEMPTS: '3' })
  for (let i = 0; i < 8; i++) expect((await signIn(demo)).answer).toEqual(required)
  const counts = await demo.database.shared.selectFrom('login_attempts').select('failures').execute()
  expect(counts).toEqual([{ failures: 0 }, { failures: 0 }])
  expect((await signIn(demo, code())).status).toBe(200)
})

test('counts codes and passwords together, and reveals a factor only after the right password', async () => {
  const { demo, code } = await buildClinicWithApp()
  for (const [account, given] of [
    ...[[email, code()] as const, ['colleague@demo.example', '123456'] as const],
    ['nobody@demo.example', '123456'] as const,
  ]) {
    const wrong = { email: account, password: 'wrong' }
    expect(await signIn(demo, undefined, wrong)).toEqual({ status: 401, answer: wrongPassword(4) })
    expect(await signIn(demo, given, wrong)).toEqual({ status: 401, answer: wrongPassword(3) })
  }
  expect((await signIn(demo, '000000')).answer).toEqual(refused(2))
  // A valid code with a wrong password was not used up.
  expect((await signIn(demo, code())).status).toBe(200)
})

test('refuses a malformed code with invalid_inputs', async () => {
  const { demo } = await buildClinicWithApp()
  for (const code of ['', 7, ['000000'], 'x'.repeat(65), null])
    expect([code, await signIn(demo, undefined, { code })]).toEqual([
      ...[code, { status: 400, answer: { code: 'invalid_inputs' } }],
    ])
})

test('a password reset does not bypass the factor', async () => {
  const { demo, code } = await buildClinicWithApp()
  const token = await issueToken(demo.database, await userIdOf(demo), 'reset', demo.clock.now())
  const renewed = { password: 'Molino-verde-82!' }
  const reset = await ask(demo, '/user/password_reset/confirm/', { method: 'POST', payload: { token, ...renewed } })
  expect(reset).toEqual({ status: 200, answer: {} })
  expect((await signIn(demo, undefined, renewed)).answer).toEqual(required)
  expect((await signIn(demo, '000000', renewed)).answer).toEqual(refused(4))
  expect((await signIn(demo, code(), renewed)).status).toBe(200)
})

test('a deactivated user is not asked for a code, and keeps the factor when active again', async () => {
  const { demo, code } = await buildClinicWithApp()
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

test('after a replaced secret, app codes need the former one; recovery codes do not', async () => {
  const { demo, code, recoveryCodes } = await buildClinicWithApp()
  const { secretKey } = demo.config
  const renewed = await buildBeside(demo, { secretKey: 'the next secret', earlierSecretKeys: [secretKey] })
  const forgetful = await buildBeside(demo, { secretKey: 'the next secret', earlierSecretKeys: [] })
  expect((await signIn({ app: forgetful }, code())).answer.code).toBe('invalid_second_factor')
  expect((await signIn({ app: forgetful }, recoveryCodes[0])).status).toBe(200)
  expect((await signIn({ app: renewed }, code())).status).toBe(200)
  // From then on the app's secret is sealed with the new one.
  demo.clock.advance(30)
  expect((await signIn({ app: forgetful }, code())).status).toBe(200)
})

test('a wrong code enters the audit log as a failed sign-in', async () => {
  const { demo } = await buildClinicWithApp()
  await signIn(demo, '000000')
  const userId = await userIdOf(demo)
  const failures = () =>
    demo.database.tenant(demo.organizationId, (tx) =>
      tx.selectFrom('audit_entries').select('object_id').where('action', '=', 'sign_in_failed').execute(),
    )
  await expect.poll(failures).toEqual([{ object_id: userId }])
})

test('a refused code opens no session', async () => {
  const { demo } = await buildClinicWithApp()
  const sessions = () => demo.database.shared.selectFrom('sessions').select('id').execute()
  const before = await sessions()
  expect((await signIn(demo, '000000')).answer).toEqual(refused(4))
  expect(await sessions()).toEqual(before)
})
