import { expect, test } from 'vitest'
import { measure } from './measure.ts'
import { add, join, noise, rates, silence, sine } from './test-signals.ts'

function spectrumOf(samples: Float32Array, sampleRateHz: number) {
  return measure(samples, sampleRateHz, ['spectrum']).spectrum?.scores ?? {}
}

test.each(rates.filter((rate) => rate >= 16_000))('at %i Hz white noise has a flat spectrum up to 8 kHz', (rate) => {
  const scores = spectrumOf(noise(rate, 5, 0.1), rate)
  expect(Math.abs(scores.spec_cog_hz! - 4000)).toBeLessThan(60)
  expect(Math.abs(scores.spec_sd_hz! - 8000 / Math.sqrt(12))).toBeLessThan(40)
  expect(Math.abs(scores.spec_skewness!)).toBeLessThan(0.03)
  expect(Math.abs(scores.spec_kurtosis! + 1.2)).toBeLessThan(0.03)
  expect(Math.abs(scores.ltas_slope_0_1k_1k_4k_db!)).toBeLessThan(0.3)
  expect(Math.abs(scores.ltas_alpha_ratio_db! - 10 * Math.log10(4000 / 950))).toBeLessThan(0.3)
  expect(Math.abs(scores.ltas_hammarberg_db!)).toBeLessThan(1)
})

test('weights two sines by their power', () => {
  const rate = 16_000
  const scores = spectrumOf(add(sine(rate, 550, 4, 0.3), sine(rate, 2550, 4, 0.1)), rate)
  expect(Math.abs(scores.spec_cog_hz! - (550 * 9 + 2550) / 10)).toBeLessThan(1)
  expect(Math.abs(scores.spec_sd_hz! - 600)).toBeLessThan(2)
  expect(scores.ltas_hammarberg_db).toBeCloseTo(20 * Math.log10(3), 1)
  expect(scores.ltas_alpha_ratio_db).toBeCloseTo(-20 * Math.log10(3), 1)
  expect(scores.ltas_slope_0_1k_1k_4k_db).toBeCloseTo(-20 * Math.log10(3) - 10 * Math.log10(3), 1)
})

test('gain and silence at the end change nothing', () => {
  const rate = 16_000
  const samples = add(noise(rate, 2, 0.05), sine(rate, 700, 2, 0.2))
  const original = spectrumOf(samples, rate)
  const other = spectrumOf(
    join(
      samples.map((sample) => sample / 10),
      silence(rate, 1.3),
    ),
    rate,
  )
  for (const name of Object.keys(original)) {
    expect(Math.abs(other[name]! / original[name]! - 1), name).toBeLessThan(0.002)
  }
})
