import type { Database } from '../platform/database/database.ts'
import { priority } from '../platform/jobs/queue.ts'
import { functionsByCategory, versionOf } from './functions.ts'
import { type PlanDeps, planMeasuring } from './plan.ts'
import { findTakesToRenew } from './queries.ts'

type RenewalDeps = PlanDeps & { database: Database; signal?: AbortSignal }

/**
 * Plans to measure stored takes again when a function is new or has a newer version: newest takes first, at the lowest
 * priority. The old result is shown until the new one exists. Several workers may run this at every start.
 */
export async function planRenewal({ database, signal, ...deps }: RenewalDeps): Promise<void> {
  const present = Object.fromEntries(
    Object.entries(functionsByCategory).map(([category, functions]) => [
      category,
      Object.fromEntries(functions.map(({ entry }) => [entry, versionOf[entry]])),
    ]),
  )
  for (const { organization_id, take_id, category } of await findTakesToRenew(database.shared, present)) {
    if (signal?.aborted) return
    // One transaction for each take: the queue orders by transaction time, so the newest stays first.
    await database.tenant(organization_id, (tx) =>
      planMeasuring(deps, tx, { organization_id, take_id }, category, priority.renewal),
    )
  }
}
