import { beforeEach, expect, test, vi } from 'vitest'
import { fakeBrowser } from './fake-audio.ts'
import { watchMicrophone } from './watch-microphone.ts'

beforeEach(() => {
  vi.useFakeTimers()
  return () => {
    vi.unstubAllGlobals()
    vi.useRealTimers()
  }
})

function setUp(prepare: (track: ReturnType<typeof fakeBrowser>['track']) => void = () => {}) {
  const { track } = fakeBrowser()
  prepare(track)
  const context = new AudioContext()
  const losses: (number | null)[] = []
  const stop = watchMicrophone(track as unknown as MediaStreamTrack, context, (since) => losses.push(since))
  const fire = (name: string) => track.dispatchEvent(new Event(name))
  const change = async () => {
    navigator.mediaDevices.dispatchEvent(new Event('devicechange'))
    await vi.advanceTimersByTimeAsync(0)
  }
  return { track, context: context as AudioContext & { turn(state: string): void }, losses, stop, fire, change }
}

test('a track that ends is reported as lost at once, and only once', async () => {
  const { losses, fire } = setUp()
  await vi.advanceTimersByTimeAsync(100)
  const since = performance.now()
  fire('ended')
  fire('ended')
  expect(losses).toEqual([since])
})

test('a microphone muted for more than a second is lost from the start of the mute', async () => {
  const { losses, fire } = setUp()
  const since = performance.now()
  fire('mute')
  await vi.advanceTimersByTimeAsync(999)
  expect(losses).toEqual([])
  await vi.advanceTimersByTimeAsync(1)
  expect(losses).toEqual([since])
})

test('a short mute is no loss', async () => {
  const { losses, fire } = setUp()
  fire('mute')
  await vi.advanceTimersByTimeAsync(900)
  fire('unmute')
  await vi.advanceTimersByTimeAsync(5000)
  expect(losses).toEqual([])
})

test('a microphone that is muted or gone from the beginning is lost', async () => {
  const muted = setUp((track) => {
    track.muted = true
  })
  await vi.advanceTimersByTimeAsync(1000)
  expect(muted.losses).toHaveLength(1)
  const ended = setUp((track) => {
    track.readyState = 'ended'
  })
  expect(ended.losses).toEqual([])
  await vi.advanceTimersByTimeAsync(0)
  expect(ended.losses).toEqual([null])
})

test('a call that takes over the audio loses the microphone; a suspended context does not', () => {
  const { losses, context } = setUp()
  context.turn('suspended')
  expect(losses).toEqual([])
  context.turn('interrupted')
  expect(losses).toEqual([null])
})

test('only the removal of the device in use loses it', async () => {
  const { losses, change } = setUp()
  await change()
  expect(losses).toEqual([])
  vi.spyOn(navigator.mediaDevices, 'enumerateDevices').mockResolvedValue([])
  await change()
  expect(losses).toEqual([null])
})

test('a refused device list is no loss', async () => {
  const { losses, change } = setUp()
  vi.spyOn(navigator.mediaDevices, 'enumerateDevices').mockRejectedValue(new Error('not allowed'))
  await change()
  expect(losses).toEqual([])
})

test('a stopped watch reports nothing', async () => {
  const { losses, fire, stop, change, context } = setUp()
  fire('mute')
  stop()
  fire('ended')
  context.turn('interrupted')
  vi.spyOn(navigator.mediaDevices, 'enumerateDevices').mockResolvedValue([])
  await change()
  await vi.advanceTimersByTimeAsync(5000)
  expect(losses).toEqual([])
})
