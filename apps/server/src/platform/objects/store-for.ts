import type { ObjectStore, StagedObject } from './object-store.ts'

/**
 * Stores the bytes, then runs the transaction that writes the row which points to them: a row always has its bytes,
 * and no connection of the database waits for the store. The transaction calls `keep` when nothing of it can fail any
 * more but its commit; otherwise the bytes are removed. After a commit whose answer was lost they stay: the row may be
 * there, and `npm run scrub` finds bytes without one.
 */
export async function storeFor<T>(
  store: ObjectStore,
  staged: StagedObject,
  key: string,
  transact: (keep: () => void) => Promise<T>,
): Promise<T> {
  let isKept = false
  await store.commit(staged, key)
  try {
    return await transact(() => {
      isKept = true
    })
  } finally {
    // Should the store be away by now, the scrub will find them.
    if (!isKept) await store.remove(key).catch(() => {})
  }
}
