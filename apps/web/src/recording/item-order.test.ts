import type { Take } from '@fonema/contract'
import { expect, test } from 'vitest'
import { drawOrder, inOrder, isDone, nextUnanswered, percentDone } from './item-order.ts'

const items = ['a', 'b', 'c', 'd'].map((id, order) => ({ id, order }))

test('items are sorted by their order, whatever the order of the list', () => {
  expect(inOrder([items[2]!, items[0]!, items[1]!]).map(({ id }) => id)).toEqual(['a', 'b', 'c'])
})

test('a session resumes at its first unanswered item', () => {
  expect(nextUnanswered(items, new Set())?.id).toBe('a')
  expect(nextUnanswered(items, new Set(['a', 'c']))?.id).toBe('b')
})

test('the next item is the next one without an answer; skipped-over ones come at the end', () => {
  expect(nextUnanswered(items, new Set(['a', 'b', 'c']), 'b')?.id).toBe('d')
  expect(nextUnanswered(items, new Set(['b', 'c', 'd']), 'd')?.id).toBe('a')
  expect(nextUnanswered(items, new Set(['a', 'b', 'c', 'd']), 'd')).toBeNull()
})

test('progress is 100 % only when everything is done', () => {
  expect([0, 1, 2, 3].map((done) => percentDone(done, 3))).toEqual([0, 33, 66, 100])
  expect(percentDone(199, 200)).toBe(99)
  expect(percentDone(0, 0)).toBe(0)
})

test('an item with only an interrupted take is not done until the examiner uses that take', () => {
  const take = (status: Take['status'], interrupted: boolean) => ({ status, interrupted }) as Take
  expect(isDone({ is_skipped: false, takes: [take('counting', false)] })).toBe(true)
  expect(isDone({ is_skipped: false, takes: [take('interrupted', true)] })).toBe(false)
  expect(isDone({ is_skipped: false, takes: [take('counting', true)] })).toBe(true)
  expect(isDone({ is_skipped: true, takes: [] })).toBe(true)
})

test('only the items of a random block change places, each block within its own', () => {
  const blocks = [undefined, 1, 1, 1, undefined, 2, 2]
  const asked = blocks.map((random_block, index) => ({ id: `${index}`, random_block }))
  expect(drawOrder(asked, () => 0).join('')).toBe('0231465')
  const drawn = new Set(Array.from({ length: 500 }, () => drawOrder(asked).join('')))
  expect(drawn.size).toBe(12) // 3! of one block and 2! of the other
  expect([...drawn].every((order) => /^0[123]{3}4[56]{2}$/.test(order))).toBe(true)
})
