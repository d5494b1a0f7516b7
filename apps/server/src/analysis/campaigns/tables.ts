import type { CampaignId, OrganizationId, ProtocolId, TakeId, UserId } from '@fonema/contract'
import type { Generated } from 'kysely'

declare module '../../platform/database/tables.ts' {
  interface Tables {
    measuring_campaigns: {
      id: CampaignId
      organization_id: OrganizationId
      requested_by: UserId
      protocol_id: ProtocolId | null
      from_day: string | null
      to_day: string | null
      time_zone: string
      state: 'running' | 'paused' | 'ended' | 'cancelled'
      created_at: Date
      ended_at: Date | null
    }
    measuring_campaign_progress: {
      campaign_id: CampaignId
      organization_id: OrganizationId
      takes: number
      done: Generated<number>
      failed: Generated<number>
      changed: Generated<number>
      resumed_at: Date
      measured_before: Generated<number>
      last_stored: Generated<string | null>
      last_take: Generated<TakeId | null>
      all_queued: Generated<boolean>
    }
    measuring_campaign_takes: {
      organization_id: OrganizationId
      campaign_id: CampaignId
      take_id: TakeId
      is_queued: Generated<boolean>
    }
    replaced_results: {
      id: string
      organization_id: OrganizationId
      take_id: TakeId
      campaign_id: CampaignId
      entry: string
      function_version: number
      replaced_at: Date
    }
  }
}
