import { expect, test } from 'vitest'
import { displayValue } from './display-value.ts'

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
  expect(displayValue(value)).toBe(shown)
})

test.each([Number.NaN, Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY])('%d is never shown', (value) => {
  expect(() => displayValue(value)).toThrow(RangeError)
})
