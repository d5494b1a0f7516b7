import { expect, test } from 'vitest'
import { measure } from './measure.ts'
import { longestPhonation, measureBreaks } from './phonation.ts'
import { add, join, noise, pulseTrain, rmsOf, silence, spread, voice } from './test-signals.ts'

function voiceQualityOf(samples: Float32Array, sampleRateHz: number) {
  const { voice_quality } = measure(samples, sampleRateHz, ['voice_quality'])
  if (voice_quality === undefined) throw new Error('voice quality was asked for')
  return voice_quality
}

test.each([
  [8000, 1.2],
  [11_025, 0.8],
  [16_000, 3],
  [22_050, 1],
  [32_000, 1.5],
  [44_100, 2],
  [48_000, 0.3],
  [96_000, 0.5],
])('at %i Hz measures a vowel of %d s between silences, without breaks', (rate, lengthS) => {
  const padded = join(silence(rate, 0.7), voice(rate, 150, lengthS), silence(rate, 0.4))
  const { scores, data } = voiceQualityOf(padded, rate)
  expect(Math.abs(scores.max_phonation_time_s! - lengthS)).toBeLessThan(0.03)
  expect(scores).toMatchObject({ voice_break_count: 0, voice_break_degree_pct: 0 })
  expect(Math.abs(data!.phonation!.start_s - 0.7)).toBeLessThan(0.02)
})

test('counts and times two breaks of 0.1 s, which do not end the phonation', () => {
  const rate = 16_000
  const part = voice(rate, 150, 0.8)
  const gap = silence(rate, 0.1)
  const { scores } = voiceQualityOf(join(silence(rate, 0.5), part, gap, part, gap, part, silence(rate, 0.5)), rate)
  expect(scores.voice_break_count).toBe(2)
  expect(Math.abs(scores.voice_break_degree_pct! - (100 * 0.2) / 2.6)).toBeLessThan(1)
  expect(Math.abs(scores.max_phonation_time_s! - 2.6)).toBeLessThan(0.03)
})

test('a pause ends the phonation, and the longer of two counts', () => {
  const rate = 16_000
  const { scores } = voiceQualityOf(join(voice(rate, 150, 0.6), silence(rate, 0.4), voice(rate, 150, 1)), rate)
  expect(scores.voice_break_count).toBe(1)
  expect(Math.abs(scores.max_phonation_time_s! - 1)).toBeLessThan(0.03)
})

test('pulses without a period give no phonation', () => {
  expect(longestPhonation(Float64Array.of())).toBeNull()
  expect(longestPhonation(Float64Array.of(1))).toBeNull()
  expect(longestPhonation(Float64Array.of(1, 2))).toBeNull()
  expect(measureBreaks(Float64Array.of(1), 75)).toBeNull()
  expect(measureBreaks(Float64Array.of(0, 0.0166, 0.0333), 75)).toMatchObject({ count: 1 })
})

test.each([
  [8000, 3, 5],
  [16_000, 5, 2],
  [16_000, 8, 1],
  [44_100, 12, 4],
  [96_000, 6, 3],
])('at %i Hz finds a tremor of %d Hz and %d percent', (rate, hz, percent) => {
  const trembling = voice(rate, (timeS) => 160 * (1 + (percent / 100) * Math.sin(2 * Math.PI * hz * timeS)), 3)
  const { scores } = voiceQualityOf(add(trembling, noise(rate, 3, 0.002)), rate)
  expect(Math.abs(scores.tremor_rate_hz! - hz)).toBeLessThan(0.1)
  expect(Math.abs(scores.tremor_depth_pct! / percent - 1)).toBeLessThan(0.1)
})

