import {
  type Evolution,
  type ItemId,
  type MeasurementErrors,
  mostLookedBack,
  type ProtocolId,
  type SessionId,
} from '@fonema/contract'
import { expect, test } from 'vitest'
import { isBetter, sinceLast } from './since-last.ts'

const dateOf = (i: number) => `2026-${String(i + 1).padStart(2, '0')}-01T00:00:00Z`

type Series = Evolution['series'][number]

const series = (score: string, item: string, values: (number | null)[], device = 'USB'): Series => ({
  id: score,
  protocol_item_id: item as ItemId,
  feature_extraction_func_id: 'f',
  score,
  unit: '%',
  decimals: 2,
  heading: 'voice' as const,
  direction: 'lower_better',
  offset: 0,
  population_id: null,
  points: values.flatMap((raw, i) =>
    raw === null
      ? []
      : {
          date: dateOf(i),
          protocol_response_id: `${i}` as SessionId,
          value: null,
          raw,
          device,
          engine: '1',
          range: null,
          is_poor: false,
        },
  ),
})
const item = (id: string) => ({
  id: id as ItemId,
  title: id,
  order: 1,
  task: `voice/${id}`,
  wording: 1,
  language: 'es',
  protocol: { id: 'p' as ProtocolId, name: 'Voz' },
})
const evolution: Evolution = {
  series: [series('jitter', 'a', [1, 2, 4, 9]), series('shimmer', 'a', [3, null, 3.1]), series('jitter', 'b', [7])],
  items: [item('a'), item('b')],
  functions: [{ id: 'f', name: 'Voice', entry: 'voice_quality' }],
  indices: [],
  measuring: [],
}
/** The same with an earlier value that cannot be trusted. */
const withUntrusted = (at: number, why: 'is_doubtful' | 'has_few_words'): Evolution => ({
  ...evolution,
  series: evolution.series.map((one) => ({
    ...one,
    points: one.points.map((point, i) => (i === at ? { ...point, [why]: true } : point)),
  })),
})
const known: MeasurementErrors['scores'][string] = {
  within_session: null,
  between_sessions: { sd: 0.5, n: 60, repeats: 60 },
  method: 'between_sessions',
  sem: 0.5,
  mdc95: 1.386,
}
const errors = { scores: { jitter: known, shimmer: known } }

test('a value is compared with the last session before it, not with the first and not with later ones', () => {
  const since = sinceLast(evolution, errors, 'a', '2')!
  expect(since.date).toBe('2026-02-01T00:00:00Z')
  expect(since.changes.get('voice_quality/jitter')).toEqual({ kind: 'beyond', difference: 2, date: dateOf(1) })
})

test('a measure without a value in the last session is compared with the session before it, and has its date', () => {
  const change = sinceLast(evolution, errors, 'a', '2')!.changes.get('voice_quality/shimmer')
  expect(change).toEqual({ kind: 'within', difference: expect.closeTo(0.1, 9), date: dateOf(0) })
})

test('a measure is compared with the last session on its microphone, up to a limit of sessions', () => {
  const points = (count: number) => [
    ...series('jitter', 'a', [1]).points,
    ...series('jitter', 'a', [null, ...Array<number>(count).fill(5)], 'Headset').points,
    ...series('jitter', 'a', [...Array<null>(count + 1).fill(null), 4]).points,
  ]
  const since = (count: number) => {
    const own = { ...evolution, series: [{ ...series('jitter', 'a', []), points: points(count) }] }
    const { date, changes } = sinceLast(own, errors, 'a', `${count + 1}`)!
    return [date, changes.get('voice_quality/jitter')]
  }
  expect(since(1)).toEqual([dateOf(0), { kind: 'beyond', difference: 3, date: dateOf(0) }])
  expect(since(mostLookedBack - 1)[1]).toMatchObject({ kind: 'beyond' })
  expect(since(mostLookedBack)[1]).toEqual({ kind: 'incomparable', reason: 'other_device' })
})

test.each(['is_doubtful', 'has_few_words'] as const)('a value with %s is passed over, as in the findings', (why) => {
  const change = sinceLast(withUntrusted(1, why), errors, 'a', '2')!.changes.get('voice_quality/jitter')
  expect(change).toEqual({ kind: 'beyond', difference: 3, date: dateOf(0) })
})

test('the first session, another item and a session without values have no change', () => {
  expect(sinceLast(evolution, errors, 'a', '0')).toBeNull()
  expect(sinceLast(evolution, errors, 'b', '0')).toBeNull()
  expect(sinceLast(evolution, errors, 'a', 'none')).toBeNull()
})

test('without a measurement error, nothing is called a change', () => {
  expect(sinceLast(evolution, undefined, 'a', '2')!.changes.get('voice_quality/jitter')?.kind).toBe('unknown')
})

test('a change is better or worse only for a measure with a direction', () => {
  expect(isBetter(1, 'lower_better')).toBe(false)
  expect(isBetter(1, 'higher_better')).toBe(true)
  expect(isBetter(1, 'neutral')).toBeNull()
})

test('a session on another microphone is not comparable, and the reason is given', () => {
  const [before, now] = [series('jitter', 'a', [1]), series('jitter', 'a', [null, 9], 'Headset')]
  const moved = { ...evolution, series: [{ ...now, points: [...before.points, ...now.points] }] }
  expect(sinceLast(moved, errors, 'a', '1')!.changes.get('voice_quality/jitter')).toEqual({
    kind: 'incomparable',
    reason: 'other_device',
  })
})
