import type { Database } from '../platform/database/database.ts'
import { priority } from '../platform/jobs/queue.ts'
import { addInRounds, type RoundLimits } from '../platform/jobs/rounds.ts'
import { functionsByCategory, versionOf } from './functions.ts'
import { type PlanDeps, planMeasuring } from './plan.ts'
import { findTakesToRenew } from './queries.ts'

type RenewalDeps = PlanDeps & { database: Database; signal?: AbortSignal }

/**
 * Plans to measure stored takes again when a function is new or has a newer version: newest takes first, at the lowest
 * priority. The old result is shown until the new one exists. Several workers may run this at every start. What is
 * still to be done stays in the takes' own rows, so that the queue is short however many there are.
 */
export async function planRenewal(deps: RenewalDeps, limits?: RoundLimits): Promise<void> {
  const { database } = deps
  const present = Object.fromEntries(
    Object.entries(functionsByCategory).map(([category, functions]) => [
      category,
      Object.fromEntries(functions.map(({ entry }) => [entry, versionOf[entry]])),
    ]),
  )
  await addInRounds<Awaited<ReturnType<typeof findTakesToRenew>>[number]>(
    deps,
    'renewal of measures',
    {
      next: (last, most) => findTakesToRenew(database.shared, present, last, most),
      // One transaction for each take: the queue orders by transaction time, so the newest stays first.
      add: ({ organization_id, take_id, category }) =>
        database.tenant(organization_id, (tx) =>
          planMeasuring(deps, tx, { organization_id, take_id }, category, priority.renewal),
        ),
      whenFull: 'wait',
    },
    limits,
  )
}
