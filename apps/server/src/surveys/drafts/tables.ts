import type { OrganizationId, SurveyDraft, SurveyDraftId, UserId } from '@fonema/contract'
import type { ColumnType, Generated } from 'kysely'
import '../../content/tables.ts'
import '../../organization/tables.ts'

declare module '../../platform/database/tables.ts' {
  interface Tables {
    survey_drafts: {
      id: SurveyDraftId
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
    survey_draft_contents: {
      draft_id: SurveyDraftId
      organization_id: OrganizationId
      content: ColumnType<SurveyDraft, string, string>
    }
  }
}
