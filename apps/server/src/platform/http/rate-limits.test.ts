// @module-tag long
import { contract, type RateClass, type Route, rateClasses, rateClassOf } from '@fonema/contract'
import { expect, onTestFinished, test } from 'vitest'
import { createPerson } from '../../../testing/access-actors.ts'
import { buildBeside, buildTestApp, password, type TestApp } from '../../../testing/test-app.ts'
import { openDatabase } from '../database/database.ts'
import { createRateLimits, defaultRateLimits, networkOf } from './rate-limits.ts'

type Call = { method?: 'GET' | 'POST'; url: string; payload?: object; headers?: Record<string, string> }
type App = Pick<TestApp['app'], 'inject'>

const locales = '/api/cms/get_locales/'
const attempt = (email: string): Call => ({
  method: 'POST',
  url: '/api/user/api/token/',
  payload: { email, password },
})
/** Whether the rate limit refused the call. Other errors are expected: many of these calls name nothing that exists. */
const isRefused = async (app: App, call: Call, from: { remoteAddress?: string } = {}) => {
  const { statusCode, body } = await app.inject({ ...call, ...from })
  return statusCode === 429 && body.includes('rate_limited')
}

test('each class has its limit a minute, and a refusal gives the remaining seconds', async () => {
  const limits = { call: 7, upload: 3, export: 2, public: 9, refresh: 5, sign_in: 4, reset: 3 }
  const demo = await buildTestApp({
    RATE_LIMITS: Object.entries(limits)
      .map((pair) => pair.join('='))
      .join(' '),
  })
  const { app, clock, signIn } = demo
  const headers = await signIn('owner@demo.example')
  clock.advance(Math.ceil(60 - ((clock.now().getTime() / 1000) % 60)))
  const post = (url: string, payload = {}): Call => ({ method: 'POST', url: `/api${url}`, payload, headers })
  const calls: Record<RateClass, Call> = {
    call: { url: '/api/user/user_info/', headers },
    upload: post('/user/participants/import/'),
    export: post('/reports/server_error_user_report/'),
    public: { url: locales },
    refresh: post('/user/api/token/refresh/', { refresh: 'x' }),
    sign_in: attempt('nobody@demo.example'),
    reset: post('/user/password_reset/validate_token/', { token: 'x' }),
  }
  for (const minute of [1, 2]) {
    for (const rate of rateClasses) {
      const refused: boolean[] = []
      // On two machines, each may allow the full limit before it gets the other's counts.
      for (let i = 0; i <= 2 * limits[rate]; i++) refused.push(await isRefused(app, calls[rate]))
      const passed = refused.filter((isNot) => !isNot).length
      expect([minute, rate, passed >= limits[rate], refused.at(-1)]).toEqual([minute, rate, true, true])
      if (['export', 'sign_in', 'reset'].includes(rate)) expect([rate, passed]).toEqual([rate, limits[rate]])
    }
    const answer = await app.inject(calls.reset)
    expect([answer.json(), answer.headers['retry-after']]).toEqual([{ code: 'rate_limited' }, '60'])
    expect(answer.headers).toMatchObject({ 'x-content-type-options': 'nosniff', 'cache-control': 'no-store' })
    clock.advance(60)
  }
})

test('counts every route and every other address, except those of the health check', async () => {
  const demo = await buildTestApp({ RATE_LIMITS: rateClasses.map((name) => `${name}=1`).join(',') })
  const { app } = demo
  const headers = await demo.signIn('owner@demo.example')
  // One call of each class may pass on each machine.
  for (let machine = 0; machine < 2; machine++)
    for (const rate of rateClasses) {
      const [key] = Object.entries(contract).find(([, route]) => rateClassOf(route) === rate)!
      await app.inject(callOf(key))
    }
  const passed: string[] = []
  for (const key of Object.keys(contract)) if (!(await isRefused(app, callOf(key)))) passed.push(key)
  expect(passed).toEqual([])
  for (const url of ['/', '/participants', '/assets/x.js', '/media/x/y', '/api/links/x', '/api/docs/', '/api/nothing/'])
    expect([url, await isRefused(app, { url })]).toEqual([url, true])
  for (const url of ['/api/health', '/api/ready', '/api/ready/']) {
    expect([url, await isRefused(app, { url })]).toEqual([url, false])
    expect([url, (await app.inject({ url })).statusCode]).toEqual([url, 200])
  }

  function callOf(key: string): Call {
    const [method, path] = key.split(' ') as ['GET', string]
    const { access }: Route = contract[key as keyof typeof contract]
    return { method, url: `/api${path.replace(/\{\w+\}/g, 'x')}`, ...(access !== 'public' && { headers }) }
  }
})

