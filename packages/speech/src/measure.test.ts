import { expect, test } from 'vitest'
import type { FunctionName } from './measure.ts'
import { functionVersions, measure } from './measure.ts'
import { join, mix, noise, rates, silence, sine, voice } from './test-signals.ts'

const everything = Object.keys(functionVersions) as FunctionName[]

/** Recordings that are not speech, or hardly. */
function hostileSignals(rate: number): Record<string, Float32Array> {
  const lengthS = 0.3
  return {
    'no samples': new Float32Array(0),
    'one sample': Float32Array.of(0.5),
    '20 ms of voice': voice(rate, 200, 0.02),
    '50 ms of voice': voice(rate, 200, 0.05),
    '70 ms of voice': voice(rate, 200, 0.07),
    '20 ms of noise': noise(rate, 0.02, 0.1),
    '20 ms of silence': silence(rate, 0.02),
    'digital silence': silence(rate, lengthS),
    'constant level': silence(rate, lengthS).fill(0.5),
    noise: noise(rate, lengthS, 0.1),
    'clipped noise': noise(rate, lengthS, 10).map((sample) => Math.max(-1, Math.min(1, sample))),
    'a clipped voice': voice(rate, 150, lengthS, 5).map((sample) => Math.max(-1, Math.min(1, sample))),
    'square wave at full scale': sine(rate, 100, lengthS).map(Math.sign),
    'the highest possible frequency': silence(rate, lengthS).map((_, i) => (i % 2 === 0 ? 1 : -1)),
    'a single click': join(silence(rate, 0.15), Float32Array.of(1), silence(rate, 0.15)),
    'a click at the very end': join(silence(rate, 0.3), Float32Array.of(-1)),
    'the smallest possible steps': noise(rate, lengthS, 1).map((sample) => Math.round(sample) / 32768),
    'far beyond full scale': voice(rate, 150, lengthS, 1000),
    'far below any device': voice(rate, 150, lengthS, 1e-30),
    'a voice on an offset at full scale': mix(voice(rate, 150, lengthS, 0.01), { dc: 0.99 }),
  }
}

test.each(rates)('at %i Hz every measure of every signal has a finite value or a reason', (rate) => {
  const named = measure(voice(rate, 150, 1), rate, everything)
  for (const [signal, samples] of Object.entries(hostileSignals(rate))) {
    const measured = measure(samples, rate, everything)
    for (const name of everything) {
      const { scores = {}, missing = {} } = measured[name] ?? {}
      for (const [score, value] of Object.entries(scores)) {
        expect(Number.isFinite(value), `${score} of ${signal}: ${value}`).toBe(true)
        expect(missing[score], `${score} of ${signal}`).toBeUndefined()
      }
      const expected = { ...named[name]?.scores, ...named[name]?.missing }
      expect(Object.keys({ ...scores, ...missing }).sort(), signal).toEqual(Object.keys(expected).sort())
    }
  }
})

test('runs only the functions asked for', () => {
  expect(Object.keys(measure(voice(8000, 150, 1), 8000, ['timing']))).toEqual(['timing'])
  expect(measure(voice(8000, 150, 1), 8000, [])).toEqual({})
})

test('gives the same values again, alone or with other functions', () => {
  const samples = join(voice(16_000, 150, 1), silence(16_000, 0.5), voice(16_000, 130, 1))
  const together = measure(samples, 16_000, everything)
  for (const name of everything) expect(measure(samples, 16_000, [name])[name]).toEqual(together[name])
})

test('does not change the samples', () => {
  const samples = voice(16_000, 150, 1)
  const copy = samples.slice()
  measure(samples, 16_000, everything)
  expect(samples).toEqual(copy)
})

test.each([0, -1, Number.NaN, Infinity])('refuses a sample rate of %d', (rate) => {
  expect(() => measure(silence(8000, 1), rate, ['timing'])).toThrow(RangeError)
})

test.each([Number.NaN, Infinity])('refuses a sample that is %d', (sample) => {
  expect(() => measure(Float32Array.of(0, sample), 8000, ['timing'])).toThrow(RangeError)
})

test('reports each function when it is done, before the next one begins', () => {
  const reported: string[][] = []
  measure(voice(16_000, 140, 1), 16_000, ['recording_quality', 'timing', 'prosody'], {
    onMeasured: (name, soFar) => reported.push([name, ...Object.keys(soFar)]),
  })
  expect(reported).toEqual([
    ['recording_quality', 'recording_quality'],
    ['timing', 'recording_quality', 'timing'],
    ['prosody', 'recording_quality', 'timing', 'prosody'],
  ])
})
