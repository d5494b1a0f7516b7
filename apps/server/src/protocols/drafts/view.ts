import type { ProtocolDraftSummary, ProtocolMedium, StoredProtocolDraft } from '@fonema/contract'
import type { Catalogue } from '../../content/catalogue.ts'
import { ownKeyPrefix } from '../../content/checks.ts'
import { draftSummary } from '../../organization/drafts/drafts.ts'
import type { Tx } from '../../platform/database/database.ts'
import { AppError } from '../../platform/http/errors.ts'
import { timeOfId } from '../../platform/ids.ts'
import { addressOf } from '../queries.ts'
import { shippedFilesOf, uploadedFilesOf } from './content-check.ts'
import { type DraftRow, findDraft, findMedia, findVersions, type MediumRow } from './queries.ts'

export const summaryOf = (row: DraftRow): ProtocolDraftSummary => ({
  ...draftSummary(row),
  item_count: row.content.blocks.flatMap(({ items }) => items).reduce((sum, { repeats }) => sum + repeats, 0),
})

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
