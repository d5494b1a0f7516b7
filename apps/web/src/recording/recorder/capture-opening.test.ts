import { beforeEach, expect, test, vi } from 'vitest'
import { fakeTime, openTestSession, released } from './test-session.ts'

beforeEach(fakeTime)

test('the graph is built before the microphone is opened, and is silent', async () => {
  const before: unknown[] = []
  const { opening, browser } = await openTestSession((browser) => {
    browser.getUserMedia = async () => {
      before.push(browser.nodes[0]!.connectedTo === browser.context.destination, browser.worker.received[0]?.type)
      return browser.stream
    }
  })
  await opening
  expect(before).toEqual([true, 'open'])
  expect(browser.context.source.connectedTo).toBe(browser.nodes[0])
})

test('worklet and worker get the two ends of one channel', async () => {
  const { opening, browser } = await openTestSession()
  await opening
  const { port: worklet } = browser.nodes[0]!.posted[0] as { port: MessagePort }
  const heard = new Promise((resolve) => {
    worklet.onmessage = ({ data }) => resolve(data)
  })
  browser.worker.last('open')!.port.postMessage('flush')
  expect(await heard).toBe('flush')
  worklet.close()
})

test.each(['pointerdown', 'pointerup', 'keydown'])(
  '%s starts the audio of a page that waits for a gesture',
  async (gesture) => {
    const { opening, browser } = await openTestSession((browser) => {
      browser.state = 'suspended'
      browser.resumesTo = 'suspended'
    })
    vi.spyOn(browser.context, 'resume').mockImplementation(async () => browser.context.turn('running'))
    browser.page.dispatchEvent(new Event(gesture))
    expect((await opening).microphone.label).toBe('Headset')
  },
)

test('an opening that is aborted while it waits for a gesture ends without one', async () => {
  const { opening, browser, abandoned, heard, isReleased } = await openTestSession((browser) => {
    browser.state = 'suspended'
    browser.resumesTo = 'suspended'
  })
  abandoned.abort()
  await expect(opening).rejects.toMatchObject({ name: 'AbortError' })
  await vi.advanceTimersByTimeAsync(5000)
  expect(heard).not.toContainEqual(['gesture'])
  expect(isReleased()).toEqual(released)
  expect(browser.context.state).toBe('closed')
})

test.each([
  ['in_use', 'NotReadableError'],
  ['denied', 'NotAllowedError'],
])('opening a microphone that is %s rejects and releases everything', async (reason, name) => {
  const { opening, isReleased } = await openTestSession((browser) => {
    browser.getUserMedia = () => Promise.reject(new DOMException('', name))
  })
  await expect(opening).rejects.toMatchObject({ reason })
  expect(isReleased()).toEqual({ ...released, track: false })
})

test('a worklet that cannot be loaded is a failed capture', async () => {
  const { opening, browser, isReleased } = await openTestSession((browser) => {
    browser.addModule = () => Promise.reject(new Error('offline'))
  })
  await expect(opening).rejects.toMatchObject({ reason: 'capture_failed' })
  expect(isReleased()).toEqual({ ...released, track: false })
  expect(browser.nodes).toEqual([])
})

test('a microphone that delivers nothing for ten seconds is lost', async () => {
  const { opening, isReleased } = await openTestSession((browser) => {
    browser.sounds = false
  })
  let ended = false
  opening.catch(() => {
    ended = true
  })
  await vi.advanceTimersByTimeAsync(9970)
  expect(ended).toBe(false)
  await vi.advanceTimersByTimeAsync(10)
  await expect(opening).rejects.toMatchObject({ reason: 'device_lost' })
  expect(isReleased()).toEqual(released)
})

test('a store that fails before the first level ends the opening with that reason', async () => {
  const { opening, browser } = await openTestSession((browser) => {
    browser.sounds = false
  })
  browser.worker.post({ type: 'unkept', isFull: true })
  await expect(opening).rejects.toMatchObject({ reason: 'storage_full' })
})

test('a page without user interaction waits for a gesture, and reports it after half a second', async () => {
  const { opening, browser, heard } = await openTestSession((browser) => {
    browser.state = 'suspended'
    browser.resumesTo = 'suspended'
  })
  await vi.advanceTimersByTimeAsync(470)
  expect(heard).not.toContainEqual(['gesture'])
  await vi.advanceTimersByTimeAsync(10)
  expect(heard.filter(([name]) => name === 'gesture')).toHaveLength(1)
  const resume = vi.spyOn(browser.context, 'resume').mockImplementation(async () => browser.context.turn('running'))
  browser.page.dispatchEvent(new Event('keydown'))
  await opening
  browser.page.dispatchEvent(new Event('keydown'))
  expect(resume).toHaveBeenCalledTimes(1)
})

test('an opening that is aborted during the permission prompt releases the microphone when it is granted', async () => {
  const allowed = Promise.withResolvers<unknown>()
  const { opening, browser, abandoned, isReleased } = await openTestSession((browser) => {
    browser.getUserMedia = () => allowed.promise
  })
  abandoned.abort()
  expect(isReleased()).toEqual({ ...released, track: false })
  allowed.resolve(browser.stream)
  await expect(opening).rejects.toMatchObject({ name: 'AbortError' })
  expect(isReleased()).toEqual(released)
})
