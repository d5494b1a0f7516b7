import type { CampaignId, OrganizationId } from '@fonema/contract'
import { sql } from 'kysely'
import type { Clock } from '../../platform/clock.ts'
import type { Database, Tx } from '../../platform/database/database.ts'
import { priority, type Queue, queueSchema } from '../../platform/jobs/queue.ts'
import { findRoom } from '../../platform/jobs/rounds.ts'
import type { MeasureTake } from '../plan.ts'
import { type CampaignRow, findTakesAfter } from './queries.ts'
import './tables.ts'

type FeedDeps = { database: Database; queue: Queue; clock: Clock; signal?: AbortSignal }

/** A short batch: whoever pauses the campaign waits for its end. */
const usual = { most: undefined as number | undefined, batch: 100 }

/**
 * Adds takes of the running campaigns to the queue, in turn, as long as there is room, and ends the campaigns of which
 * nothing is left. Several workers may run this at the same time: each campaign is fed by one of them.
 */
export async function feedCampaigns(deps: FeedDeps, { most, batch } = usual): Promise<void> {
  const { database, signal } = deps
  const running = await sql<{ organization_id: OrganizationId; campaign_id: CampaignId }>`
    select * from running_campaigns()`.execute(database.shared)
  let open = running.rows
  while (open.length > 0) {
    const unfinished: typeof open = []
    for (const one of open) {
      if (signal?.aborted) return
      const fed = await database.tenant(one.organization_id, (tx) => feed(deps, tx, one.campaign_id, { most, batch }))
      if (fed === 'queue is full') return
      if (fed > 0) unfinished.push(one)
    }
    open = unfinished
  }
}

/** @returns how many takes were added; none when another worker feeds it, or it does not run any more */
async function feed(
  { queue, clock }: FeedDeps,
  tx: Tx,
  id: CampaignId,
  { most, batch }: typeof usual,
): Promise<number | 'queue is full'> {
  const campaign = await tx
    .selectFrom('measuring_campaigns')
    .selectAll()
    .where('id', '=', id)
    .where('state', '=', 'running')
    .forUpdate()
    .skipLocked()
    .executeTakeFirst()
  if (campaign === undefined) return 0
  // Behind the lock: another worker may just have filled the queue.
  const room = Math.min(batch, await findRoom(tx, 'campaigns', most))
  if (room === 0) return 'queue is full'
  const takes = [...(await takeHeld(tx, id, room))]
  if (takes.length < room) takes.push(...(await takeNext(tx, campaign, room - takes.length)))
  for (const take_id of takes) {
    const job = { organization_id: campaign.organization_id, take_id, campaign_id: id } satisfies MeasureTake
    await queue.add(tx, 'measure-take', job, { priority: priority.campaign })
  }
  if (takes.length === 0) await endWhenDone(tx, id, clock.now())
  return takes.length
}

/** Takes whose job arrived during a pause. */
async function takeHeld(tx: Tx, id: CampaignId, most: number) {
  const held = await tx
    .updateTable('measuring_campaign_takes')
    .set({ is_queued: true })
    .where('campaign_id', '=', id)
    .where('take_id', 'in', (from) =>
      from
        .selectFrom('measuring_campaign_takes')
        .select('take_id')
        .where('campaign_id', '=', id)
        .where('is_queued', '=', false)
        .limit(most),
    )
    .returning('take_id')
    .execute()
  return held.map(({ take_id }) => take_id)
}

async function takeNext(tx: Tx, campaign: CampaignRow, most: number) {
  const progress = await tx
    .selectFrom('measuring_campaign_progress')
    .select([sql<string | null>`last_stored::text`.as('last_stored'), 'last_take', 'all_queued'])
    .where('campaign_id', '=', campaign.id)
    .executeTakeFirstOrThrow()
  if (progress.all_queued) return []
  const found = await findTakesAfter(tx, campaign, progress, most)
  const last = found.at(-1)
  const at = last === undefined ? {} : { last_stored: last.stored_at, last_take: last.take_id }
  await tx
    .updateTable('measuring_campaign_progress')
    .set({ ...at, all_queued: found.length < most })
    .where('campaign_id', '=', campaign.id)
    .execute()
  const takes = found.map(({ take_id }) => take_id)
  const { id: campaign_id, organization_id } = campaign
  if (takes.length > 0)
    await tx
      .insertInto('measuring_campaign_takes')
      .values(takes.map((take_id) => ({ organization_id, campaign_id, take_id })))
      .execute()
  return takes
}

async function endWhenDone(tx: Tx, id: CampaignId, now: Date): Promise<void> {
  const left = await tx
    .selectFrom('measuring_campaign_takes')
    .select('take_id')
    .where('campaign_id', '=', id)
    .limit(1)
    .executeTakeFirst()
  if (left !== undefined) return holdLost(tx, id)
  await tx.updateTable('measuring_campaigns').set({ state: 'ended', ended_at: now }).where('id', '=', id).execute()
  // Recordings of participants who were erased meanwhile are none of it any more.
  await tx
    .updateTable('measuring_campaign_progress')
    .set((row) => ({ takes: row('done', '+', row.ref('failed')) }))
    .where('campaign_id', '=', id)
    .execute()
}

/** Holds back the takes whose jobs are gone, for the next round: a job can fail even when it is given up. */
async function holdLost(tx: Tx, id: CampaignId): Promise<void> {
  await sql`
    update measuring_campaign_takes waiting set is_queued = false
    where campaign_id = ${id} and not exists (
      select from ${sql.table(`${queueSchema}.job`)} where name = 'measure-take' and state <= 'active'
        and data ->> 'campaign_id' = ${id} and data ->> 'take_id' = waiting.take_id::text
    )`.execute(tx)
}
