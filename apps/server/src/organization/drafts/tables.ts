import type {
  OrganizationId,
  ProtocolDraft,
  ProtocolDraftId,
  SurveyDraft,
  SurveyDraftId,
  UserId,
} from '@fonema/contract'
import type { ColumnType, Generated } from 'kysely'
import '../tables.ts'

type DraftTable<Id> = {
  id: Id
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

type ContentTable<Id, Content> = {
  draft_id: Id
  organization_id: OrganizationId
  content: ColumnType<Content, string, string>
}

declare module '../../platform/database/tables.ts' {
  interface Tables {
    protocol_drafts: DraftTable<ProtocolDraftId>
    protocol_draft_contents: ContentTable<ProtocolDraftId, ProtocolDraft>
    survey_drafts: DraftTable<SurveyDraftId>
    survey_draft_contents: ContentTable<SurveyDraftId, SurveyDraft>
  }
}
