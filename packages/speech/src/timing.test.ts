import { expect, test } from 'vitest'
import { measure } from './measure.ts'
import { add, join, mix, noise, rates, silence, sine } from './test-signals.ts'

/** One frame step of the contour plus half its window. */
const edgeS = 0.04

function timingOf(samples: Float32Array, sampleRateHz: number) {
  const { timing } = measure(samples, sampleRateHz, ['timing'])
  if (timing === undefined) throw new Error('timing was asked for')
  return timing
}

function twoPauses(rate: number): Float32Array {
  const tone = sine(rate, 200, 1)
  return join(silence(rate, 0.5), tone, silence(rate, 0.4), tone, silence(rate, 0.8), tone, silence(rate, 0.3))
}

test.each(rates)('at %i Hz finds pauses of known length and place', (rate) => {
  const samples = twoPauses(rate)
  const { scores, data } = timingOf(samples, rate)
  const durationS = samples.length / rate
  expect(durationS).toBeCloseTo(5, 3)
  expect(scores.duration_s).toBeCloseTo(durationS, 9)
  expect(scores.pause_count).toBe(2)
  expect(Math.abs(scores.pause_total_s! - 1.2)).toBeLessThan(2 * edgeS)
  expect(Math.abs(scores.pause_mean_s! - 0.6)).toBeLessThan(edgeS)
  expect(Math.abs(scores.pause_max_s! - 0.8)).toBeLessThan(edgeS)
  expect(Math.abs(scores.pause_sd_s! - 0.2 * Math.SQRT2)).toBeLessThan(0.02)
  expect(Math.abs(scores.speech_onset_s! - 0.5)).toBeLessThan(edgeS)
  expect(Math.abs(scores.speech_offset_s! - 4.7)).toBeLessThan(edgeS)
  expect(scores.phonation_time_s! + scores.pause_total_s!).toBeCloseTo(scores.speech_span_s!, 9)
  expect(scores.phonation_ratio_total).toBeCloseTo(scores.phonation_time_s! / durationS, 9)
  expect(scores.phonation_ratio_span).toBeCloseTo(scores.phonation_time_s! / scores.speech_span_s!, 9)
  expect(scores.pauses_per_min_span).toBeCloseTo(120 / scores.speech_span_s!, 9)
  expect(data?.pauses).toHaveLength(2)
  expect(Math.abs(data!.pauses[0]!.start_s - 1.5)).toBeLessThan(edgeS)
  expect(Math.abs(data!.pauses[1]!.end_s - 3.7)).toBeLessThan(edgeS)
})

test.each(rates)('at %i Hz pauses do not depend on the level or on an offset', (rate) => {
  const { scores: original } = timingOf(twoPauses(rate), rate)
  for (const change of [{ gain: 2 }, { gain: 0.002 }, { dc: 0.2 }, { gain: 0.01, dc: -0.1 }]) {
    const { scores } = timingOf(mix(twoPauses(rate), change), rate)
    for (const [name, value] of Object.entries(original))
      expect(scores[name], `${name} with ${JSON.stringify(change)}`).toBeCloseTo(value, 2)
  }
})

test('silence added at the end changes the length and the measures per length, and nothing else', () => {
  const rate = 16_000
  const original = timingOf(twoPauses(rate), rate).scores
  const longer = timingOf(join(twoPauses(rate), silence(rate, 2)), rate).scores
  for (const name of Object.keys(original)) {
    if (['duration_s', 'phonation_ratio_total', 'speech_rate_syl_per_s'].includes(name)) continue
    // Frames are placed about the middle of the recording, so edges may move by one step.
    const perMinute = name === 'pauses_per_min_span' ? 1 : 0.017
    expect(Math.abs(longer[name]! - original[name]!), name).toBeLessThan(perMinute)
  }
  expect(longer.duration_s).toBeCloseTo(7, 9)
})

test('a pause at 24 dB below the loudest is sound, at 27 dB it is a pause', () => {
  const rate = 16_000
  const tone = sine(rate, 200, 1)
  const softer = (db: number) => sine(rate, 200, 0.6, 0.5 * 10 ** (-db / 20))
  expect(timingOf(join(tone, softer(24), tone), rate).scores.pause_count).toBe(0)
  expect(timingOf(join(tone, softer(27), tone), rate).scores.pause_count).toBe(1)
})

test('rumble below the speech band does not fill a pause', () => {
  const rate = 16_000
  const rumble = sine(rate, 15, 5, 0.2)
  expect(timingOf(add(twoPauses(rate), rumble), rate).scores.pause_count).toBe(2)
})

test('a click in a pause leaves it one pause; a train of clicks is silence', () => {
  const rate = 16_000
  const click = sine(rate, 1000, 0.02)
  const tone = sine(rate, 200, 1)
  const gap = silence(rate, 0.3)
  expect(timingOf(join(tone, gap, click, gap, tone), rate).scores.pause_count).toBe(1)
  const train = Array.from({ length: 10 }, () => join(silence(rate, 0.15), click))
  expect(timingOf(join(tone, ...train, silence(rate, 0.15), tone), rate).scores.pause_count).toBe(1)
})

test('speech without a pause has a count of 0 and no mean pause', () => {
  const { scores, missing } = timingOf(sine(16_000, 200, 2), 16_000)
  expect(scores).toMatchObject({ pause_count: 0, pause_total_s: 0, phonation_ratio_total: 1 })
  expect(missing).toEqual({
    pause_mean_s: 'no_pause',
    pause_median_s: 'no_pause',
    pause_max_s: 'no_pause',
    pause_sd_s: 'no_pause',
  })
})

test('one pause has a mean length and no standard deviation', () => {
  const tone = sine(16_000, 200, 1)
  const { scores, missing } = timingOf(join(tone, silence(16_000, 0.5), tone), 16_000)
  expect(scores.pause_count).toBe(1)
  expect(missing).toEqual({ pause_sd_s: 'too_few_pauses' })
})

test('digital silence has no speech', () => {
  const { scores, missing, error } = timingOf(silence(16_000, 2), 16_000)
  expect(scores).toEqual({ duration_s: 2 })
  expect(missing.pause_count).toBe('no_speech')
  expect(error).toBe('no_speech')
})

test('20 ms is too short', () => {
  const { scores, error } = timingOf(noise(16_000, 0.02, 0.1), 16_000)
  expect(scores).toEqual({ duration_s: 0.02 })
  expect(error).toBe('too_short')
})
