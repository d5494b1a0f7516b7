import type { ExaminerId, ItemId, Protocol, ProtocolId, ProtocolItem, ProtocolSummary } from '@fonema/contract'
import type { Selectable } from 'kysely'
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
export const lastRecorded = (tx: Tx, examinerId: ExaminerId) =>
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

export function toProtocolItem(catalogue: Catalogue, row: ItemRow): ProtocolItem {
  return {
    id: row.id,
    title: row.title,
    order: row.position,
    trigger: row.trigger_html,
    image: catalogue.mediaUrl(row.image),
    audio: catalogue.mediaUrl(row.audio),
    video: catalogue.mediaUrl(row.video),
    category: { id: row.category_id, name: row.category },
    min_duration: row.min_duration,
    max_duration: row.max_duration,
    skippable: row.skippable,
  }
}

export function toSummary(catalogue: Catalogue, row: ProtocolRow, itemCount: number): ProtocolSummary {
  const { id, name, description, is_practice, licence, source } = row
  const locale = catalogue.requireLocale(row.locale_id)
  return { id, name, description, locale, item_count: itemCount, is_practice, licence, source }
}

export function toProtocol(catalogue: Catalogue, row: ProtocolRow, itemRows: readonly ItemRow[]): Protocol {
  return {
    ...toSummary(catalogue, row, itemRows.length),
    items: itemRows.map((item) => toProtocolItem(catalogue, item)),
  }
}
