import { beforeEach, expect, onTestFinished, test, vi } from 'vitest'
import { openOutbox } from './database.ts'
import { emptyBrowser } from './fake-database.ts'
import { hasOutbox } from './has-outbox.ts'
import { keepStorage, spaceFor } from './space.ts'

beforeEach(() => {
  emptyBrowser()
  return () => vi.unstubAllGlobals()
})

const free = (bytes: number) =>
  vi.stubGlobal('navigator', {
    storage: { estimate: async () => ({ quota: 1_000_000_000 + bytes, usage: 1_000_000_000 }) },
  })

test.each([
  ['a minute', 60, 20_000_000 + 60 * 96_000],
  ['ten minutes where there is no limit', null, 20_000_000 + 600 * 96_000],
])('requires space for %s of 16 bits at 48 kHz, plus 20 MB', async (_, seconds, bytes) => {
  free(bytes)
  expect(await spaceFor(seconds)).toBe('enough')
  free(bytes - 1)
  expect(await spaceFor(seconds)).toBe('full')
})

test('the probe writes three incompressible megabytes and removes them', async () => {
  free(1e9)
  const put = vi.spyOn(IDBObjectStore.prototype, 'put')
  onTestFinished(() => put.mockRestore())
  expect(await spaceFor(1)).toBe('enough')
  const bytes = Buffer.from(put.mock.calls[0]![0].sealed)
  expect(bytes.length).toBe(3_000_000)
  for (const at of [0, 65_536, 2_990_000]) expect(new Set(bytes.subarray(at, at + 10_000)).size).toBe(256)
  expect(await (await openOutbox()).count('chunks')).toBe(0)
})

test.each([
  ['QuotaExceededError', 'full'],
  ['InvalidStateError', 'unavailable'],
])('a store that answers %s is %s', async (name, space) => {
  free(1e9)
  const put = vi.spyOn(IDBObjectStore.prototype, 'put').mockImplementation(() => {
    throw new DOMException('', name)
  })
  onTestFinished(() => put.mockRestore())
  expect(await spaceFor(1)).toBe(space)
})

test.each([
  ['has no storage manager', {}],
  ['has one that cannot estimate', { storage: {} }],
  ['refuses an estimate', { storage: { estimate: () => Promise.reject(new TypeError('not allowed here')) } }],
])('a browser that %s can store what the probe proves', async (_, browser) => {
  vi.stubGlobal('navigator', browser)
  expect(await spaceFor(1)).toBe('enough')
  expect(await (await openOutbox()).count('chunks')).toBe(0)
  const put = vi.spyOn(IDBObjectStore.prototype, 'put').mockImplementation(() => {
    throw new DOMException('', 'QuotaExceededError')
  })
  onTestFinished(() => put.mockRestore())
  expect(await spaceFor(1)).toBe('full')
})

test('a browser without a database has no storage', async () => {
  free(1e9)
  vi.stubGlobal('indexedDB', undefined)
  expect(await spaceFor(1)).toBe('unavailable')
})

test.each([
  ['grants persistent storage', async () => true, 'kept'],
  ['refuses it', async () => false, 'refused'],
  ['fails to answer', () => Promise.reject(new Error('not now')), 'unknown'],
  ['does not have it', undefined, 'unknown'],
])('a browser that %s', async (_, persist, kept) => {
  vi.stubGlobal('navigator', { storage: { persist } })
  expect(await keepStorage()).toBe(kept)
})

test('a browser has an outbox from the first opening on, and possibly when it cannot list databases', async () => {
  await new Promise((resolve) => Object.assign(indexedDB.open('of-another-program'), { onsuccess: resolve }))
  expect(await hasOutbox()).toBe(false)
  await openOutbox()
  expect(await hasOutbox()).toBe(true)
  vi.stubGlobal('indexedDB', { databases: () => Promise.reject(new Error('unknown')) })
  expect(await hasOutbox()).toBe(true)
  vi.stubGlobal('indexedDB', {})
  expect(await hasOutbox()).toBe(true)
  vi.stubGlobal('indexedDB', undefined)
  expect(await hasOutbox()).toBe(false)
})

test('a newer page can upgrade the outbox while an older one is open', async () => {
  await openOutbox()
  const request = indexedDB.open('fonema-outbox', 2)
  await new Promise((resolve, reject) => {
    request.onsuccess = resolve
    request.onblocked = () => reject(new Error('the older page blocks the upgrade'))
  })
})
