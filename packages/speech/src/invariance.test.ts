import { expect, test } from 'vitest'
import type { FunctionName } from './measure.ts'
import { functionVersions, measure } from './measure.ts'
import { add, join, mix, noise, pulseTrain, silence, spread, voice } from './test-signals.ts'

// A change of the recording changes the measures that it should, and no others.
const everything = Object.keys(functionVersions) as FunctionName[]
const rate = 16_000

/** Syllables, a pause and a rough vowel, over room noise. */
function recording(): Float32Array {
  const syllables = voice(rate, (timeS) => 130 + 20 * Math.sin(2 * timeS), 1.6).map((sample, i) => {
    return sample * 10 ** ((-5 - 5 * Math.cos((2 * Math.PI * 5 * i) / rate)) / 20)
  })
  const periods = spread(150, 3).map((share) => (1 + 0.01 * share) / 120)
  const times = [0.01]
  for (const period of periods) times.push(times.at(-1)! + period)
  const heights = spread(times.length, 4).map((share) => 0.4 * (1 + 0.05 * share))
  const vowel = pulseTrain(rate, times, heights, 1.27)
  const speech = join(silence(rate, 0.5), syllables, silence(rate, 0.6), vowel, silence(rate, 0.5))
  return add(speech, noise(rate, speech.length / rate, 1e-3))
}

function scoresOf(samples: Float32Array): Record<string, number> {
  const results = Object.values(measure(samples, rate, everything))
  return Object.assign({}, ...results.map(({ scores }) => scores))
}

const samples = recording()
const original = scoresOf(samples)
const names = Object.keys(original)

/** Every measure is unchanged or has its value in `expected`; those in `free` may have any value. */
function expectOnly(
  changed: Float32Array,
  allowed: number,
  expected: Record<string, number>,
  free: (name: string) => boolean = () => false,
) {
  const scores = scoresOf(changed)
  expect(Object.keys(scores)).toEqual(names)
  const moved = names.flatMap((name) => {
    const value = expected[name] ?? original[name]!
    const difference = Math.abs(scores[name]! - value)
    return free(name) || difference <= allowed * Math.max(1, Math.abs(value)) ? [] : [{ name, value, is: scores[name] }]
  })
  expect(moved).toEqual([])
}

const isLevel = (name: string) => /^(peak|rms)_dbfs$|^intensity_(?!.*sd_db$)/.test(name)
/** Measures of the whole recording, pauses included. */
const isOfTheWhole = (name: string) =>
  /^(rms_dbfs|dc_offset|snr_db|intensity_(?!sounding|max).*|cpps_.*|spec_.*|ltas_.*|hnr_.*)$/.test(name)

test('a recording with syllables, a pause and a vowel has every measure', () => {
  expect(names.length).toBeGreaterThan(90)
})

test.each([2, 0.01])('a gain of %d changes the levels by the gain, and nothing else', (gain) => {
  const levels = names.filter(isLevel).map((name) => [name, original[name]! + 20 * Math.log10(gain)])
  expectOnly(mix(samples, { gain }), 1e-3, { ...Object.fromEntries(levels), dc_offset: gain * original.dc_offset! })
})

test('an offset changes the offset, the peak and the lowest frequencies, and nothing else', () => {
  const dc = 0.01
  const peak_dbfs = 20 * Math.log10(Math.max(...samples.map((sample) => Math.abs(sample + dc))))
  const rms_dbfs = 10 * Math.log10(10 ** (original.rms_dbfs! / 10) + dc * dc + 2 * dc * original.dc_offset!)
  const dc_offset = original.dc_offset! + dc
  // Praat's spectrum begins at 0 Hz, too.
  expectOnly(mix(samples, { dc }), 5e-3, { peak_dbfs, rms_dbfs, dc_offset }, (name) => /^(spec|ltas)_/.test(name))
})

test('a later start of the recording changes the times, and nothing else', () => {
  const shiftS = 0.0137
  const shifted = samples.subarray(Math.round(shiftS * rate))
  const duration_s = shifted.length / rate
  // The frames are in other places, so edges may move by up to a frame.
  const expected = {
    duration_s,
    speech_onset_s: original.speech_onset_s! - shiftS,
    speech_offset_s: original.speech_offset_s! - shiftS,
  }
  // The level and the harmonicity of one more frame at the edge of a pause are far from the mean.
  expectOnly(shifted, 0.03, expected, (name) => /^(intensity_(min|sounding_sd)_db|hnr_(mean|sd)_db)$/.test(name))
})

test.each([
  ['before', 1],
  ['after', 0],
])('a second of rest %s changes the lengths and the measures of the whole recording, and nothing else', (_, laterS) => {
  const rest = noise(rate, 1, 1e-3)
  const duration_s = original.duration_s! + 1
  const shorter = original.duration_s! / duration_s
  expectOnly(
    laterS === 1 ? join(rest, samples) : join(samples, rest),
    0.02,
    {
      duration_s,
      speech_onset_s: original.speech_onset_s! + laterS,
      speech_offset_s: original.speech_offset_s! + laterS,
      phonation_ratio_total: shorter * original.phonation_ratio_total!,
      speech_rate_syl_per_s: shorter * original.speech_rate_syl_per_s!,
      speech_ratio: shorter * original.speech_ratio!,
      voiced_fraction: shorter * original.voiced_fraction!,
    },
    isOfTheWhole,
  )
})

test('digital silence at the end does not change the measures of voice, melody and pauses', () => {
  const measuresOf = (audio: Float32Array) => {
    const { voice_quality, prosody, timing } = measure(audio, rate, ['voice_quality', 'prosody', 'timing'])
    return { ...voice_quality?.scores, ...prosody?.scores, ...timing?.scores }
  }
  const padded: Record<string, number> = measuresOf(join(samples, silence(rate, 1)))
  const kept = names.filter((name) => /^(jitter|shimmer|hnr|n_p|voice_break|f0|pause|phonation_time|asd)/.test(name))
  expect(kept.length).toBeGreaterThan(35)
  for (const name of kept) {
    const value = original[name]!
    expect(Math.abs(padded[name]! - value), name).toBeLessThanOrEqual(0.02 * Math.max(1, Math.abs(value)))
  }
})
