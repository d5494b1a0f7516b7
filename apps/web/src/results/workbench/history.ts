import type { Edited } from './edits.ts'

/** The present words with the steps before and after them. Moves are no steps. */
export type History = {
  readonly past: readonly Edited[]
  readonly now: Edited
  readonly future: readonly Edited[]
}

/** Steps share their unchanged words, so many of them need little memory. */
const mostSteps = 1000

export const begin = (now: Edited): History => ({ past: [], now, future: [] })

export function record(history: History, next: Edited): History {
  const { past, now } = history
  if (next === now) return history
  if (next.words === now.words) return { ...history, now: next }
  return { past: [...past, now].slice(-mostSteps), now: next, future: [] }
}

export function undo(history: History): History {
  const { past, now, future } = history
  const before = past.at(-1)
  return before === undefined ? history : { past: past.slice(0, -1), now: before, future: [now, ...future] }
}

export function redo(history: History): History {
  const { past, now, future } = history
  const [after, ...later] = future
  return after === undefined ? history : { past: [...past, now], now: after, future: later }
}
