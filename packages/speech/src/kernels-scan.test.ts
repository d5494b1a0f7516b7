import { expect, test } from 'vitest'
import { createWorkspace } from './kernels.ts'
import { peakOf, scanSamples } from './samples.ts'
import { medianInPlace } from './statistics.ts'
import { noise } from './test-signals.ts'

test.each([1, 3, 4, 16_383, 16_384, 40_001])('scans %i samples in one pass', (length) => {
  const samples = noise(length, 1, 0.3)
  const values = Array.from(samples)
  const { mean, meanSquare, lowest, highest } = scanSamples(samples)
  expect(mean).toBeCloseTo(values.reduce((sum, value) => sum + value, 0) / length, 12)
  expect(meanSquare).toBeCloseTo(values.reduce((sum, value) => sum + value * value, 0) / length, 12)
  expect(lowest).toBe(values.reduce((a, b) => Math.min(a, b)))
  expect(highest).toBe(values.reduce((a, b) => Math.max(a, b)))
  expect(peakOf({ mean, meanSquare, lowest, highest }, 0.1)).toBe(
    values.reduce((most, value) => Math.max(most, Math.abs(value - 0.1)), 0),
  )
})

test.each([8, 9])('finds the peak over the trend of %i levels', (bins) => {
  const { kernels, arrays } = createWorkspace({ levels: bins, values: bins })
  const levels = new Float32Array(arrays.levels.buffer, arrays.levels.byteOffset, bins)
  for (let q = 0; q < bins; q++) levels[q] = 0.25 * ((q * 7) % 5) + (q === 4 ? 3 : 0)
  const points = bins - 1
  const pairs = points >> 1
  const rise = (i: number) => (levels[1 + i + points - pairs]! - levels[1 + i]!) / (points - pairs)
  const slope = medianInPlace(Float64Array.from({ length: pairs }, (_, i) => rise(i)))
  const intercept = medianInPlace(Float64Array.from({ length: points }, (_, i) => levels[1 + i]! - slope * (1 + i)))
  const over = (q: number) => levels[q]! - intercept - slope * q
  const bend = 2 * over(4) - over(3) - over(5)
  const found = kernels.prominence(arrays.levels.byteOffset, bins, 1, 2, 6, arrays.values.byteOffset)
  expect(found).toBeCloseTo(over(4) + (over(5) - over(3)) ** 2 / (8 * bend), 10)
})

test('predicts a resonance, and nothing remains of it', () => {
  const [length, order] = [400, 2]
  const { kernels, arrays } = createWorkspace({
    frame: length,
    r: order + 1,
    coefficients: order,
    previous: order,
    errors: length,
  })
  const { frame, r, coefficients, previous, errors } = arrays
  const [first, second] = [-2 * 0.9 * Math.cos(0.5), 0.81]
  for (let i = 0; i < length; i++)
    frame[i] = (i === 0 ? 1 : 0) - first * (frame[i - 1] ?? 0) - second * (frame[i - 2] ?? 0)
  kernels.predict(frame.byteOffset, length, order, r.byteOffset, coefficients.byteOffset, previous.byteOffset)
  expect(coefficients[0]).toBeCloseTo(first, 10)
  expect(coefficients[1]).toBeCloseTo(second, 10)
  kernels.predictionErrors(frame.byteOffset, 0, length, coefficients.byteOffset, order, errors.byteOffset)
  expect(errors[0]).toBe(1)
  expect(Math.max(...errors.subarray(1).map(Math.abs))).toBeLessThan(1e-10)
})
