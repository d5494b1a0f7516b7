import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { measure } from './measure.ts'
import { add, breathyVowel, mix, noise, silence, voice, vowels, whisper } from './test-signals.ts'
import { readWav } from './wav.ts'

const voiceQualityOf = (samples: Float32Array, rate: number) => measure(samples, rate, ['voice_quality']).voice_quality!

// Praat 6.3.07, "To Harmonicity (gne): 500, 4500, 1000, 80", maximum, over the same second.
test.each([
  ['vowel_50_a_f102.wav', 0.9363],
  ['vowelx_glide.wav', 0.901],
  ['vowelx_short.wav', 0.9652],
  ['ttsddk_en_1_m7.wav', 0.8327],
])('measures %s like Praat', (file, expected) => {
  const { samples, sampleRateHz } = readWav(readFileSync(new URL(`../fixtures/${file}`, import.meta.url)))
  expect(Math.abs(voiceQualityOf(samples, sampleRateHz).scores.gne! - expected)).toBeLessThan(0.015)
})

test.each([16_000, 44_100, 96_000])('at %i Hz falls with the breath in the voice', (rate) => {
  const [clean, soft, strong] = [40, 15, 3].map((snrDb) => {
    return voiceQualityOf(breathyVowel(rate, 'a', 150, 1.5, { snrDb }), rate).scores.gne!
  })
  expect(clean).toBeGreaterThan(0.9)
  expect(soft).toBeLessThan(clean!)
  expect(strong).toBeLessThan(soft! - 0.1)
})

test('gain, an offset and a slow fade change it by less than 0.02', () => {
  const rate = 44_100
  const vowel = add(breathyVowel(rate, 'a', 130, 2, { snrDb: 20 }), noise(rate, 2, 1e-4))
  const expected = voiceQualityOf(vowel, rate).scores.gne!
  const fading = vowel.map((sample, i) => sample * (1 - i / (4 * rate)))
  for (const changed of [mix(vowel, { gain: 0.02 }), mix(vowel, { dc: 0.1 }), fading])
    expect(Math.abs(voiceQualityOf(changed, rate).scores.gne! - expected)).toBeLessThan(0.02)
})

test('is withheld with its reason without voice, in short voices, and below a rate of 10 kHz', () => {
  const missingOf = (sound: Float32Array, rate = 44_100) => voiceQualityOf(sound, rate).missing.gne
  expect(missingOf(silence(44_100, 1))).toBe('no_voice')
  expect(missingOf(whisper(44_100, vowels.i))).toBe('no_voice')
  expect(missingOf(voice(44_100, 150, 0.4))).toBe('too_short')
  expect(missingOf(voice(8000, 150, 2), 8000)).toBe('low_sample_rate')
})
