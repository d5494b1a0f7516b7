import { expect, test } from 'vitest'
import { displayDifference, displayValue } from './display-value.ts'

test.each([
  [0, '0.00'],
  [-0, '0.00'],
  [0.01, '0.01'],
  [-0.01, '-0.01'],
  [0.0099999, '1.00e-2'],
  [0.005, '5.00e-3'],
  [-0.005, '-5.00e-3'],
  [-3.9039959352055624e-5, '-3.90e-5'],
  [1e-12, '1.00e-12'],
  [-8.6, '-8.60'],
  [1, '1.00'],
  [188.33215231907963, '188.33'],
  [999.995, '1000.00'],
  [123456.789, '123456.79'],
])('%d is shown as %s', (value, shown) => {
  expect(displayValue(value, 'en')).toBe(shown)
})

test.each([Number.NaN, Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY])('%d is never shown', (value) => {
  expect(() => displayValue(value, 'en')).toThrow(RangeError)
})

test.each([
  ['es', 172.915, '172,92'],
  ['es', 1234.5, '1234,50'],
  ['es', -0.005, '-5,00e-3'],
  ['pt', 172.915, '172,92'],
  ['fr', 1234.5, '1234,50'],
  ['en', 1234.5, '1234.50'],
])('in %s, %d is shown as %s', (language, value, shown) => {
  expect(displayValue(value, language)).toBe(shown)
})

test.each([
  [41, '41'],
  [0, '0'],
  [1234, '1234'],
])('a count of %d is shown as %s', (value, shown) => {
  expect(displayValue(value, 'es', 0)).toBe(shown)
})

test('a mean of counts has decimals', () => {
  expect(displayValue(41.25, 'es', 0)).toBe('41,25')
})

test.each([
  [-0.0092, [0.214, 0.205], 2, '−0,01'],
  [0.000484, [2.76, 2.76], 2, '0,00'],
  [-0.000484, [2.76, 2.76], 2, '0,00'],
  [0, [1, 1], 2, '0,00'],
  [0.53, [20, 20.53], 2, '+0,53'],
  [-3.17, [3.25, 0.08], 2, '−3,17'],
  // Values that are themselves shown with an exponent.
  [0.001, [0.004, 0.005], 2, '+1,00e-3'],
  [3, [41, 44], 0, '+3'],
  [-3, [44, 41], 0, '−3'],
  [0, [41, 41], 0, '0'],
  [0.5, [41, 41.5], 0, '+0,50'],
])('a difference of %d between %j is shown as the values are', (difference, values, decimals, shown) => {
  expect(displayDifference(difference, values, 'es', decimals)).toBe(shown)
})
