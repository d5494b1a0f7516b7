import { type FunctionName, functionVersions } from '@fonema/speech'
import type { Catalogue } from '../content/catalogue.ts'
import type { Clock } from '../platform/clock.ts'
import type { Database, Tx } from '../platform/database/database.ts'
import type { Queue } from '../platform/jobs/queue.ts'
import type { ObjectStore } from '../platform/objects/object-store.ts'
import type { TakeRow } from '../responses/queries.ts'
import { readsSamples, wordEntries } from './functions.ts'
import { planIndex } from './indices/job.ts'
import { findMeasurable, isUnchanged, measuredPart, measureStored, saveQuality } from './measure-stored.ts'
import type { FunctionOutcome } from './measurement.ts'
import type { MeasureTake } from './plan.ts'
import { findPending } from './queries.ts'
import { renewWords } from './transcripts.ts'

export type JobDeps = { database: Database; store: ObjectStore; clock: Clock }
export type MeasureDeps = JobDeps & { queue: Pick<Queue, 'add'>; catalogue: Catalogue }

/** Measures a take's pending functions. Safe to run twice: writes only results that are still pending. */
export async function measureTake(
  { database, store, clock, queue, catalogue }: MeasureDeps,
  { organization_id, take_id }: MeasureTake,
) {
  const { measurable, pending } = await database.tenant(organization_id, async (tx) => ({
    measurable: await findMeasurable(tx, take_id),
    pending: (await findPending(tx, take_id)).filter(({ entry }) => readsSamples(entry)),
  }))
  if (measurable === undefined || pending.length === 0) return // erased, or measured by an earlier delivery

  const { take } = measurable
  const functions = pending.map(({ entry }) => entry as FunctionName)
  let judged: Promise<unknown> = Promise.resolve()
  const measurement = await measureStored(store, measurable, functions, (quality) => {
    // A failure here does no harm: the verdict is saved again with the measures.
    judged = database.tenant(organization_id, (tx) => saveQuality(tx, take.id, quality)).catch(() => {})
  })
  await judged
  await database.tenant(organization_id, async (tx) => {
    if (!(await isUnchanged(tx, take))) return
    for (const { id, entry } of pending) {
      const outcome = measurement.outcomes[entry as FunctionName] ?? { status: 'failed', error: 'not_measured' }
      await saveOutcome(tx, id, entry as FunctionName, outcome, take, clock.now())
    }
    if (measurement.quality !== null) await saveQuality(tx, take.id, measurement.quality)
    if (functions.includes('timing')) await renewWords(tx, catalogue, take.id, clock.now())
    await planIndex(queue, tx, take.id)
  })
}

/** Called when every attempt has failed or killed its worker: pending results become failures. */
export async function giveUpTake({ database, clock }: JobDeps, { organization_id, take_id }: MeasureTake) {
  await database.tenant(organization_id, (tx) =>
    tx
      .updateTable('feature_results')
      .set({ status: 'failed', error: 'not_measured', updated_at: clock.now() })
      .where('take_id', '=', take_id)
      .where('status', '=', 'pending')
      .where('entry', 'not in', wordEntries)
      .execute(),
  )
}

/** The columns of a result that was measured now. */
export const measuredColumns = (entry: FunctionName, outcome: FunctionOutcome, take: TakeRow, now: Date) => ({
  // The version that ran. An older release may have planned the result.
  function_version: functionVersions[entry],
  status: outcome.status,
  error: outcome.status === 'failed' ? outcome.error : null,
  scores: JSON.stringify(outcome.status === 'ready' ? outcome.scores : {}),
  missing: JSON.stringify(outcome.status === 'ready' ? outcome.missing : {}),
  data: JSON.stringify(outcome.status === 'ready' ? outcome.data : {}),
  measured: measuredPart(take),
  updated_at: now,
})

const saveOutcome = (
  tx: Tx,
  id: string,
  entry: FunctionName,
  outcome: FunctionOutcome,
  take: TakeRow,
  now: Date,
): Promise<unknown> =>
  tx
    .updateTable('feature_results')
    .set(measuredColumns(entry, outcome, take, now))
    .where('id', '=', id)
    .where('status', '=', 'pending')
    .execute()
