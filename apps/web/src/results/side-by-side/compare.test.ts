import type { ItemId, ProtocolResponse, SessionId } from '@fonema/contract'
import { expect, test } from 'vitest'
import { errorOf, lineOf, pointAt } from '../evolution/testing.ts'
import { compareSessions, itemsWithoutPair } from './compare.ts'

const [first, last] = ['s0', 's2'] as SessionId[] as [SessionId, SessionId]
const line = (score: string, values: number[], changes: object = {}) =>
  lineOf(
    score,
    values.map((raw, month) => pointAt(month, raw)),
    changes,
  )

test('real changes come first, the largest in errors first, and only the two sessions count', () => {
  const lines = [line('a', [1, 90, 1.5]), line('b', [1, 1, 4]), line('c', [1, 1, 9]), line('only first', [1])]
  const [item, ...more] = compareSessions(lines, [first, last], () => errorOf(1))
  expect(more).toEqual([])
  expect(item!.changed.map(({ line: { score } }) => score)).toEqual(['c', 'b'])
  expect(item!.others.map(({ line: { score }, change }) => [score, change.kind])).toEqual([['a', 'within']])
})

test('swapped sessions have the opposite difference and the same verdict', () => {
  const lines = [line('a', [1, 2, 4])]
  const row = (ids: [SessionId, SessionId]) => compareSessions(lines, ids, () => errorOf(1))[0]!.changed[0]!
  expect([row([first, last]).difference, row([last, first]).difference]).toEqual([3, -3])
  expect(row([last, first]).left.raw).toBe(4)
})

test('a difference inside the error is never a change, and another microphone is not comparable', () => {
  for (let i = 1; i < 200; i++) {
    const [a, b, mdc95] = [i % 13, (i * 5) % 17, 0.5 + (i % 7)]
    const [item] = compareSessions([line('a', [a, 0, b])], [first, last], () => errorOf(mdc95))
    expect(item!.changed).toHaveLength(Math.abs(b - a) > mdc95 ? 1 : 0)
  }
  const other = lineOf('a', [pointAt(0, 1, { device: 'Headset' }), pointAt(2, 99)])
  const [item] = compareSessions([other], [first, last], () => errorOf(1))
  expect(item!.others[0]!.change).toEqual({ kind: 'incomparable', reasons: ['other_device'] })
})

test('sessions without a common task have nothing to compare, and items stay apart', () => {
  const [short, long] = [lineOf('a', [pointAt(0, 1)]), lineOf('a', [pointAt(2, 1)], { task: 'other' })]
  expect(compareSessions([short, long], [first, last], () => null)).toEqual([])
  const items = compareSessions([line('a', [1, 1, 1]), line('b', [1, 1, 1], { task: 'x' })], [first, last], () => null)
  expect(items.map(({ task }) => task)).toEqual(['voice/vowel', 'x'])
})

test('a level without calibration and the quality of the recording are among the others', () => {
  const lines = [line('rms_dbfs', [1, 1, 99]), line('snr_db', [1, 1, 99], { domain: 'recording' })]
  const [item] = compareSessions(lines, [first, last], () => errorOf(1))
  expect([item!.changed.length, item!.others.length]).toEqual([0, 2])
})

test('items that only one session has measured are named once; skipped ones are not', () => {
  const items = ['Vocal', 'Lectura', 'Conteo'].map((title, i) => ({ id: `i${i}` as ItemId, title, order: i + 1 }))
  const session = (answers: object[]) =>
    ({
      protocol: { items },
      responses: answers.map((answer, i) => ({
        protocol_item: items[i],
        takes: [{ status: 'counting' }],
        feature_extraction_res: [],
        ...answer,
      })),
    }) as unknown as ProtocolResponse
  const sessions = [session([{}, {}, { is_skipped: true }]), session([{}, {}])]
  expect(itemsWithoutPair(sessions, (id) => id === 'i0')).toEqual(['2. Lectura'])
})
