import type {
  ExaminerId,
  ItemId,
  OrganizationId,
  ParticipantId,
  Protocol,
  ProtocolId,
  ProtocolItem,
  ProtocolMediaId,
  ProtocolSummary,
} from '@fonema/contract'
import { type Selectable, sql } from 'kysely'
import type { Catalogue } from '../content/catalogue.ts'
import type { Tx } from '../platform/database/database.ts'
import type { Tables } from '../platform/database/tables.ts'
import '../content/tables.ts'
import '../organization/tables.ts'

export type ProtocolRow = Selectable<Tables['protocols']>
export type ItemRow = Selectable<Tables['protocol_items']> & { category: string }

const items = (tx: Tx) =>
  tx
    .selectFrom('protocol_items')
    .innerJoin('item_categories', 'item_categories.id', 'protocol_items.category_id')
    .selectAll('protocol_items')
    .select('item_categories.name as category')

export const findItems = (tx: Tx, protocolIds: readonly ProtocolId[]): Promise<ItemRow[]> =>
  protocolIds.length === 0
    ? Promise.resolve([])
    : items(tx).where('protocol_id', 'in', protocolIds).orderBy('protocol_id').orderBy('position').execute()

export const findItem = (tx: Tx, protocolId: ProtocolId, itemId: ItemId): Promise<ItemRow | undefined> =>
  items(tx).where('protocol_items.id', '=', itemId).where('protocol_id', '=', protocolId).executeTakeFirst()

export const findProtocols = (tx: Tx, ids: readonly ProtocolId[]): Promise<ProtocolRow[]> =>
  ids.length === 0 ? Promise.resolve([]) : tx.selectFrom('protocols').selectAll().where('id', 'in', ids).execute()

/** The protocols that the examiner may record. */
export const assignedProtocols = (tx: Tx, examinerId: ExaminerId) =>
  tx
    .selectFrom('protocols')
    .innerJoin('examiner_protocols', 'examiner_protocols.protocol_id', 'protocols.id')
    .selectAll('protocols')
    .where('examiner_protocols.examiner_id', '=', examinerId)

/**
 * The newest session of each of the examiner's participants, whose protocol the examiner may still record. Archived
 * sessions and practice do not count.
 */
export const lastRecorded = (tx: Tx, examinerId: ExaminerId, participants: readonly string[] | undefined) =>
  assignedProtocols(tx, examinerId)
    .clearSelect()
    .innerJoin('protocol_responses as session', 'session.protocol_id', 'protocols.id')
    .innerJoin('participants', 'participants.id', 'session.participant_id')
    .distinctOn('participants.id')
    .select([
      'participants.id as participant',
      'protocols.id as protocol',
      'protocols.name',
      'session.date_created as recorded_at',
    ])
    .where('participants.examiner_id', '=', examinerId)
    .$if(participants !== undefined, (query) =>
      query.where('session.participant_id', '=', sql<ParticipantId>`any(${participants}::uuid[])`),
    )
    .where('session.active', '=', true)
    .where('protocols.is_practice', '=', false)
    .orderBy('participants.id')
    .orderBy('session.id', 'desc')

export const listAssigned = (tx: Tx, examinerId: ExaminerId): Promise<ProtocolRow[]> =>
  assignedProtocols(tx, examinerId).orderBy('name').orderBy('id').execute()

/** The protocols that the organisation may assign. */
export const offeredProtocols = (tx: Tx) =>
  tx
    .selectFrom('protocols')
    .innerJoin('organization_protocols', 'organization_protocols.protocol_id', 'protocols.id')
    .selectAll('protocols')

/** An uploaded medium is named by its id, a shipped one by its path. */
export const isUploaded = (file: string): file is ProtocolMediaId => /^[0-9a-f-]{36}$/.test(file)

/** The address of a medium of an item; null for none. */
export function addressOf(catalogue: Catalogue, organizationId: OrganizationId | null, file: string): string
export function addressOf(
  catalogue: Catalogue,
  organizationId: OrganizationId | null,
  file: string | null,
): string | null
export function addressOf(catalogue: Catalogue, organizationId: OrganizationId | null, file: string | null) {
  if (file === null) return null
  return organizationId !== null && isUploaded(file)
    ? catalogue.ownMediaUrl(organizationId, file)
    : catalogue.mediaUrl(file)
}

/** Licences and sources of an item's media, each pair once. */
function sourcesOf({ media }: ItemRow) {
  const all = [media?.image, media?.audio, media?.video].filter((medium) => medium !== undefined)
  const pairs = new Map(all.map(({ licence, source }) => [JSON.stringify([licence, source]), { licence, source }]))
  return [...pairs.values()]
}

export function toProtocolItem(catalogue: Catalogue, row: ItemRow): ProtocolItem {
  const of = (file: string | null) => addressOf(catalogue, row.organization_id, file)
  return {
    id: row.id,
    title: row.title,
    order: row.position,
    trigger: row.trigger_html,
    image: of(row.image),
    audio: of(row.audio),
    video: of(row.video),
    category: { id: row.category_id, name: row.category },
    min_duration: row.min_duration,
    max_duration: row.max_duration,
    skippable: row.skippable,
    ...(row.random_block !== null && { random_block: row.random_block }),
    ...(row.media !== null && {
      image_alt: row.media.image?.alt ?? null,
      video_alt: row.media.video?.alt ?? null,
      subtitles: of(row.media.video?.subtitles ?? null),
      sources: sourcesOf(row),
    }),
  }
}

export function toSummary(catalogue: Catalogue, row: ProtocolRow, itemCount: number): ProtocolSummary {
  const { id, name, description, is_practice, licence, source } = row
  const locale = catalogue.requireLocale(row.locale_id)
  return {
    id,
    name,
    description,
    locale,
    item_count: itemCount,
    is_practice,
    licence,
    source,
    ...(row.organization_id !== null && { is_own: true as const }),
  }
}

export function toProtocol(catalogue: Catalogue, row: ProtocolRow, itemRows: readonly ItemRow[]): Protocol {
  return {
    ...toSummary(catalogue, row, itemRows.length),
    items: itemRows.map((item) => toProtocolItem(catalogue, item)),
  }
}
