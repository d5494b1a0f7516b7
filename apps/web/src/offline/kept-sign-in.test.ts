import 'fake-indexeddb/auto'
import { IDBFactory } from 'fake-indexeddb'
import { beforeEach, expect, test, vi } from 'vitest'
import { endSession, lastGesture, readSession, startSession } from '../api/session.ts'
import { createStorage } from '../ui/fake-storage.ts'
import { keepSignIn, restoreSignIn } from './kept-sign-in.ts'

const start = Date.UTC(2026, 10, 26, 9)

beforeEach(() => {
  vi.stubGlobal('localStorage', createStorage())
  vi.stubGlobal('indexedDB', new IDBFactory())
  vi.useFakeTimers({ toFake: ['Date'], now: start })
  return () => {
    vi.useRealTimers()
    vi.unstubAllGlobals()
  }
})

type Written = [name: string, value: string][]
const written = (): Written =>
  Array.from({ length: localStorage.length }, (_, place) => localStorage.key(place)!).map((name) => [
    name,
    localStorage.getItem(name)!,
  ])
/** What the browser had written before is all that a kill leaves. */
function killAt(before: Written) {
  localStorage.clear()
  for (const [name, value] of before) localStorage.setItem(name, value)
}

test('a sign-in that the browser had not written yet is there after a kill, and no younger than it was', async () => {
  startSession({ access: 'a', refresh: 'r' })
  const session = readSession()
  await keepSignIn()
  killAt([])
  vi.setSystemTime(start + 60_000)
  await restoreSignIn()
  expect([readSession(), lastGesture()]).toEqual([session, start])
})

test('later tokens replace earlier ones, and earlier ones never later ones', async () => {
  startSession({ access: 'a', refresh: 'r' })
  await keepSignIn()
  const first = written()
  vi.setSystemTime(start + 60_000)
  const later = JSON.stringify({ ...readSession(), access: 'a2', refreshedAt: start + 60_000 })
  localStorage.setItem('fonema.session', later)
  await restoreSignIn()
  expect(readSession()?.access).toBe('a2')
  await keepSignIn()
  killAt(first)
  await restoreSignIn()
  expect(readSession()?.access).toBe('a2')
})

test('a session that was ended here does not come back, even if its copy outlived it', async () => {
  startSession({ access: 'a', refresh: 'r' })
  await keepSignIn()
  const copies = indexedDB
  vi.stubGlobal('indexedDB', new IDBFactory())
  endSession('signed_out')
  vi.stubGlobal('indexedDB', copies)
  await restoreSignIn()
  expect(readSession()).toBeNull()
})
