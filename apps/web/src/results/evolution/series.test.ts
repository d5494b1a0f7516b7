import type { Evolution, ItemId, ProtocolId, SessionId } from '@fonema/contract'
import { expect, test } from 'vitest'
import {
  axisMeaning,
  datesOf,
  firstGroup,
  groupsOf,
  mostChangedSeries,
  type Series,
  scoresOf,
  seriesOf,
} from './series.ts'

const protocolId = 'x' as ProtocolId
const point = (date: string) => ({
  date,
  protocol_response_id: date as SessionId,
  value: 50,
  raw: 1,
  device: null,
  engine: '1',
})
const series = (item: string, score: string, population: string | null, dates: string[]) => ({
  id: [item, 'f', score, population].join(':'),
  protocol_item_id: item as ItemId,
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
    { id: 'a' as ItemId, title: 'Vocal', order: 1, protocol: { id: protocolId, name: 'Voz' } },
    { id: 'b' as ItemId, title: 'Vocal', order: 2, protocol: { id: protocolId, name: 'Voz' } },
    { id: 'c' as ItemId, title: 'Lectura', order: 3, protocol: { id: protocolId, name: 'Voz' } },
  ],
  functions: [{ id: 'f', name: 'Voice', entry: 'voice_quality' }],
}

test('groups the scores of one function of one item; groups without scores are not offered', () => {
  const groups = groupsOf(evolution)
  expect(groups.map(({ key, item }) => [key, item])).toEqual([
    ['a:f', '1. Vocal'],
    ['b:f', '2. Vocal'],
  ])
  expect(firstGroup(groups)?.key).toBe('b:f')
  expect(firstGroup([])).toBeUndefined()
})

test('a view shows one population, or one score as measured, without duplicates', () => {
  const group = groupsOf(evolution)[1]!
  expect(scoresOf(group)).toEqual(['jitter', 'hnr'])
  expect(seriesOf(group, { populationId: 'p2' }).map(({ score }) => score)).toEqual(['jitter'])
  expect(seriesOf(group, { score: 'jitter' })).toHaveLength(1)
  expect(datesOf(group.series)).toEqual(['2026-01-01', '2026-02-01'])
})

const measure = (score: string, direction: Series['direction'], values: (number | null)[]): Series => ({
  ...series('a', score, 'p1', []),
  direction,
  points: values.map((value, i) => ({ ...point(`2026-0${i + 1}-01`), value })),
})

test('the measures that change most are drawn first; of equal ones, those with a direction', () => {
  const all = [
    measure('flat', 'neutral', [94, 94]),
    measure('flat too', 'higher_better', [50, 50]),
    measure('unknown', 'neutral', [null, null]),
    measure('little', 'neutral', [40, 42]),
    measure('falling', 'neutral', [45, 9]),
    measure('rising', 'lower_better', [20, 45]),
  ]
  const ids = (scores: string[]) => new Set(scores.map((score) => `a:f:${score}:p1`))
  expect(mostChangedSeries(all)).toEqual(ids(['falling', 'rising', 'little', 'flat too']))
  expect(mostChangedSeries(all.slice(0, 2))).toEqual(ids(['flat', 'flat too']))
})

test('of groups with equally many points, the one that changes most is first', () => {
  const [group] = groupsOf(evolution)
  const of = (key: string, ...values: number[][]) => ({
    ...group!,
    key,
    series: values.map((one, i) => measure(`m${i}`, 'neutral', one)),
  })
  // One changing measure among flat ones is less informative than several changing ones.
  const groups = [of('counting', [94, 94], [30, 80], [5, 5]), of('vowel', [60, 20], [30, 60]), of('short', [100])]
  expect(firstGroup(groups)?.key).toBe('vowel')
})

test('up means better only if every drawn measure has a direction', () => {
  const [better, neutral] = [measure('x', 'lower_better', [1]), measure('y', 'neutral', [1])]
  expect([[better], [better, neutral], [neutral], []].map(axisMeaning)).toEqual(['better', 'mixed', 'more', 'none'])
})
