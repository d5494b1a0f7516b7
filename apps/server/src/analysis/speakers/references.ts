import type { TakeId } from '@fonema/contract'
import type { Tx } from '../../platform/database/database.ts'
import type { ObjectStore } from '../../platform/objects/object-store.ts'
import '../../content/tables.ts'
import '../../responses/tables.ts'
import type { StoredPart } from '../measurement.ts'

/** Items in which the participant speaks alone, unless an examiner says otherwise. Those with running speech first. */
const alone = ['reading', 'sentence', 'counting', 'sustained_vowel']
/** More references would take longer, and say nothing new. */
const mostReferences = 4

type Reference = Omit<StoredPart, 'file'> & { object_key: string }

/** The recordings of the same session that say how the participant's voice sounds. */
export async function findReferences(tx: Tx, takeId: TakeId): Promise<Reference[]> {
  const rows = await tx
    .selectFrom('takes as asked')
    .innerJoin('item_responses as answer', 'answer.id', 'asked.item_response_id')
    .innerJoin('item_responses as other', 'other.protocol_response_id', 'answer.protocol_response_id')
    .innerJoin('takes', 'takes.item_response_id', 'other.id')
    .innerJoin('protocol_items', 'protocol_items.id', 'other.protocol_item_id')
    .innerJoin('item_categories', 'item_categories.id', 'protocol_items.category_id')
    .select(['takes.object_key', 'takes.sha256', 'takes.window_start', 'takes.window_end', 'item_categories.name'])
    .where('asked.id', '=', takeId)
    .whereRef('other.id', '!=', 'answer.id')
    .where('takes.counts', '=', true)
    .where('takes.people', '=', 1)
    .where('item_categories.name', 'in', alone)
    .orderBy('protocol_items.position')
    .execute()
  return rows
    .toSorted((a, b) => alone.indexOf(a.name) - alone.indexOf(b.name))
    .slice(0, mostReferences)
    .map(({ object_key, sha256, window_start, window_end }) => ({
      object_key,
      sha256,
      window: { start: window_start, end: window_end },
    }))
}

/** Lends the references' files while `work` runs. A reference whose file is gone is left out. */
export async function lendReferences<T>(
  store: ObjectStore,
  references: readonly Reference[],
  work: (parts: StoredPart[]) => Promise<T>,
  lent: StoredPart[] = [],
): Promise<T> {
  const [next, ...rest] = references
  if (next === undefined) return work(lent)
  const { object_key, ...part } = next
  const done = await store.lend(object_key, async (file) => ({
    result: await lendReferences(store, rest, work, [...lent, { ...part, file }]),
  }))
  return done === undefined ? lendReferences(store, rest, work, lent) : done.result
}
