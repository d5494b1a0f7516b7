import { expect, test } from 'vitest'
import { measure } from './measure.ts'
import { add, breathyVowel, mix, noise, rates, rmsOf, silence, voice, vowels, whisper } from './test-signals.ts'

const voiceQualityOf = (samples: Float32Array, rate: number) => measure(samples, rate, ['voice_quality']).voice_quality!

/** Harmonics of the given levels, dB. */
function harmonics(rate: number, hz: number, levelsDb: readonly number[], lengthS = 2): Float32Array {
  return Float32Array.from({ length: lengthS * rate }, (_, i) =>
    levelsDb.reduce(
      (sum, db, k) => sum + 0.1 * 10 ** (db / 20) * Math.sin((2 * Math.PI * (k + 1) * hz * i) / rate + k),
      0,
    ),
  )
}

test.each(rates)('at %i Hz measures the difference of the first two harmonics within 0.3 dB', (rate) => {
  for (const hz of [85, 120, 220, 400])
    for (const difference of [-10, 0, 6, 15]) {
      const levels = [0, -difference, -6, -8, -10, -12, -14, -16]
      const { h1_h2_db } = voiceQualityOf(add(harmonics(rate, hz, levels), noise(rate, 2, 1e-4)), rate).scores
      expect(Math.abs(h1_h2_db! - difference), `${hz} Hz, ${difference} dB: ${h1_h2_db}`).toBeLessThan(0.3)
    }
})

test('follows a pitch that glides or trembles', () => {
  const glide = voice(44_100, (timeS) => 120 + 25 * timeS, 2)
  const trembling = voice(44_100, (timeS) => 180 * (1 + 0.04 * Math.sin(2 * Math.PI * 5 * timeS)), 2)
  // Harmonics that fall by 12 dB per octave.
  for (const sound of [glide, trembling])
    expect(Math.abs(voiceQualityOf(sound, 44_100).scores.h1_h2_db! - 20 * Math.log10(4))).toBeLessThan(0.5)
})

test('gain, an offset and noise 20 dB below change it by less than 0.5 dB', () => {
  const vowel = harmonics(44_100, 130, [0, -4, -6, -8, -10, -12])
  for (const changed of [
    mix(vowel, { gain: 0.05 }),
    mix(vowel, { dc: 0.2 }),
    add(vowel, noise(44_100, 2, rmsOf(vowel) / 10)),
  ])
    expect(Math.abs(voiceQualityOf(changed, 44_100).scores.h1_h2_db! - 4)).toBeLessThan(0.5)
})

test('is withheld with its reason where there is no voice, too little, or a harmonic hidden by noise', () => {
  const missingOf = (sound: Float32Array) => voiceQualityOf(sound, 44_100).missing.h1_h2_db
  expect(missingOf(silence(44_100, 1))).toBe('no_voice')
  expect(missingOf(whisper(44_100, vowels.e))).toBe('no_voice')
  expect(missingOf(voice(44_100, 200, 0.15))).toBe('too_short')
  expect(missingOf(breathyVowel(44_100, 'i', 300, 2, { snrDb: 10 }))).toBe('too_noisy')
})
