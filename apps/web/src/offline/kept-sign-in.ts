import { endedSession, forgetOffline, lastGesture, readSession, restoreSession, type Session } from '../api/session.ts'
import { openExisting, openOffline } from './database.ts'

/** The tokens of a sign-in, and when its user last did something. */
export type KeptSignIn = { session: Session; gesture: number }

/**
 * Browsers write local storage seconds late, so a kill can take away the sign-in or its latest tokens. This copy is on
 * the disk before the page says that it has saved something.
 */
export async function keepSignIn(): Promise<void> {
  const session = readSession()
  if (session === null) return
  const database = await openOffline()
  try {
    const transaction = database.transaction('signIn', 'readwrite', { durability: 'strict' })
    const kept: KeptSignIn = { session, gesture: lastGesture() }
    await Promise.all([transaction.store.put(kept, 'signIn'), transaction.done])
  } finally {
    database.close()
    // The session may have ended meanwhile, after everything was deleted.
    if (readSession()?.id !== session.id) forgetOffline()
  }
}

/** Puts back what a kill took away: a later sign-in or later tokens. Never those of a session that was ended here. */
export async function restoreSignIn(): Promise<void> {
  const database = await openExisting()
  const kept = await database?.get('signIn', 'signIn').finally(() => database.close())
  if (kept === undefined || kept.session.id === endedSession()) return
  if (kept.session.refreshedAt > (readSession()?.refreshedAt ?? 0)) restoreSession(kept.session, kept.gesture)
}
