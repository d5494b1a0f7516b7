import { fromKysely, PgBoss } from 'pg-boss'
import type { z } from 'zod'
import { runtimeRole, type Tx } from '../database/database.ts'

export const queueSchema = 'pgboss'

/**
 * Each queue, with how often a job is tried again and how long it may run before another worker takes it. Where jobs
 * can be given up, the last run only says so.
 */
export const queueOptions = {
  // Ten minutes in all: a store that is away for that long comes back without a human.
  'measure-take': { retryLimit: 8, retryDelay: 2, retryBackoff: true, expireInSeconds: 3600, heartbeatSeconds: 30 },
  'transcribe-take': { retryLimit: 7, retryDelay: 5, retryBackoff: true, expireInSeconds: 7200, heartbeatSeconds: 30 },
  'compute-population': {
    retryLimit: 3,
    retryDelay: 5,
    retryBackoff: true,
    expireInSeconds: 3600,
    heartbeatSeconds: 30,
  },
  // A large model over a thin line; each attempt goes on where the last one stopped.
  'download-model': {
    retryLimit: 20,
    retryDelay: 5,
    retryBackoff: true,
    expireInSeconds: 86_400,
    heartbeatSeconds: 30,
  },
  'send-password-mail': {
    retryLimit: 8,
    retryDelay: 10,
    retryBackoff: true,
    expireInSeconds: 120,
    heartbeatSeconds: 30,
  },
  // One run more than tries: the last one only says that it came to nothing.
  'make-takeout': { retryLimit: 4, retryDelay: 5, retryBackoff: true, expireInSeconds: 43_200, heartbeatSeconds: 30 },
  'remove-objects': { retryLimit: 20, retryDelay: 10, retryBackoff: true, expireInSeconds: 600, heartbeatSeconds: 30 },
  'forget-tokens': { retryLimit: 3, retryDelay: 60, expireInSeconds: 600, heartbeatSeconds: 30 },
  scrub: { retryLimit: 1, retryDelay: 600, expireInSeconds: 8 * 3600, heartbeatSeconds: 60 },
} as const
export type QueueName = keyof typeof queueOptions

/** Live work goes before the demonstration's, and that before what only renews old results. */
export const priority = { live: 10, background: 0, renewal: -10 }

type AddOptions = {
  priority?: number
  /** One job of the key in each stretch of time; a further one waits for the next stretch, and one that waits is enough. */
  spacing?: { key: string; seconds: number }
}

export type Queue = {
  /** Adds a job in the change's own transaction: neither can exist without the other. */
  add(tx: Tx, name: QueueName, payload: object, options?: AddOptions): Promise<void>
  /**
   * Runs jobs, `concurrency` at a time. The handler must be safe to run twice. With `giveUp` the last run is left to
   * it: a job that every time took its worker with it ends all the same.
   */
  work<T>(
    name: QueueName,
    schema: z.ZodType<T>,
    concurrency: number,
    handler: (payload: T) => Promise<void>,
    giveUp?: (payload: T) => Promise<void>,
  ): Promise<void>
  /** Adds a job at each of the times that a cron expression names, once however many processes ask for it. */
  schedule(name: QueueName, cron: string): Promise<void>
  /** Jobs by queue and state, as a metric's labels. */
  counts(): Promise<Record<string, number>>
  /** Rejects when the queue does not answer. */
  check(): Promise<void>
  /** Stops taking jobs and waits for those that run. */
  stop(): Promise<void>
}

/** A query that stays without an answer ends with its connection: the line may be dead. */
const silence = { connectionTimeoutMillis: 5_000, query_timeout: 10_000 }
/** A dead worker's job goes to another one within a minute: its heartbeat's 30 s and these. */
const supervision = { superviseIntervalSeconds: 10, monitorIntervalSeconds: 10 }

export async function openQueue(connectionString: string, onError: (error: Error) => void): Promise<Queue> {
  const boss = new PgBoss({
    connectionString,
    schema: queueSchema,
    options: `-c role=${runtimeRole}`,
    migrate: false,
    createSchema: false,
    // The runtime role owns no index, so it can rebuild none.
    reindex: false,
    monitorVacuum: false,
    max: 5,
    ...silence,
    ...supervision,
  })
  boss.on('error', onError)
  await boss.start()
  return {
    async add(tx, name, payload, options = {}) {
      const { spacing } = options
      await boss.send(name, payload, {
        priority: options.priority ?? priority.live,
        ...(spacing && { singletonKey: spacing.key, singletonSeconds: spacing.seconds, singletonNextSlot: true }),
        db: fromKysely(tx),
      })
    },
    async work(name, schema, concurrency, handler, giveUp = handler) {
      const options = { localConcurrency: concurrency, pollingIntervalSeconds: 0.5, includeMetadata: true } as const
      await boss.work(name, options, async (jobs) => {
        for (const { data, retryCount, retryLimit } of jobs)
          await (retryCount < retryLimit ? handler : giveUp)(schema.parse(data))
      })
    },
    schedule: (name, cron) => boss.schedule(name, cron),
    async counts() {
      const found: Record<string, number> = {}
      for (const { name, queuedCount, activeCount, deferredCount } of await boss.getQueues())
        for (const [state, count] of Object.entries({
          queued: queuedCount,
          active: activeCount,
          deferred: deferredCount,
        }))
          found[`queue="${name}",state="${state}"`] = count
      return found
    },
    async check() {
      await boss.getQueue('measure-take')
    },
    stop: () => boss.stop({ graceful: true, timeout: 30_000 }),
  }
}
