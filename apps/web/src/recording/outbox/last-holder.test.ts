import { randomUUID } from 'node:crypto'
import { beforeEach, expect, test, vi } from 'vitest'
import { findEndedHolder, forgetHolder, noteHolder } from './last-holder.ts'
import { holdPageLock, isPageAlive } from './page-lock.ts'

const items = new Map<string, string>()

beforeEach(() => {
  items.clear()
  vi.stubGlobal('localStorage', {
    getItem: (name: string) => items.get(name) ?? null,
    setItem: (name: string, value: string) => items.set(name, value),
    removeItem: (name: string) => items.delete(name),
  })
  return () => vi.unstubAllGlobals()
})

test('finds only a session whose page has ended', async () => {
  const ended = randomUUID()
  noteHolder('r', ended)
  expect([await findEndedHolder('r'), await findEndedHolder('other')]).toEqual([ended, undefined])
  forgetHolder()
  expect(await findEndedHolder('r')).toBeUndefined()
})

test('a page that is still open has left nothing behind', async () => {
  const [open, gone] = [randomUUID(), randomUUID()]
  holdPageLock(open)
  expect([await isPageAlive(open), await isPageAlive(gone)]).toEqual([true, false])
  noteHolder('r', open)
  expect(await findEndedHolder('r')).toBeUndefined()
})

test('in a browser without locks no page counts as open', async () => {
  vi.stubGlobal('navigator', {})
  const holder = randomUUID()
  holdPageLock(holder)
  expect(await isPageAlive(holder)).toBe(false)
})

test.each(['7', '{}', '{"responseId":"r"}', '{"holder":"h"}'])(
  '%s in the store of the browser is no session',
  async (item) => {
    noteHolder('r', 'h')
    items.set([...items.keys()][0]!, item)
    expect(await findEndedHolder('r')).toBeUndefined()
  },
)
