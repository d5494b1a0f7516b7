/** What is edited, and the place of the current part of it. */
export type Placed = { readonly at: number }

/** The present state with the steps before and after it. Moves are no steps. */
export type History<State extends Placed> = {
  readonly past: readonly State[]
  readonly now: State
  readonly future: readonly State[]
}

/** Steps share their unchanged parts, so many of them need little memory. */
const mostSteps = 1000

export const begin = <State extends Placed>(now: State): History<State> => ({ past: [], now, future: [] })

export function record<State extends Placed>(history: History<State>, next: State): History<State> {
  const { past, now } = history
  if (next === now) return history
  if (isMove(now, next)) return { ...history, now: next }
  return { past: [...past, now].slice(-mostSteps), now: next, future: [] }
}

const isMove = <State extends Placed>(before: State, after: State): boolean =>
  (Object.keys(after) as (keyof State)[]).every((key) => key === 'at' || after[key] === before[key])

export function undo<State extends Placed>(history: History<State>): History<State> {
  const { past, now, future } = history
  const before = past.at(-1)
  return before === undefined ? history : { past: past.slice(0, -1), now: before, future: [now, ...future] }
}

export function redo<State extends Placed>(history: History<State>): History<State> {
  const { past, now, future } = history
  const [after, ...later] = future
  return after === undefined ? history : { past: [...past, now], now: after, future: later }
}
