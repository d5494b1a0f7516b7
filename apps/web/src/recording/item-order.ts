import type { ItemResponse } from '@fonema/contract'

type Ordered = { id: string; order: number }

/** Items in the order that was drawn for a session; those that it does not name come last. */
export function inDrawnOrder<T extends { id: string }>(items: T[], order: readonly string[] | null): T[] {
  if (order === null) return items
  const place = new Map(order.map((id, index) => [id, index]))
  return items.toSorted((a, b) => (place.get(a.id) ?? order.length) - (place.get(b.id) ?? order.length))
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
