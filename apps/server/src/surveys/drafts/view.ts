import type { StoredSurveyDraft, SurveyDraftSummary } from '@fonema/contract'
import { draftSummary } from '../../organization/drafts/drafts.ts'
import type { Tx } from '../../platform/database/database.ts'
import { AppError } from '../../platform/http/errors.ts'
import { timeOfId } from '../../platform/ids.ts'
import { type DraftRow, findDraft, findVersions } from './queries.ts'

export const summaryOf = (row: DraftRow): SurveyDraftSummary => ({
  ...draftSummary(row),
  field_count: row.content.sections.reduce((sum, { fields }) => sum + fields.length, 0),
})

/** A draft with everything that its editor needs. */
export async function viewDraft(tx: Tx, id: DraftRow['id']): Promise<StoredSurveyDraft> {
  const row = await findDraft(tx, id)
  if (row === undefined) throw new AppError('not_found')
  const found = await findVersions(tx, row.organization_id, row.key)
  return {
    ...summaryOf(row),
    revision: row.revision,
    content: row.content,
    versions: [...Map.groupBy(found, ({ wording_version }) => wording_version)].map(([version, surveys]) => ({
      version,
      published_at: timeOfId(surveys[0]!.id).toISOString(),
      surveys: surveys.map(({ id, code }) => ({ id, locale: code })),
    })),
  }
}
