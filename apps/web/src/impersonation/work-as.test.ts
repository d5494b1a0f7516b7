import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { readSession, startSession } from '../api/session.ts'
import { workAsOneself } from './work-as.ts'

const opened: string[] = []

beforeEach(() => {
  const items = new Map<string, string>()
  vi.stubGlobal('localStorage', {
    getItem: (key: string) => items.get(key) ?? null,
    setItem: (key: string, value: string) => void items.set(key, value),
  })
  opened.length = 0
  vi.stubGlobal('location', { assign: (address: string) => void opened.push(address) })
  startSession({ access: 'a1', refresh: 'r1' })
})
afterEach(() => {
  vi.unstubAllGlobals()
})

const answer = (status: number, body: object) => vi.stubGlobal('fetch', async () => Response.json(body, { status }))

test('ending an impersonation stores the new tokens and opens the dashboard', async () => {
  answer(200, { access: 'a2', refresh: 'r2' })
  await workAsOneself()
  expect([readSession()?.refresh, opened]).toEqual(['r2', ['/dashboard/']])
})

test('an impersonation that has already ended opens the dashboard too', async () => {
  answer(409, { code: 'conflict' })
  await workAsOneself()
  expect([readSession()?.refresh, opened]).toEqual(['r1', ['/dashboard/']])
})

test('throws any other refusal', async () => {
  answer(503, { code: 'unavailable' })
  await expect(workAsOneself()).rejects.toMatchObject({ code: 'unavailable' })
  expect(opened).toEqual([])
})
