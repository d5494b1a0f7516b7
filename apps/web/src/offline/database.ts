import { type DBSchema, type IDBPDatabase, openDB } from 'idb'
import type { Sealed } from '../api/sealing.ts'
import { offlineDatabase } from '../api/session.ts'
import type { KeptSignIn } from './kept-sign-in.ts'

/** The key of one sign-in. It cannot be exported, and opens only what this session has kept. */
export type SessionKey = { session: string; since: number; key: CryptoKey }

/** Without the key only hashes are readable. */
interface OfflineSchema extends DBSchema {
  key: { key: 'key'; value: SessionKey }
  answers: { key: string; value: Sealed }
  /** Pictures, sounds and videos of protocols. */
  media: { key: string; value: Sealed & { type: string } }
  signIn: { key: 'signIn'; value: KeptSignIn }
}

export type OfflineDatabase = IDBPDatabase<OfflineSchema>

export function openOffline(): Promise<OfflineDatabase> {
  return openDB<OfflineSchema>(offlineDatabase, 3, {
    upgrade(database) {
      for (const store of ['key', 'answers', 'media', 'signIn'] as const)
        if (!database.objectStoreNames.contains(store)) database.createObjectStore(store)
    },
    // Another page deletes everything, as after a sign-out.
    blocking: (_current, _blocked, event) => (event.target as IDBDatabase).close(),
  })
}
