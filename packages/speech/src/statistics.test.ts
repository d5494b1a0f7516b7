import { expect, test } from 'vitest'
import { mean, quantile, standardDeviation } from './statistics.ts'

test('the i-th of n values is the (i − ½)/n quantile', () => {
  const sorted = [10, 20, 30, 40]
  expect(quantile(sorted, 0.125)).toBe(10)
  expect(quantile(sorted, 0.375)).toBe(20)
  expect(quantile(sorted, 0.5)).toBe(25)
  expect(quantile(sorted, 0)).toBe(10)
  expect(quantile(sorted, 1)).toBe(40)
})

test('the standard deviation is that of a sample', () => {
  expect(mean([2, 4, 6])).toBe(4)
  expect(standardDeviation([2, 4, 6])).toBe(2)
})

test('gives no answer for too few values', () => {
  expect(mean([])).toBeNull()
  expect(quantile([], 0.5)).toBeNull()
  expect(standardDeviation([1])).toBeNull()
})
