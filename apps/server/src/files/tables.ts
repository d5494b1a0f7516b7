import type { FileId, OrganizationId, ParticipantId, UserId } from '@fonema/contract'

declare module '../platform/database/tables.ts' {
  interface Tables {
    files: {
      id: FileId
      organization_id: OrganizationId
      participant_id: ParticipantId
      filename: string
      label: string | null
      content_type: string
      size_bytes: number
      sha256: string
      object_key: string
      date_created: Date
      created_by: UserId
    }
  }
}
