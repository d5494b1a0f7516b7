import type { ObjectStore, StagedObject } from './object-store.ts'

/**
 * Stores the bytes, then runs the transaction that writes their row: a row always has its bytes, and no database
 * connection waits for the store. The transaction calls `keep` when only its commit can still fail; without that call
 * the bytes are removed. If the answer to the commit is lost, the bytes stay, because the row may exist;
 * `npm run tool -- scrub` finds bytes without a row.
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
    // If the store is unavailable now, the scrub finds the bytes later.
    if (!isKept) await store.remove(key).catch(() => {})
  }
}

/** The same for several objects: their rows all have their bytes, or none of them is stored. */
export function storeAllFor<T>(
  store: ObjectStore,
  objects: readonly { staged: StagedObject; key: string }[],
  transact: (keep: () => void) => Promise<T>,
): Promise<T> {
  const [first, ...others] = objects
  if (first === undefined) return transact(() => {})
  return storeFor(store, first.staged, first.key, (keepFirst) =>
    storeAllFor(store, others, (keepOthers) =>
      transact(() => {
        keepFirst()
        keepOthers()
      }),
    ),
  )
}
