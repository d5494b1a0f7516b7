import { setTimeout as sleep } from 'node:timers/promises'
import { sql } from 'kysely'
import type { Database } from '../platform/database/database.ts'
import { priority, queueSchema } from '../platform/jobs/queue.ts'
import { functionsByCategory, versionOf } from './functions.ts'
import { type PlanDeps, planMeasuring } from './plan.ts'
import { findTakesToRenew } from './queries.ts'

type RenewalDeps = PlanDeps & { database: Database; signal?: AbortSignal }

/** The queue holds at most `most` renewals at a time; `everyMs`: how often it is asked whether there is room again. */
const usual = { most: 10_000, batch: 500, everyMs: 5_000 }

/**
 * Plans to measure stored takes again when a function is new or has a newer version: newest takes first, at the lowest
 * priority. The old result is shown until the new one exists. Several workers may run this at every start. What is
 * still to be done stays in the takes' own rows, so that the queue is short however many there are.
 */
export async function planRenewal(
  { database, signal, ...deps }: RenewalDeps,
  { most, batch, everyMs } = usual,
): Promise<void> {
  const present = Object.fromEntries(
    Object.entries(functionsByCategory).map(([category, functions]) => [
      category,
      Object.fromEntries(functions.map(({ entry }) => [entry, versionOf[entry]])),
    ]),
  )
  let last: Awaited<ReturnType<typeof findTakesToRenew>>[number] | undefined
  while (!signal?.aborted) {
    const room = most - (await countWaiting(database, most))
    if (room === 0) {
      // An aborted wait resolves.
      await sleep(everyMs, undefined, { signal, ref: false }).catch(() => {})
      continue
    }
    const takes = await findTakesToRenew(database.shared, present, last, Math.min(room, batch))
    if (takes.length === 0) return
    for (const { organization_id, take_id, category } of takes) {
      if (signal?.aborted) return
      // One transaction for each take: the queue orders by transaction time, so the newest stays first.
      await database.tenant(organization_id, (tx) =>
        planMeasuring(deps, tx, { organization_id, take_id }, category, priority.renewal),
      )
    }
    last = takes.at(-1)
  }
}

/** Renewals that wait in the queue, counted up to `most`. */
async function countWaiting(database: Database, most: number): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*)::int as count from (
      select from ${sql.table(`${queueSchema}.job`)} where name = 'measure-take' and state < 'active'
        and priority = ${priority.renewal} limit ${most}) waiting`.execute(database.shared)
  return rows[0]!.count
}
