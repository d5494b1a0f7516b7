import type { ItemId, RecordingCut, RecordingMark } from '@fonema/contract'
import { expect, test } from 'vitest'
import { proposalsOf } from './proposals.ts'

const subtest = (at_s: number, item: string) =>
  ({ id: `m-${item}`, at_s, kind: 'subtest', protocol_item_id: item as ItemId }) as RecordingMark
const name = { id: 'n', at_s: 3, kind: 'name_spoken', protocol_item_id: null } as unknown as RecordingMark

test('each item reaches from its mark to the next one, whatever the order of the marks, and the last one to the end', () => {
  const proposals = proposalsOf([subtest(7.26, 'b'), name, subtest(1.5, 'a')], [], 20.39)
  expect(proposals).toEqual([
    { id: 'm-a', itemId: 'a', startSeconds: 1.5, endSeconds: 7.2, take: null },
    { id: 'm-b', itemId: 'b', startSeconds: 7.2, endSeconds: 20.3, take: null },
  ])
})

test('what was cut already shows the place and the take of its latest cut', () => {
  const cut = (take: number, end_s: number) =>
    ({ take_id: `t${take}`, protocol_item_id: 'a', take, start_s: 2, end_s, cut_at: '' }) as unknown as RecordingCut
  expect(proposalsOf([subtest(1.5, 'a')], [cut(1, 6), cut(2, 7)], 20)).toEqual([
    { id: 'm-a', itemId: 'a', startSeconds: 2, endSeconds: 7, take: 2 },
  ])
})

test('a mark at the end or after it proposes nothing', () => {
  expect(proposalsOf([subtest(1, 'a'), subtest(20, 'b'), subtest(21, 'c')], [], 20)).toMatchObject([
    { itemId: 'a', endSeconds: 20 },
  ])
})
