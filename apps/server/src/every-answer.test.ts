import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { accessTable } from '../testing/access-table.ts'
import { buildTestApp, password } from '../testing/test-app.ts'

type Call = {
  method?: 'GET' | 'POST' | 'PUT' | 'OPTIONS'
  url: string
  headers?: Record<string, string>
  payload?: string
}

/** A call to each address of the contract, with ids that do not exist. The last calls end a session. */
const calls = Object.entries(accessTable).map(([key, { query = '' }]): Call => {
  const [method, path] = key.split(' ') as ['GET', string]
  return { method, url: `/api${path.replace(/\{\w+\}/g, () => randomUUID())}${query}` }
})

/** Addresses outside the contract, without the page that documents the API, which has its own policy. */
const beside: Call[] = [
  ...['health', 'ready', 'metrics', 'openapi.json', 'nothing/', '%zz', `x/${'y'.repeat(3000)}`].map((path) => ({
    url: `/api/${path}`,
  })),
  // The same address, percent-encoded.
  { url: '/%61pi/user/user_info/' },
  { url: '/api/links/x' },
  { method: 'PUT', url: '/api/links/x' },
  { method: 'POST', url: '/api/health' },
  { method: 'OPTIONS', url: '/api/user/user_info/' },
]

const policy = {
  'content-security-policy': expect.stringMatching(/^default-src 'none';(.*;)? *frame-ancestors 'none'/),
  'x-content-type-options': 'nosniff',
  'referrer-policy': 'no-referrer',
  'cross-origin-opener-policy': 'same-origin',
  'permissions-policy': expect.stringContaining('microphone=(self)'),
  'strict-transport-security': expect.stringMatching(/^max-age=\d{8}/),
  'cache-control': expect.stringContaining('no-store'),
  'x-request-id': expect.stringMatching(/^[0-9a-f-]{36}$/),
}
/** Without personal data: browsers cache the curves of populations, and revalidate them at each use. */
const keptByBrowsers = /^\/api\/ai\/feature_population_distributions\//

test('every answer of every address of the API has the security headers', async () => {
  const { app, signIn } = await buildTestApp({
    PUBLIC_URL: 'https://clinic.example',
    METRICS_TOKEN: 'a-token-for-the-metrics',
  })
  const people = [{}, await signIn('owner@demo.example'), await signIn('examiner@demo.example')]
  const statuses = new Set<number>()
  for (const headers of people)
    for (const call of [...beside, ...calls]) {
      // Twice: as it is, and with a content type that no call accepts.
      for (const more of [{}, { 'content-type': 'text/plain' }]) {
        const payload = 'content-type' in more ? { payload: '{}' } : {}
        const answer = await app.inject({ ...call, ...payload, headers: { ...headers, ...more } })
        statuses.add(answer.statusCode)
        expect([call.method, call.url, answer.statusCode, answer.headers]).toEqual([
          ...[call.method, call.url, answer.statusCode],
          expect.objectContaining(
            keptByBrowsers.test(call.url) && answer.statusCode === 200
              ? { ...policy, 'cache-control': 'private, no-cache' }
              : policy,
          ),
        ])
        expect(answer.headers).not.toHaveProperty('x-powered-by')
        expect(answer.headers['www-authenticate']).toBe(answer.statusCode === 401 ? 'Bearer' : undefined)
      }
    }
  expect([...statuses]).toEqual(expect.arrayContaining([200, 204, 400, 401, 403, 404, 415]))
})

const hostileOrigins = [
  ...['null', 'https://evil.example', 'http://clinic.example', 'https://clinic.example.evil.example'],
  ...['https://evil.example/clinic.example', 'https://evilclinic.example', 'https://sub.clinic.example'],
  ...['https://clinic.example:8443', 'https://CLINIC.EXAMPLE.', 'file://', 'chrome-extension://abcdefgh'],
  ...['http://localhost', 'http://127.0.0.1:8080', 'https://clinic.example@evil.example', '*'],
]

test('allows no preflight and no simple request of another origin', async () => {
  const { app, signIn, database } = await buildTestApp({ PUBLIC_URL: 'https://clinic.example' })
  const { authorization, cookie: own } = await signIn('owner@demo.example')
  const cookie = `${own}; access=${authorization.slice(7)}; session=${authorization.slice(7)}; token=${authorization.slice(7)}`
  const credentials = JSON.stringify({ email: 'owner@demo.example', password })
  const simple: [Call, number][] = [
    // A browser sends cookies, but no call accepts them alone.
    [{ url: '/api/organizations/', headers: { cookie } }, 401],
    [{ method: 'POST', url: '/api/user/logout/', headers: { cookie } }, 401],
    // Content types that a browser sends without a preflight; these calls accept no forms.
    ...['text/plain', 'application/x-www-form-urlencoded', 'multipart/form-data; boundary=x'].flatMap(
      (type): [Call, number][] =>
        ['/api/user/api/token/', '/api/user/password_reset/', '/api/setup/'].map((url) => [
          { method: 'POST', url, headers: { cookie, 'content-type': type }, payload: credentials },
          type.startsWith('multipart') ? 400 : 415,
        ]),
    ),
  ]
  const waiting = async () =>
    (
      await sql<{ count: string }>`select count(*) from pgboss.job where name = 'send-password-mail'`.execute(
        database.shared,
      )
    ).rows[0]!.count
  const before = await waiting()
  for (const origin of hostileOrigins) {
    const asked = { origin, 'access-control-request-method': 'POST', 'access-control-request-headers': 'authorization' }
    const preflights = calls.map(({ url }): [Call, number] => [{ method: 'OPTIONS', url, headers: asked }, 404])
    for (const [call, status] of [...preflights, ...simple]) {
      const { statusCode, headers } = await app.inject({ ...call, headers: { ...call.headers, origin } })
      expect([origin, call.url, statusCode]).toEqual([origin, call.url, status])
      const allowed = Object.keys(headers).filter((name) => /^(access-control-|set-cookie|timing-allow)/.test(name))
      expect([origin, call.url, allowed]).toEqual([origin, call.url, []])
    }
  }
  expect(hostileOrigins).toHaveLength(15)
  expect(await waiting()).toBe(before)
  // With the token, which such a page does not have, the call succeeds.
  expect((await app.inject({ url: '/api/organizations/', headers: { authorization } })).statusCode).toBe(200)
})
