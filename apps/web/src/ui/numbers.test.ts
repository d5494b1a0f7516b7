import { expect, test } from 'vitest'
import { formatTickValue } from './numbers.ts'

test.each([
  [0.30000000000000004, 'es', '0,3'],
  [-0, 'es', '0'],
  [5.6e-17, 'es', '0'],
  [1500, 'es', '1500'],
  [-12.5, 'en', '-12.5'],
])('the tick %d in %s is %s', (value, language, shown) => {
  expect(formatTickValue(value, language)).toBe(shown)
})
