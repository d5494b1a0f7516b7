import type { ItemId, ProtocolId } from '@fonema/contract'
import { sql } from 'kysely'
import type { Tx } from '../platform/database/database.ts'
import '../responses/tables.ts'

/** The version in which an item's wording changed last. */
const wording = sql<number>`coalesce(protocol_items.wording_version, protocols.wording_version)`

/** What an item asks. A changed wording asks something else. */
const itemKey = sql<string>`protocols.key || '/' || protocol_items.key || '/' || ${wording}`

/** Items with their categories, languages and keys. */
export const itemsWithLanguage = (tx: Tx) =>
  tx
    .selectFrom('protocol_items')
    .innerJoin('item_categories', 'item_categories.id', 'protocol_items.category_id')
    .innerJoin('protocols', 'protocols.id', 'protocol_items.protocol_id')
    .innerJoin('locales', 'locales.id', 'protocols.locale_id')
    .select([
      'protocol_items.id',
      'item_categories.name as category',
      itemKey.as('item'),
      'locales.lang_code as language',
      'locales.lang_id as languageId',
    ])

export type ItemName = { language: string; item: string; category: string; title: string }

/** Every item that is measured, once in each language. */
export async function listItems(tx: Tx): Promise<ItemName[]> {
  const rows = await itemsWithLanguage(tx)
    .select(['protocol_items.title'])
    .where('protocols.is_practice', '=', false)
    .orderBy('protocols.key')
    .orderBy('protocol_items.position')
    .orderBy('locales.code')
    .execute()
  const byKey = Map.groupBy(rows, ({ language, item }) => `${language}/${item}`)
  return [...byKey.values()].map(([first]) => first!)
}

/** Finds an item by language and key. */
export async function openItems(tx: Tx): Promise<(language: string, item: string) => ItemName | undefined> {
  const byKey = new Map((await listItems(tx)).map((one) => [`${one.language}/${one.item}`, one]))
  return (language, item) => byKey.get(`${language}/${item}`)
}

/** What an item asks, and its names. None of it changes while the server runs: another wording is another item. */
export type AskedItem = {
  id: ItemId
  category: string
  /** `protocol/item/wording`. */
  item: string
  /** The same for every wording and language. */
  task: string
  wording: number
  /** The code of the language. */
  language: string
  title: string
  order: number
  protocol: { id: ProtocolId; name: string }
}

const known = new Map<ItemId, AskedItem>()
/** A few megabytes. A clinic has some hundreds. */
const mostKnown = 10_000

/** Items by id. The ids come from rows of the organisation, since items are kept for all of them. */
export async function askedItems(tx: Tx, ids: Iterable<ItemId>): Promise<Map<ItemId, AskedItem>> {
  const wanted = new Set(ids)
  const missing = [...wanted].filter((id) => !known.has(id))
  const read = missing.length === 0 ? [] : await readItems(tx, missing)
  const items = new Map(read.map((item) => [item.id, item]))
  for (const id of wanted) if (known.has(id)) items.set(id, known.get(id)!)
  if (known.size + read.length > mostKnown) known.clear()
  for (const item of read) known.set(item.id, item)
  return items
}

async function readItems(tx: Tx, ids: readonly ItemId[]): Promise<AskedItem[]> {
  const rows = await itemsWithLanguage(tx)
    .select([
      sql<string>`protocols.key || '/' || protocol_items.key`.as('task'),
      wording.as('wording'),
      'protocol_items.title',
      'protocol_items.position as order',
      'protocols.name',
      'protocol_id',
    ])
    .where('protocol_items.id', 'in', ids)
    .execute()
  return rows.map(({ name, protocol_id, languageId: _, ...item }) => ({ ...item, protocol: { id: protocol_id, name } }))
}
