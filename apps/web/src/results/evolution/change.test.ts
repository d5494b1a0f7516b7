import type { ItemId, SessionId } from '@fonema/contract'
import { expect, test } from 'vitest'
import { bandOf, changeOf, type ScoreError } from './change.ts'
import type { Series } from './series.ts'

type Measured = { raw: number; device?: string | null; engine?: string }

const series = (...measured: Measured[]): Series => ({
  ...{ id: 'x', protocol_item_id: 'a' as ItemId, feature_extraction_func_id: 'f', score: 'jitter', unit: '%' },
  ...{ decimals: 2, direction: 'neutral', offset: 0, population_id: null },
  points: measured.map(({ raw, device = 'USB', engine = '1' }, i) => ({
    ...{
      date: `2026-0${i + 1}-01T00:00:00Z`,
      protocol_response_id: `${i}` as SessionId,
      value: null,
      raw,
      device,
      engine,
    },
  })),
})
const error: ScoreError = {
  ...{ within_session: null, between_sessions: { sd: 0.5, n: 60, repeats: 60 }, method: 'between_sessions' },
  ...{ sem: 0.5, mdc95: 1.386 },
}

test('a change beyond 1.96 · √2 · SEM is real, a smaller one may be the measurement', () => {
  expect(changeOf(series({ raw: 2 }, { raw: 9 }, { raw: 3.4 }), error)).toMatchObject({ kind: 'beyond' })
  expect(changeOf(series({ raw: 2 }, { raw: 9 }, { raw: 3.3 }), error)).toMatchObject({ kind: 'within' })
  expect(changeOf(series({ raw: 2 }, { raw: 0.6 }), error)).toMatchObject({ kind: 'beyond' })
})

test('another device or engine cannot be compared, however large the change', () => {
  expect(changeOf(series({ raw: 2 }, { raw: 9, device: 'Headset' }), error)).toMatchObject({ kind: 'other_device' })
  expect(changeOf(series({ raw: 2 }, { raw: 9, device: null }), error)).toMatchObject({ kind: 'other_device' })
  expect(changeOf(series({ raw: 2 }, { raw: 9, engine: '2' }), error)).toMatchObject({ kind: 'other_engine' })
  const unnamed = series({ raw: 2, device: null }, { raw: 9, device: null })
  expect(changeOf(unnamed, error)).toMatchObject({ kind: 'beyond' })
})

test('without a known error a change is unknown, and one session has none', () => {
  expect(changeOf(series({ raw: 2 }, { raw: 9 }), { ...error, method: null, sem: null, mdc95: null })).toEqual({
    ...{ kind: 'unknown', difference: 7 },
  })
  expect(changeOf(series({ raw: 2 }, { raw: 9 }), undefined)).toMatchObject({ kind: 'unknown' })
  expect(changeOf(series({ raw: 2 }), error)).toBeNull()
})

test('the band surrounds the first value, as shown', () => {
  expect(bandOf({ ...series({ raw: 2 }, { raw: 9 }), offset: 10 }, error)).toEqual([
    expect.closeTo(10.614, 9),
    expect.closeTo(13.386, 9),
  ])
  expect(bandOf(series({ raw: 2 }), error)).toBeNull()
  expect(bandOf(series({ raw: 2 }, { raw: 9 }), undefined)).toBeNull()
})
