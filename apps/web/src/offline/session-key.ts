import type { SealingKey } from '../api/sealing.ts'
import { forgetOffline, readSession } from '../api/session.ts'
import { type OfflineDatabase, openExisting, openOffline, type SessionKey } from './database.ts'

/** The server ends every session then. Here, so does the key. */
const longestSessionMs = 12 * 60 * 60_000
const clockErrorMs = 120_000

type Opened = { database: OfflineDatabase; key: SealingKey; session: string }

/** `creates`: makes the key of this session if there is none. Null: there is no key, or nobody is signed in. */
export async function withKey<T>(
  creates: boolean,
  work: (opened: Opened) => Promise<T>,
  isRepeat = false,
): Promise<T | null> {
  const session = readSession()?.id
  if (session === undefined) return null
  const fresh = creates ? await newKey(session) : null
  const database = creates ? await openOffline() : await openExisting()
  if (database === null) return null
  let isUsable = false
  try {
    const found = await keyIn(database, fresh)
    if (found === null) {
      // Another call is just keeping the first answer: deleting now could take it.
      isUsable = true
      return null
    }
    isUsable = found.session === session && !isExpired(found)
    if (isUsable) return await work({ database, key: { id: session, key: found.key, former: [] }, session })
  } finally {
    database.close()
    // The session may have ended meanwhile, after everything was deleted.
    if (readSession()?.id !== session) isUsable = false
    if (!isUsable) forgetOffline()
  }
  // What an earlier session left is gone.
  return creates && !isRepeat && readSession()?.id === session ? withKey(creates, work, true) : null
}

/** The stored key, or the fresh one where there is none: two pages of one session must agree. */
async function keyIn(database: OfflineDatabase, fresh: SessionKey | null): Promise<SessionKey | null> {
  // What was sealed with a key that is lost cannot be opened any more.
  const transaction = database.transaction('key', fresh === null ? 'readonly' : 'readwrite', { durability: 'strict' })
  const stored = await transaction.store.get('key')
  if (stored === undefined && fresh !== null) await transaction.objectStore('key').put!(fresh, 'key')
  await transaction.done
  return stored ?? fresh
}

async function newKey(session: string): Promise<SessionKey> {
  const key = await crypto.subtle.generateKey({ name: 'AES-GCM', length: 256 }, false, ['encrypt', 'decrypt'])
  return { session, since: Date.now(), key }
}

/** A clock that was set back before the sign-in would keep the key for longer than the session may last. */
const isExpired = ({ since }: SessionKey) => Date.now() - since > longestSessionMs || Date.now() < since - clockErrorMs

/** Places name participants: on the disk they are hashes. */
export async function nameOf({ session }: Opened, place: string): Promise<string> {
  const digest = await crypto.subtle.digest('SHA-256', new TextEncoder().encode(`${session} ${place}`))
  return btoa(String.fromCharCode(...new Uint8Array(digest)))
}
