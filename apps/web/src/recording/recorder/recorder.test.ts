import { beforeEach, expect, test, vi } from 'vitest'
import { loud, quiet } from './fake-audio.ts'
import { finished, openTestRecorder, owner } from './test-recorder.ts'
import { fakeTime } from './test-session.ts'

beforeEach(fakeTime)

test('a take is delivered from click to click with its facts, then the recorder is ready again', async () => {
  const { browser, recorder, takes, statuses, open, deliver } = await openTestRecorder()
  await open()
  vi.setSystemTime('2026-01-02T03:04:05.000Z')
  expect(recorder.start({ owner, at: performance.now() })).toBe(true)
  expect(recorder.getSnapshot()).toMatchObject({ status: 'recording', microphone: { label: 'Headset' } })
  const stopped = recorder.stop({ at: performance.now() })
  expect(recorder.getSnapshot().status).toBe('stopping')
  expect(browser.worker.received.map(({ type }) => type)).toEqual(['open', 'start', 'stop'])
  await deliver()
  const { lostSeconds: _lost, mendedSeconds: _mended, proof: _proof, ...captured } = finished
  const take = await stopped
  expect(take).toEqual({
    ...captured,
    sampleRateHz: 48_000,
    durationSeconds: 1.5,
    recordedAt: '2026-01-02T03:04:05.000Z',
    settings: {
      device_label: 'Headset',
      sample_rate: 48_000,
      channel_count: 1,
      latency_s: null,
      echo_cancellation: null,
      noise_suppression: null,
      auto_gain_control: null,
      processed_by_browser: false,
      user_agent: 'test browser',
      context_sample_rate: 48_000,
      low_sample_rate: false,
      completeness: 'verified',
    },
  })
  expect(takes).toMatchObject([{ take, cause: 'stopped', owner, status: 'stopping' }])
  expect(statuses).toEqual(['idle', 'opening', 'ready', 'recording', 'stopping', 'ready'])
})

test.each([
  ['capture_failed', { type: 'failed', message: 'x' }],
  ['storage_full', { type: 'unkept', isFull: true }],
  ['storage_unavailable', { type: 'unkept', isFull: false }],
] as const)('%s breaks the take: no delivery is awaited', async (reason, message) => {
  const { browser, recorder, takes, broken, open, isReleased } = await openTestRecorder()
  await open()
  recorder.start({ owner })
  const stopped = recorder.stop()
  stopped.catch(() => {}) // awaited below
  browser.worker.post(message)
  await vi.advanceTimersByTimeAsync(0)
  expect(recorder.getSnapshot()).toEqual({ status: 'blocked', reason, interrupted: true })
  expect([takes.length, isReleased()]).toEqual([0, true])
  expect(broken).toMatchObject([owner])
  await expect(stopped).rejects.toMatchObject({ reason: 'capture_failed' })
})

test('a long user agent is cut to its first 512 letters', async () => {
  const { recorder, takes, open, deliver } = await openTestRecorder()
  await open()
  Object.assign(navigator, { userAgent: 'x'.repeat(600) })
  recorder.start({ owner })
  void recorder.stop()
  await deliver()
  expect(takes[0]!.take.settings.user_agent).toBe('x'.repeat(512))
})

test('a take records what was lost by the clock and what was mended', async () => {
  const { recorder, takes, open, deliver } = await openTestRecorder()
  await open()
  recorder.start({ owner })
  void recorder.stop()
  await deliver({ lostSeconds: 0.2, mendedSeconds: 0.1 })
  expect(takes[0]!.take.settings).toMatchObject({ lost_by_clock_s: 0.2, mended_s: 0.1 })
})

test('only a ready recorder starts, and only a started one stops', async () => {
  const { browser, recorder, open } = await openTestRecorder()
  await expect(recorder.stop()).rejects.toThrow('nothing is being recorded')
  expect(recorder.start({ owner })).toBe(false)
  await open()
  expect(recorder.start({ owner })).toBe(true)
  expect(recorder.start({ owner })).toBe(false)
  expect(browser.worker.received.filter(({ type }) => type === 'start')).toHaveLength(1)
})

