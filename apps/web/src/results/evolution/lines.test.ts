import type { Evolution, ItemId, PopulationId, ProtocolId, SessionId } from '@fonema/contract'
import { expect, test } from 'vitest'
import { hasPlaces, linesOf, sessionsOf } from './lines.ts'

const point = (month: number, raw: number, value: number | null = null) => ({
  date: `2026-0${month}-01T00:00:00Z`,
  protocol_response_id: `s${month}` as SessionId,
  value,
  raw,
  device: null,
  engine: '1',
  range: null,
  is_poor: false,
})
type Series = Evolution['series'][number]
const series = (item: string, population: string | null, points: Series['points']): Series => ({
  id: `${item}${population}`,
  protocol_item_id: item as ItemId,
  feature_extraction_func_id: 'f',
  heading: 'voice',
  score: 'jitter',
  unit: '%',
  decimals: 2,
  direction: 'neutral',
  offset: 0,
  population_id: population as PopulationId | null,
  points,
})
const protocol = { id: 'x' as ProtocolId, name: 'Voz' }
const item = (id: string, wording: number, task = 'voice/vowel') => ({
  id: id as ItemId,
  title: 'Vocal',
  order: 1,
  task,
  wording,
  language: 'es',
  protocol,
})
const error = { within_session: null, between_sessions: null, method: null, sem: null, mdc95: null }
const evolution: Evolution = {
  series: [
    series('new', 'p', [point(3, 3, 30)]),
    series('new', 'q', [point(3, 3, 40)]),
    series('old', null, [point(1, 1)]),
    series('other', null, [point(2, 7)]),
  ],
  items: [item('new', 2), item('old', 1), item('other', 1, 'voice/reading')],
  functions: [{ id: 'f', name: 'Voice', entry: 'voice_quality' }],
  indices: [
    {
      name: 'avqi',
      version: '03.01',
      task: 'voice/avqi',
      wording: 1,
      language: 'es',
      protocol,
      error,
      points: [point(1, 2)],
    },
  ],
  measuring: [],
}

test('a line joins the sessions of one task across wordings, and each session has its percentiles', () => {
  const jitter = linesOf(evolution).find(({ id }) => id === 'voice/vowel:f:jitter')!
  expect(jitter).toMatchObject({
    itemId: 'new',
    domain: 'voice',
    points: [
      { wording: 1, raw: 1 },
      { wording: 2, raw: 3 },
    ],
  })
  expect(jitter.points[1]!.places).toEqual({ p: 30, q: 40 })
  expect([hasPlaces(jitter, 'q'), hasPlaces(jitter, 'r')]).toEqual([true, false])
})

test('an index of the session is a line of its own, with its own error and without an item', () => {
  const [avqi, ...others] = linesOf(evolution)
  expect(avqi).toMatchObject({ score: 'avqi', itemId: null, domain: 'voice', error, points: [{ raw: 2 }] })
  expect(others).toHaveLength(2)
  expect(sessionsOf(linesOf(evolution)).map(({ session }) => session)).toEqual(['s1', 's2', 's3'])
})
