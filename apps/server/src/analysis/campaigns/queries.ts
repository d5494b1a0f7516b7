import type { Campaign, CampaignId, TakeId } from '@fonema/contract'
import { type Insertable, type Selectable, sql } from 'kysely'
import type { Tx } from '../../platform/database/database.ts'
import type { Tables } from '../../platform/database/tables.ts'
import '../../organization/tables.ts'
import '../../content/tables.ts'
import '../tables.ts'
import './tables.ts'

export type CampaignRow = Selectable<Tables['measuring_campaigns']>
export type Progress = Selectable<Tables['measuring_campaign_progress']>
export type Scope = Pick<CampaignRow, 'organization_id' | 'protocol_id' | 'from_day' | 'to_day' | 'time_zone'>

type Stored = { take_id: TakeId; stored_at: string }

/** The takes of a scope that were stored up to a time. A practice is not measured. */
const takesOf = ({ organization_id, protocol_id, from_day, to_day, time_zone }: Scope, until: Date) => sql`
  from takes t
  join item_responses r on r.id = t.item_response_id
  join protocol_responses s on s.id = r.protocol_response_id
  join protocols p on p.id = s.protocol_id
  where t.organization_id = ${organization_id} and t.stored_at <= ${until}
    and not p.is_practice
    and (${protocol_id}::uuid is null or exists (
      select from protocols k where k.id = ${protocol_id}
        and k.key = p.key and k.locale_id = p.locale_id and k.organization_id is not distinct from p.organization_id
    ))
    and (${from_day}::date is null or s.date_created >= ${from_day}::date::timestamp at time zone ${time_zone})
    and (${to_day}::date is null or s.date_created < (${to_day}::date + 1)::timestamp at time zone ${time_zone})`

export async function countTakes(tx: Tx, scope: Scope, until: Date): Promise<number> {
  const { rows } = await sql<{ count: number }>`select count(*)::int as count ${takesOf(scope, until)}`.execute(tx)
  return rows[0]!.count
}

/** `stored_at` is text, because a Date has no microseconds. */
export async function findTakesAfter(
  tx: Tx,
  campaign: CampaignRow,
  { last_stored, last_take }: Pick<Progress, 'last_stored' | 'last_take'>,
  most: number,
): Promise<Stored[]> {
  const { rows } = await sql<Stored>`
    select t.id as take_id, t.stored_at::text ${takesOf(campaign, campaign.created_at)}
      and (${last_take}::uuid is null or (t.stored_at, t.id) < (${last_stored}::timestamptz, ${last_take}::uuid))
    order by t.stored_at desc, t.id desc limit ${most}`.execute(tx)
  return rows
}

export const campaigns = (tx: Tx) =>
  tx
    .selectFrom('measuring_campaigns as c')
    .innerJoin('measuring_campaign_progress as progress', 'progress.campaign_id', 'c.id')
    .innerJoin('users', 'users.id', 'c.requested_by')
    .leftJoin('protocols', 'protocols.id', 'c.protocol_id')
    .selectAll('c')
    .select(['users.first_name', 'users.last_name', 'protocols.name as protocol'])
    .select(['takes', 'done', 'failed', 'changed', 'resumed_at', 'measured_before'])

type Shown = CampaignRow &
  Pick<Progress, 'takes' | 'done' | 'failed' | 'changed' | 'resumed_at' | 'measured_before'> & {
    first_name: string
    last_name: string
    protocol: string | null
  }

/** Fewer do not tell how fast the others are measured. */
const leastForRate = 10

export function toCampaign(row: Shown, now: Date): Campaign {
  const { takes, done, failed, changed, state } = row
  const campaign = {
    id: row.id,
    created_at: row.created_at.toISOString(),
    requested_by: { first_name: row.first_name, last_name: row.last_name },
    protocol_id: row.protocol_id,
    protocol: row.protocol,
    from: row.from_day,
    to: row.to_day,
    takes,
    done,
    failed,
    changed,
    left: Math.max(0, takes - done - failed),
  }
  switch (state) {
    case 'running': {
      const measured = done + failed - row.measured_before
      const each = (now.getTime() - row.resumed_at.getTime()) / measured
      const end = measured < leastForRate ? null : new Date(now.getTime() + campaign.left * each).toISOString()
      return { ...campaign, state, expected_end: end, ended_at: null }
    }
    case 'paused':
      return { ...campaign, state, expected_end: null, ended_at: null }
    case 'ended':
    case 'cancelled':
      if (row.ended_at === null) throw new Error(`campaign ${row.id} is over and has no end`)
      return { ...campaign, state, expected_end: null, ended_at: row.ended_at.toISOString() }
  }
}

/** The campaign of this organisation, locked against the workers that feed it. */
export const lockCampaign = (tx: Tx, id: CampaignId) =>
  tx.selectFrom('measuring_campaigns').selectAll().where('id', '=', id).forUpdate().executeTakeFirst()

export const insertCampaign = async (tx: Tx, row: Insertable<Tables['measuring_campaigns']>, takes: number) => {
  const { id, organization_id, created_at } = row
  await tx.insertInto('measuring_campaigns').values(row).execute()
  await tx
    .insertInto('measuring_campaign_progress')
    .values({ campaign_id: id, organization_id, takes, resumed_at: created_at })
    .execute()
}

type Outcome = { isFailed: boolean; isChanged: boolean }
type CampaignTake = { campaign_id: CampaignId; take_id: TakeId }

/** Counts a take that was measured. Only the first of several deliveries finds it. */
export async function countTake(
  tx: Tx,
  { campaign_id, take_id }: CampaignTake,
  { isFailed, isChanged }: Outcome,
): Promise<void> {
  const { numDeletedRows } = await tx
    .deleteFrom('measuring_campaign_takes')
    .where('campaign_id', '=', campaign_id)
    .where('take_id', '=', take_id)
    .executeTakeFirstOrThrow()
  if (numDeletedRows === 0n) return
  await tx
    .updateTable('measuring_campaign_progress')
    .set((row) => ({
      done: row('done', '+', isFailed ? 0 : 1),
      failed: row('failed', '+', isFailed ? 1 : 0),
      changed: row('changed', '+', isChanged ? 1 : 0),
    }))
    .where('campaign_id', '=', campaign_id)
    .execute()
}
