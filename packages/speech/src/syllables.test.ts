import { expect, test } from 'vitest'
import { measure } from './measure.ts'
import { add, join, noise, rates, silence, voice } from './test-signals.ts'

/** A voice whose level swells `perSecond` times a second, by 12 dB. */
function swelling(rate: number, perSecond: number, lengthS: number): Float32Array {
  return voice(rate, 140, lengthS).map((sample, i) => {
    return sample * 10 ** ((-6 - 6 * Math.cos((2 * Math.PI * perSecond * i) / rate)) / 20)
  })
}

test.each(rates)('at %i Hz counts the swells of a voice as syllables', (rate) => {
  const speech = join(silence(rate, 0.5), swelling(rate, 4, 2), silence(rate, 0.5), swelling(rate, 4, 2))
  const scores = measure(add(speech, noise(rate, 5, 1e-4)), rate, ['timing']).timing?.scores ?? {}
  expect(scores.syllable_count).toBe(16)
  expect(scores.speech_rate_syl_per_s).toBeCloseTo((16 * rate) / speech.length, 9)
  expect(scores.articulation_rate_syl_per_s).toBeCloseTo(16 / scores.phonation_time_s!, 9)
  expect(scores.speech_rate_span_syl_per_s).toBeCloseTo(16 / scores.speech_span_s!, 9)
  expect(scores.asd_s_per_syl).toBeCloseTo(scores.phonation_time_s! / 16, 9)
})

test('does not count swells of noise as syllables', () => {
  const rate = 16_000
  const hiss = noise(rate, 2, 0.1).map((sample, i) => sample * (1.2 - Math.cos((2 * Math.PI * 4 * i) / rate)))
  const { scores, missing } = measure(hiss, rate, ['timing']).timing ?? { scores: {}, missing: {} }
  expect(scores.syllable_count).toBe(0)
  expect(missing.asd_s_per_syl).toBe('no_voice')
})
