import { expect, test } from 'vitest'
import { measure } from './measure.ts'
import { noise, rates, resonantVowel } from './test-signals.ts'

test.each(rates.filter((rate) => rate > 11_000))(
  'at %i Hz the resonances of a vowel are its formants, within 4 %%',
  (rate) => {
    const formants = [700, 1250, 2600, 3500, 4400]
    const scores = measure(resonantVowel(rate, 110, formants, 80), rate, ['spectrum']).spectrum?.scores ?? {}
    for (const f of [1, 2, 3]) {
      const median = scores[`f${f}_median_5500_hz`]!
      expect(Math.abs(median / formants[f - 1]! - 1), `formant ${f}: ${median} Hz`).toBeLessThan(0.04)
    }
  },
)

test('a voiceless recording has no formants', () => {
  const { scores = {}, missing = {} } = measure(noise(16_000, 1, 0.1), 16_000, ['spectrum']).spectrum ?? {}
  expect(scores.spec_cog_hz).toBeGreaterThan(0)
  if (scores.f1_median_5500_hz === undefined) expect(missing.f1_median_5500_hz).toBe('no_voice')
})
