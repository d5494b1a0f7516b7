import type { FeatureResult } from '@fonema/contract'
import { expect, test } from 'vitest'
import { outsideByChance } from './many-comparisons.ts'

const shown = (percentiles: number[]) => {
  const named = percentiles.map((percentile, i) => [`m${i}`, percentile] as const)
  const result: FeatureResult = {
    ...{ feature_extraction_func: { id: 'f', name: 'f', entry: 'prosody' }, status: 'ready', error: null, missing: {} },
    ...{ data: {}, feature_population_distribution: null, semaphore: {}, compared: {}, intervals: {}, uncompared: {} },
    scores: Object.fromEntries(named),
    percentiles: { healthy: { ...Object.fromEntries(named), hidden: 0.1 } },
  }
  return [{ result, scores: named.map(([name]) => ({ name })) }]
}

test('of 40 values on the page, about two lie outside by chance', () => {
  const values = Array.from({ length: 40 }, (_, i) => 5 + 2 * i)
  expect(outsideByChance(shown(values), 'healthy')).toEqual({
    ...{ compared: 40, expected: expect.closeTo(1.82, 9), found: 0 },
  })
  expect(outsideByChance(shown([...values, 0.5, 99.5, 97.7, 2.3]), 'healthy')).toMatchObject({ compared: 44, found: 2 })
})

test('a handful of values, or another population, needs no sentence', () => {
  expect(outsideByChance(shown([50, 50, 0.1]), 'healthy')).toBeNull()
  expect(outsideByChance(shown(Array<number>(40).fill(50)), 'other')).toBeNull()
})
