import type { ItemResponse } from '@fonema/contract'

type Ordered = { id: string; order: number }

/** Items in the order that was drawn for a session; those that it does not name come last. */
export function inDrawnOrder<T extends { id: string }>(items: T[], order: readonly string[] | null): T[] {
  if (order === null) return items
  const place = new Map(order.map((id, index) => [id, index]))
  return items.toSorted((a, b) => (place.get(a.id) ?? order.length) - (place.get(b.id) ?? order.length))
}

/**
 * An order for one session, as the server draws it: the items of a random block change places among themselves.
 *
 * @param drawBelow a random whole number below the given one
 */
export function drawOrder<T extends { id: string; random_block?: number | undefined }>(
  items: readonly T[],
  drawBelow: (limit: number) => number = randomBelow,
): T['id'][] {
  const order = items.map(({ id }) => id)
  for (const block of new Set(items.map(({ random_block }) => random_block))) {
    if (block === undefined) continue
    const places = items.flatMap((item, index) => (item.random_block === block ? [index] : []))
    // Fisher and Yates: every order has the same chance.
    for (let last = places.length - 1; last > 0; last--) {
      const [from, to] = [places[last]!, places[drawBelow(last + 1)]!]
      const moved = order[from]!
      order[from] = order[to]!
      order[to] = moved
    }
  }
  return order
}

/** Without the small preference that a remainder has for small numbers. */
function randomBelow(limit: number): number {
  const most = 2 ** 32 - (2 ** 32 % limit)
  for (;;) {
    const drawn = crypto.getRandomValues(new Uint32Array(1))[0]!
    if (drawn < most) return drawn % limit
  }
}

export const inOrder = <T extends Ordered>(items: readonly T[]): T[] => [...items].sort((a, b) => a.order - b.order)

/** The first unanswered item after the item `after`, then from the beginning; null when all are done. */
export function nextUnanswered<T extends Ordered>(
  items: readonly T[],
  done: Pick<ReadonlySet<string>, 'has'>,
  after?: string,
): T | null {
  const from = items.findIndex(({ id }) => id === after) + 1
  const circle = [...items.slice(from), ...items.slice(0, from)]
  return circle.find(({ id }) => !done.has(id)) ?? null
}

/** A whole number; 100 only when all items are done. */
export function percentDone(done: number, total: number): number {
  return total === 0 ? 0 : Math.floor((100 * done) / total)
}

/** An interrupted take is kept, but its item is not done until the examiner uses that take or records again. */
export const isDone = ({ is_skipped, takes }: Pick<ItemResponse, 'is_skipped' | 'takes'>): boolean =>
  is_skipped || takes.some(({ status }) => status === 'counting')
