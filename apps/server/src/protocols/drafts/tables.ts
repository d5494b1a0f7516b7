import type { MediaKind, OrganizationId, ProtocolMediaId, UserId } from '@fonema/contract'
import '../../content/tables.ts'
import '../../organization/drafts/tables.ts'

declare module '../../platform/database/tables.ts' {
  interface Tables {
    protocol_media: {
      id: ProtocolMediaId
      organization_id: OrganizationId
      kind: MediaKind
      object_key: string
      filename: string
      content_type: string
      size: number
      sha256: string
      duration_s: number | null
      width: number | null
      height: number | null
      created_by: UserId
      date_created: Date
    }
  }
}
