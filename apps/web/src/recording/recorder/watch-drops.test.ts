import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { watchDrops } from './watch-drops.ts'

beforeEach(() => {
  vi.useFakeTimers()
})
afterEach(() => {
  vi.useRealTimers()
})

function watch(stats: { deliveredFramesDuration: number; totalFramesDuration: number } | undefined) {
  const drops: number[] = []
  const stop = watchDrops({ stats } as unknown as MediaStreamTrack, (_since, seconds) => drops.push(seconds))
  return { drops, stop }
}

test('a drop is reported once', () => {
  const stats = { deliveredFramesDuration: 1000, totalFramesDuration: 1010 }
  const { drops, stop } = watch(stats)
  vi.advanceTimersByTime(600)
  expect(drops).toEqual([])
  stats.totalFramesDuration += 40
  vi.advanceTimersByTime(2000)
  expect(drops).toEqual([0.04])
  stop()
  stats.totalFramesDuration += 40
  vi.advanceTimersByTime(2000)
  expect(drops).toEqual([0.04])
})

test('drops too small to report add up', () => {
  const stats = { deliveredFramesDuration: 0, totalFramesDuration: 0 }
  const { drops } = watch(stats)
  for (let i = 0; i < 3; i++) {
    stats.totalFramesDuration += 0.5
    vi.advanceTimersByTime(500)
  }
  expect(drops).toEqual([0.001])
})

test('a browser without drop counters causes no error', () => {
  const { drops } = watch(undefined)
  vi.advanceTimersByTime(5000)
  expect(drops).toEqual([])
})
