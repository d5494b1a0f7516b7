import { expect, test } from 'vitest'
import { measure } from './measure.ts'
import { add, drifting, mix, noise, pulseTrain, rates, sine, spread, voice, vowels, whisper } from './test-signals.ts'

// Voices with known periods, amplitudes and noise, at every sample rate that a recording may have.

type Voice = { hz: number; jitter: number; shimmer: number; levelDb: number; offset: number; lengthS: number }

/** Each voice with another level (peak re full scale), offset (relative to that peak) and length. */
const voices: Voice[] = [
  { hz: 80, jitter: 0.02, shimmer: 0.08, levelDb: 0, offset: 0, lengthS: 1 },
  { hz: 125, jitter: 0.005, shimmer: 0.03, levelDb: -20, offset: 0.02, lengthS: 2 },
  { hz: 220, jitter: 0.01, shimmer: 0.15, levelDb: -40, offset: -0.02, lengthS: 0.5 },
  { hz: 330, jitter: 0.01, shimmer: 0.05, levelDb: -60, offset: 0.01, lengthS: 2 },
]
const edgeS = 0.05
const noiseFloor = 1e-4

function construct({ hz, jitter, shimmer, levelDb, offset, lengthS }: Voice, rate: number) {
  const peak = 10 ** (levelDb / 20)
  const count = Math.floor((lengthS - 2 * edgeS) * hz)
  const periods = spread(count - 1, 11).map((share) => (1 + jitter * share) / hz)
  const times = [edgeS]
  for (const period of periods) times.push(times.at(-1)! + period)
  const heights = spread(count, 12).map((share) => (peak * (1 + shimmer * share)) / (1 + shimmer))
  const pulses = add(pulseTrain(rate, times, heights, lengthS), noise(rate, lengthS, noiseFloor * peak))
  return { periods, heights, samples: mix(pulses, { dc: offset * peak }) }
}

const average = (values: readonly number[]) => values.reduce((sum, value) => sum + value, 0) / values.length

/** Mean distance of each value from the mean of `span` values around it, over the mean of all. */
function quotient(values: readonly number[], span: number): number {
  const half = (span - 1) / 2
  const inner = values.slice(half, values.length - half)
  return average(inner.map((value, i) => Math.abs(value - average(values.slice(i, i + span))))) / average(values)
}

const steps = (values: readonly number[]) => values.slice(1).map((value, i) => Math.abs(value - values[i]!))

function voiceQualityOf(samples: Float32Array, rate: number): Readonly<Record<string, number>> {
  return measure(samples, rate, ['voice_quality'], { fewestPeriods: 0 }).voice_quality?.scores ?? {}
}

test.each(rates)('at %i Hz measures the jitter and shimmer of random periods and amplitudes', (rate) => {
  for (const given of voices) {
    const { periods, heights, samples } = construct(given, rate)
    const scores = { ...voiceQualityOf(samples, rate), ...measure(samples, rate, ['prosody']).prosody?.scores }
    const expected = {
      mean_period_s: average(periods),
      jitter_local_pct: (100 * average(steps(periods))) / average(periods),
      jitter_abs_us: 1e6 * average(steps(periods)),
      jitter_rap_pct: 100 * quotient(periods, 3),
      jitter_ppq5_pct: 100 * quotient(periods, 5),
      jitter_ddp_pct: 300 * quotient(periods, 3),
      shimmer_local_pct: (100 * average(steps(heights))) / average(heights),
      shimmer_local_db: average(steps(heights.map((height) => 20 * Math.log10(height)))),
      shimmer_apq3_pct: 100 * quotient(heights, 3),
      shimmer_apq5_pct: 100 * quotient(heights, 5),
      shimmer_apq11_pct: 100 * quotient(heights, 11),
      shimmer_dda_pct: 300 * quotient(heights, 3),
    }
    // The last pulse or two may be detected in the silence that follows.
    expect(Math.abs(scores.n_pulses! / heights.length - 1), `pulses of ${given.hz} Hz`).toBeLessThan(0.03)
    for (const [name, value] of Object.entries(expected)) {
      const allowed = name === 'mean_period_s' ? 0.002 : name.startsWith('jitter') ? 0.06 : 0.03
      expect(Math.abs(scores[name]! / value - 1), `${name} of ${given.hz} Hz: ${scores[name]}`).toBeLessThan(allowed)
    }
    expect(Math.abs(scores.f0_median_hz! * expected.mean_period_s - 1)).toBeLessThan(0.002)
  }
})

test.each(rates)('at %i Hz measures the harmonics-to-noise ratio that was mixed, within 1 dB', (rate) => {
  const clean = voice(rate, 150, 1)
  const rms = Math.sqrt(clean.reduce((sum, sample) => sum + sample * sample, 0) / clean.length)
  for (const [ratioDb, change] of [
    [5, {}],
    [15, { gain: 0.001 }],
    [30, { dc: 0.1 }],
  ] as const) {
    const noisy = add(clean, noise(rate, 1, rms / 10 ** (ratioDb / 20)))
    const { hnr_mean_db } = voiceQualityOf(mix(noisy, change), rate)
    expect(Math.abs(hnr_mean_db! - ratioDb), `${ratioDb} dB: ${hnr_mean_db}`).toBeLessThan(1)
  }
})

