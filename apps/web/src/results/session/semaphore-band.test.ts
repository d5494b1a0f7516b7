import { expect, test } from 'vitest'
import { bandOf, percentileText, placeOf } from './semaphore-band.ts'

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

test('the position of a percentile has its words on either side, with the limits of the bands', () => {
  const places = [1, 2.27, 2.28, 9, 9.2, 25, 25.3, 50, 74.7, 75, 90.8, 91, 97.7, 97.8, 99.9].map(placeOf)
  expect(places).toEqual([
    ...['very_low', 'very_low', 'low', 'low', 'slightly_low', 'slightly_low'],
    ...['typical', 'typical', 'typical'],
    ...['slightly_high', 'slightly_high', 'high', 'high', 'very_high', 'very_high'],
  ])
})

test('a percentile is a whole number, and never 0 or 100', () => {
  expect([0, 0.99, 1, 49.6, 99, 99.01, 100].map(percentileText)).toEqual(['<1', '<1', '1', '50', '99', '>99', '>99'])
})
