import type { Clock } from './clock.ts'
import type { Machine } from './machine.ts'
import { createPermits, createStation } from './station.ts'

/** As in apps/server/src/platform/http/load-shedding.ts. */
export const shedding = { maxReads: 100, maxReadsWhenLate: 10, lateSeconds: 1, tickSeconds: 0.1 }
/** As in apps/server/src/platform/database/database.ts: a call without a connection after that time gets 503. */
const connections = { count: 20, patienceSeconds: 1.5 }

export type WebProcess = ReturnType<typeof createWebProcess>

/** One thread for all its calls, its connections to the database, and the reads that it has in flight. */
export function createWebProcess(clock: Clock, machine: Machine) {
  const thread = createStation(machine, 1, 'calls')
  let readsInFlight = 0
  let ticked = 0
  const tick = () =>
    thread.add(0, () => {
      ticked = clock.now()
      clock.after(shedding.tickSeconds, tick)
    })
  tick()
  const isLate = () => clock.now() - ticked > shedding.tickSeconds + shedding.lateSeconds
  return {
    thread,
    connections: createPermits(clock, connections.count, connections.patienceSeconds),
    /** @returns false when the process refuses the read */
    admit(): boolean {
      if (readsInFlight >= (isLate() ? shedding.maxReadsWhenLate : shedding.maxReads)) return false
      readsInFlight++
      return true
    },
    release() {
      readsInFlight--
    },
  }
}
