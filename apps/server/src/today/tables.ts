import type { OrganizationId, ParticipantId, SessionId, UserId } from '@fonema/contract'

declare module '../platform/database/tables.ts' {
  interface Tables {
    result_reads: {
      id: string
      organization_id: OrganizationId
      participant_id: ParticipantId
      protocol_response_id: SessionId
      user_id: UserId
      read_at: Date
    }
  }
}
