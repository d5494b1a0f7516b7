import { SpanKind } from '@opentelemetry/api'
import { fromKysely, PgBoss } from 'pg-boss'
import { z } from 'zod'
import { runtimeRole, type Tx } from '../database/database.ts'
import { inItsTrace, traced, withTrace } from '../traces/traces.ts'

export const queueSchema = 'pgboss'

/**
 * Each queue, with the number of retries of a job and the time after which another worker takes it over. In queues
 * whose jobs can be given up, the last run only records the failure.
 */
export const queueOptions = {
  // Ten minutes in all: an outage of the object store up to that length needs nobody to repair it.
  'measure-take': { retryLimit: 8, retryDelay: 2, retryBackoff: true, expireInSeconds: 3600, heartbeatSeconds: 30 },
  'compute-index': { retryLimit: 5, retryDelay: 5, retryBackoff: true, expireInSeconds: 3600, heartbeatSeconds: 30 },
  'transcribe-take': { retryLimit: 7, retryDelay: 5, retryBackoff: true, expireInSeconds: 7200, heartbeatSeconds: 30 },
  'compute-population': {
    retryLimit: 3,
    retryDelay: 5,
    retryBackoff: true,
    expireInSeconds: 3600,
    heartbeatSeconds: 30,
  },
  // For a large model over a slow line; each attempt resumes the last one.
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
  'plan-reminders': { retryLimit: 2, retryDelay: 30, expireInSeconds: 300, heartbeatSeconds: 30 },
  'send-reminder': { retryLimit: 8, retryDelay: 10, retryBackoff: true, expireInSeconds: 120, heartbeatSeconds: 30 },
  'compress-take': { retryLimit: 8, retryDelay: 10, retryBackoff: true, expireInSeconds: 600, heartbeatSeconds: 60 },
  'remove-replaced': { retryLimit: 3, retryDelay: 60, expireInSeconds: 3600, heartbeatSeconds: 60 },
  // One run more than there are attempts: the last run only records the failure.
  'make-takeout': { retryLimit: 4, retryDelay: 5, retryBackoff: true, expireInSeconds: 43_200, heartbeatSeconds: 30 },
  'remove-objects': { retryLimit: 20, retryDelay: 10, retryBackoff: true, expireInSeconds: 600, heartbeatSeconds: 30 },
  'forget-deliveries': { retryLimit: 3, retryDelay: 60, expireInSeconds: 600, heartbeatSeconds: 30 },
  'forget-tokens': { retryLimit: 3, retryDelay: 60, expireInSeconds: 600, heartbeatSeconds: 30 },
  scrub: { retryLimit: 1, retryDelay: 600, expireInSeconds: 8 * 3600, heartbeatSeconds: 60 },
} as const
export type QueueName = keyof typeof queueOptions

/** Nobody waits for the jobs of a schedule, so their queues are polled less often: each poll takes processor time at rest. */
const scheduled: ReadonlySet<QueueName> = new Set([
  'plan-reminders',
  'remove-replaced',
  'forget-deliveries',
  'forget-tokens',
  'scrub',
])
const pollingSeconds = (name: QueueName) => (scheduled.has(name) ? 10 : 0.5)

/** Live work runs before that of the demonstration clinic, and both run before what nobody waits for. */
export const priority = { live: 10, background: 0, lateTranscript: -3, campaign: -5, renewal: -10 } as const

type AddOptions = {
  priority?: number
  /** At most one job per key and period. A second one waits for the next period; further ones are dropped. */
  spacing?: { key: string; seconds: number }
}

/** One of several attempts at a job. */
export type Attempt = { id: string; retryCount: number }
type HeldJob<T> = { attempt: Attempt; payload: T; isLastRun: boolean }

