import type { DraftState, StoredSurveyDraft, SurveyDraftSummary } from '@fonema/contract'
import type { Tx } from '../../platform/database/database.ts'
import { AppError } from '../../platform/http/errors.ts'
import { timeOfId } from '../../platform/ids.ts'
import { type DraftRow, findDraft, findVersions } from './queries.ts'

const stateOf = ({ version, retired_at }: DraftRow): DraftState => {
  if (version === null) return 'draft'
  return retired_at === null ? 'published' : 'retired'
}

export function summaryOf(row: DraftRow): SurveyDraftSummary {
  const { id, key, content, version, revision, published_revision, updated_at, editor } = row
  return {
    id,
    key,
    name: content.texts[content.locales[0]!]?.name ?? '',
    state: stateOf(row),
    locales: content.locales,
    field_count: content.sections.reduce((sum, { fields }) => sum + fields.length, 0),
    version,
    is_changed: revision !== published_revision,
    updated_at: updated_at.toISOString(),
    updated_by: editor,
  }
}

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
