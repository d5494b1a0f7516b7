import { expect, test } from 'vitest'
import { domainOf, heightOf, within } from './curve.ts'

const curve = { x: [0, 1, 2, 3, 4, 5], y: [0, 0.0001, 0.5, 1, 0.2, 0] }

test('the axis spans what is to be seen of the curves, and the marks', () => {
  const [low, high] = domainOf([curve], [3])
  expect(low).toBeCloseTo(2 - 0.08)
  expect(high).toBeCloseTo(4 + 0.08)
  expect(domainOf([curve], [10])[1]).toBeGreaterThan(10)
  expect(heightOf([curve, { x: [0], y: [7] }])).toBe(7)
})

test('an axis has a length even for a single value', () => {
  for (const mark of [0, 5, -3]) {
    const [low, high] = domainOf([], [mark])
    expect(low).toBeLessThan(mark)
    expect(high).toBeGreaterThan(mark)
  }
})

test('of a curve only what is on the axis is drawn', () => {
  expect(within(curve, [1.5, 4])).toEqual({ x: [2, 3, 4], y: [0.5, 1, 0.2] })
})
