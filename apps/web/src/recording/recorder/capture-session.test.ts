import { beforeEach, expect, test, vi } from 'vitest'
import { loud } from './fake-audio.ts'
import { fakeTime, openTestSession, released } from './test-session.ts'
import { facts } from './test-take.ts'

beforeEach(fakeTime)

const rate = 48_000

test('an open session describes its microphone', async () => {
  const { opening, browser, heard } = await openTestSession()
  const { microphone } = await opening
  expect(microphone).toMatchObject({
    deviceId: 'mic',
    label: 'Headset',
    sampleRateHz: rate,
    processedByBrowser: false,
    lowSampleRate: false,
    settings: { device_label: 'Headset', sample_rate: rate, channel_count: 1 },
  })
  expect(browser.worker.received[0]).toMatchObject({ type: 'open', sampleRateHz: rate })
  expect(heard).toEqual([['level', 0.01, 0]])
})

test('a microphone whose device has no name has an empty label', async () => {
  const { opening } = await openTestSession(({ track }) => {
    track.settings = {}
  })
  expect((await opening).microphone.deviceId).toBe('')
})

test('a mark is the frame of the click, not of its later message', async () => {
  const { opening, browser } = await openTestSession()
  const session = await opening
  await vi.advanceTimersByTimeAsync(3000)
  const now = Math.round(browser.context.currentTime * rate)
  session.start(facts, performance.now() - 500, 1.5)
  expect(browser.worker.last('start')).toEqual({ type: 'start', facts, atFrame: now - rate / 2, maxFrames: 1.5 * rate })
  session.start(facts, undefined, undefined)
  expect(browser.worker.last('start')).toEqual({ type: 'start', facts, atFrame: now, maxFrames: null })
  session.stop(performance.now() - 250)
  expect(browser.worker.last('stop')).toEqual({ type: 'stop', atFrame: now - rate / 4 })
  session.stop(undefined)
  expect(browser.worker.last('stop')).toEqual({ type: 'stop', atFrame: now })
})

test.each([
  ['in the future', 100],
  ['longer ago than a click can wait', -10_000],
])('a mark whose time is %s is from another clock and counts as now', async (_, milliseconds) => {
  const { opening, browser } = await openTestSession()
  const session = await opening
  await vi.advanceTimersByTimeAsync(20_000)
  session.stop(performance.now() + milliseconds)
  expect(browser.worker.last('stop')).toEqual({ type: 'stop', atFrame: Math.round(browser.context.currentTime * rate) })
})

test('an interruption reports its start, when known', async () => {
  const { opening, browser } = await openTestSession()
  const session = await opening
  await vi.advanceTimersByTimeAsync(3000)
  session.interrupt(null)
  expect(browser.worker.last('interrupt')).toEqual({ type: 'interrupt', atFrame: null })
  session.interrupt(performance.now() - 1000)
  const atFrame = Math.round((browser.context.currentTime - 1) * rate)
  expect(browser.worker.last('interrupt')).toEqual({ type: 'interrupt', atFrame })
})

test("listeners get the worker's messages", async () => {
  const { opening, browser, heard } = await openTestSession()
  await opening
  heard.length = 0
  const take = {
    chunks: 1,
    bytes: 46,
    sha256: 'ab',
    totalSeconds: 1,
    window: { start: 0, end: 1 },
    gaps: [],
    lostSeconds: 0,
    mendedSeconds: 0,
    proof: { completeness: 'verified' as const, resolutionSeconds: null },
  }
  browser.worker.post(loud)
  browser.worker.post({ type: 'limit' })
  browser.worker.post({ type: 'take', take })
  browser.worker.post({ type: 'stalled' })
  browser.worker.post({ type: 'unkept', isFull: true })
  browser.worker.post({ type: 'unkept', isFull: false })
  browser.worker.post({ type: 'failed', message: 'x' })
  browser.worker.onerror?.(new Event('error'))
  browser.nodes[0]!.onprocessorerror?.(new Event('error'))
  expect(heard).toEqual([
    ['level', 0.5, 0],
    ['limit'],
    ['take', take],
    ['lost', 'device_lost', null],
    ['lost', 'storage_full', null],
    ['lost', 'storage_unavailable', null],
    ['lost', 'capture_failed', null],
    ['lost', 'capture_failed', null],
    ['lost', 'capture_failed', null],
  ])
})

test('a microphone whose track ends is lost from that moment', async () => {
  const { opening, browser, heard } = await openTestSession()
  await opening
  browser.track.dispatchEvent(new Event('ended'))
  expect(heard.at(-1)).toEqual(['lost', 'device_lost', performance.now()])
})

test('dropped audio is reported to the worker with the frames between which it was dropped', async () => {
  const { opening, browser } = await openTestSession()
  await opening
  const stats = { deliveredFramesDuration: 0, totalFramesDuration: 0 }
  Object.assign(browser.track, { stats })
  await vi.advanceTimersByTimeAsync(500)
  stats.totalFramesDuration = 30
  await vi.advanceTimersByTimeAsync(500)
  const to = Math.round(browser.context.currentTime * rate)
  expect(browser.worker.last('dropped')).toEqual({ type: 'dropped', from: to - rate / 2, to, seconds: 0.03 })
})

test("the worker gets the track's own samples if the browser provides them", async () => {
  const readable = new ReadableStream()
  vi.stubGlobal(
    'MediaStreamTrackProcessor',
    class {
      readonly readable = readable
    },
  )
  const { opening, browser } = await openTestSession()
  await opening
  expect(browser.worker.last('track')).toEqual({ type: 'track', samples: readable, isTwoChannels: false })
})

test('listening resolves with the samples, and rejects when the session ends first', async () => {
  const { opening, browser } = await openTestSession()
  const session = await opening
  const samples = Float32Array.of(1, 2)
  const heard = session.listen(0.5)
  expect(browser.worker.last('listen')).toEqual({ type: 'listen', seconds: 0.5 })
  browser.worker.post({ type: 'heard', samples })
  expect(await heard).toBe(samples)
  const cut = session.listen(0.5)
  session.dispose()
  await expect(cut).rejects.toMatchObject({ reason: 'device_lost' })
})

test('a disposed session releases everything and reports nothing more', async () => {
  const { opening, browser, heard, isReleased } = await openTestSession()
  const session = await opening
  heard.length = 0
  session.dispose()
  expect(isReleased()).toEqual(released)
  expect([browser.nodes[0]!.connectedTo, browser.context.source.connectedTo]).toEqual([null, null])
  expect(browser.nodes[0]!.posted.at(-1)).toBe('close')
  browser.worker.post(loud)
  browser.track.dispatchEvent(new Event('ended'))
  await vi.advanceTimersByTimeAsync(5000)
  expect(heard).toEqual([])
})

test("the second channel is the examiner's only where it is wanted and the device delivers it", async () => {
  const hear = async (wantsExaminer: boolean, channelCount: number) => {
    const { opening, browser } = await openTestSession(({ track }) => {
      track.settings = { ...track.settings, channelCount }
    }, wantsExaminer)
    const { microphone } = await opening
    const isApart = browser.nodes[0]!.posted.includes('two_channels')
    return { offers: microphone.offersExaminer, has: microphone.hasExaminer, isApart }
  }
  expect(await hear(true, 2)).toEqual({ offers: true, has: true, isApart: true })
  expect(await hear(true, 1)).toEqual({ offers: false, has: false, isApart: false })
  // Chromium may deliver two channels unasked: they are one microphone, as before.
  expect(await hear(false, 2)).toEqual({ offers: true, has: false, isApart: false })
})
