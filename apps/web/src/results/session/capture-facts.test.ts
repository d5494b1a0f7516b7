import type { Capture, Quality } from '@fonema/contract'
import { expect, test } from 'vitest'
import { captureFactsOf } from './capture-facts.ts'

const capture = (given: Partial<Capture> = {}): Capture => ({
  settings: { sample_rate: 48_000, context_sample_rate: 48_000, echo_cancellation: false },
  gaps: [],
  window: { start: 0.5, end: 5 },
  ...given,
})

test('a clean capture has no facts to report', () => {
  expect(captureFactsOf(capture(), null)).toEqual({
    gapCount: 0,
    lostSeconds: 0,
    isProcessed: false,
    lowSampleRateHz: null,
  })
})

test('only interruptions inside the window count', () => {
  const gaps = [
    { at: 0.1, length: 0.2 },
    { at: 1, length: 0.25 },
    { at: 4, length: 0.5 },
    { at: 5.2, length: 1 },
    // The pause between an interrupted take and this one, which continues it.
    { at: 0, length: 30, pause: true as const },
  ]
  expect(captureFactsOf(capture({ gaps }), null)).toMatchObject({ gapCount: 2, lostSeconds: 0.75 })
})

test.each<Capture['settings']>([
  { echo_cancellation: true },
  { echo_cancellation: 'remote-only' },
  { noise_suppression: true },
  { auto_gain_control: true },
  { processed_by_browser: true },
])('%o is processed by the browser', (settings) => {
  expect(captureFactsOf(capture({ settings }), null).isProcessed).toBe(true)
})

test('the lowest of the known sample rates counts', () => {
  const settings = { sample_rate: 16_000, context_sample_rate: 48_000 }
  expect(captureFactsOf(capture({ settings }), null).lowSampleRateHz).toBe(16_000)
  const quality = { sample_rate: 22_050 } as Quality
  expect(captureFactsOf(capture({ settings: {} }), quality).lowSampleRateHz).toBe(22_050)
  expect(captureFactsOf(capture({ settings: {} }), null).lowSampleRateHz).toBe(null)
})
