import type { ItemResponse, ProtocolItem } from '@fonema/contract'

type Ordered = Pick<ProtocolItem, 'id' | 'order'>

export const inOrder = <T extends Ordered>(items: readonly T[]): T[] => [...items].sort((a, b) => a.order - b.order)

/** The first item without an answer after the item `after`, then from the beginning; null when all are done. */
export function nextUnanswered<T extends Ordered>(
  items: readonly T[],
  done: ReadonlySet<string>,
  after?: string,
): T | null {
  const from = items.findIndex(({ id }) => id === after) + 1
  const circle = [...items.slice(from), ...items.slice(0, from)]
  return circle.find(({ id }) => !done.has(id)) ?? null
}

/** A whole number; 100 only when everything is done. */
export function percentDone(done: number, total: number): number {
  return total === 0 ? 0 : Math.floor((100 * done) / total)
}

/** An interrupted take is kept, but its item is still to be recorded unless the examiner uses the take as it is. */
export const isDone = ({ is_skipped, takes }: Pick<ItemResponse, 'is_skipped' | 'takes'>): boolean =>
  is_skipped || takes.some(({ status }) => status === 'counting')
