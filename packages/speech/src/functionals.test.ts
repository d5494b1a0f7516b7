import { expect, test } from 'vitest'
import { type FunctionName, measure } from './measure.ts'
import { functionalDescriptions } from './measures/functionals.ts'
import { shapeOf } from './spectral-frames.ts'
import {
  add,
  join,
  mix,
  noise,
  pulseTrain,
  rates,
  resonantVowel,
  silence,
  sine,
  spread,
  voice,
} from './test-signals.ts'

const rate = 16_000
const spectrum: FunctionName[] = ['spectrum']

function functionalsOf(samples: Float32Array, sampleRateHz = rate) {
  const { data } = measure(samples, sampleRateHz, spectrum).spectrum ?? {}
  if (data === undefined) throw new Error('no functionals')
  return data.functionals
}

const scoresOf = (samples: Float32Array, sampleRateHz = rate) => functionalsOf(samples, sampleRateHz).scores

/** A pitch in semitones above 27.5 Hz. */
const semitones = (hz: number) => 12 * Math.log2(hz / 27.5)

test.each(rates)('every functional of a voice at %i Hz is described, and has a value or a reason', (sampleRateHz) => {
  const { scores, missing } = functionalsOf(voice(sampleRateHz, 150, 1.5), sampleRateHz)
  expect(Object.keys({ ...scores, ...missing }).sort()).toEqual([...functionalDescriptions.keys()].sort())
  for (const name of Object.keys(scores)) expect(missing[name]).toBeUndefined()
})

test('a pitch that glides by an octave has the semitones of its way', () => {
  const glide = scoresOf(voice(rate, (timeS) => 110 * 2 ** (timeS / 4), 4))
  expect(glide.fn_f0_st_mean).toBeCloseTo(semitones(110) + 6, 0)
  expect(glide.fn_f0_st_p50).toBeCloseTo(semitones(110) + 6, 0)
  expect(Math.abs(glide.fn_f0_st_p20_p80! - 7.2)).toBeLessThan(0.2)
  // The spread of an even distribution is its width over √12.
  expect(Math.abs(glide.fn_f0_st_cv! - 12 / Math.sqrt(12) / (semitones(110) + 6))).toBeLessThan(0.005)
  const steady = scoresOf(voice(rate, 200, 2))
  expect(steady.fn_f0_st_mean).toBeCloseTo(semitones(200), 2)
  expect(steady.fn_f0_st_cv).toBeLessThan(0.0005)
})

test('voiced and unvoiced segments have the lengths and the number of their construction', () => {
  const syllables = Array.from({ length: 5 }, () => [voice(rate, 150, 0.4), silence(rate, 0.3)]).flat()
  const scores = scoresOf(join(silence(rate, 0.3), ...syllables))
  expect(scores.fn_voiced_segments_per_s).toBeCloseTo(5 / 3.8, 5)
  expect(Math.abs(scores.fn_voiced_segment_s_mean! - 0.4)).toBeLessThan(0.03)
  expect(Math.abs(scores.fn_unvoiced_segment_s_mean! - 0.3)).toBeLessThan(0.03)
  expect(scores.fn_voiced_segment_s_sd).toBeLessThan(0.02)
})

test('two tones a factor of ten apart have an alpha ratio of −20 dB and a Hammarberg index of 20 dB', () => {
  // Both lie on lines of the spectrum, 31.25 Hz apart: between two lines the strongest one is up to 0.8 dB too low.
  const scores = scoresOf(add(sine(rate, 187.5, 2, 0.5), sine(rate, 3000, 2, 0.05)))
  expect(scores.fn_voiced_alpha_db_mean).toBeCloseTo(-20, 1)
  expect(scores.fn_voiced_hammarberg_db_mean).toBeCloseTo(20, 1)
  expect(scores.fn_voiced_alpha_db_sd).toBeLessThan(0.05)
})

test('a spectrum that falls by 12 dB per kHz has that slope; none reaches beyond half the sample rate', () => {
  const binHz = 15.625
  const falling = Float64Array.from({ length: 320 }, (_, k) => 10 ** ((-12 * k * binHz) / 10_000))
  const shape = shapeOf(falling, binHz, rate)
  expect(shape.lowSlope).toBeCloseTo(-12, 6)
  expect(shape.middleSlope).toBeCloseTo(-12, 6)
  expect(shapeOf(falling, binHz, 8000)).toMatchObject({ alphaDb: null, hammarbergDb: null })
})

test('the flux of a tone is nearly none, that of noise is large, and loudness does not count', () => {
  const tone = scoresOf(sine(rate, 200, 1)).fn_flux_mean!
  const rushing = noise(rate, 1, 0.1)
  const loud = scoresOf(rushing).fn_flux_mean!
  expect(tone).toBeLessThan(0.01)
  expect(loud).toBeGreaterThan(0.4)
  expect(scoresOf(mix(rushing, { gain: 0.1 })).fn_flux_mean).toBeCloseTo(loud, 5)
})

