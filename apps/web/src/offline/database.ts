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

const version = 3
const stores = ['key', 'answers', 'media', 'signIn'] as const

function makeStores(database: OfflineDatabase): void {
  for (const store of stores) if (!database.objectStoreNames.contains(store)) database.createObjectStore(store)
}

/** Another page deletes everything, as after a sign-out. */
const blocking = (_current: number, _blocked: number | null, event: IDBVersionChangeEvent) =>
  (event.target as IDBDatabase).close()

/** The database to keep something in. */
export const openOffline = (): Promise<OfflineDatabase> =>
  openDB<OfflineSchema>(offlineDatabase, version, { upgrade: makeStores, blocking })

/** The database if there is one. A search that made one would bring it back while it is being deleted. */
export async function openExisting(): Promise<OfflineDatabase | null> {
  let isMissing = false
  try {
    return await openDB<OfflineSchema>(offlineDatabase, version, {
      upgrade(database, before, _version, transaction) {
        isMissing = before === 0
        if (!isMissing) return makeStores(database)
        transaction.done.catch(() => {})
        transaction.abort()
      },
      blocking,
    })
  } catch (error) {
    if (isMissing) return null
    throw error
  }
}
