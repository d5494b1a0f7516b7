import { type FunctionName, functionVersions } from '@fonema/speech'
import type { Catalogue } from '../content/catalogue.ts'
import type { Clock } from '../platform/clock.ts'
import type { Database, Tx } from '../platform/database/database.ts'
import type { Queue } from '../platform/jobs/queue.ts'
import type { ObjectStore } from '../platform/objects/object-store.ts'
import { readsSamples, wordEntries } from './functions.ts'
import { planIndex } from './indices/job.ts'
import {
  findMeasurable,
  isUnchanged,
  type Measurable,
  type MeasuredTake,
  measuredPart,
  measureStored,
  saveQuality,
} from './measure-stored.ts'
import type { FunctionOutcome, Measurement } from './measurement.ts'
import type { MeasureTake } from './plan.ts'
import { findPending } from './queries.ts'
import { saveSecondChannel } from './speakers/second-channel.ts'
import { renewWords } from './transcripts.ts'

export type JobDeps = { database: Database; store: ObjectStore; clock: Clock }
export type MeasureDeps = JobDeps & { queue: Pick<Queue, 'add'>; catalogue: Catalogue }

/** What a job measures. */
export type Measuring = { measurable: Measurable; functions: FunctionName[] }

/** Measures a take's pending functions. Safe to run twice: writes only results that are still pending. */
export async function measureTake(deps: MeasureDeps, job: MeasureTake): Promise<void> {
  const { database, store } = deps
  const found = await findPendingMeasures(deps, job)
  if (found === undefined) return
  const { measurable, functions } = found
  let judged: Promise<unknown> = Promise.resolve()
  const measurement = await measureStored(store, measurable, functions, (quality) => {
    // A failure here does no harm: the verdict is saved again with the measures.
    judged = database.tenant(job.organization_id, (tx) => saveQuality(tx, job.take_id, quality)).catch(() => {})
  })
  await judged
  await database.tenant(job.organization_id, (tx) =>
    savePendingMeasures(deps, tx, { take: measurable.take, functions, measurement }),
  )
}

/** @returns undefined when the take was erased, or measured by an earlier delivery */
export function findPendingMeasures(
  { database }: Pick<JobDeps, 'database'>,
  { organization_id, take_id }: MeasureTake,
): Promise<Measuring | undefined> {
  return database.tenant(organization_id, async (tx) => {
    const measurable = await findMeasurable(tx, take_id)
    const functions = (await findPending(tx, take_id)).flatMap(({ entry }) => (readsSamples(entry) ? [entry] : []))
    return measurable === undefined || functions.length === 0 ? undefined : { measurable, functions }
  })
}

export type Measured = { take: MeasuredTake; functions: readonly FunctionName[]; measurement: Measurement }

/** Saves what is still pending of these functions. */
export async function savePendingMeasures(
  { queue, clock, catalogue }: Omit<MeasureDeps, 'store' | 'database'>,
  tx: Tx,
  { take, functions, measurement }: Measured,
): Promise<void> {
  if (!(await isUnchanged(tx, take))) return
  const pending = (await findPending(tx, take.id)).filter(({ entry }) => functions.includes(entry as FunctionName))
  if (pending.length === 0) return // measured by another delivery
  for (const { id, entry } of pending) {
    const outcome = measurement.outcomes[entry as FunctionName] ?? { status: 'failed', error: 'not_measured' }
    await saveOutcome(tx, id, entry as FunctionName, outcome, take, clock.now())
  }
  if (measurement.quality !== null) await saveQuality(tx, take.id, measurement.quality)
  await saveSecondChannel(tx, take.id, measurement)
  if (functions.includes('timing')) await renewWords(tx, catalogue, take.id, clock.now())
  await planIndex(queue, tx, take.id)
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
export const measuredColumns = (entry: FunctionName, outcome: FunctionOutcome, take: MeasuredTake, now: Date) => ({
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
  take: MeasuredTake,
  now: Date,
): Promise<unknown> =>
  tx
    .updateTable('feature_results')
    .set(measuredColumns(entry, outcome, take, now))
    .where('id', '=', id)
    .where('status', '=', 'pending')
    .execute()
