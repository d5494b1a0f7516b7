import { CampaignId, OrganizationId, TakeId } from '@fonema/contract'
import { v7 as uuidv7 } from 'uuid'
import { z } from 'zod'
import type { Clock } from '../platform/clock.ts'
import type { Tx } from '../platform/database/database.ts'
import { priority, type Queue } from '../platform/jobs/queue.ts'
import type { ItemRow } from '../protocols/queries.ts'
import type { TakeRow } from '../responses/queries.ts'
import { functionsFor, readsSamples, readsWords, versionOf } from './functions.ts'
import { planIndex } from './indices/job.ts'
import './tables.ts'

export const MeasureTake = z.object({
  organization_id: OrganizationId,
  take_id: TakeId,
  /** Of a campaign that measures recordings again. */
  campaign_id: CampaignId.optional(),
})
export type MeasureTake = z.infer<typeof MeasureTake>

export type PlanDeps = { queue: Queue; clock: Clock }

/** Inserts pending results and their job in the take's own transaction. A practice is not measured. */
export function createPlanner({ background = false, ...deps }: PlanDeps & { background?: boolean }) {
  return async (tx: Tx, take: TakeRow, item: ItemRow, isPractice: boolean): Promise<void> => {
    if (isPractice) return
    const job = { organization_id: take.organization_id, take_id: take.id }
    await planMeasuring(deps, tx, job, item.category, background ? priority.background : priority.live)
  }
}

/** Plans every function without a result of its current version. Existing results are kept. */
export async function planMeasuring(
  { queue, clock }: PlanDeps,
  tx: Tx,
  job: MeasureTake,
  category: string,
  urgency: number,
): Promise<void> {
  const rows = functionsFor(category).map(({ entry }) => ({
    id: uuidv7(),
    organization_id: job.organization_id,
    take_id: job.take_id,
    entry,
    function_version: versionOf[entry],
    status: 'pending' as const,
    updated_at: clock.now(),
  }))
  const planned = await tx
    .insertInto('feature_results')
    .values(rows)
    .onConflict((conflict) => conflict.columns(['take_id', 'entry', 'function_version']).doNothing())
    .returning('entry')
    .execute()
  const isPlanned = (reads: (entry: string) => boolean) => planned.some(({ entry }) => reads(entry))
  if (isPlanned(readsSamples)) await queue.add(tx, 'measure-take', job, { priority: urgency })
  // A take that is measured already may begin to count.
  else await planIndex(queue, tx, job.take_id, urgency)
  if (isPlanned(readsWords)) await queue.add(tx, 'transcribe-take', job, { priority: urgency })
}
