import type { Evolution } from '@fonema/contract'
import { expect, test } from 'vitest'
import { datesOf, firstGroup, groupsOf, scoresOf, seriesOf } from './series.ts'

const point = (date: string) => ({ date, protocol_response_id: date, value: 50, raw: 1 })
const series = (item: string, score: string, population: string | null, dates: string[]) => ({
  id: [item, 'f', score, population].join(':'),
  protocol_item_id: item,
  feature_extraction_func_id: 'f',
  score,
  unit: null,
  decimals: 2,
  direction: 'neutral' as const,
  offset: 0,
  population_id: population,
  points: dates.map(point),
})
const evolution: Evolution = {
  series: [
    series('a', 'jitter', 'p1', ['2026-01-01']),
    series('b', 'jitter', 'p1', ['2026-01-01', '2026-02-01']),
    series('b', 'jitter', 'p2', ['2026-01-01', '2026-02-01']),
    series('b', 'hnr', null, ['2026-02-01']),
  ],
  items: [
    { id: 'a', title: 'Vocal', order: 1, protocol: { id: 'x', name: 'Voz' } },
    { id: 'b', title: 'Vocal', order: 2, protocol: { id: 'x', name: 'Voz' } },
    { id: 'c', title: 'Lectura', order: 3, protocol: { id: 'x', name: 'Voz' } },
  ],
  functions: [{ id: 'f', name: 'Voice', entry: 'voice_quality' }],
}

test('the scores of one function of one item are drawn together; what has none is not offered', () => {
  const groups = groupsOf(evolution)
  expect(groups.map(({ key, item }) => [key, item])).toEqual([
    ['a:f', '1. Vocal'],
    ['b:f', '2. Vocal'],
  ])
  expect(firstGroup(groups)?.key).toBe('b:f')
  expect(firstGroup([])).toBeUndefined()
})

test('a view is within one population, or one score as measured, once', () => {
  const group = groupsOf(evolution)[1]!
  expect(scoresOf(group)).toEqual(['jitter', 'hnr'])
  expect(seriesOf(group, { populationId: 'p2' }).map(({ score }) => score)).toEqual(['jitter'])
  expect(seriesOf(group, { score: 'jitter' })).toHaveLength(1)
  expect(datesOf(group.series)).toEqual(['2026-01-01', '2026-02-01'])
})
