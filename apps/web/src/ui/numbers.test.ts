import { expect, test } from 'vitest'
import { formatDecimals, formatTickValue } from './numbers.ts'

test.each([
  [0.30000000000000004, 'es', '0,3'],
  [-0, 'es', '0'],
  [5.6e-17, 'es', '0'],
  [1500, 'es', '1500'],
  [-12.5, 'en', '-12.5'],
])('the tick %d in %s is %s', (value, language, shown) => {
  expect(formatTickValue(value, language)).toBe(shown)
})

test.each([
  [-0.3, 0, '0'],
  [-0.04, 1, '0,0'],
  [-0.6, 0, '-1'],
  [1234.5, 1, '1234,5'],
])('%d with %d decimals is %s: zero has no sign', (value, decimals, shown) => {
  expect(formatDecimals(value, 'es', decimals)).toBe(shown)
})
