import { setTimeout as sleep } from 'node:timers/promises'
import { type Kysely, sql } from 'kysely'
import type { Database } from '../database/database.ts'
import type { Tables } from '../database/tables.ts'
import { priority, type QueueName, queueSchema } from './queue.ts'

/**
 * Work that may be millions of jobs and that nobody waits for. What is to be done stays in our own rows; of each kind,
 * only `most` jobs wait in the queue, 10,000 in all, because a job is found fast only in a short queue.
 */
const laterWork = {
  'renewal of measures': { queues: ['measure-take', 'transcribe-take'], priority: priority.renewal, most: 4_000 },
  'renewal of indices': { queues: ['compute-index'], priority: priority.renewal, most: 1_000 },
  'late transcripts': { queues: ['transcribe-take'], priority: priority.lateTranscript, most: 1_000 },
  campaigns: { queues: ['measure-take'], priority: priority.campaign, most: 4_000 },
} as const satisfies Record<string, { queues: readonly QueueName[]; priority: number; most: number }>
type LaterWork = keyof typeof laterWork

/** `most`: instead of the usual number of jobs; `everyMs`: how often it is asked whether there is room again. */
export type RoundLimits = { most?: number; batch: number; everyMs: number }
const usualRounds: RoundLimits = { batch: 500, everyMs: 5_000 }

type Rounds<Item> = {
  /** What is to be done after `last`, up to `most`; nothing: all of it was seen. */
  next(last: Item | undefined, most: number): Promise<readonly Item[]>
  add(item: Item): Promise<unknown>
  /** With a full queue: whether to wait until there is room, or to leave the rest for another time. */
  whenFull: 'wait' | 'stop'
}

/** Adds jobs as there is room for them in the queue, until everything was added. */
export async function addInRounds<Item>(
  { database, signal }: { database: Database; signal?: AbortSignal },
  work: LaterWork,
  { next, add, whenFull }: Rounds<Item>,
  { most = laterWork[work].most, batch, everyMs }: RoundLimits = usualRounds,
): Promise<void> {
  let last: Item | undefined
  while (!signal?.aborted) {
    const room = await findRoom(database.shared, work, most)
    if (room === 0) {
      if (whenFull === 'stop') return
      // An aborted wait resolves.
      await sleep(everyMs, undefined, { signal, ref: false }).catch(() => {})
      continue
    }
    const items = await next(last, Math.min(room, batch))
    if (items.length === 0) return
    for (const item of items) {
      if (signal?.aborted) return
      await add(item)
    }
    last = items.at(-1)
  }
}

/** How many more jobs of this work may wait. */
export async function findRoom(
  connection: Kysely<Tables>,
  work: LaterWork,
  most: number = laterWork[work].most,
): Promise<number> {
  const { queues, priority } = laterWork[work]
  const { rows } = await sql<{ count: number }>`
    select count(*)::int as count from (
      select from ${sql.table(`${queueSchema}.job`)} where name in (${sql.join(queues)}) and state < 'active'
        and priority = ${priority} limit ${most}) waiting`.execute(connection)
  return most - rows[0]!.count
}
