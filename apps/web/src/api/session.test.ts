import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { call } from './call.ts'
import { ApiFailure } from './http.ts'
import { noteGesture, onSessionEnd, readSession, refreshSession, signOut, startSession } from './session.ts'

type Sent = { path: string; authorization: string | null; body: unknown }
type Reply = { status: number; body?: unknown } | 'unreachable'

/** A fake server with answers by path; the last answer of a path repeats. */
function serve(replies: Record<string, Reply[]>): Sent[] {
  const sent: Sent[] = []
  vi.stubGlobal('fetch', async (path: string, init: RequestInit) => {
    const authorization = new Headers(init.headers).get('Authorization')
    sent.push({ path, authorization, body: typeof init.body === 'string' ? JSON.parse(init.body) : init.body })
    const queue = replies[path] ?? []
    const reply = queue.length > 1 ? queue.shift()! : queue[0]
    if (reply === undefined || reply === 'unreachable') throw new TypeError('Failed to fetch')
    await Promise.resolve()
    return reply.body === undefined
      ? new Response(null, { status: reply.status })
      : Response.json(reply.body, { status: reply.status })
  })
  return sent
}

const info = '/api/user/user_info/'
const refresh = '/api/user/api/token/refresh/'
const refused: Reply = { status: 401, body: { code: 'token_not_valid' } }
const renewed: Reply = { status: 200, body: { access: 'a2', refresh: 'r2' } }
const answered: Reply = { status: 200, body: { id: 'me' } }

beforeEach(() => {
  const items = new Map<string, string>()
  vi.stubGlobal('localStorage', {
    getItem: (key: string) => items.get(key) ?? null,
    setItem: (key: string, value: string) => void items.set(key, value),
    removeItem: (key: string) => void items.delete(key),
  })
  startSession({ access: 'a1', refresh: 'r1' })
})

afterEach(() => {
  vi.unstubAllGlobals()
  vi.useRealTimers()
})

test('a 401 refreshes once and repeats the call with the new token', async () => {
  const sent = serve({ [info]: [refused, answered], [refresh]: [renewed] })
  expect(await call('GET /user/user_info/')).toEqual({ id: 'me' })
  expect(sent.map(({ path, authorization }) => [path, authorization])).toEqual([
    [info, 'Bearer a1'],
    [refresh, null],
    [info, 'Bearer a2'],
  ])
})

test('concurrent calls with a 401 share one refresh', async () => {
  const sent = serve({ [info]: [refused, refused, refused, answered], [refresh]: [renewed] })
  await Promise.all([call('GET /user/user_info/'), call('GET /user/user_info/'), call('GET /user/user_info/')])
  expect(sent.filter(({ path }) => path === refresh)).toHaveLength(1)
})

test('a refused refresh ends the session, once', async () => {
  const ends: string[] = []
  const forget = onSessionEnd((reason) => ends.push(reason))
  serve({ [info]: [refused], [refresh]: [refused] })
  const failures = await Promise.all([0, 1].map(() => call('GET /user/user_info/').catch((error: unknown) => error)))
  forget()
  expect(failures.every((failure) => failure instanceof ApiFailure && failure.status === 401)).toBe(true)
  expect(readSession()).toBeNull()
  expect(ends).toEqual(['refused'])
})

test.each<[string, Reply]>([
  ['the network fails', 'unreachable'],
  ['the server is starting', { status: 503, body: { code: 'unavailable' } }],
  ['too many calls were made', { status: 429, body: { code: 'rate_limited' } }],
])('a refresh that fails because %s keeps the session', async (_, reply) => {
  serve({ [info]: [refused], [refresh]: [reply] })
  await expect(call('GET /user/user_info/')).rejects.toBeInstanceOf(ApiFailure)
  expect(readSession()?.refresh).toBe('r1')
})

test('tokens that another tab has refreshed are used without another refresh', async () => {
  const sent = serve({ [refresh]: [renewed] })
  startSession({ access: 'other', refresh: 'r9' })
  await refreshSession('a1')
  expect(sent).toEqual([])
  expect(readSession()?.access).toBe('other')
})

test('an answer for a session that ended meanwhile is discarded', async () => {
  serve({ [refresh]: [renewed], '/api/user/logout/': [{ status: 204 }] })
  await Promise.all([refreshSession('a1'), signOut()])
  expect(readSession()).toBeNull()
})

test('a refresh reports whether there was a gesture since the last one', async () => {
  vi.useFakeTimers({ toFake: ['Date'] })
  startSession({ access: 'a1', refresh: 'r1' })
  const sent = serve({ [refresh]: [renewed] })
  vi.advanceTimersByTime(60_000)
  await refreshSession('a1')
  vi.advanceTimersByTime(30_000)
  noteGesture()
  vi.advanceTimersByTime(30_000)
  await refreshSession('a2')
  expect(sent.map(({ body }) => body)).toEqual([
    { refresh: 'r1', active: false },
    { refresh: 'r2', active: true },
  ])
})

test('signing out deletes the tokens even when the server is unreachable', async () => {
  serve({})
  await signOut()
  expect(readSession()).toBeNull()
})
