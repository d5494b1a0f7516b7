import { functionVersions } from '@fonema/speech'
import { v7 as uuidv7 } from 'uuid'
import { z } from 'zod'
import type { Clock } from '../platform/clock.ts'
import type { Tx } from '../platform/database/database.ts'
import { priority, type Queue } from '../platform/jobs/queue.ts'
import type { ItemRow } from '../protocols/queries.ts'
import type { TakeRow } from '../responses/queries.ts'
import { functionsFor } from './functions.ts'
import './tables.ts'

export const MeasureTake = z.object({ organization_id: z.uuid(), take_id: z.uuid() })
export type MeasureTake = z.infer<typeof MeasureTake>

/** Pending results and the job that makes them, in the take's own transaction. A practice is not measured. */
export function createPlanner({
  queue,
  clock,
  background = false,
}: {
  queue: Queue
  clock: Clock
  background?: boolean
}) {
  return async (tx: Tx, take: TakeRow, item: ItemRow, isPractice: boolean): Promise<void> => {
    if (isPractice) return
    const rows = functionsFor(item.category).map(({ entry }) => ({
      id: uuidv7(),
      organization_id: take.organization_id,
      take_id: take.id,
      entry,
      function_version: functionVersions[entry],
      status: 'pending' as const,
      updated_at: clock.now(),
    }))
    await tx.insertInto('feature_results').values(rows).execute()
    const payload: MeasureTake = { organization_id: take.organization_id, take_id: take.id }
    await queue.add(tx, 'measure-take', payload, { priority: background ? priority.background : priority.live })
  }
}
