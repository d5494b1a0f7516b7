import { expect, test } from 'vitest'
import { windowPeaks } from './window-peaks.ts'

test('only the span counts, even when the audio around it is louder', () => {
  const samples = Float32Array.from([1, 1, 0.25, -0.5, 0.125, 0.25, 1, 1])
  expect([...windowPeaks(samples, 2, { start: 1, end: 3 }, 2)]).toEqual([0.5, 0.25])
})

test('never returns more parts than samples, and none for an empty span', () => {
  const samples = Float32Array.from([0.5, 0.25])
  expect([...windowPeaks(samples, 2, { start: 0, end: 9 }, 100)]).toEqual([0.5, 0.25])
  expect(windowPeaks(samples, 2, { start: 1, end: 1 }, 100)).toHaveLength(0)
  expect(windowPeaks(samples, 2, { start: 5, end: 6 }, 100)).toHaveLength(0)
})