test('prolonged silence is a warning until sound is heard, and restarts with each take', async () => {
  const { browser, recorder, open, deliver } = await openTestRecorder({ silenceSeconds: 1 })
  await open()
  const levels = (count: number, level: typeof quiet | typeof loud) => {
    for (let i = 0; i < count; i++) browser.worker.post(level)
    return recorder.getSnapshot()
  }
  expect(levels(18, quiet)).toMatchObject({ noVolume: false })
  expect(levels(1, quiet)).toMatchObject({ status: 'ready', noVolume: true })
  recorder.start({ owner })
  expect(levels(19, quiet)).toMatchObject({ status: 'recording', noVolume: false })
  expect(levels(1, quiet)).toMatchObject({ status: 'recording', noVolume: true })
  expect(levels(1, loud)).toMatchObject({ noVolume: false })
  expect(levels(30, quiet)).toMatchObject({ noVolume: false })
  void recorder.stop()
  await deliver()
  expect(levels(19, quiet)).toMatchObject({ status: 'ready', noVolume: false })
  expect(levels(1, quiet)).toMatchObject({ noVolume: true })
})

test('the meter has the last hundred levels, and none once the recorder is closed', async () => {
  const { browser, recorder, open } = await openTestRecorder()
  await open()
  for (let i = 0; i < 120; i++) browser.worker.post({ type: 'level', level: i / 120, elapsedSeconds: i / 20 })
  const { level, levels, elapsedSeconds } = recorder.meter.getSnapshot()
  expect([level, levels.length, levels[0], elapsedSeconds]).toEqual([119 / 120, 100, 20 / 120, 119 / 20])
  await recorder.close()
  expect(recorder.meter.getSnapshot()).toEqual({ level: 0, levels: [], elapsedSeconds: 0 })
})

test('the screen stays on from the click to the delivery', async () => {
  const { browser, recorder, open, deliver } = await openTestRecorder()
  await open()
  expect(browser.locksHeld).toBe(0)
  recorder.start({ owner })
  await vi.advanceTimersByTimeAsync(0)
  expect(browser.locksHeld).toBe(1)
  void recorder.stop()
  await deliver()
  expect(browser.locksHeld).toBe(0)
})

test('opening again replaces the microphone; closing while it opens leaves nothing open', async () => {
  const { browser, recorder, open } = await openTestRecorder()
  await open()
  await open()
  expect(browser.workers.map(({ terminated }) => terminated)).toEqual([true, false])
  const opening = recorder.open()
  await vi.advanceTimersByTimeAsync(5)
  await recorder.close()
  await vi.advanceTimersByTimeAsync(10_000)
  await opening
  expect(recorder.getSnapshot()).toEqual({ status: 'idle' })
  expect(browser.workers.every(({ terminated }) => terminated)).toBe(true)
})

test('the opening state reports when a gesture is needed', async () => {
  const { browser, recorder, open } = await openTestRecorder()
  Object.assign(browser, { state: 'suspended', resumesTo: 'suspended' })
  const opened = open()
  await vi.advanceTimersByTimeAsync(400)
  expect(recorder.getSnapshot()).toEqual({ status: 'opening', needsGesture: false })
  await vi.advanceTimersByTimeAsync(500)
  expect(recorder.getSnapshot()).toEqual({ status: 'opening', needsGesture: true })
  browser.context.turn('running')
  await opened
  expect(recorder.getSnapshot().status).toBe('ready')
})

test('listening needs an open microphone', async () => {
  const { browser, recorder, open } = await openTestRecorder()
  await expect(recorder.listen(1)).rejects.toMatchObject({ reason: 'device_lost' })
  await open()
  const heard = recorder.listen(1)
  browser.worker.post({ type: 'heard', samples: Float32Array.of(1) })
  expect(await heard).toEqual(Float32Array.of(1))
})

test("a take carries the file of the examiner's channel, or says why that channel is useless", async () => {
  const { browser, recorder, takes, deliver } = await openTestRecorder()
  browser.track.settings = { ...browser.track.settings, channelCount: 2 }
  const opened = recorder.open('mic', true)
  await vi.advanceTimersByTimeAsync(20)
  await opened
  const record = async (changed: Parameters<typeof deliver>[0]) => {
    recorder.start({ owner })
    expect(browser.worker.last('start')?.facts.hasExaminer).toBe(true)
    const stopped = recorder.stop()
    await deliver(changed)
    await stopped
    return takes.at(-1)!.take
  }
  const examiner = { chunks: 5, bytes: 240_044, sha256: 'cd' }
  const both = await record({ examiner })
  expect([both.examiner, both.settings.examiner_channel]).toEqual([examiner, undefined])
  const useless = await record({ examiner: 'silent' })
  expect([useless.examiner, useless.settings.examiner_channel]).toEqual([undefined, 'silent'])
})
