import type { CampaignId, TakeId } from '@fonema/contract'
import { type FunctionName, functionVersions } from '@fonema/speech'
import { sql } from 'kysely'
import { v7 as uuidv7 } from 'uuid'
import type { Tx } from '../../platform/database/database.ts'
import { priority } from '../../platform/jobs/queue.ts'
import { functionsFor, readsSamples } from '../functions.ts'
import { planIndex } from '../indices/job.ts'
import { type MeasureDeps, type Measured, type Measuring, measuredColumns } from '../jobs.ts'
import { findMeasurable, isUnchanged, type MeasuredTake, measureStored, saveQuality } from '../measure-stored.ts'
import type { FunctionOutcome } from '../measurement.ts'
import type { MeasureTake } from '../plan.ts'
import { saveSecondChannel } from '../speakers/second-channel.ts'
import { renewWords } from '../transcripts.ts'
import { countTake } from './queries.ts'
import './tables.ts'

export type MeasureOfCampaign = MeasureTake & { campaign_id: CampaignId }

/**
 * Measures all of a take's functions again. The results are shown until there are others; one that differs is kept as
 * replaced. Safe to run twice: a take that is counted is not measured again.
 */
export async function measureOfCampaign(deps: MeasureDeps, job: MeasureOfCampaign): Promise<void> {
  const found = await findWanted(deps, job)
  if (found === undefined) return
  const { measurable, functions } = found
  const measurement = await measureStored(deps.store, measurable, functions)
  await deps.database.tenant(job.organization_id, (tx) =>
    saveWanted(deps, tx, job, { take: measurable.take, functions, measurement }),
  )
}

/** @returns undefined when the take was erased, cancelled, paused, or measured by an earlier delivery */
export function findWanted({ database }: Pick<MeasureDeps, 'database'>, job: MeasureOfCampaign) {
  return database.tenant(job.organization_id, async (tx): Promise<Measuring | undefined> => {
    const measurable = (await isWanted(tx, job)) ? await findMeasurable(tx, job.take_id) : undefined
    if (measurable === undefined) return undefined
    const all = functionsFor(measurable.asked.category)
    return { measurable, functions: all.flatMap(({ entry }) => (readsSamples(entry) ? [entry] : [])) }
  })
}

/** Saves what was measured again, and counts the take. */
export async function saveWanted(
  { clock, queue, catalogue }: Omit<MeasureDeps, 'store' | 'database'>,
  tx: Tx,
  job: MeasureOfCampaign,
  { take, functions, measurement }: Measured,
): Promise<void> {
  const { outcomes, quality } = measurement
  const outcomeOf = (entry: FunctionName): FunctionOutcome =>
    outcomes[entry] ?? { status: 'failed', error: 'not_measured' }
  const isFailed = functions.some((entry) => outcomeOf(entry).status === 'failed')
  // Another job measures what is said now.
  if (!(await isUnchanged(tx, take))) return countTake(tx, job, { isFailed: false, isChanged: false })
  let isChanged = false
  for (const entry of functions)
    if (await saveAgain(tx, job, take, entry, outcomeOf(entry), clock.now())) isChanged = true
  if (quality !== null) await saveQuality(tx, take.id, quality)
  await saveSecondChannel(tx, take.id, measurement)
  if (isChanged) {
    await renewWords(tx, catalogue, take.id, clock.now())
    await planIndex(queue, tx, take.id, priority.campaign)
  }
  await countTake(tx, job, { isFailed, isChanged })
}

/** Called when every attempt has failed or killed its worker. The results stay as they are. */
export async function giveUpOfCampaign({ database }: Pick<MeasureDeps, 'database'>, job: MeasureOfCampaign) {
  await database.tenant(job.organization_id, (tx) => countTake(tx, job, { isFailed: true, isChanged: false }))
}

/** Whether the campaign still asks for the take. During a pause the take is held back. */
async function isWanted(tx: Tx, { campaign_id, take_id }: { campaign_id: CampaignId; take_id: TakeId }) {
  const found = await tx
    .selectFrom('measuring_campaign_takes as waiting')
    .innerJoin('measuring_campaigns as campaign', 'campaign.id', 'waiting.campaign_id')
    .select('state')
    .where('campaign_id', '=', campaign_id)
    .where('take_id', '=', take_id)
    .executeTakeFirst()
  if (found?.state === 'paused')
    await tx
      .updateTable('measuring_campaign_takes')
      .set({ is_queued: false })
      .where('campaign_id', '=', campaign_id)
      .where('take_id', '=', take_id)
      .execute()
  return found?.state === 'running'
}

/** @returns whether the result is another one than before. A failure replaces no result. */
async function saveAgain(
  tx: Tx,
  { organization_id, take_id, campaign_id }: MeasureOfCampaign,
  take: MeasuredTake,
  entry: FunctionName,
  outcome: FunctionOutcome,
  now: Date,
): Promise<boolean> {
  const columns = measuredColumns(entry, outcome, take, now)
  const before = await tx
    .selectFrom('feature_results')
    .select(['id', 'status'])
    .select((row) =>
      row
        .and([
          sql<boolean>`scores = ${columns.scores}::jsonb`,
          sql<boolean>`missing = ${columns.missing}::jsonb`,
          sql<boolean>`data = ${columns.data}::jsonb`,
        ])
        .as('is_equal'),
    )
    .where('take_id', '=', take_id)
    .where('entry', '=', entry)
    .where('function_version', '=', functionVersions[entry])
    .executeTakeFirst()
  if (before === undefined) {
    await tx
      .insertInto('feature_results')
      .values({ id: uuidv7(), organization_id, take_id, entry, ...columns })
      .execute()
    return outcome.status === 'ready'
  }
  if (before.status === 'ready' && (outcome.status === 'failed' || before.is_equal)) return false
  if (before.status === 'ready')
    await sql`insert into replaced_results (id, organization_id, take_id, campaign_id, entry, function_version, scores,
        missing, data, measured, measured_at, replaced_at)
      select ${uuidv7()}, organization_id, take_id, ${campaign_id}, entry, function_version, scores, missing, data,
        measured, updated_at, ${now} from feature_results where id = ${before.id}`.execute(tx)
  await tx.updateTable('feature_results').set(columns).where('id', '=', before.id).execute()
  return outcome.status === 'ready'
}
