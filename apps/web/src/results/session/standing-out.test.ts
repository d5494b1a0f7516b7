import { expect, test } from 'vitest'
import { placeOutside } from './standing-out.ts'

test.each([
  [4, { low: 1, high: 9 }, 'neutral', 'clear'],
  [4, { low: 1, high: 11 }, 'neutral', 'careful'],
  [4, { low: 1, high: 25 }, 'neutral', null],
  [5.1, { low: 3, high: 8 }, 'neutral', null],
  [96, { low: 91, high: 99 }, 'neutral', 'clear'],
  [96, { low: 75, high: 99 }, 'neutral', null],
  [4, { low: 1, high: 9 }, 'higher_better', 'clear'],
  [4, { low: 1, high: 9 }, 'lower_better', null],
  [96, { low: 91, high: 99 }, 'higher_better', null],
  [96, { low: 91, high: 99 }, 'lower_better', 'clear'],
] as const)('percentile %d within %o of a measure that is %s: %s', (percentile, interval, direction, outside) => {
  expect(placeOutside(percentile, interval, undefined, direction)).toBe(outside)
})

test('a value that was not compared is not outside', () => {
  expect(placeOutside(undefined, undefined, undefined, 'neutral')).toBeNull()
})

test('a value that many people share is judged by the whole range that it covers', () => {
  expect(placeOutside(4, { low: 1, high: 9 }, { from: 0, to: 12 }, 'neutral')).toBe('careful')
  expect(placeOutside(4, { low: 1, high: 9 }, { from: 0, to: 30 }, 'neutral')).toBeNull()
})
