import { expect, test } from 'vitest'
import { outsideByChance } from './many-comparisons.ts'
import { placeOutside } from './standing-out.ts'

type Direction = 'neutral' | 'lower_better'

const rows = (percentiles: number[], direction: Direction = 'neutral', isJudged = true) =>
  percentiles.map((percentile, i) => ({
    score: { name: `m${i}`, direction },
    result: { percentiles: { healthy: { [`m${i}`]: percentile, other: 1 } } },
    isJudged,
    outside: isJudged ? placeOutside(percentile, undefined, undefined, direction) : null,
  }))
const middle = Array.from({ length: 40 }, (_, i) => 10 + 2 * i)

test('four of 40 neutral values stand out by chance, and two of 40 with a direction', () => {
  expect(outsideByChance(rows(middle), 'healthy')).toEqual({ compared: 40, expected: expect.closeTo(4, 9), found: 0 })
  expect(outsideByChance(rows([...middle, 0.5, 99.5, 5.1]), 'healthy')).toMatchObject({ compared: 43, found: 2 })
  const directed = outsideByChance(rows([...middle, 0.5, 99.5], 'lower_better'), 'healthy')
  expect(directed).toEqual({ compared: 42, expected: expect.closeTo(2.1, 9), found: 1 })
})

test('unreliable values are not counted', () => {
  const all = [...rows(middle), ...rows([0.5, 0.5], 'neutral', false)]
  expect(outsideByChance(all, 'healthy')).toMatchObject({ compared: 40, found: 0 })
})

test('a handful of values, or another population, needs no sentence', () => {
  expect(outsideByChance(rows([50, 50, 0.1]), 'healthy')).toBeNull()
  expect(outsideByChance(rows(middle), 'other')).toBeNull()
})