test('two processes share a limit', async () => {
  const demo = await buildTestApp({ RATE_LIMITS: 'public=400 sign_in=10' })
  const other = await buildBeside(demo)
  // Sign-ins are counted in the database at once: of twenty in each process, ten pass in all.
  const attempts = Array.from({ length: 40 }, (_, i) =>
    isRefused(i % 2 === 0 ? demo.app : other, attempt(`nobody-${i}@demo.example`)),
  )
  expect((await Promise.all(attempts)).filter((refused) => !refused)).toHaveLength(10)
  // Other calls reach the other process's counts within about a second.
  while (!(await isRefused(demo.app, { url: locales })));
  let asked = 0
  await expect
    .poll(() => isRefused(other, { url: locales }).finally(() => asked++), { timeout: 50_000, interval: 250 })
    .toBe(true)
  expect(asked).toBeLessThan(400)
})

test('a process without a database applies the limit to its own counts', async () => {
  const demo = await buildTestApp({ RATE_LIMITS: 'public=20' })
  await demo.database.close()
  const refused: boolean[] = []
  for (let i = 0; i < 42; i++) refused.push(await isRefused(demo.app, { url: locales }))
  expect([refused[0], refused.at(-1)]).toEqual([false, true])
})

test('reports the calls counted during a database failure when it answers again', async () => {
  const { database, clock } = await buildTestApp()
  const gone = openDatabase('postgres://nobody@127.0.0.1:1/none')
  onTestFinished(() => gone.close())
  const key = Buffer.alloc(32, 1)
  const limits = { ...defaultRateLimits, public: 10 }
  const deps = { clock, limits, key }
  let reached = gone
  const first = createRateLimits({
    ...deps,
    database: {
      ...database,
      get shared() {
        return reached.shared
      },
    },
  })
  for (let i = 0; i < 6; i++) await first.take('public', 'somebody')
  await expect(first.report()).rejects.toThrow()
  for (let i = 0; i < 4; i++) await first.take('public', 'somebody')
  await expect(first.take('public', 'somebody')).rejects.toMatchObject({ code: 'rate_limited' })
  reached = database
  await first.report()
  const second = createRateLimits({ ...deps, database })
  await second.take('public', 'somebody')
  await second.report()
  await expect(second.take('public', 'somebody')).rejects.toMatchObject({ code: 'rate_limited' })
})

test('accepts a forwarded address only from a configured proxy', async () => {
  const forwarded = (address: string): Call => ({ url: locales, headers: { 'x-forwarded-for': address } })
  const unproxied = await buildTestApp({ RATE_LIMITS: 'public=3' })
  const spoofed: boolean[] = []
  for (let i = 0; i < 8; i++) spoofed.push(await isRefused(unproxied.app, forwarded(`10.0.0.${i}`)))
  expect([spoofed[0], spoofed.at(-1)]).toEqual([false, true])

  const { app } = await buildTestApp({ RATE_LIMITS: 'public=3', TRUST_PROXY: '10.9.0.0/16' })
  const byProxy = { remoteAddress: '10.9.8.7' }
  for (let i = 0; i < 8; i++) expect(await isRefused(app, forwarded(`192.0.2.${i}`), byProxy)).toBe(false)
  // The last address is the one that the proxy saw; those before it come from the client.
  const invented: boolean[] = []
  for (let i = 0; i < 8; i++) invented.push(await isRefused(app, forwarded(`10.0.0.${i}, 198.51.100.1`), byProxy))
  expect([invented[0], invented.at(-1)]).toEqual([false, true])
  const direct: boolean[] = []
  for (let i = 0; i < 8; i++) direct.push(await isRefused(app, forwarded(`192.0.2.${100 + i}`)))
  expect([direct[0], direct.at(-1)]).toEqual([false, true])
})

test('refuses only the one of fifty people behind one address who exceeds the limit', async () => {
  const demo = await buildTestApp({ RATE_LIMITS: 'call=100' })
  const people = Array.from({ length: 50 }, (_, i) => `person-${i}`)
  for (const name of people) await createPerson(demo, demo.organizationId, { name, roles: ['examiner'] })
  // Sequential: fifty password checks at once would test the machine, not the limit.
  const answers = []
  for (const name of people) answers.push(await demo.app.inject(attempt(`${name}@demo.example`)))
  expect(answers.map(({ statusCode }) => statusCode)).toEqual(people.map(() => 200))
  const callsOf = answers.map((answer): Call => {
    const { access } = answer.json()
    return { url: '/api/user/user_info/', headers: { authorization: `Bearer ${access}` } }
  })
  for (let i = 0; i < 201; i++) await demo.app.inject(callsOf[0]!)
  expect(await isRefused(demo.app, callsOf[0]!)).toBe(true)
  for (const call of callsOf.slice(1)) expect((await demo.app.inject(call)).statusCode).toBe(200)
})

test('IPv6 addresses are counted by network', () => {
  expect(networkOf('192.0.2.7')).toBe('192.0.2.7')
  expect(networkOf('::ffff:192.0.2.7')).toBe('192.0.2.7')
  expect(networkOf('2001:db8:0:12:a:b:c:d')).toBe('2001:db8:0:12::/64')
  expect(networkOf('2001:0DB8::12:a:b:c:d')).toBe('2001:db8:0:12::/64')
  expect(networkOf('2001:db8::1')).toBe('2001:db8:0:0::/64')
  expect(networkOf('::1')).toBe('0:0:0:0::/64')
})
