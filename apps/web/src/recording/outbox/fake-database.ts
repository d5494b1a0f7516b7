import 'fake-indexeddb/auto'
import { IDBFactory } from 'fake-indexeddb'
import { vi } from 'vitest'
import { type SealingKey, sealingKeyOf } from '../../api/sealing.ts'
import { openOutbox } from './database.ts'
import { createSealedStore } from './sealed-store.ts'

// An in-memory IndexedDB. Only for tests.

/** A key derived from one byte; so are the former keys. */
export function keyOf(byte: number, ...former: number[]): Promise<SealingKey> {
  const named = (one: number) => ({ key_id: `k${one}`, key: Buffer.alloc(32, one).toString('base64url') })
  return sealingKeyOf({ ...named(byte), former: former.map(named) })
}

/** Replaces the browser's databases with none. */
export function emptyBrowser(): void {
  vi.stubGlobal('indexedDB', new IDBFactory())
}

export const openStore = async (key?: SealingKey) => createSealedStore(await openOutbox(), key ?? (await keyOf(1)))
