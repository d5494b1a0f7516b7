import { expect, test } from 'vitest'
import { domainOf, heightOf, within } from './curve.ts'

const curve = { x: [0, 1, 2, 3, 4, 5], y: [0, 0.0001, 0.5, 1, 0.2, 0] }

test('the axis spans the visible part of the curves, and the marks', () => {
  const [low, high] = domainOf([curve], [3])
  // The curve crosses a hundredth of its height at 1.02 and 4.95. The margin at the right reaches its end.
  expect(low).toBeCloseTo(1.02 - 0.04 * 3.93, 2)
  expect(high).toBe(5)
  expect(domainOf([curve], [10])[1]).toBeGreaterThan(10)
  expect(heightOf([curve, { x: [0], y: [7] }])).toBe(7)
})

test('a curve that ends at a limit has no margin beyond it, but a mark beyond it has one', () => {
  const pauses = { x: [0, 1, 2, 3], y: [1, 0.8, 0.2, 0] }
  expect(domainOf([pauses], [1])[0]).toBe(0)
  expect(domainOf([pauses], [-1])[0]).toBeLessThan(-1)
  const shares = { x: [0.5, 0.8, 1], y: [0, 0.5, 1] }
  expect(domainOf([shares], [1])[1]).toBe(1)
})

test('an axis has a length even for a single value', () => {
  for (const mark of [0, 5, -3]) {
    const [low, high] = domainOf([], [mark])
    expect(low).toBeLessThan(mark)
    expect(high).toBeGreaterThan(mark)
  }
})

test('only the part of a curve within the axis is drawn, up to the axis ends', () => {
  expect(within(curve, [1.5, 4])).toEqual({ x: [1.5, 2, 3, 4], y: [expect.closeTo(0.25), 0.5, 1, 0.2] })
  expect(within(curve, [-1, 3.5])).toEqual({ x: [0, 1, 2, 3, 3.5], y: [0, 0.0001, 0.5, 1, 0.6] })
  expect(within(curve, [7, 9])).toEqual({ x: [], y: [] })
})

test('a curve whose tail has two points rises from the axis', () => {
  const sparse = { x: [0, 10, 12, 14, 24], y: [0, 0.05, 1, 0.05, 0] }
  const { x, y } = within(sparse, domainOf([sparse], [12]))
  expect(Math.max(y[0]!, y.at(-1)!)).toBeLessThan(0.011)
  expect(x).toHaveLength(5)
})
