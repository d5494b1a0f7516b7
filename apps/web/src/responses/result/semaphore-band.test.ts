import { expect, test } from 'vitest'
import { bandOf, percentileText } from './semaphore-band.ts'

test('the bands end with their limits', () => {
  expect([0, 0.25, 0.2501, 0.5, 0.5001, 0.75, 0.7501, 1].map(bandOf)).toEqual([
    'green',
    'green',
    'yellow',
    'yellow',
    'orange',
    'orange',
    'red',
    'red',
  ])
})

test('a percentile is a whole number, and never 0 or 100', () => {
  expect([0, 0.99, 1, 49.6, 99, 99.01, 100].map(percentileText)).toEqual(['<1', '<1', '1', '50', '99', '>99', '>99'])
})
