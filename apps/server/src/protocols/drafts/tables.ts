import type {
  MediaKind,
  OrganizationId,
  ProtocolDraft,
  ProtocolDraftId,
  ProtocolMediaId,
  UserId,
} from '@fonema/contract'
import type { ColumnType, Generated } from 'kysely'
import '../../content/tables.ts'
import '../../organization/tables.ts'

declare module '../../platform/database/tables.ts' {
  interface Tables {
    protocol_drafts: {
      id: ProtocolDraftId
      organization_id: OrganizationId
      key: string
      revision: Generated<number>
      /** The newest published version. */
      version: number | null
      /** The revision of which that version was made. */
      published_revision: number | null
      retired_at: Date | null
      created_by: UserId
      updated_by: UserId
      date_created: Date
      updated_at: Date
    }
    protocol_draft_contents: {
      draft_id: ProtocolDraftId
      organization_id: OrganizationId
      content: ColumnType<ProtocolDraft, string, string>
    }
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
