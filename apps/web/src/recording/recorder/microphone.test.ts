import { expect, test } from 'vitest'
import {
  isLowSampleRate,
  isProcessed,
  listAudioInputs,
  openMicrophone,
  reasonOf,
  settingsOf,
  unprocessed,
} from './microphone.ts'

test('each error of the browser has its code', () => {
  const reasons = ['NotAllowedError', 'NotFoundError', 'OverconstrainedError', 'NotReadableError', 'TypeError']
  expect(reasons.map((name) => reasonOf(Object.assign(new Error(), { name })))).toEqual([
    'denied',
    'no_device',
    'no_device',
    'in_use',
    'capture_failed',
  ])
})

test('without the media API there is a code, not a crash', async () => {
  await expect(openMicrophone()).rejects.toMatchObject({ reason: 'no_media_api' })
  await expect(listAudioInputs()).rejects.toMatchObject({ reason: 'no_media_api' })
})

test('requests no processing, and exactly the chosen device', () => {
  const plain = { channelCount: { ideal: 1 }, echoCancellation: false, noiseSuppression: false, autoGainControl: false }
  expect(unprocessed()).toEqual(plain)
  expect(unprocessed('x')).toEqual({ ...plain, deviceId: { exact: 'x' } })
  expect(unprocessed('x', 2)).toEqual({ ...plain, deviceId: { exact: 'x' }, channelCount: { ideal: 2 } })
})

test('processing that stayed on is reported, also by its newer names', () => {
  const off = { echoCancellation: false, noiseSuppression: false, autoGainControl: false }
  expect(settingsOf('mic', off).processed_by_browser).toBe(false)
  expect(settingsOf('mic', {}).processed_by_browser).toBe(false)
  expect(settingsOf('mic', {}).echo_cancellation).toBe(null)
  expect(isProcessed(settingsOf('mic', off))).toBe(false)
  expect(isProcessed(settingsOf('mic', { echoCancellation: false }))).toBe(null)
  expect(isProcessed(settingsOf('mic', { echoCancellation: true }))).toBe(true)
  expect(settingsOf('mic', { ...off, autoGainControl: true }).processed_by_browser).toBe(true)
  expect(settingsOf('mic', { ...off, echoCancellation: 'all' }).processed_by_browser).toBe(true)
})

test('a hands-free link has a low rate, whatever the rate of the context', () => {
  const at = (sampleRate?: number) => settingsOf('mic', sampleRate === undefined ? {} : { sampleRate })
  expect(isLowSampleRate(48_000, at(16_000))).toBe(true)
  expect(isLowSampleRate(16_000, at())).toBe(true)
  expect(isLowSampleRate(32_000, at(32_000))).toBe(false)
  expect(isLowSampleRate(44_100, at())).toBe(false)
  expect(at(0).sample_rate).toBe(null)
  expect(isLowSampleRate(48_000, at(0))).toBe(false)
})
