import { expect, test } from 'vitest'
import { framesIn, intensityScale, pitchScale, valueAt } from './scales.ts'

const curveOf = (...values: number[]) => ({ firstS: 0.02, stepS: 0.01, values: Float32Array.from(values) })

test('the pitch has equal room for equal semitones, in the range of the voice', () => {
  const scale = pitchScale(curveOf(0, 110, 220, 0, 330))!
  expect(scale.shareOf(220) - scale.shareOf(110)).toBeCloseTo(1 / Math.log2(scale.high / scale.low))
  expect(scale.shareOf(110)).toBeGreaterThan(0)
  expect(scale.shareOf(330)).toBeLessThan(1)
  expect(scale.ticks).toEqual([150, 200, 300])
})

test('a flat voice gets an octave, so that its jitter does not look like melody; no voice has no scale', () => {
  const { low, high } = pitchScale(curveOf(200, 200))!
  expect(high / low).toBeCloseTo(2)
  expect(pitchScale(curveOf(0, 0))).toBeNull()
})

test('the intensity shows 60 dB below a round maximum; less is at the bottom', () => {
  const scale = intensityScale(curveOf(-300, 40, 73))
  expect(scale).toMatchObject({ low: 20, high: 80, ticks: [40, 60] })
  expect(scale.shareOf(-300)).toBe(0)
  expect(scale.shareOf(50)).toBe(0.5)
})

test('frames of a span include one beyond each end', () => {
  const curve = curveOf(1, 2, 3, 4, 5, 6)
  expect(framesIn(curve, 0.035, 0.055)).toEqual({ first: 1, end: 5 })
  expect(framesIn(curve, 9, 10).end - framesIn(curve, 9, 10).first).toBe(0)
  expect(framesIn(curve, -1, 9)).toEqual({ first: 0, end: 6 })
})

test('reads the value of the nearest frame, and none where the frame is unvoiced or outside', () => {
  const curve = curveOf(100, 0, 120)
  expect(valueAt(curve, 0.021)).toBe(100)
  expect(valueAt(curve, 0.03)).toBeNull()
  expect(valueAt(curve, 9)).toBeNull()
})
