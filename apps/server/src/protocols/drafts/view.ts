import type { DraftState, ProtocolDraftSummary, ProtocolMedium, StoredProtocolDraft } from '@fonema/contract'
import type { Catalogue } from '../../content/catalogue.ts'
import { ownKeyPrefix } from '../../content/checks.ts'
import type { Tx } from '../../platform/database/database.ts'
import { AppError } from '../../platform/http/errors.ts'
import { timeOfId } from '../../platform/ids.ts'
import { addressOf } from '../queries.ts'
import { shippedFilesOf, uploadedFilesOf } from './content-check.ts'
import { type DraftRow, findDraft, findMedia, findVersions, type MediumRow } from './queries.ts'

const stateOf = ({ version, retired_at }: DraftRow): DraftState => {
  if (version === null) return 'draft'
  return retired_at === null ? 'published' : 'retired'
}

export function summaryOf(row: DraftRow): ProtocolDraftSummary {
  const { id, key, content, version, revision, published_revision, updated_at, editor } = row
  return {
    id,
    key,
    name: content.texts[content.locales[0]!]?.name ?? '',
    state: stateOf(row),
    locales: content.locales,
    item_count: content.blocks.flatMap(({ items }) => items).reduce((sum, { repeats }) => sum + repeats, 0),
    version,
    is_changed: revision !== published_revision,
    updated_at: updated_at.toISOString(),
    updated_by: editor,
  }
}

export const toMedium = (catalogue: Catalogue, row: MediumRow): ProtocolMedium => {
  const { id, kind, filename, content_type, size, sha256, duration_s, width, height, date_created } = row
  return {
    id,
    kind,
    filename,
    content_type,
    size,
    sha256,
    duration_s,
    width,
    height,
    date_created: date_created.toISOString(),
    url: catalogue.ownMediaUrl(row.organization_id, id),
  }
}

/** A draft with everything that its editor needs. */
export async function viewDraft(catalogue: Catalogue, tx: Tx, id: DraftRow['id']): Promise<StoredProtocolDraft> {
  const row = await findDraft(tx, id)
  if (row === undefined) throw new AppError('not_found')
  const { content, organization_id } = row
  const versions = Map.groupBy(
    await findVersions(tx, organization_id, ownKeyPrefix + row.key),
    ({ wording_version }) => wording_version,
  )
  return {
    ...summaryOf(row),
    revision: row.revision,
    content,
    media: (await findMedia(tx, uploadedFilesOf(content))).map((medium) => toMedium(catalogue, medium)),
    shipped_media: shippedFilesOf(content).map((file) => ({ file, url: addressOf(catalogue, organization_id, file) })),
    versions: [...versions].map(([version, protocols]) => ({
      version,
      published_at: timeOfId(protocols[0]!.id).toISOString(),
      protocols: protocols.map(({ id, code }) => ({ id, locale: code })),
    })),
  }
}
