import { beforeEach, expect, test, vi } from 'vitest'
import { answerFromDevice } from '../../api/device-answers.ts'
import { sealingKey } from './sealing-key.ts'

const items = new Map<string, string>()
let asked = 0
let isReachable = true

beforeEach(() => {
  asked = 0
  isReachable = true
  vi.stubGlobal('localStorage', { getItem: (name: string) => items.get(name) ?? null })
  vi.stubGlobal('fetch', async () => {
    asked++
    if (!isReachable) throw new TypeError('Failed to fetch')
    return Response.json({ key_id: `k${asked}`, key: Buffer.alloc(32, asked).toString('base64url'), former: [] })
  })
  return () => vi.unstubAllGlobals()
})

const signInAs = (id: string) =>
  items.set('fonema.session', JSON.stringify({ id, access: 'a', refresh: 'r', refreshedAt: Date.now() }))

test('the key is requested once per session, and again in the next', async () => {
  signInAs('first')
  expect((await Promise.all([sealingKey(), sealingKey()])).map(({ id }) => id)).toEqual(['k1', 'k1'])
  expect((await sealingKey()).id).toBe('k1')
  signInAs('second')
  expect((await sealingKey()).id).toBe('k2')
  expect(asked).toBe(2)
})

test('a failed request for the key is repeated', async () => {
  signInAs('third')
  isReachable = false
  await expect(sealingKey()).rejects.toThrow()
  isReachable = true
  expect((await sealingKey()).former).toEqual([])
})

test('without a network the key is the copy that this device has kept', async () => {
  signInAs('fourth')
  isReachable = false
  const kept = { key_id: 'kept', key: Buffer.alloc(32, 9).toString('base64url'), former: [] }
  answerFromDevice(async (place) => (place === '["GET /user/outbox_key/"]' ? { answer: kept, savedAt: 1 } : null))
  expect((await sealingKey()).id).toBe('kept')
  answerFromDevice(async () => null)
})
