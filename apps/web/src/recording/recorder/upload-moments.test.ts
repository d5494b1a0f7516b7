import { beforeEach, expect, test, vi } from 'vitest'
import { onReturn } from './upload-moments.ts'

beforeEach(() => () => vi.unstubAllGlobals())

test('going online, focus and visibility trigger a retry until the listener is removed', () => {
  const browser = new EventTarget()
  const page = Object.assign(new EventTarget(), { visibilityState: 'visible' })
  vi.stubGlobal('addEventListener', browser.addEventListener.bind(browser))
  vi.stubGlobal('document', page)
  let tries = 0
  const stop = onReturn(() => tries++)
  const fire = () => {
    const before = tries
    for (const name of ['online', 'focus']) browser.dispatchEvent(new Event(name))
    page.dispatchEvent(new Event('visibilitychange'))
    return tries - before
  }
  expect(fire()).toBe(3)
  page.visibilityState = 'hidden'
  expect(fire()).toBe(2)
  stop()
  page.visibilityState = 'visible'
  expect(fire()).toBe(0)
})
