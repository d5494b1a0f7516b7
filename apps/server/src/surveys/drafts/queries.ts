import type { OrganizationId, SurveyDraft, SurveyDraftId } from '@fonema/contract'
import { type Selectable, sql } from 'kysely'
import { ownKeyPrefix } from '../../content/checks.ts'
import type { Tx } from '../../platform/database/database.ts'
import type { Tables } from '../../platform/database/tables.ts'
import '../../organization/drafts/tables.ts'

export type DraftRow = Selectable<Tables['survey_drafts']> & { content: SurveyDraft; editor: string }

/** All drafts, with their content and the name of whoever changed them last. */
export const drafts = (tx: Tx) =>
  tx
    .selectFrom('survey_drafts')
    .innerJoin('survey_draft_contents', 'survey_draft_contents.draft_id', 'survey_drafts.id')
    .innerJoin('users', 'users.id', 'survey_drafts.updated_by')
    .selectAll('survey_drafts')
    .select('survey_draft_contents.content')
    .select(sql<string>`users.first_name || ' ' || users.last_name`.as('editor'))

export const findDraft = (tx: Tx, id: SurveyDraftId): Promise<DraftRow | undefined> =>
  drafts(tx).where('survey_drafts.id', '=', id).executeTakeFirst()

/** The published versions of a survey that was built here, newest first. */
export const findVersions = (tx: Tx, organizationId: OrganizationId, key: string) =>
  tx
    .selectFrom('surveys')
    .innerJoin('locales', 'locales.id', 'surveys.locale_id')
    .selectAll('surveys')
    .select('locales.code')
    .where('surveys.organization_id', '=', organizationId)
    .where('surveys.key', '=', ownKeyPrefix + key)
    .orderBy('surveys.wording_version', 'desc')
    .orderBy('locales.code')
    .execute()
