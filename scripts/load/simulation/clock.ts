import { createHeap } from './heap.ts'

/** The time of a simulation in seconds, and what will happen in it. */
export type Clock = {
  now(): number
  after(seconds: number, event: () => void): void
  /** Runs the events up to this time. */
  runUntil(time: number): void
}

export function createClock(): Clock {
  const events = createHeap<() => void>()
  let now = 0
  return {
    now: () => now,
    after: (seconds, event) => events.add(now + seconds, event),
    runUntil(time) {
      while (events.least() <= time) {
        now = events.least()
        events.take()()
      }
      now = time
    },
  }
}