test('an offset of the recording does not change the amplitudes', () => {
  const { heights, samples } = construct({ ...voices[1]!, offset: 0 }, 16_000)
  const expected = (100 * average(steps(heights))) / average(heights)
  for (const dc of [-0.3, 0.1]) {
    expect(voiceQualityOf(mix(samples, { dc }), 16_000).shimmer_local_pct! / expected).toBeCloseTo(1, 1)
  }
})

test.each(rates)('at %i Hz follows a low voice to both ends of a recording that it fills', (rate) => {
  const count = 79
  const times = Array.from({ length: count }, (_, i) => (i + 1) / 80)
  const heights = new Array<number>(count).fill(1)
  const { n_pulses, jitter_local_pct } = voiceQualityOf(pulseTrain(rate, times, heights, 1), rate)
  expect(Math.abs(n_pulses! - count)).toBeLessThanOrEqual(3)
  expect(jitter_local_pct).toBeLessThan(0.1)
})

test.each([
  ['a steady tone', sine(44_100, 11_000, 2, 0.02)],
  ['a drifting tone', drifting(44_100, 11_000, 2, 0.02)],
  ['a loud drifting tone', drifting(44_100, 9000, 2, 0.1)],
])('%s above the voice changes neither its pitch nor its jitter and shimmer', (_, tone) => {
  const { prosody, voice_quality } = measure(add(voice(44_100, 200, 2), tone), 44_100, ['prosody', 'voice_quality'])
  expect(prosody?.scores.f0_mean_hz).toBeCloseTo(200, 1)
  expect(prosody?.scores.f0_sd_hz).toBeLessThan(0.1)
  expect(voice_quality?.scores.jitter_local_pct).toBeLessThan(0.02)
  expect(voice_quality?.scores.shimmer_local_pct).toBeLessThan(0.1)
})

test.each([
  ['steady', sine(44_100, 11_000, 2, 0.3)],
  ['drifting', drifting(44_100, 11_000, 2, 0.3)],
])('a %s tone above the voice is no voice', (_, tone) => {
  const { prosody, voice_quality } = measure(tone, 44_100, ['prosody', 'voice_quality'])
  expect(prosody?.scores.voiced_fraction ?? 0).toBe(0)
  expect(voice_quality?.missing.jitter_local_pct).toBe('no_voice')
})

test.each([0.1, -0.3])('an offset of %d does not change the jitter', (dc) => {
  const count = 400
  const periods = spread(count, 7).map((share) => (1 + 2e-4 * share) / 150)
  const times = [edgeS]
  for (const period of periods) times.push(times.at(-1)! + period)
  const steady = pulseTrain(44_100, times, new Array<number>(times.length).fill(0.3), times.at(-1)! + edgeS)
  const expected = voiceQualityOf(steady, 44_100).jitter_local_pct!
  expect(expected).toBeGreaterThan(0.01)
  expect(Math.abs(voiceQualityOf(mix(steady, { dc }), 44_100).jitter_local_pct! / expected - 1)).toBeLessThan(0.02)
})

test.each([
  ['a', vowels.a.slice(0, 3)],
  ['i', vowels.i],
  ['e', vowels.e],
] as const)('a whispered /%s/ has neither pitch nor jitter nor shimmer', (_, formants) => {
  const { prosody, voice_quality } = measure(whisper(44_100, formants), 44_100, ['prosody', 'voice_quality'])
  expect(prosody?.missing.f0_mean_hz).toBe('no_voice')
  for (const name of ['jitter_local_pct', 'shimmer_local_pct', 'n_pulses'])
    expect(voice_quality?.missing[name], name).toBe('no_voice')
})

test('jitter and shimmer of a whisper with a formant as narrow as a pitch are withheld', () => {
  const { scores, missing } = measure(whisper(44_100, [[360, 40]]), 44_100, ['voice_quality']).voice_quality!
  expect(scores.n_pulses).toBeGreaterThan(100)
  for (const name of ['jitter_local_pct', 'jitter_ppq5_pct', 'shimmer_local_db', 'shimmer_apq11_pct'])
    expect(missing[name], name).toBe('no_voice')
})

test.each([55, 62, 70])('finds a low voice of %d Hz', (hz) => {
  const { prosody, voice_quality } = measure(add(voice(44_100, hz, 2), noise(44_100, 2, 1e-3)), 44_100, [
    'prosody',
    'voice_quality',
  ])
  expect(Math.abs(prosody!.scores.f0_mean_hz! / hz - 1)).toBeLessThan(0.005)
  expect(voice_quality?.scores.jitter_local_pct).toBeLessThan(0.5)
  expect(voice_quality?.scores.voice_break_count).toBe(0)
})
