import type { CampaignId, OrganizationId, UserId } from '@fonema/contract'
import { insertCampaign as insert } from '../src/analysis/campaigns/queries.ts'
import type { Tx } from '../src/platform/database/database.ts'

type Given = {
  id: CampaignId
  organization_id: OrganizationId
  user_id: UserId
  now: Date
  state: 'ended' | 'running' | 'paused'
}

/** A campaign of every recording, of which there were none. */
export const insertCampaign = (tx: Tx, { id, organization_id, user_id, now, state }: Given) =>
  insert(
    tx,
    {
      id,
      organization_id,
      requested_by: user_id,
      protocol_id: null,
      from_day: null,
      to_day: null,
      time_zone: 'UTC',
      state,
      created_at: now,
      ended_at: state === 'ended' ? now : null,
    },
    0,
  )
