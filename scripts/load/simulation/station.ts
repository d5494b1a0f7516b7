import type { Clock } from './clock.ts'
import type { Machine, Precedence } from './machine.ts'

export type Station = {
  /** Urgent jobs are taken first; a job that has begun is finished. `begun` is called when it is taken. */
  add(seconds: number, done: () => void, options?: { isUrgent?: boolean; begun?: () => void }): void
  counts(): { arrived: number; served: number; waiting: number }
}

type Job = { seconds: number; done: () => void; begun?: () => void }

/** Servers of one machine, each with one job at a time, and the jobs that wait for them in the order of arrival. */
export function createStation(machine: Machine, servers: number, precedence: Precedence): Station {
  const [urgent, other] = [createLine<Job>(), createLine<Job>()]
  let [free, arrived, served] = [servers, 0, 0]
  const start = (job: Job) => {
    free--
    job.begun?.()
    machine.work(job.seconds, precedence, () => {
      free++
      served++
      const next = urgent.take() ?? other.take()
      if (next !== undefined) start(next)
      job.done()
    })
  }
  return {
    add(seconds, done, { isUrgent = true, begun } = {}) {
      arrived++
      const job: Job = { seconds, done, ...(begun && { begun }) }
      if (free > 0) start(job)
      else (isUrgent ? urgent : other).add(job)
    },
    /** Waiting includes what is being served. */
    counts: () => ({ arrived, served, waiting: urgent.size() + other.size() + servers - free }),
  }
}

/** `tooLate` is called instead of `then` for whoever waited longer than that. */
type Permits = { acquire(then: () => void, tooLate: () => void): void; release(): void }

/** Connections to a database, for instance: whoever finds none free waits in the order of arrival. */
export function createPermits(clock: Clock, count: number, patienceSeconds: number): Permits {
  const line = createLine<() => boolean>()
  let free = count
  return {
    acquire(then, tooLate) {
      if (free > 0) {
        free--
        return then()
      }
      let isWaiting = true
      line.add(() => {
        const isHere = isWaiting
        isWaiting = false
        if (isHere) then()
        return isHere
      })
      clock.after(patienceSeconds, () => {
        if (!isWaiting) return
        isWaiting = false
        tooLate()
      })
    },
    release() {
      for (let next = line.take(); next !== undefined; next = line.take()) if (next()) return
      free++
    },
  }
}

/** First in, first out, without moving what waits at each step. */
function createLine<T>(): { size(): number; add(value: T): void; take(): T | undefined } {
  let [values, head]: [T[], number] = [[], 0]
  return {
    size: () => values.length - head,
    add: (value) => void values.push(value),
    take() {
      if (head === values.length) return undefined
      const value = values[head++]
      if (head > 1000 && head > values.length / 2) [values, head] = [values.slice(head), 0]
      return value
    },
  }
}
