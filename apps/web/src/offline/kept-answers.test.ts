import 'fake-indexeddb/auto'
import { IDBFactory } from 'fake-indexeddb'
import { beforeEach, expect, test, vi } from 'vitest'
import { endSession, readSession, startSession } from '../api/session.ts'
import { createStorage } from '../ui/fake-storage.ts'
import { openOffline } from './database.ts'
import { findAnswer, isOpen, keepAnswer } from './kept-answers.ts'

const hour = 60 * 60_000
const start = Date.UTC(2026, 10, 26, 9)
const place = '["GET /user/participants/"]'

beforeEach(() => {
  vi.stubGlobal('localStorage', createStorage())
  vi.stubGlobal('indexedDB', new IDBFactory())
  vi.useFakeTimers({ toFake: ['Date'], now: start })
  startSession({ access: 'a', refresh: 'r' })
  return () => {
    vi.useRealTimers()
    vi.unstubAllGlobals()
  }
})

const databases = async () => (await indexedDB.databases()).map(({ name }) => name)
const isGone = () => vi.waitFor(async () => expect(await databases()).toEqual([]), 20_000)

test('an answer is found in its session, with the time at which it was kept', async () => {
  await keepAnswer(place, [{ code: 'P-1' }])
  vi.setSystemTime(start + hour)
  expect(await findAnswer(place)).toEqual({ answer: [{ code: 'P-1' }], savedAt: start })
  expect(await findAnswer('["GET /visits/"]')).toBeNull()
})

test('the disk holds neither the answer nor its place, and a key that cannot be exported', async () => {
  await keepAnswer(place, [{ code: 'P-SECRET' }])
  const database = await openOffline()
  const [[name], [sealed], found] = await Promise.all([
    database.getAllKeys('answers'),
    database.getAll('answers'),
    database.get('key', 'key'),
  ])
  database.close()
  expect(name).toMatch(/^[\w+/]{43}=$/)
  expect(Buffer.from(sealed!.sealed).toString('latin1')).not.toContain('P-SECRET')
  await expect(crypto.subtle.exportKey('raw', found!.key)).rejects.toThrow()
})

test('the end of the session deletes everything', async () => {
  await keepAnswer(place, 'kept')
  endSession('signed_out')
  await isGone()
})

test('another sign-in finds nothing of the one before, and keeps its own', async () => {
  await keepAnswer(place, 'before')
  startSession({ access: 'a2', refresh: 'r2' })
  expect(await findAnswer(place)).toBeNull()
  await isGone()
  await keepAnswer(place, 'own')
  expect(await findAnswer(place)).toMatchObject({ answer: 'own' })
})

test('what an earlier session left does not prevent the next one from keeping', async () => {
  await keepAnswer(place, 'before')
  startSession({ access: 'a2', refresh: 'r2' })
  await keepAnswer(place, 'own')
  expect(await findAnswer(place)).toMatchObject({ answer: 'own' })
})

test('after twelve hours, or with a clock set back before the sign-in, the key is gone', async () => {
  for (const now of [start + 12 * hour + 1, start - hour]) {
    vi.setSystemTime(start)
    await keepAnswer(place, 'kept')
    vi.setSystemTime(start + 12 * hour)
    expect(await isOpen()).toBe(true)
    vi.setSystemTime(now)
    expect(await isOpen()).toBe(false)
    await isGone()
  }
})

test('two pages of a session use one key', async () => {
  await Promise.all([keepAnswer('a', 1), keepAnswer('b', 2)])
  expect([await findAnswer('a'), await findAnswer('b')]).toMatchObject([{ answer: 1 }, { answer: 2 }])
})

test('an answer that arrives during the sign-out leaves nothing', async () => {
  const keeping = keepAnswer(place, 'late')
  endSession('signed_out')
  await keeping.catch(() => {}) // the sign-out may close its connection first
  await isGone()
  expect(readSession()).toBeNull()
})

test('a search before anything is kept does not delete what is being kept', async () => {
  for (let round = 0; round < 20; round++) {
    vi.stubGlobal('indexedDB', new IDBFactory())
    const [, , found] = await Promise.all([keepAnswer(place, 'kept'), findAnswer('other'), findAnswer('another')])
    expect([found, await findAnswer(place)]).toMatchObject([null, { answer: 'kept' }])
  }
})

test('a search makes no database, neither before anything is kept nor while what has expired is deleted', async () => {
  expect(await findAnswer(place)).toBeNull()
  expect(await databases()).toEqual([])
  await keepAnswer(place, 'kept')
  vi.setSystemTime(start - hour)
  for (let round = 0; round < 5; round++)
    expect(await Promise.all([findAnswer('a'), findAnswer('b'), isOpen()])).toEqual([null, null, false])
  await isGone()
})
