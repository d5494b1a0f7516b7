import type { Campaign, CampaignId, CampaignScope } from '@fonema/contract'
import type { Clock } from '../../platform/clock.ts'
import type { Tx } from '../../platform/database/database.ts'
import { AppError, InvalidFields } from '../../platform/http/errors.ts'
import type { Principal } from '../../platform/http/principal.ts'
import { newId } from '../../platform/ids.ts'
import {
  type CampaignRow,
  campaigns,
  countTakes,
  insertCampaign,
  lockCampaign,
  type Scope,
  toCampaign,
} from './queries.ts'

type Deps = { clock: Clock }

/** How many recordings a campaign of this scope measures. */
export async function sizeOf({ clock }: Deps, tx: Tx, principal: Principal, asked: CampaignScope) {
  return { takes: await countTakes(tx, await scopeOf(tx, principal, asked), clock.now()) }
}

export async function startCampaign({ clock }: Deps, tx: Tx, principal: Principal, asked: CampaignScope) {
  const scope = await scopeOf(tx, principal, asked)
  const open = await tx
    .selectFrom('measuring_campaigns')
    .select('id')
    .where('state', 'in', ['running', 'paused'])
    .executeTakeFirst()
  if (open !== undefined) throw new AppError('conflict')
  const now = clock.now()
  const takes = await countTakes(tx, scope, now)
  if (takes === 0) throw new InvalidFields({ non_field_errors: ['empty_data'] })
  const id = newId<CampaignId>(now)
  const row = { ...scope, id, requested_by: principal.userId, state: 'running' as const, created_at: now }
  try {
    await insertCampaign(tx, { ...row, ended_at: null }, takes)
  } catch (error) {
    // Somebody else started one at the same time.
    if ((error as { code?: string }).code === '23505') throw new AppError('conflict')
    throw error
  }
  return show(tx, id, now)
}

export async function pauseCampaign({ clock }: Deps, tx: Tx, id: CampaignId): Promise<Campaign> {
  await requireState(tx, id, ['running'])
  await tx.updateTable('measuring_campaigns').set({ state: 'paused' }).where('id', '=', id).execute()
  return show(tx, id, clock.now())
}

export async function resumeCampaign({ clock }: Deps, tx: Tx, id: CampaignId): Promise<Campaign> {
  await requireState(tx, id, ['paused'])
  const now = clock.now()
  await tx.updateTable('measuring_campaigns').set({ state: 'running' }).where('id', '=', id).execute()
  // The rate is that since now: the pause says nothing about it.
  await tx
    .updateTable('measuring_campaign_progress')
    .set((row) => ({ resumed_at: now, measured_before: row('done', '+', row.ref('failed')) }))
    .where('campaign_id', '=', id)
    .execute()
  return show(tx, id, now)
}

export async function cancelCampaign({ clock }: Deps, tx: Tx, id: CampaignId): Promise<Campaign> {
  await requireState(tx, id, ['running', 'paused'])
  const now = clock.now()
  await tx.updateTable('measuring_campaigns').set({ state: 'cancelled', ended_at: now }).where('id', '=', id).execute()
  // Their jobs find nothing to do.
  await tx.deleteFrom('measuring_campaign_takes').where('campaign_id', '=', id).execute()
  return show(tx, id, now)
}

async function requireState(tx: Tx, id: CampaignId, states: readonly CampaignRow['state'][]): Promise<void> {
  const found = await lockCampaign(tx, id)
  if (found === undefined) throw new AppError('not_found')
  if (!states.includes(found.state)) throw new AppError('conflict')
}

/** @throws {AppError | InvalidFields} for days in the wrong order, or a protocol that this organisation does not have */
async function scopeOf(tx: Tx, principal: Principal, asked: CampaignScope): Promise<Scope> {
  const { protocol_id = null, from = null, to = null } = asked
  // All dates are YYYY-MM-DD, so they compare as text.
  if (from !== null && to !== null && from > to) throw new AppError('invalid_range')
  if (protocol_id !== null) {
    const found = await tx.selectFrom('protocols').select('id').where('id', '=', protocol_id).executeTakeFirst()
    if (found === undefined) throw new InvalidFields({ protocol_id: ['invalid'] })
  }
  const { organizationId: organization_id, timeZone: time_zone } = principal
  return { organization_id, protocol_id, from_day: from, to_day: to, time_zone }
}

const show = async (tx: Tx, id: CampaignId, now: Date) =>
  toCampaign(await campaigns(tx).where('c.id', '=', id).executeTakeFirstOrThrow(), now)
