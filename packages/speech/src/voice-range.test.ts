import { expect, test } from 'vitest'
import { measure } from './measure.ts'
import { add, breathyVowel, noise, pulseTrain } from './test-signals.ts'

const scoresOf = (samples: Float32Array, rate: number) => {
  const { prosody, voice_quality } = measure(samples, rate, ['prosody', 'voice_quality'])
  return { ...prosody?.scores, ...voice_quality?.scores }
}

test.each([
  ['i', 200, 10, 44_100],
  ['i', 200, 6, 16_000],
  ['i', 240, 10, 48_000],
  ['i', 240, 6, 16_000],
  ['a', 200, 6, 44_100],
  ['a', 300, 15, 48_000],
  ['a', 300, 6, 16_000],
] as const)('a breathy %s of %d Hz with noise %d dB below, at %i Hz, keeps its octave', (vowel, hz, snrDb, rate) => {
  for (const seed of [1, 2, 3]) {
    const scores = scoresOf(breathyVowel(rate, vowel, hz, 2, { snrDb, seed }), rate)
    for (const name of ['f0_median_hz', 'f0_mean_hz', 'f0_2pass_median_hz'])
      expect(Math.abs(scores[name]! / hz - 1), `${name}: ${scores[name]}`).toBeLessThan(0.02)
    expect(Math.abs(scores.n_pulses! / (2 * hz) - 1), `pulses: ${scores.n_pulses}`).toBeLessThan(0.03)
  }
})

test('a steady breathy voice has no break, whatever the floor of its search', () => {
  const scores = scoresOf(breathyVowel(44_100, 'i', 240, 2, { snrDb: 10 }), 44_100)
  expect(scores.voice_break_count).toBe(0)
})

test.each([100, 125])('a voice of %d Hz with a second pulse between two, a third lower, keeps its pitch', (hz) => {
  const count = Math.floor(2 * 2 * hz) - 4
  const times = Array.from({ length: count }, (_, i) => 0.01 + i / (2 * hz))
  const heights = times.map((_, i) => (i % 2 === 0 ? 0.4 : 0.27))
  const doubled = add(pulseTrain(16_000, times, heights, 2), noise(16_000, 2, 1e-3))
  expect(Math.abs(scoresOf(doubled, 16_000).f0_median_hz! / hz - 1)).toBeLessThan(0.01)
})
