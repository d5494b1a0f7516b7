import { expect, test } from 'vitest'
import { measureCurves } from './curves.ts'
import { findFlatTops } from './flat-tops.ts'
import { measure } from './measure.ts'

const rateHz = 16_000
const tone = (hz: number, seconds: number, amplitude = 0.5) =>
  Float32Array.from({ length: rateHz * seconds }, (_, i) => {
    const phase = (2 * Math.PI * hz * i) / rateHz
    return amplitude * (0.6 * Math.sin(phase) + 0.3 * Math.sin(2 * phase) + 0.1 * Math.sin(3 * phase))
  })
const join = (...parts: Float32Array[]) => Float32Array.from(parts.flatMap((part) => [...part]))

test('the curves are those of the measures: pitch, intensity, pauses and syllables', () => {
  const samples = join(tone(150, 1), new Float32Array(rateHz / 2), tone(200, 1))
  const { pitch, intensity, pauses, syllablesS, clipped } = measureCurves(samples, rateHz, 'speech')
  const { prosody, timing } = measure(samples, rateHz, ['prosody', 'timing'])
  const track = prosody!.data!.f0_track
  expect(pitch).toMatchObject({ firstS: track.first_s, stepS: track.step_s })
  expect([...pitch!.values]).toEqual(track.hz.map((hz) => Math.fround(hz ?? 0)))
  expect(Math.max(...intensity!.values)).toBeCloseTo(prosody!.scores.intensity_max_db!, 1)
  expect(pauses).toEqual(timing!.data!.pauses)
  expect(syllablesS).toEqual(timing!.data!.syllables_s)
  expect(pauses).toHaveLength(1)
  expect(clipped).toEqual([])
})

test('the pitch of a recording without a voice is withheld, as its measures are', () => {
  let state = 1
  const noise = Float32Array.from({ length: rateHz }, () => {
    state = (state * 1_103_515_245 + 12_345) % 2 ** 31
    return 0.2 * (state / 2 ** 30 - 1)
  })
  expect(measure(noise, rateHz, ['prosody']).prosody!.scores).not.toHaveProperty('f0_median_hz')
  expect(measureCurves(noise, rateHz, 'speech').pitch).toBeNull()
  expect(measureCurves(new Float32Array(10), rateHz, 'speech')).toEqual({
    pitch: null,
    intensity: null,
    pauses: [],
    syllablesS: [],
    clipped: [],
  })
})

test('the syllables of a train are the peaks of its diadochokinesis', () => {
  const syllable = join(tone(120, 0.12), new Float32Array(rateHz * 0.08))
  const samples = join(...Array.from({ length: 12 }, () => syllable))
  const { diadochokinesis } = measure(samples, rateHz, ['diadochokinesis'])
  expect(measureCurves(samples, rateHz, 'train').syllablesS).toEqual(diadochokinesis!.data!.peaks_s)
})

test('a task without syllables has none marked, although the same sound has them in another task', () => {
  const swelling = join(tone(120, 0.4), new Float32Array(rateHz * 0.05), tone(120, 0.4))
  expect(measureCurves(swelling, rateHz, 'speech').syllablesS.length).toBeGreaterThan(0)
  expect(measureCurves(swelling, rateHz, 'none').syllablesS).toEqual([])
})

test('flat tops have a place, in order, above and below', () => {
  const samples = tone(150, 0.1).map((sample) => Math.max(-0.3, Math.min(0.3, sample)))
  const tops = findFlatTops(samples)
  expect(tops.length).toBeGreaterThan(10)
  expect(tops.every(([from, to]) => to - from >= 3 && Math.abs(samples[from]!) === Math.fround(0.3))).toBe(true)
  expect(tops).toEqual(tops.toSorted(([a], [b]) => a - b))
  const { clipped } = measureCurves(samples, rateHz, 'speech')
  expect(clipped[0]).toEqual({ start_s: tops[0]![0] / rateHz, end_s: tops[0]![1] / rateHz })
})
