import { expect, test } from 'vitest'
import { measure } from './measure.ts'
import { add, join, noise, rates, silence, sine, voice } from './test-signals.ts'

function qualityOf(samples: Float32Array, sampleRateHz: number) {
  const { recording_quality } = measure(samples, sampleRateHz, ['recording_quality'])
  if (recording_quality === undefined) throw new Error('recording quality was asked for')
  return recording_quality
}

/** A second of voice between two half seconds of rest, with noise throughout. */
function speechInNoise(rate: number, snrDb: number): Float32Array {
  const part = voice(rate, 140, 1)
  const rms = Math.sqrt(part.reduce((sum, sample) => sum + sample * sample, 0) / part.length)
  const speech = join(silence(rate, 0.5), part, silence(rate, 0.5))
  return add(speech, noise(rate, 2, rms / 10 ** (snrDb / 20)))
}

test.each(rates)('at %i Hz measures the signal-to-noise ratio that was mixed, within 0.5 dB', (rate) => {
  // White noise above 8 kHz is outside the band of the measure.
  const outsideDb = Math.max(0, 10 * Math.log10(rate / 2 / 8000))
  for (const snrDb of [6, 10, 20, 30, 50]) {
    const { scores } = qualityOf(speechInNoise(rate, snrDb), rate)
    expect(Math.abs(scores.snr_db! - outsideDb - snrDb), `${snrDb} dB`).toBeLessThan(0.5)
    expect(Math.abs(scores.speech_ratio! - 0.5)).toBeLessThan(0.06)
  }
})

test('the ratio does not depend on gain', () => {
  const loud = qualityOf(speechInNoise(16_000, 25), 16_000)
  const quiet = qualityOf(
    speechInNoise(16_000, 25).map((sample) => sample / 8),
    16_000,
  )
  expect(quiet.scores.snr_db).toBeCloseTo(loud.scores.snr_db!, 3)
  expect(quiet.data).toEqual(loud.data)
})

test('finds where the speech is', () => {
  const { data } = qualityOf(speechInNoise(16_000, 30), 16_000)
  expect(data?.speech).toHaveLength(1)
  expect(Math.abs(data!.speech[0]!.start_s - 0.5)).toBeLessThan(0.04)
  expect(Math.abs(data!.speech[0]!.end_s - 1.5)).toBeLessThan(0.04)
})

test('measures peak, RMS and DC of a sine', () => {
  const { scores } = qualityOf(
    sine(48_000, 200, 1).map((sample) => sample + 0.125),
    48_000,
  )
  expect(scores.peak_dbfs).toBeCloseTo(20 * Math.log10(0.625), 2)
  expect(scores.rms_dbfs).toBeCloseTo(10 * Math.log10(0.125 + 0.125 ** 2), 3)
  expect(scores.dc_offset).toBeCloseTo(0.125, 6)
})

test('counts clipping, also when the recording was attenuated afterwards', () => {
  const rate = 44_100
  const wave = sine(rate, 150, 1, 1.25)
  const expected = wave.filter((sample) => Math.abs(sample) >= 1).length / wave.length
  const clipped = wave.map((sample) => Math.max(-1, Math.min(1, sample)))
  expect(expected).toBeGreaterThan(0.3)
  expect(qualityOf(clipped, rate).scores.clipped_ratio).toBeCloseTo(expected, 2)
  expect(
    qualityOf(
      clipped.map((sample) => sample / 2),
      rate,
    ).scores.clipped_ratio,
  ).toBeCloseTo(expected, 2)
})

test('counts short flat tops, and no single samples', () => {
  const rate = 16_000
  const clip = (amplitude: number) => sine(rate, 900, 1, amplitude).map((sample) => Math.max(-1, Math.min(1, sample)))
  expect(qualityOf(clip(2), rate).scores.clipped_ratio).toBeGreaterThan(0.5)
  expect(qualityOf(clip(1.001), rate).scores.clipped_ratio).toBe(0)
})

test.each([8000, 44_100, 96_000])('a sine of 16 bits that just reaches full scale at %i Hz is not clipped', (rate) => {
  const wave = sine(rate, 30, 1, 1).map((sample) => Math.round(sample * 32767) / 32768)
  expect(qualityOf(wave, rate).scores.clipped_ratio).toBe(0)
})

test('a steady vowel without a pause has no signal-to-noise ratio', () => {
  const { scores, missing } = qualityOf(voice(16_000, 200, 2), 16_000)
  expect(missing).toEqual({ snr_db: 'no_pause' })
  expect(scores.speech_ratio).toBe(1)
})

test.each([
  ['noise', noise(16_000, 2, 0.05)],
  ['digital silence', silence(16_000, 2)],
])('%s is not speech', (_, samples) => {
  const { scores, missing, data } = qualityOf(samples, 16_000)
  expect(missing.snr_db).toBe('no_speech')
  expect(scores.speech_ratio).toBe(0)
  expect(data?.speech).toEqual([])
})
