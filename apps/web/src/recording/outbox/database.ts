import { type DBSchema, type IDBPDatabase, openDB } from 'idb'
import type { Sealed } from '../../api/sealing.ts'
import { outboxName } from './has-outbox.ts'

/** Encrypted: without the key, only random ids, numbers and the key's name are readable. */
interface OutboxSchema extends DBSchema {
  records: { key: string; value: Sealed & { id: string; key_id: string }; indexes: { key_id: string } }
  /** Samples of a take, in order. */
  chunks: { key: [take: string, index: number]; value: Sealed }
}

export type OutboxDatabase = IDBPDatabase<OutboxSchema>

export function openOutbox(): Promise<OutboxDatabase> {
  return openDB<OutboxSchema>(outboxName, 1, {
    upgrade(database) {
      database.createObjectStore('records', { keyPath: 'id' }).createIndex('key_id', 'key_id')
      database.createObjectStore('chunks')
    },
    // A newer version of the page waits until this connection closes.
    blocking: (_current, _blocked, event) => (event.target as IDBDatabase).close(),
  })
}
