import type { Clock } from './clock.ts'
import { createHeap, type Heap } from './heap.ts'

/** Calls take precedence over measuring, which only gets the processors that calls leave. */
export type Precedence = 'calls' | 'measuring'

export type Machine = {
  /** Takes this many seconds of one processor, longer when there is more to do than processors. */
  work(seconds: number, precedence: Precedence, done: () => void): void
  /** Processor seconds so far. */
  used(precedence: Precedence): number
}

/** Seconds of processor that each task of a class has received since the start: all receive the same. */
type Share = { received: number; rate: number; tasks: Heap<() => void>; used: number }
const emptyShare = (): Share => ({ received: 0, rate: 0, tasks: createHeap(), used: 0 })
const roundingSeconds = 1e-9

/** Processors that are shared as by Linux: equally among tasks, at most one processor for each. */
export function createMachine(clock: Clock, processors: number): Machine {
  const shares = { calls: emptyShare(), measuring: emptyShare() }
  const both = [shares.calls, shares.measuring]
  let since = 0
  /** When the first task may end. If it takes longer than that because others came, this is planned again then. */
  let planned = Number.POSITIVE_INFINITY

  const advance = () => {
    const seconds = clock.now() - since
    since = clock.now()
    if (seconds === 0) return
    for (const share of both) {
      share.received += seconds * share.rate
      share.used += seconds * share.rate * share.tasks.size()
    }
  }
  const planNext = () => {
    let free = processors
    let next = Number.POSITIVE_INFINITY
    for (const share of both) {
      const tasks = share.tasks.size()
      share.rate = tasks === 0 ? 0 : Math.min(1, free / tasks)
      free -= Math.min(tasks, free)
      if (share.rate > 0) next = Math.min(next, (share.tasks.least() - share.received) / share.rate)
    }
    const time = clock.now() + Math.max(0, next)
    if (time >= planned) return
    planned = time
    clock.after(time - clock.now(), () => {
      if (planned !== time) return
      planned = Number.POSITIVE_INFINITY
      finish()
    })
  }
  const finish = () => {
    advance()
    const done: (() => void)[] = []
    for (const share of both)
      while (share.tasks.least() <= share.received + roundingSeconds) done.push(share.tasks.take())
    planNext()
    for (const each of done) each()
  }
  return {
    work(seconds, precedence, done) {
      advance()
      const share = shares[precedence]
      share.tasks.add(share.received + seconds, done)
      planNext()
    },
    used(precedence) {
      advance()
      return shares[precedence].used
    },
  }
}