export type Queue = {
  /** Adds a job in the transaction of the change: neither can exist without the other. */
  add(tx: Tx, name: QueueName, payload: object, options?: AddOptions): Promise<void>
  /**
   * Runs jobs, `concurrency` at a time. The handler must be safe to run twice. `giveUp` replaces the handler in the
   * last run, so that a job that crashes its worker every time still ends.
   */
  work<T>(
    name: QueueName,
    schema: z.ZodType<T>,
    concurrency: number,
    handler: (payload: T) => Promise<void>,
    giveUp?: (payload: T) => Promise<void>,
  ): Promise<void>
  /** Holds one job for a worker on another machine: for 30 s, and for 30 s more at each `extend`. */
  hold<T>(name: QueueName, schema: z.ZodType<T>): Promise<HeldJob<T> | undefined>
  /** @returns false when another worker has the job meanwhile */
  extend(name: QueueName, attempt: Attempt): Promise<boolean>
  /** Ends a job in the transaction of its result. @returns false when another worker has it meanwhile */
  finish(tx: Tx, name: QueueName, attempt: Attempt): Promise<boolean>
  /** Gives a job back, to be tried again. @returns false when another worker has it meanwhile */
  giveBack(name: QueueName, attempt: Attempt, reason: string): Promise<boolean>
  /** Adds a job at each time of a cron expression, once for all processes that schedule it. */
  schedule(name: QueueName, cron: string): Promise<void>
  /** Jobs by queue and state. */
  counts(): Promise<{ queue: string; state: string; count: number }[]>
  /** Rejects when the queue does not answer. */
  check(): Promise<void>
  /** Stops taking jobs and waits for the running ones. */
  stop(): Promise<void>
}

/** The library's types leave the members of an answer out. */
const isSettled = (answer: object) => z.object({ affected: z.number() }).parse(answer).affected === 1

/** A query without an answer fails and closes its connection, because the network may be down. */
const silence = { connectionTimeoutMillis: 5_000, query_timeout: 10_000 }
/** Another worker gets the job of a dead one within a minute: the heartbeat's 30 s and these intervals. */
const supervision = { superviseIntervalSeconds: 10, monitorIntervalSeconds: 10 }

export async function openQueue(
  connectionString: string,
  onError: (error: Error) => void,
  { throughPooler = false }: { throughPooler?: boolean } = {},
): Promise<Queue> {
  const boss = new PgBoss({
    connectionString,
    schema: queueSchema,
    // A pooler in transaction mode has no sessions of one's own. It signs in as this role.
    ...(throughPooler ? {} : { options: `-c role=${runtimeRole}` }),
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
      await boss.send(name, withTrace(payload), {
        priority: options.priority ?? priority.live,
        ...(spacing && { singletonKey: spacing.key, singletonSeconds: spacing.seconds, singletonNextSlot: true }),
        db: fromKysely(tx),
      })
    },
    async work(name, schema, concurrency, handler, giveUp = handler) {
      const options = {
        localConcurrency: concurrency,
        pollingIntervalSeconds: pollingSeconds(name),
        includeMetadata: true,
      } as const
      await boss.work(name, options, async (jobs) => {
        for (const { data, retryCount, retryLimit } of jobs)
          await inItsTrace(data, (payload) => {
            const run = retryCount < retryLimit ? handler : giveUp
            return traced(`job ${name}`, () => run(schema.parse(payload)), SpanKind.CONSUMER)
          })
      })
    },
    async hold(name, schema) {
      const [job] = await boss.fetch(name, { includeMetadata: true })
      if (job === undefined) return undefined
      const { id, retryCount, retryLimit, data } = job
      return { attempt: { id, retryCount }, payload: schema.parse(data), isLastRun: retryCount >= retryLimit }
    },
    extend: async (name, attempt) => isSettled(await boss.touch(name, attempt)),
    finish: async (tx, name, attempt) => isSettled(await boss.complete(name, attempt, null, { db: fromKysely(tx) })),
    giveBack: async (name, attempt, reason) => isSettled(await boss.fail(name, attempt, { message: reason })),
    schedule: (name, cron) => boss.schedule(name, cron),
    async counts() {
      return (await boss.getQueues()).flatMap(({ name: queue, queuedCount, activeCount, deferredCount }) => [
        { queue, state: 'queued', count: queuedCount },
        { queue, state: 'active', count: activeCount },
        { queue, state: 'deferred', count: deferredCount },
      ])
    },
    async check() {
      await boss.getQueue('measure-take')
    },
    stop: () => boss.stop({ graceful: true, timeout: 30_000 }),
  }
}
