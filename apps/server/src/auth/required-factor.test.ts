import { type Contract, contract, type Route } from '@fonema/contract'
import { expect, test } from 'vitest'
import { ask, codeNow, email, signIn, turnOn, userIdOf } from '../../testing/second-factor.ts'
import { buildTestApp, type TestApp } from '../../testing/test-app.ts'

const owner = 'owner@demo.example'
const setup = { status: 403, answer: { code: 'second_factor_setup_required' } }
const path = '/organizations/sign_in_rules/'

/** `dayIn(days)`: the date in the clinic's time zone, counted from the day of the test's clock. */
async function buildClinic() {
  const demo = await buildTestApp()
  const { time_zone } = await demo.database.tenant(await organizationOf(demo), (tx) =>
    tx.selectFrom('organizations').select('time_zone').executeTakeFirstOrThrow(),
  )
  const require = async (required: { examiner?: string; manager?: string }) => {
    const second_factor_required_from = { examiner: null, manager: null, ...required }
    const headers = await demo.signIn(owner)
    return ask(demo, path, { method: 'PATCH', headers, payload: { second_factor_required_from } })
  }
  const dayIn = (days: number) =>
    new Intl.DateTimeFormat('en-CA', { timeZone: time_zone }).format(demo.clock.now().getTime() + days * 24 * 3600_000)
  return { demo, require, dayIn }
}

const organizationOf = async (demo: TestApp) =>
  (
    await demo.database.shared
      .selectFrom('credentials')
      .select('organization_id')
      .where('user_id', '=', await userIdOf(demo))
      .executeTakeFirstOrThrow()
  ).organization_id

const info = (demo: TestApp, headers: { authorization: string }) => ask(demo, '/user/user_info/', { headers })

test('the owner sets from which day a role needs a second factor, and takes it back', async () => {
  const { demo, require, dayIn } = await buildClinic()
  const { status, answer } = await require({ examiner: dayIn(3) })
  expect([status, answer.second_factor.required_from]).toEqual([200, { examiner: dayIn(3), manager: null }])
  const headers = await demo.signIn(owner)
  expect((await ask(demo, path, { headers })).answer).toEqual(answer)
  expect((await require({})).answer.second_factor.required_from).toEqual({ examiner: null, manager: null })
  expect(await require({ examiner: '2026-02-30' })).toMatchObject({ status: 400 })
})

test('before the day, the user is told of it and may do everything', async () => {
  const { demo, require, dayIn } = await buildClinic()
  await require({ examiner: dayIn(3) })
  const headers = await demo.signIn(email)
  expect((await info(demo, headers)).answer.second_factor_needed).toEqual({ from: dayIn(3), is_due: false })
  expect((await ask(demo, '/user/participants/', { headers })).status).toBe(200)
})

test('from the day on, a new session without the factor can only set it up, and then everything', async () => {
  const { demo, require, dayIn } = await buildClinic()
  const before = await demo.signIn(email)
  await require({ examiner: dayIn(0) })
  const headers = await demo.signIn(email)
  expect((await info(demo, headers)).answer.second_factor_needed).toEqual({ from: dayIn(0), is_due: true })
  expect(await ask(demo, '/user/participants/', { headers })).toEqual(setup)
  // Both sessions began on that day.
  expect(await ask(demo, '/user/participants/', { headers: before })).toEqual(setup)

  const { secret } = await turnOn(demo, headers)
  expect((await info(demo, headers)).answer.second_factor_needed).toBeNull()
  expect((await ask(demo, '/user/participants/', { headers })).status).toBe(200)
  demo.clock.advance(30)
  expect((await signIn(demo, codeNow(demo, secret))).status).toBe(200)
})

test('a session that began before the day goes on, so that no recording is interrupted at midnight', async () => {
  const { demo, require, dayIn } = await buildClinic()
  await require({ examiner: dayIn(1) })
  demo.clock.advance(secondsToMidnight(dayIn) - 60)
  const late = await demo.signIn(email)
  demo.clock.advance(120)
  expect((await ask(demo, '/user/participants/', { headers: late })).status).toBe(200)
  const early = await demo.signIn(email)
  expect(await ask(demo, '/user/participants/', { headers: early })).toEqual(setup)
})

test('the rule of a role concerns nobody without it, and that of managers the owner too', async () => {
  const { demo, require, dayIn } = await buildClinic()
  await require({ manager: dayIn(0) })
  expect((await info(demo, await demo.signIn(email))).answer.second_factor_needed).toBeNull()
  const headers = await demo.signIn(owner)
  expect(await ask(demo, path, { headers })).toEqual(setup)
})

test('every call but those of the set-up is closed to a session that must set it up', async () => {
  const { demo, require, dayIn } = await buildClinic()
  await require({ examiner: dayIn(0) })
  const headers = await demo.signIn(email)
  const closed = Object.entries<Route>(contract).filter(([, route]) => route.access !== 'public')
  const open: string[] = []
  for (const [key] of closed as [keyof Contract & string, Route][]) {
    const [method, at] = key.split(' ') as ['GET' | 'POST' | 'PATCH' | 'DELETE', string]
    const { answer } = await ask(demo, at.replace(/\{\w+\}/g, crypto.randomUUID()), { method, headers })
    if (answer?.code !== 'second_factor_setup_required') open.push(key)
    // The last call ends the session.
    if (key === 'POST /user/logout/') Object.assign(headers, await demo.signIn(email))
  }
  expect(open.toSorted()).toEqual([
    'GET /user/mfa/',
    'GET /user/outbox_key/',
    'GET /user/provider/',
    'GET /user/provider/logout/',
    'GET /user/toggle_table',
    'GET /user/user_info/',
    'POST /user/logout/',
    'POST /user/mfa/passkeys/',
    'POST /user/mfa/passkeys/begin/',
    'POST /user/mfa/totp/',
    'POST /user/mfa/totp/confirm/',
    'POST /user/provider/confirm/',
    'POST /user/provider/confirmed/',
  ])
})

/** Rounded up to a full second. */
function secondsToMidnight(dayIn: (days: number) => string): number {
  let seconds = 0
  for (const step of [3600, 60, 1]) while (dayIn((seconds + step) / 86_400) === dayIn(0)) seconds += step
  return seconds + 1
}
