import { type DBSchema, type IDBPDatabase, openDB } from 'idb'
import type { Sealed } from '../api/sealing.ts'
import { offlineDatabase } from '../api/session.ts'

/** The key of one sign-in. It cannot be exported, and opens only what this session has kept. */
export type SessionKey = { session: string; since: number; key: CryptoKey }

/** Without the key only hashes are readable. */
interface OfflineSchema extends DBSchema {
  key: { key: 'key'; value: SessionKey }
  answers: { key: string; value: Sealed }
  /** Pictures, sounds and videos of protocols. */
  media: { key: string; value: Sealed & { type: string } }
}

export type OfflineDatabase = IDBPDatabase<OfflineSchema>

export function openOffline(): Promise<OfflineDatabase> {
  return openDB<OfflineSchema>(offlineDatabase, 2, {
    upgrade(database) {
      for (const store of ['key', 'answers', 'media'] as const)
        if (!database.objectStoreNames.contains(store)) database.createObjectStore(store)
    },
    // Another page deletes everything, as after a sign-out.
    blocking: (_current, _blocked, event) => (event.target as IDBDatabase).close(),
  })
}
