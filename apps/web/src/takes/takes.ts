import type { ItemResponse, Take } from '@fonema/contract'

export type ListedTake = Take & {
  /** From 1, in the order of the takes' numbers, which may have gaps. */
  position: number
  /** Whether this take is the item's answer. */
  counts: boolean
  isFirstHeard: boolean
}

/** An item's takes by number. The counting take is played first; without one, the latest. */
export function listTakes({ take: current, takes }: Pick<ItemResponse, 'take' | 'takes'>): ListedTake[] {
  const ordered = takes.toSorted((a, b) => a.take - b.take)
  const firstHeard = current ?? ordered.at(-1)?.take
  return ordered.map((take, index) => ({
    ...take,
    position: index + 1,
    counts: take.status === 'counting',
    isFirstHeard: take.take === firstHeard,
  }))
}
