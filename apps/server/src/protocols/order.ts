import { randomInt } from 'node:crypto'
import type { ItemId } from '@fonema/contract'
import type { ItemRow } from './queries.ts'

/**
 * The order of the items in one session: the items of a random block change places among themselves.
 *
 * @param drawBelow a random whole number below the given one
 * @returns null when the protocol has no random block
 */
export function drawOrder(
  items: readonly Pick<ItemRow, 'id' | 'random_block'>[],
  drawBelow: (limit: number) => number = randomInt,
): ItemId[] | null {
  if (items.every(({ random_block }) => random_block === null)) return null
  const order = items.map(({ id }) => id)
  const places = Map.groupBy(items.keys(), (index) => items[index]!.random_block)
  for (const [block, own] of places) {
    if (block === null) continue
    // Fisher and Yates: every order has the same chance.
    for (let last = own.length - 1; last > 0; last--) {
      const other = drawBelow(last + 1)
      const [a, b] = [own[last]!, own[other]!]
      const moved = order[a]!
      order[a] = order[b]!
      order[b] = moved
    }
  }
  return order
}

/** Whether the order is one that could have been drawn. */
export function isDrawable(items: readonly Pick<ItemRow, 'id' | 'random_block'>[], order: readonly ItemId[]): boolean {
  const blocks = new Map(items.map(({ id, random_block }) => [id, random_block]))
  const isAt = ({ id, random_block }: (typeof items)[number], placed: ItemId | undefined) =>
    random_block === null ? placed === id : placed !== undefined && blocks.get(placed) === random_block
  return (
    order.length === items.length &&
    new Set(order).size === order.length &&
    items.every((item, index) => isAt(item, order[index]))
  )
}

/** The items in the order of a session, with their places in it. */
export function inDrawnOrder(items: readonly ItemRow[], order: readonly ItemId[] | null): readonly ItemRow[] {
  if (order === null) return items
  const place = new Map(order.map((id, index) => [id, index + 1]))
  return items
    .map((item) => ({ ...item, position: place.get(item.id) ?? item.position }))
    .sort((a, b) => a.position - b.position)
}
