import { randomUUID } from 'node:crypto'
import { contract } from '@fonema/contract'
import { expect, test } from 'vitest'
import { openBrowser, refresh, refreshed, storedTokens } from '../../testing/browser.ts'
import { buildTestApp, password, type TestApp } from '../../testing/test-app.ts'
import { forgetTokens } from './refresh-tokens.ts'
import { hashOfToken } from './tokens.ts'
import './tables.ts'

const email = 'examiner@demo.example'
const colleague = 'colleague@demo.example'

const signIn = ({ app }: TestApp, headers = {}) =>
  app.inject({ method: 'POST', url: '/api/user/api/token/', headers, payload: { email, password } })
const statusOf = async (...call: Parameters<typeof refresh>) => (await refresh(...call)).statusCode

test('a sign-in sets a cookie that is HttpOnly, SameSite=Strict and, with https, Secure', async () => {
  const cookieOf = async (demo: TestApp, headers = {}) =>
    (await signIn(demo, headers)).cookies.find(({ name }) => name === 'fonema_browser')
  const plain = await buildTestApp()
  const value = expect.stringMatching(/^[\w-]{43}$/)
  const attributes = { name: 'fonema_browser', path: '/api/user/', httpOnly: true, sameSite: 'Strict', maxAge: 43_200 }
  expect(await cookieOf(plain)).toEqual({ ...attributes, value })
  // No proxy is configured, so the caller's claim about the scheme is ignored.
  expect(await cookieOf(plain, { 'x-forwarded-proto': 'https' })).toEqual({ ...attributes, value })
  const secure = { ...attributes, value, secure: true }
  const behindProxy = await buildTestApp({ TRUST_PROXY: '127.0.0.1' })
  expect(await cookieOf(behindProxy, { 'x-forwarded-proto': 'https' })).toEqual(secure)
  expect(await cookieOf(await buildTestApp({ PUBLIC_URL: 'https://clinic.example' }))).toEqual(secure)
})

test('a program that signs in below /api/v1 refreshes its tokens there, with the cookie that it was sent', async () => {
  const { app } = await buildTestApp()
  const signedIn = await app.inject({ method: 'POST', url: '/api/v1/user/api/token/', payload: { email, password } })
  const cookies = signedIn.cookies.filter(({ name }) => name === 'fonema_browser')
  expect(cookies).toMatchObject([{ path: '/api/v1/user/' }])
  const [sent] = cookies
  const url = '/api/v1/user/api/token/refresh/'
  expect(url.startsWith(sent!.path!)).toBe(true)
  const headers = { cookie: `${sent!.name}=${sent!.value}` }
  const { refresh } = signedIn.json()
  expect((await app.inject({ method: 'POST', url, headers, payload: { refresh } })).statusCode).toBe(200)
})

test('the database stores only the hash of the cookie, and each sign-in gets a new cookie', async () => {
  const demo = await buildTestApp()
  const [first, second] = [await openBrowser(demo), await openBrowser(demo)]
  const secrets = [first, second].map(({ cookie }) => cookie.split('=')[1]!)
  expect(new Set(secrets).size).toBe(2)
  const stored = (await storedTokens(demo)).map(({ browser_hash }) => browser_hash?.toString('hex'))
  expect(stored.sort()).toEqual(secrets.map((secret) => hashOfToken(secret).toString('hex')).sort())
})

test('refuses a stolen refresh token without the cookie, and does not disturb its owner', async () => {
  const demo = await buildTestApp()
  const victim = await openBrowser(demo)
  const thief = await openBrowser(demo, colleague)
  const cookies = [undefined, thief.cookie, `${victim.cookie}x`, 'fonema_browser=']
  const steal = async () => {
    for (const cookie of cookies) {
      const response = await refresh(demo, { refresh: victim.refresh, cookie })
      expect([cookie, response.statusCode, response.json()]).toEqual([cookie, 401, { code: 'token_not_valid' }])
    }
  }
  await steal()
  const next = await refreshed(demo, victim)
  expect(next.refresh).not.toBe(victim.refresh)
  // Within the grace period for two tabs.
  await steal()
  expect(await statusOf(demo, next)).toBe(200)
})

test('the cookie alone authorises no call', async () => {
  const demo = await buildTestApp()
  const { cookie } = await openBrowser(demo)
  const wrong: unknown[] = []
  for (const [key, { access }] of Object.entries(contract)) {
    if (access === 'public') continue
    const [method, path] = key.split(' ') as ['GET', string]
    const url = `/api${path.replace(/\{\w+\}/g, () => randomUUID())}`
    const { statusCode } = await demo.app.inject({ method, url, headers: { cookie } })
    if (statusCode !== 401) wrong.push([key, statusCode])
  }
  expect(wrong).toEqual([])
  expect(await statusOf(demo, { refresh: 'x', cookie })).toBe(401)
  expect(await statusOf(demo, { refresh: '', cookie })).toBe(400)
})

test('another sign-in in the same browser replaces its cookie', async () => {
  const demo = await buildTestApp()
  const [first, second] = [await openBrowser(demo), await openBrowser(demo, colleague)]
  expect(await statusOf(demo, { ...first, cookie: second.cookie })).toBe(401)
  expect(await statusOf(demo, second)).toBe(200)
})

test('a session of an earlier version, without a cookie, must sign in again', async () => {
  const demo = await buildTestApp()
  const browser = await openBrowser(demo)
  await demo.database.shared.updateTable('refresh_tokens').set({ browser_hash: null }).execute()
  expect(await statusOf(demo, browser)).toBe(401)
  expect(await statusOf(demo, { refresh: browser.refresh })).toBe(401)
})

test('deletes the tokens of ended and expired sessions, and no others', async () => {
  const demo = await buildTestApp()
  const early = await openBrowser(demo)
  await refresh(demo, early)
  demo.clock.advance(12 * 3600 - 60)
  const signedOut = await openBrowser(demo)
  await demo.app.inject({
    method: 'POST',
    url: '/api/user/logout/',
    headers: { authorization: `Bearer ${signedOut.access}` },
  })
  const going = await refreshed(demo, await openBrowser(demo))
  const count = async () => (await storedTokens(demo)).length
  await forgetTokens(demo)
  expect(await count()).toBe(4)
  demo.clock.advance(61)
  await forgetTokens(demo)
  expect(await count()).toBe(2)
  expect(await statusOf(demo, going)).toBe(200)
})