test('a steady or a gliding voice has no tremor, and half a second is too short for one', () => {
  const rate = 16_000
  const steady = add(voice(rate, 160, 3), noise(rate, 3, 0.01))
  const gliding = voice(rate, (timeS) => 120 + 20 * timeS, 3)
  expect(voiceQualityOf(steady, rate).missing).toMatchObject({ tremor_rate_hz: 'no_tremor' })
  expect(voiceQualityOf(gliding, rate).missing).toMatchObject({ tremor_depth_pct: 'no_tremor' })
  expect(voiceQualityOf(voice(rate, 160, 0.5), rate).missing).toMatchObject({
    tremor_rate_hz: 'too_short',
    tremor_depth_pct: 'too_short',
  })
})

/** A voice whose amplitude swings at a rate, by a depth in percent, over noise 40 dB below. */
function swelling(rate: number, hz: number, percent: number, lengthS = 3): Float32Array {
  const swing = (timeS: number) => 1 + (percent / 100) * Math.sin(2 * Math.PI * hz * timeS)
  const steady = voice(rate, 160, lengthS)
  const noisy = noise(rate, lengthS, rmsOf(steady) / 100)
  return steady.map((sample, i) => sample * swing(i / rate) + noisy[i]!)
}

test.each([3, 4, 5, 6, 7, 8, 9])(
  'finds a tremor of the amplitude of %d Hz, of any depth, and none of the pitch',
  (hz) => {
    for (const percent of [3, 10, 30, 60]) {
      const { scores, missing } = voiceQualityOf(swelling(16_000, hz, percent), 16_000)
      expect(Math.abs(scores.amplitude_tremor_rate_hz! - hz), `${percent} %: rate`).toBeLessThan(0.1)
      expect(Math.abs(scores.amplitude_tremor_depth_pct! / percent - 1), `${percent} %: depth`).toBeLessThan(0.1)
      expect(missing, `${percent} %`).toMatchObject({ tremor_rate_hz: 'no_tremor' })
    }
  },
)

test.each([8000, 44_100, 96_000])(
  'at %i Hz finds a tremor of the amplitude beside another one of the pitch',
  (rate) => {
    const trembling = voice(rate, (timeS) => 160 * (1 + 0.03 * Math.sin(2 * Math.PI * 7 * timeS)), 3)
    const both = trembling.map((sample, i) => sample * (1 + 0.3 * Math.sin((2 * Math.PI * 5 * i) / rate)))
    const { scores } = voiceQualityOf(add(both, noise(rate, 3, 0.001)), rate)
    expect(Math.abs(scores.amplitude_tremor_rate_hz! - 5)).toBeLessThan(0.1)
    expect(Math.abs(scores.amplitude_tremor_depth_pct! / 30 - 1)).toBeLessThan(0.1)
    expect(Math.abs(scores.tremor_rate_hz! - 7)).toBeLessThan(0.1)
  },
)

test('a voice that is steady, fades, trembles only in pitch, or varies from period to period has no amplitude tremor', () => {
  const rate = 16_000
  const steady = add(voice(rate, 160, 3), noise(rate, 3, 0.01))
  const fading = steady.map((sample, i) => sample * 10 ** (-i / (3 * rate)))
  const pitchOnly = voice(rate, (timeS) => 160 * (1 + 0.04 * Math.sin(2 * Math.PI * 5 * timeS)), 3)
  const times = Array.from({ length: 3 * 150 }, (_, i) => 0.01 + i / 150)
  const heights = spread(times.length, 5).map((share) => 0.4 * (1 + 0.1 * share))
  const shimmering = add(pulseTrain(rate, times, heights, 3.1), noise(rate, 3.1, 1e-3))
  for (const sound of [steady, fading, pitchOnly, shimmering])
    expect(voiceQualityOf(sound, rate).missing).toMatchObject({
      amplitude_tremor_rate_hz: 'no_tremor',
      amplitude_tremor_depth_pct: 'no_tremor',
    })
  expect(voiceQualityOf(swelling(rate, 5, 30, 0.6), rate).missing.amplitude_tremor_rate_hz).toBe('too_short')
})
