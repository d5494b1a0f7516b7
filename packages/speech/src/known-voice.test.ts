import { expect, test } from 'vitest'
import { measure } from './measure.ts'
import { add, mix, noise, pulseTrain, rates, spread, voice } from './test-signals.ts'

// Voices whose periods, amplitudes and noise are given, at every rate that a recording may have.

type Voice = { hz: number; jitter: number; shimmer: number; levelDb: number; offset: number; lengthS: number }

/** Each voice in another place of level (peak re full scale), offset (of that peak) and length. */
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
  return measure(samples, rate, ['voice_quality']).voice_quality?.scores ?? {}
}

test.each(rates)('at %i Hz periods and amplitudes that differ at random have the jitter and shimmer given', (rate) => {
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
    // The voice may be heard a period or two into the rest.
    expect(Math.abs(scores.n_pulses! / heights.length - 1), `pulses of ${given.hz} Hz`).toBeLessThan(0.03)
    for (const [name, value] of Object.entries(expected)) {
      const allowed = name === 'mean_period_s' ? 0.002 : name.startsWith('jitter') ? 0.06 : 0.03
      expect(Math.abs(scores[name]! / value - 1), `${name} of ${given.hz} Hz: ${scores[name]}`).toBeLessThan(allowed)
    }
    expect(Math.abs(scores.f0_median_hz! * expected.mean_period_s - 1)).toBeLessThan(0.002)
  }
})

test.each(rates)('at %i Hz harmonics stand above noise by what was mixed, within 1 dB', (rate) => {
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

test('an offset of the recording is no part of the amplitudes', () => {
  const { heights, samples } = construct({ ...voices[1]!, offset: 0 }, 16_000)
  const expected = (100 * average(steps(heights))) / average(heights)
  for (const dc of [-0.3, 0.1]) {
    expect(voiceQualityOf(mix(samples, { dc }), 16_000).shimmer_local_pct! / expected).toBeCloseTo(1, 1)
  }
})

test.each(rates)('at %i Hz a low voice is followed to both ends of a recording that it fills', (rate) => {
  const count = 79
  const times = Array.from({ length: count }, (_, i) => (i + 1) / 80)
  const heights = new Array<number>(count).fill(1)
  const { n_pulses, jitter_local_pct } = voiceQualityOf(pulseTrain(rate, times, heights, 1), rate)
  expect(Math.abs(n_pulses! - count)).toBeLessThanOrEqual(3)
  expect(jitter_local_pct).toBeLessThan(0.1)
})
