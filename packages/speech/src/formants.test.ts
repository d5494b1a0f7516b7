import { expect, test } from 'vitest'
import { measure } from './measure.ts'
import { noise, rates } from './test-signals.ts'

/** Pulses through resonances of known frequency and bandwidth. */
function vowel(rate: number, pitchHz: number, formantsHz: readonly number[], bandwidthHz: number): Float32Array {
  let samples: Float64Array = Float64Array.from(noise(rate, 1, 1e-4))
  let next = 0
  for (let i = 0; i < samples.length; i++) {
    if (i < next) continue
    samples[i]! += 1
    next += rate / pitchHz
  }
  // The glottal spectrum falls by 12 dB per octave; radiation at the lips adds 6.
  const tilt = Math.exp((-2 * Math.PI * 50) / rate)
  for (let i = 1; i < samples.length; i++) samples[i]! += tilt * samples[i - 1]!
  for (const hz of formantsHz) {
    const r = Math.exp((-Math.PI * bandwidthHz) / rate)
    const a = 2 * r * Math.cos((2 * Math.PI * hz) / rate)
    const filtered = new Float64Array(samples.length)
    for (let i = 0; i < samples.length; i++) {
      filtered[i] = samples[i]! + a * (filtered[i - 1] ?? 0) - r * r * (filtered[i - 2] ?? 0)
    }
    samples = filtered
  }
  const peak = samples.reduce((largest, sample) => Math.max(largest, Math.abs(sample)), 0)
  return Float32Array.from(samples, (sample) => sample / peak / 2)
}

test.each(rates.filter((rate) => rate > 11_000))(
  'at %i Hz the resonances of a vowel are its formants, within 4 %%',
  (rate) => {
    const formants = [700, 1250, 2600, 3500, 4400]
    const scores = measure(vowel(rate, 110, formants, 80), rate, ['spectrum']).spectrum?.scores ?? {}
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
