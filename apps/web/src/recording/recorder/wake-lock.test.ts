import { beforeEach, expect, test, vi } from 'vitest'
import { createWakeLock } from './wake-lock.ts'

beforeEach(() => () => vi.unstubAllGlobals())

const settle = () => new Promise((resolve) => setImmediate(resolve))

function setUp(request?: () => Promise<unknown>) {
  const page = Object.assign(new EventTarget(), { visibilityState: 'visible' })
  const locks: EventTarget[] = []
  let held = 0
  async function grant() {
    held++
    const lock = Object.assign(new EventTarget(), {
      async release() {
        held--
        lock.dispatchEvent(new Event('release'))
      },
    })
    locks.push(lock)
    return lock
  }
  vi.stubGlobal('document', page)
  vi.stubGlobal('navigator', { wakeLock: { request: request ?? grant } })
  const show = async (visibilityState: string) => {
    page.visibilityState = visibilityState
    page.dispatchEvent(new Event('visibilitychange'))
    await settle()
  }
  return { lock: createWakeLock(), locks, held: () => held, show, grant }
}

test('the screen stays on from the first hold to the release', async () => {
  const { lock, held, locks } = setUp()
  lock.hold()
  lock.hold()
  await settle()
  expect([held(), locks.length]).toEqual([1, 1])
  lock.release()
  await settle()
  expect(held()).toBe(0)
})

test('a lock that the browser dropped is requested again when the page is visible, while it is held', async () => {
  const { lock, held, locks, show } = setUp()
  lock.hold()
  await settle()
  await show('hidden')
  locks[0]!.dispatchEvent(new Event('release'))
  await show('hidden')
  expect(locks.length).toBe(1)
  await show('visible')
  await show('visible')
  expect(locks.length).toBe(2)
  lock.release()
  await settle()
  const before = held()
  await show('visible')
  expect([held(), locks.length]).toEqual([before, 2])
})

test('a lock that is granted after the release is released at once', async () => {
  const granted = Promise.withResolvers<unknown>()
  const { lock, held, grant } = setUp(() => granted.promise)
  lock.hold()
  lock.release()
  granted.resolve(grant())
  await settle()
  expect(held()).toBe(0)
})

test('a browser that refuses or lacks wake locks causes no error', async () => {
  const refused = setUp(() => Promise.reject(new DOMException('', 'NotAllowedError')))
  refused.lock.hold()
  await settle()
  refused.lock.release()
  vi.stubGlobal('navigator', {})
  const without = createWakeLock()
  without.hold()
  await settle()
  without.release()
})
