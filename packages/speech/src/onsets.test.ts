import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { measure } from './measure.ts'
import { findOnsets } from './onsets.ts'
import { resample } from './resample.ts'
import { mean, standardDeviation } from './statistics.ts'
import { add, noise, voice } from './test-signals.ts'
import { readWav } from './wav.ts'

const folder = new URL('../fixtures/', import.meta.url)
const reference = JSON.parse(readFileSync(new URL('reference.json', folder), 'utf8')) as {
  recordings: Record<string, { burst_times_s?: number[] }>
}

const ddkOf = (samples: Float32Array, sampleRateHz: number) =>
  measure(samples, sampleRateHz, ['diadochokinesis']).diadochokinesis!

function variationOf(times: readonly number[]): number {
  const intervals = times.slice(1).map((time, i) => time - times[i]!)
  return (100 * standardDeviation(intervals)!) / mean(intervals)!
}

test.each(['ddk_01_r4.2.wav', 'ddk_06_r7.2.wav'])('finds the burst of each syllable of %s within 5 ms', (file) => {
  const { samples, sampleRateHz } = readWav(readFileSync(new URL(file, folder)))
  const bursts = reference.recordings[file]!.burst_times_s!
  const { scores, data } = ddkOf(samples, sampleRateHz)
  const { onsets } = findOnsets(resample(samples, sampleRateHz, 16_000), 16_000, data!.peaks_s)!
  expect(onsets).toHaveLength(bursts.length)
  onsets.forEach(({ timeS }, i) => {
    expect(Math.abs(timeS - bursts[i]!)).toBeLessThan(0.005)
  })
  expect(Math.abs(scores.ddk_onset_cv_pct! - variationOf(bursts))).toBeLessThan(0.5)
})

test('a syllable that is always longer varies the intervals, but not those of the same step', () => {
  const times = [0.4]
  for (let i = 0; i < 20; i++) times.push(times[i]! + (i % 3 === 2 ? 0.28 : 0.2))
  const rate = 16_000
  const samples = new Float32Array(5.5 * rate)
  for (const time of times)
    for (let i = 0; i < 0.12 * rate; i++)
      samples[Math.round(time * rate) + i] =
        0.3 * Math.sin((2 * Math.PI * 150 * i) / rate) * Math.min(1, i / 100, (1920 - i) / 400)
  const { scores } = ddkOf(samples, rate)
  expect(scores.ddk_onset_cv_pct).toBeGreaterThan(14)
  expect(scores.ddk_same_syllable_cv_pct).toBeLessThan(2)
})

test('a voice that only swells has no onsets, with a reason', () => {
  const swells = voice(16_000, 130, 4).map(
    (sample, i) => sample * 10 ** (-0.5 - 0.5 * Math.cos((2 * Math.PI * 5 * i) / 16_000)),
  )
  const { scores, missing } = ddkOf(add(swells, noise(16_000, 4, 1e-3)), 16_000)
  expect(scores.ddk_peak_count).toBeGreaterThan(15)
  expect(missing).toMatchObject({ ddk_onset_cv_pct: 'no_onsets', ddk_same_syllable_cv_pct: 'no_onsets' })
})
