import { expect, test } from 'vitest'
import { resample } from './resample.ts'
import { noise, sine } from './test-signals.ts'

test.each([8000, 16_000, 22_050, 44_100, 48_000, 96_000])('a sine at %i Hz stays the same sine at 10 kHz', (rate) => {
  const resampled = resample(sine(rate, 440, 1), rate, 10_000)
  const expected = sine(10_000, 440, 1)
  expect(resampled.length).toBe(10_000)
  for (let i = 500; i < 9500; i++) expect(Math.abs(resampled[i]! - expected[i]!)).toBeLessThan(0.002)
})

test('removes frequencies that the new rate cannot represent', () => {
  const resampled = resample(sine(48_000, 6000, 1), 48_000, 10_000)
  expect(resampled.slice(500, 9500).every((sample) => Math.abs(sample) < 0.001)).toBe(true)
})

test('a long recording has no discontinuities', () => {
  const whole = resample(noise(16_000, 15, 0.1), 16_000, 10_000)
  const shift = 16_000 * 2
  const part = resample(noise(16_000, 15, 0.1).subarray(shift), 16_000, 10_000)
  for (let i = 5000; i < part.length - 5000; i += 97) expect(part[i]!).toBeCloseTo(whole[i + 20_000]!, 4)
})

test('the same rate gives the same recording', () => {
  const samples = noise(10_000, 0.1, 0.1)
  expect(resample(samples, 10_000, 10_000)).toBe(samples)
})
