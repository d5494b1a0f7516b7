import type { Quality, TakeId } from '@fonema/contract'
import { type FunctionName, functionVersions } from '@fonema/speech'
import type { Catalogue } from '../content/catalogue.ts'
import type { Clock } from '../platform/clock.ts'
import type { Database, Tx } from '../platform/database/database.ts'
import type { Queue } from '../platform/jobs/queue.ts'
import type { ObjectStore } from '../platform/objects/object-store.ts'
import type { TakeRow } from '../responses/queries.ts'
import { readsSamples, wordEntries } from './functions.ts'
import { planIndex } from './indices/job.ts'
import { measureInProcess, measuringLimits } from './measure-in-process.ts'
import { type FunctionOutcome, failed, type Measurement, type MeasurementRequest } from './measurement.ts'
import type { MeasureTake } from './plan.ts'
import { findCategory, findLongestSeconds, findPending, findSpeaker, findTake } from './queries.ts'
import { findReferences, lendReferences } from './speakers/references.ts'
import { findTrack } from './speakers/track.ts'
import { renewWords } from './transcripts.ts'

export type JobDeps = { database: Database; store: ObjectStore; clock: Clock }
type MeasureDeps = JobDeps & { queue: Pick<Queue, 'add'>; catalogue: Catalogue }

/** Measures a take's pending functions. Safe to run twice: writes only results that are still pending. */
export async function measureTake(
  { database, store, clock, queue, catalogue }: MeasureDeps,
  { organization_id, take_id }: MeasureTake,
) {
  const job = await database.tenant(organization_id, async (tx) => ({
    take: await findTake(tx, take_id),
    asked: {
      longestSeconds: await findLongestSeconds(tx, take_id),
      category: await findCategory(tx, take_id),
      speaker: await findSpeaker(tx, take_id),
    },
    references: await findReferences(tx, take_id),
    track: await findTrack(tx, take_id),
    pending: (await findPending(tx, take_id)).filter(({ entry }) => readsSamples(entry)),
  }))
  const { take, asked, references, track, pending } = job
  if (take === undefined || pending.length === 0) return // erased, or measured by an earlier delivery

  const functions = pending.map(({ entry }) => entry as FunctionName)
  let judged: Promise<unknown> = Promise.resolve()
  const known = take.people > 1 && track === null ? references : []
  const measurement = await measureStored(store, take, { ...asked, track }, known, functions, (quality) => {
    // A failure here does no harm: the verdict is saved again with the measures.
    judged = database.tenant(organization_id, (tx) => saveQuality(tx, take.id, quality)).catch(() => {})
  })
  await judged
  await database.tenant(organization_id, async (tx) => {
    await tx.selectFrom('takes').select('id').where('id', '=', take.id).forUpdate().execute()
    // Somebody said meanwhile who speaks, and planned another job.
    const present = await findTake(tx, take.id)
    if (present?.people !== take.people || present.speaker_track !== take.speaker_track) return
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

const saveQuality = (tx: Tx, takeId: TakeId, quality: Quality) =>
  tx
    .updateTable('takes')
    .set({ quality: JSON.stringify(quality) })
    .where('id', '=', takeId)
    .execute()

async function measureStored(
  store: ObjectStore,
  take: TakeRow,
  asked: Pick<MeasurementRequest, 'longestSeconds' | 'category' | 'speaker' | 'track'>,
  references: Awaited<ReturnType<typeof findReferences>>,
  functions: FunctionName[],
  onJudged: (quality: Quality) => void,
): Promise<Measurement> {
  const request = {
    sha256: take.sha256,
    window: { start: take.window_start, end: take.window_end },
    ...asked,
    people: take.people,
    // A pause before the take is not a gap in it.
    gaps: take.gaps.filter(({ pause }) => pause !== true),
    settings: take.settings,
    functions,
  }
  const measured = await store.lend(take.object_key, (file) =>
    lendReferences(store, references, (parts) =>
      measureInProcess({ file, ...request, references: parts }, measuringLimits, onJudged),
    ),
  )
  return measured ?? failed(functions, 'audio_missing')
}

async function saveOutcome(
  tx: Tx,
  id: string,
  entry: FunctionName,
  outcome: FunctionOutcome,
  take: TakeRow,
  now: Date,
) {
  const measured = { sha256: take.sha256, window: { start: take.window_start, end: take.window_end } }
  await tx
    .updateTable('feature_results')
    .set({
      // The version that ran. An older release may have planned the result.
      function_version: functionVersions[entry],
      status: outcome.status,
      error: outcome.status === 'failed' ? outcome.error : null,
      scores: JSON.stringify(outcome.status === 'ready' ? outcome.scores : {}),
      missing: JSON.stringify(outcome.status === 'ready' ? outcome.missing : {}),
      data: JSON.stringify(outcome.status === 'ready' ? outcome.data : {}),
      measured: JSON.stringify(measured),
      updated_at: now,
    })
    .where('id', '=', id)
    .where('status', '=', 'pending')
    .execute()
}
