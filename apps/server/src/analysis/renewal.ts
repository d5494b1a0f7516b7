import type { Database } from '../platform/database/database.ts'
import { priority } from '../platform/jobs/queue.ts'
import { functionsByCategory, versionOf } from './functions.ts'
import { type PlanDeps, planMeasuring } from './plan.ts'
import { findTakesToRenew } from './queries.ts'

type RenewalDeps = PlanDeps & { database: Database; signal?: AbortSignal }

/**
 * Plans that stored takes be measured again when a function has a newer version, or is new: newest first, after all
 * other work. Until the new result is there the old one is shown. Safe to run at every start, by several workers.
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
    // One transaction for each take: the queue goes by the time of the transaction, so the newest stays first.
    await database.tenant(organization_id, (tx) =>
      planMeasuring(deps, tx, { organization_id, take_id }, category, priority.renewal),
    )
  }
}
