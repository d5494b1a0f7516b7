import { expect, test } from 'vitest'
import { clockTime } from './clock-time.ts'

test.each([
  [0, '0:00.0'],
  [0.3, '0:00.3'],
  [4.749977, '0:04.7'],
  [59.99, '0:59.9'],
  [65.3, '1:05.3'],
  [600, '10:00.0'],
])('%d s is %s', (seconds, shown) => {
  expect(clockTime(seconds, 'en')).toBe(shown)
})

test.each(['es', 'pt', 'fr'])('the tenths have the mark of the language: %s', (language) => {
  expect(clockTime(65.3, language)).toBe('1:05,3')
})