test('ten times the amplitude is 20 dB more intensity, with the same spread', () => {
  const quiet = scoresOf(voice(rate, 150, 1, 0.03))
  const loud = scoresOf(voice(rate, 150, 1, 0.3))
  for (const name of ['mean', 'p20', 'p50', 'p80'])
    expect(loud[`fn_intensity_db_${name}`]! - quiet[`fn_intensity_db_${name}`]!).toBeCloseTo(20, 3)
  expect(loud.fn_intensity_db_sd).toBeCloseTo(quiet.fn_intensity_db_sd!, 3)
})

test('jitter and shimmer are those of the construction, and withheld with fewer than 100 periods', () => {
  const periods = (count: number) => Array.from({ length: count }, (_, i) => 0.05 + i * 0.008)
  // Every other pulse is 1 dB louder: neighbouring amplitudes differ by 1 dB.
  const heights = periods(200).map((_, i) => (i % 2 === 0 ? 0.4 : 0.4 * 10 ** (1 / 20)))
  const louder = scoresOf(pulseTrain(rate, periods(200), heights, 1.8))
  expect(Math.abs(louder.fn_shimmer_db_mean! - 1)).toBeLessThan(0.1)
  // Periods that are 1 % longer and shorter in turn: neighbours differ by 2 %.
  const uneven = periods(200).map((timeS, i) => timeS + (i % 2 === 0 ? 0 : 0.00008))
  const even = uneven.map(() => 0.4)
  expect(Math.abs(scoresOf(pulseTrain(rate, uneven, even, 1.8)).fn_jitter_pct_mean! - 2)).toBeLessThan(0.2)
  const short = functionalsOf(pulseTrain(rate, uneven.slice(0, 90), even.slice(0, 90), 0.9))
  expect([short.scores.fn_jitter_pct_mean, short.missing.fn_jitter_pct_mean]).toEqual([undefined, 'no_voice'])
})

test('the formants of a vowel are those of its resonances, steady from frame to frame', () => {
  for (const resonances of [
    [700, 1250, 2600, 3500, 4400],
    [320, 2250, 2900, 3500, 4400],
  ]) {
    const scores = scoresOf(resonantVowel(rate, 110, resonances, 80))
    for (const f of [1, 2, 3]) {
      expect(Math.abs(scores[`fn_f${f}_hz_mean`]! / resonances[f - 1]! - 1), `formant ${f}`).toBeLessThan(0.05)
      expect(scores[`fn_f${f}_hz_cv`]).toBeLessThan(0.05)
    }
  }
})

test('noise without a voice has no functionals of the voice, and those of the unvoiced frames', () => {
  const { scores, missing } = functionalsOf(Float32Array.from(spread(rate, 3), (value) => 0.1 * value))
  for (const name of [
    'fn_f0_st_mean',
    'fn_jitter_pct_mean',
    'fn_h1_h2_db_mean',
    'fn_f1_hz_mean',
    'fn_voiced_flux_mean',
  ])
    expect([name, missing[name]]).toEqual([name, 'no_voice'])
  // White noise: 4 kHz against 950 Hz.
  expect(Math.abs(scores.fn_unvoiced_alpha_db_mean! - 10 * Math.log10(4000 / 950))).toBeLessThan(0.5)
  expect(scores.fn_voiced_segments_per_s).toBe(0)
})

test.each([16_000, 44_100])(
  'digital silence at %i Hz counts in no functional of a spectrum, however long',
  (sampleRateHz) => {
    const rushing = noise(sampleRateHz, 0.5, 0.05)
    const after = (lengthS: number) =>
      functionalsOf(join(rushing, voice(sampleRateHz, 150, 1), rushing, silence(sampleRateHz, lengthS)), sampleRateHz)
    const [brief, long] = [after(0.3).scores, after(3).scores]
    // With the length, the offset changes, and one frame between noise and voice may be voiced or not.
    for (const [name, value] of Object.entries(brief).filter(([name]) =>
      /^fn_unvoiced_(alpha|hammarberg|slope)/.test(name),
    ))
      expect(Math.abs(long[name]! - value), name).toBeLessThan(1.5)
    expect(long.fn_unvoiced_flux_mean).toBeCloseTo(brief.fn_unvoiced_flux_mean!, 2)
    expect(long.fn_flux_mean).toBeCloseTo(brief.fn_flux_mean!, 2)
    // Residues of a filter, far below the last bit of a recording.
    const residues = functionalsOf(noise(sampleRateHz, 1, 1e-8), sampleRateHz)
    expect(residues.missing).toMatchObject({
      fn_unvoiced_alpha_db_mean: 'no_speech',
      fn_unvoiced_flux_mean: 'no_speech',
    })
  },
)
