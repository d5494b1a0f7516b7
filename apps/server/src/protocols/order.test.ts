import type { ItemId } from '@fonema/contract'
import { expect, test } from 'vitest'
import { drawOrder, isDrawable } from './order.ts'

const items = (...blocks: (number | null)[]) =>
  blocks.map((random_block, index) => ({ id: `${index}` as ItemId, random_block }))

test('only the items of a random block change places, each block within its own', () => {
  const order = drawOrder(items(null, 1, 1, 1, null, 2, 2), () => 0)!
  expect(order.join('')).toBe('0231465')
  expect(order.join('')).not.toBe('0123456')
})

test('every order of a block has the same chance', () => {
  const drawn = new Set<string>()
  for (let a = 0; a < 3; a++)
    for (let b = 0; b < 2; b++) {
      const draws = [a, b]
      drawn.add(drawOrder(items(1, 1, 1), () => draws.shift()!)!.join(''))
    }
  expect(drawn.size).toBe(6)
})

test('a protocol without a random block keeps its order', () => {
  expect(drawOrder(items(null, null))).toBeNull()
})

test.each([
  ['0231465', true],
  ['0123456', true],
  ['1023456', false],
  ['0153426', false],
  ['0113456', false],
  ['012345', false],
  ['0123459', false],
  ['01234567', false],
])('a client may show the items in the order %s: %s', (order, isAllowed) => {
  expect(isDrawable(items(null, 1, 1, 1, null, 2, 2), [...order] as ItemId[])).toBe(isAllowed)
})
