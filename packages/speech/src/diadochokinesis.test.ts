import { expect, test } from 'vitest'
import { measure } from './measure.ts'
import { add, join, noise, silence, voice } from './test-signals.ts'

/** Syllables of 80 ms with a smooth rise and fall at the given times. */
function syllables(rate: number, times: readonly number[], lengthS: number, level = (_: number) => 1): Float32Array {
  const samples = voice(rate, 130, lengthS)
  return samples.map((sample, i) => {
    const timeS = i / rate
    const near = times.findIndex((time) => Math.abs(timeS - time) < 0.04)
    return near < 0 ? 0 : sample * level(near) * Math.cos(((timeS - times[near]!) / 0.08) * Math.PI) ** 2
  })
}

function evenly(count: number, perSecond: number): number[] {
  return Array.from({ length: count }, (_, i) => 0.3 + i / perSecond)
}

function ddkOf(samples: Float32Array, sampleRateHz: number) {
  const { diadochokinesis } = measure(add(samples, noise(sampleRateHz, 30, 1e-4)), sampleRateHz, ['diadochokinesis'])
  if (diadochokinesis === undefined) throw new Error('diadochokinesis was asked for')
  return diadochokinesis
}

test.each([
  [8000, 3],
  [11_025, 6],
  [16_000, 5],
  [22_050, 4],
  [32_000, 2],
  [44_100, 7],
  [48_000, 5],
  [96_000, 6],
])('at %i Hz counts and times even syllables, %d a second', (rate, perSecond) => {
  const { scores, data } = ddkOf(syllables(rate, evenly(20, perSecond), 20 / perSecond + 1), rate)
  expect(scores.ddk_peak_count).toBe(20)
  expect(scores.ddk_rate_peaks_per_s! / perSecond).toBeCloseTo(1, 2)
  expect(scores.ddk_rate_first9_per_s! / perSecond).toBeCloseTo(1, 2)
  expect(scores.ddk_interval_mean_ms! * perSecond).toBeCloseTo(1000, -1)
  expect(scores.ddk_interval_cv_pct).toBeLessThan(3)
  expect(Math.abs(scores.ddk_acceleration_pct!)).toBeLessThan(3)
  expect(Math.abs(data!.peaks_s[0]! - 0.3)).toBeLessThan(0.01)
})

test('measures the spread of alternating intervals', () => {
  const times = Array.from({ length: 21 }, (_, i) => 0.3 + i * 0.2 + (i % 2) * 0.04)
  const { scores } = ddkOf(syllables(16_000, times, 5), 16_000)
  expect(Math.abs(scores.ddk_interval_sd_ms! - 41)).toBeLessThan(3)
  expect(Math.abs(scores.ddk_interval_cv_pct! - 20.5)).toBeLessThan(1.5)
})

test('ever faster syllables have a positive acceleration', () => {
  const times = [0.3]
  for (let i = 0; i < 18; i++) times.push(times[i]! + (i < 6 ? 0.25 : i < 12 ? 0.225 : 0.2))
  const { scores } = ddkOf(syllables(16_000, times, 5.5), 16_000)
  expect(Math.abs(scores.ddk_acceleration_pct! - 25)).toBeLessThan(2)
})

test('a fading voice has a falling level', () => {
  const fading = (i: number) => 10 ** (-i / 40) // half a dB a syllable, five syllables a second
  const { scores } = ddkOf(syllables(16_000, evenly(20, 5), 5, fading), 16_000)
  expect(Math.abs(scores.ddk_intensity_slope_db_per_s! + 2.5)).toBeLessThan(0.1)
})

test('two peaks within 70 ms or without a dip are one syllable', () => {
  const rate = 16_000
  const waver = voice(rate, 130, 1).map((sample, i) => sample * (1 + 0.1 * Math.cos((2 * Math.PI * 8 * i) / rate)))
  expect(ddkOf(join(silence(rate, 0.3), waver, silence(rate, 0.3)), rate).scores.ddk_peak_count).toBe(1)
})

test('two syllables have no rhythm', () => {
  const { scores, missing } = ddkOf(syllables(16_000, evenly(2, 3), 2), 16_000)
  expect(scores).toEqual({ ddk_peak_count: 2, ddk_onset_count: 2 })
  expect(missing.ddk_rate_peaks_per_s).toBe('too_few_syllables')
})

test('five syllables have a rate, and neither a change of it nor two rounds', () => {
  const { scores, missing } = ddkOf(syllables(16_000, evenly(5, 4), 2.5), 16_000)
  expect(scores.ddk_rate_peaks_per_s).toBeCloseTo(4, 1)
  const absent = ['ddk_rate_first9_per_s', 'ddk_acceleration_pct', 'ddk_same_syllable_cv_pct']
  const ofParts = ['ddk_syllable_1_ms', 'ddk_syllable_2_ms', 'ddk_syllable_3_ms']
  expect(missing).toEqual(Object.fromEntries([...absent, ...ofParts].map((name) => [name, 'too_few_syllables'])))
})
