import { beforeEach, expect, test, vi } from 'vitest'
import { quiet } from './fake-audio.ts'
import { openTestRecorder, owner } from './test-recorder.ts'
import { fakeTime } from './test-session.ts'

beforeEach(fakeTime)

type Recording = Awaited<ReturnType<typeof openTestRecorder>>

test.each([
  ['the microphone is lost', ({ browser }: Recording) => browser.worker.post({ type: 'stalled' })],
  ['the recorder is closed', ({ recorder }: Recording) => void recorder.close()],
])('a take ended by a click stays whole when %s before it is delivered', async (_, end) => {
  const recording = await openTestRecorder()
  const { browser, recorder, takes, open, isReleased, deliver } = recording
  await open()
  recorder.start({ owner })
  const stopped = recorder.stop()
  end(recording)
  expect(browser.worker.last('interrupt')).toBeDefined()
  await deliver()
  expect(takes.map(({ cause }) => cause)).toEqual(['stopped'])
  expect((await stopped).settings).not.toHaveProperty('interrupted')
  expect(isReleased()).toBe(true)
})

test('a microphone lost while recording interrupts the take, which is delivered before the release', async () => {
  const { browser, recorder, takes, open, isReleased, deliver } = await openTestRecorder()
  await open()
  recorder.start({ owner })
  browser.track.dispatchEvent(new Event('ended'))
  expect(recorder.getSnapshot()).toEqual({ status: 'blocked', reason: 'device_lost', interrupted: true })
  expect(browser.worker.last('interrupt')?.atFrame).toEqual(expect.any(Number))
  expect([takes.length, isReleased()]).toEqual([0, false])
  await deliver()
  expect(takes).toMatchObject([{ cause: 'interrupted', take: { settings: { interrupted: true } } }])
  expect(isReleased()).toBe(true)
  expect(recorder.getSnapshot().status).toBe('blocked')
})

test('a microphone lost between two takes interrupts nothing', async () => {
  const { browser, recorder, takes, open, isReleased } = await openTestRecorder()
  await open()
  browser.worker.post({ type: 'stalled' })
  await vi.advanceTimersByTimeAsync(0)
  expect(recorder.getSnapshot()).toEqual({ status: 'blocked', reason: 'device_lost', interrupted: false })
  expect([takes, isReleased(), browser.worker.last('interrupt')]).toEqual([[], true, undefined])
})

test('closing while recording delivers the take first', async () => {
  const { recorder, takes, open, isReleased, deliver } = await openTestRecorder()
  await open()
  recorder.start({ owner })
  const closed = recorder.close()
  expect(isReleased()).toBe(false)
  await deliver()
  await closed
  expect(takes).toMatchObject([{ cause: 'closed', take: { settings: { interrupted: true } } }])
  expect([isReleased(), recorder.getSnapshot()]).toEqual([true, { status: 'idle' }])
})

test('the maximum duration ends a take as a click does, with its own cause', async () => {
  const { browser, recorder, takes, open, deliver } = await openTestRecorder()
  await open()
  recorder.start({ owner, maxSeconds: 2 })
  expect(browser.worker.last('start')?.maxFrames).toBe(96_000)
  browser.worker.post({ type: 'limit' })
  expect(recorder.getSnapshot().status).toBe('stopping')
  const stopped = recorder.stop()
  expect(browser.worker.last('stop')).toBeUndefined()
  await deliver()
  expect(takes.map(({ cause }) => cause)).toEqual(['limit'])
  expect(await stopped).toBe(takes[0]!.take)
  expect((await stopped).settings).not.toHaveProperty('interrupted')
})

test('a limit that is reported after the click changes nothing', async () => {
  const { browser, recorder, takes, open, deliver } = await openTestRecorder()
  await open()
  recorder.start({ owner, maxSeconds: 2 })
  void recorder.stop()
  browser.worker.post({ type: 'limit' })
  await deliver()
  expect(takes.map(({ cause }) => cause)).toEqual(['stopped'])
})

test('an interrupted take that is not delivered within fifteen seconds is broken', async () => {
  const { browser, recorder, takes, broken, open, isReleased } = await openTestRecorder()
  await open()
  recorder.start({ owner })
  browser.worker.post({ type: 'stalled' })
  await vi.advanceTimersByTimeAsync(14_999)
  expect([broken.length, isReleased()]).toEqual([0, false])
  await vi.advanceTimersByTimeAsync(1)
  expect([broken.length, isReleased(), takes.length, browser.locksHeld]).toEqual([1, true, 0, 0])
})

test('levels that arrive after a loss do not hide it, and the first reason stays', async () => {
  const { browser, recorder, takes, open, deliver } = await openTestRecorder({ silenceSeconds: 0 })
  await open()
  recorder.start({ owner })
  browser.worker.post({ type: 'stalled' })
  browser.worker.post(quiet)
  browser.worker.post({ type: 'failed', message: 'x' })
  expect(recorder.getSnapshot()).toEqual({ status: 'blocked', reason: 'device_lost', interrupted: true })
  await deliver()
  expect(takes.map(({ cause }) => cause)).toEqual(['interrupted'])
})

test('a capture that breaks between two takes breaks no take', async () => {
  const { browser, recorder, broken, open, isReleased } = await openTestRecorder()
  await open()
  browser.worker.post({ type: 'failed', message: 'x' })
  await vi.advanceTimersByTimeAsync(0)
  expect(recorder.getSnapshot()).toEqual({ status: 'blocked', reason: 'capture_failed', interrupted: false })
  expect([broken, isReleased()]).toEqual([[], true])
})

test('a browser whose audio API throws is a failed capture', async () => {
  const { recorder, open } = await openTestRecorder()
  expect(recorder.getSnapshot()).toEqual({ status: 'idle' })
  vi.stubGlobal(
    'AudioContext',
    class {
      constructor() {
        throw new DOMException('', 'NotSupportedError')
      }
    },
  )
  await open()
  expect(recorder.getSnapshot()).toEqual({ status: 'blocked', reason: 'capture_failed', interrupted: false })
})

test('without a key nothing is recorded, because nothing could be stored', async () => {
  const { browser, recorder, open } = await openTestRecorder({ key: () => Promise.reject(new Error('offline')) })
  await open()
  expect(recorder.getSnapshot()).toEqual({ status: 'blocked', reason: 'storage_unavailable', interrupted: false })
  expect(browser.contexts).toEqual([])
})

// On a page without HTTPS, browsers have neither: the key could not be imported, but the address is the reason.
test.each([
  ['audio worklets', 'AudioWorkletNode', undefined],
  ['encryption', 'crypto', {}],
  ['access to microphones', 'navigator', {}],
])('a browser without %s has no media API, and nothing is asked for', async (_, name, instead) => {
  let asked = 0
  const key = () => {
    asked++
    return Promise.reject(new TypeError('not here'))
  }
  const { recorder, open } = await openTestRecorder({ key })
  vi.stubGlobal(name, instead)
  await open()
  expect(recorder.getSnapshot()).toEqual({ status: 'blocked', reason: 'no_media_api', interrupted: false })
  expect(asked).toBe(0)
})

test.each([
  [new DOMException('', 'NotAllowedError'), 'denied'],
  [new Error('a bug'), 'capture_failed'],
])('a microphone that cannot be opened because of %s blocks', async (error, reason) => {
  const { browser, recorder, open } = await openTestRecorder()
  browser.getUserMedia = () => Promise.reject(error)
  await open()
  expect(recorder.getSnapshot()).toEqual({ status: 'blocked', reason, interrupted: false })
})
