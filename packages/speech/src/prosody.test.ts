import { expect, test } from 'vitest'
import { measure } from './measure.ts'
import { add, join, noise, rates, silence, sine, voice } from './test-signals.ts'

function prosodyOf(samples: Float32Array, sampleRateHz: number) {
  const { prosody } = measure(samples, sampleRateHz, ['prosody'])
  if (prosody === undefined) throw new Error('prosody was asked for')
  return prosody
}

test.each(rates)('at %i Hz measures the pitch of a voice of 80 to 500 Hz, within 0.1 %%', (rate) => {
  for (const hz of [80, 123.4, 220, 500]) {
    const { scores } = prosodyOf(voice(rate, hz, 0.5), rate)
    for (const name of ['f0_median_hz', 'f0_mean_hz', 'f0_min_hz', 'f0_max_hz', 'f0_2pass_mean_hz']) {
      expect(Math.abs(scores[name]! / hz - 1), `${name} of ${hz} Hz`).toBeLessThan(0.001)
    }
    expect(scores.voiced_fraction).toBe(1)
    expect(scores.f0_sd_st).toBeLessThan(0.02)
  }
})

test('two pitches an octave apart spread by six semitones about their mean', () => {
  const rate = 16_000
  const { scores } = prosodyOf(join(voice(rate, 120, 2), voice(rate, 240, 2)), rate)
  expect(scores.f0_mean_hz).toBeCloseTo(180, -0.5)
  expect(scores.f0_sd_hz! / 60).toBeCloseTo(1, 1)
  expect(scores.f0_sd_st! / 6).toBeCloseTo(1, 1)
  expect(scores.f0_p05_hz! / 120).toBeCloseTo(1, 2)
  expect(scores.f0_p95_hz! / 240).toBeCloseTo(1, 2)
})

test('follows a glide', () => {
  const rate = 22_050
  const { data } = prosodyOf(
    voice(rate, (timeS) => 100 + 100 * timeS, 2),
    rate,
  )
  const track = data?.f0_track
  track?.hz.forEach((hz, i) => {
    const expected = 100 + 100 * (track.first_s + i * track.step_s)
    expect(Math.abs((hz ?? 0) - expected)).toBeLessThan(1)
  })
  expect(track?.hz.length).toBe(197)
})

test('measures a recording that is half voiced and half voiceless', () => {
  const rate = 16_000
  const { scores } = prosodyOf(join(voice(rate, 150, 1), noise(rate, 1, 0.05)), rate)
  expect(scores.voiced_fraction).toBeGreaterThan(0.47)
  expect(scores.voiced_fraction).toBeLessThan(0.53)
})

test('gain and DC do not change the pitch, and gain changes every level by the gain', () => {
  const rate = 16_000
  const speech = join(voice(rate, 110, 0.7), silence(rate, 0.4), voice(rate, 140, 0.6))
  const original = prosodyOf(add(speech, noise(rate, 1.7, 0.001)), rate).scores
  const quieter = prosodyOf(
    add(speech, noise(rate, 1.7, 0.001)).map((sample) => sample / 10),
    rate,
  ).scores
  const shifted = prosodyOf(
    add(speech, noise(rate, 1.7, 0.001)).map((sample) => sample + 0.1),
    rate,
  ).scores
  for (const name of Object.keys(original)) {
    const isLevel = name.startsWith('intensity') && !name.endsWith('sd_db')
    expect(quieter[name], name).toBeCloseTo(original[name]! - (isLevel ? 20 : 0), 2)
    expect(shifted[name], name).toBeCloseTo(original[name]!, 2)
  }
})

test.each(rates)('at %i Hz a sine of amplitude 0.5 has the level of its mean square', (rate) => {
  const { scores } = prosodyOf(sine(rate, 200, 1), rate)
  const expected = 10 * Math.log10(0.125 / 4e-10)
  for (const name of ['mean_energy', 'mean', 'max', 'min', 'median', 'sounding_mean']) {
    expect(scores[`intensity_${name}_db`], name).toBeCloseTo(expected, 1)
  }
  expect(scores.intensity_sd_db).toBeLessThan(0.02)
})

test('the sounding level excludes pauses, the mean level does not', () => {
  const rate = 16_000
  const { scores } = prosodyOf(join(sine(rate, 200, 1), noise(rate, 1, 1e-4), sine(rate, 200, 1)), rate)
  const expected = 10 * Math.log10(0.125 / 4e-10)
  expect(Math.abs(scores.intensity_sounding_mean_db! - expected)).toBeLessThan(1)
  expect(scores.intensity_mean_db).toBeLessThan(expected - 15)
})

test('the lowest level is that of digital silence', () => {
  const { scores } = prosodyOf(join(sine(8000, 200, 1), silence(8000, 1), sine(8000, 200, 1)), 8000)
  expect(scores.intensity_min_db).toBe(-300)
})

test('noise has a level but no pitch', () => {
  const { scores, missing, error } = prosodyOf(noise(16_000, 2, 0.1), 16_000)
  expect(scores.voiced_fraction).toBeLessThan(0.02)
  expect(scores.intensity_mean_energy_db).toBeCloseTo(10 * Math.log10(0.01 / 4e-10), 1)
  expect(error).toBeUndefined()
  if (scores.voiced_fraction === 0) expect(missing.f0_mean_hz).toBe('no_voice')
})

test('digital silence has neither level nor pitch', () => {
  const { scores, missing, error } = prosodyOf(silence(16_000, 2), 16_000)
  expect(scores).toEqual({ voiced_fraction: 0 })
  expect(missing).toMatchObject({ f0_mean_hz: 'no_voice', intensity_mean_db: 'no_speech' })
  expect(error).toBe('no_voice')
})
