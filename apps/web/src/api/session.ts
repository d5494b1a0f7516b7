import type { Tokens } from '@fonema/contract'
import { failureOf, send } from './http.ts'
import { randomId } from './random-id.ts'

/** Stored in local storage, where every tab of the browser can read it. */
export type Session = Tokens & {
  /** Created at sign-in: distinguishes a rotated token from another user's session. */
  id: string
  /** When the request for the current tokens was sent, in epoch milliseconds. */
  refreshedAt: number
}

export type SessionEnd = 'signed_out' | 'idle' | 'refused'

const sessionItem = 'fonema.session'
const gestureItem = 'fonema.gesture'
/** The latest session that was ended in this browser: a copy of its tokens must not bring it back. */
const endedItem = 'fonema.ended'
const endListeners = new Set<(reason: SessionEnd) => void>()

export function readSession(): Session | null {
  try {
    return JSON.parse(localStorage.getItem(sessionItem) ?? 'null')
  } catch {
    return null
  }
}

const storeListeners = new Set<() => void>()

function store(session: Session): void {
  localStorage.setItem(sessionItem, JSON.stringify(session))
  for (const listener of storeListeners) listener()
}

/** Called after each sign-in and each exchange of tokens in this page. */
export function onSessionStored(listener: () => void): () => void {
  storeListeners.add(listener)
  return () => storeListeners.delete(listener)
}

export const endedSession = (): string | null => localStorage.getItem(endedItem)

/** Puts back a session that the browser had not written yet when it was killed. */
export function restoreSession(session: Session, gesture: number): void {
  localStorage.setItem(gestureItem, String(Math.max(gesture, lastGesture())))
  store(session)
}

export function startSession(tokens: Tokens): void {
  noteGesture()
  store({ ...tokens, id: randomId(), refreshedAt: Date.now() })
}

export const lastGesture = (): number => Number(localStorage.getItem(gestureItem) ?? 0)

export function noteGesture(): void {
  localStorage.setItem(gestureItem, String(Date.now()))
}

/** What the browser keeps of a session to work without a network. */
export const offlineDatabase = 'fonema-offline'

/** Whether this browser keeps something. */
export async function hasOffline(): Promise<boolean> {
  const databases = await globalThis.indexedDB?.databases?.().catch(() => [])
  return databases?.some(({ name }) => name === offlineDatabase) ?? false
}

/** Deletes it, with its key. An open page closes its connection first, so this cannot wait for long. */
export function forgetOffline(): void {
  globalThis.indexedDB?.deleteDatabase(offlineDatabase)
}

/** Deletes the tokens and notifies the listeners, only once if called repeatedly. */
export function endSession(reason: SessionEnd): void {
  const session = readSession()
  if (session === null) return
  localStorage.setItem(endedItem, session.id)
  localStorage.removeItem(sessionItem)
  localStorage.removeItem(gestureItem)
  forgetOffline()
  announceEnd(reason)
}

export function announceEnd(reason: SessionEnd): void {
  for (const listener of endListeners) listener(reason)
}

export function onSessionEnd(listener: (reason: SessionEnd) => void): () => void {
  endListeners.add(listener)
  return () => endListeners.delete(listener)
}

export const isSessionItem = (key: string | null): boolean => key === sessionItem || key === null

/** Ends the session here at once, and on the server as soon as it can be reached. */
export async function signOut(reason: SessionEnd = 'signed_out'): Promise<void> {
  const session = readSession()
  if (session === null) return
  // `keepalive` lets the call outlive this page.
  const ending = send('/user/logout/', { method: 'POST', keepalive: true }, session.access)
  endSession(reason)
  await ending.catch(() => undefined) // unreachable: the server ends an idle session by itself
}

let refreshing: Promise<void> | null = null

/**
 * Gets new tokens, unless the stored ones are no longer `staleAccess` (another tab has refreshed). Ends the session if
 * the server refuses; throws and keeps it if the server is unreachable.
 */
export function refreshSession(staleAccess: string): Promise<void> {
  refreshing ??= alone(() => exchange(staleAccess)).finally(() => {
    refreshing = null
  })
  return refreshing
}

async function exchange(staleAccess: string): Promise<void> {
  const before = readSession()
  if (before === null || before.access !== staleAccess) return
  const refreshedAt = Date.now()
  const response = await send('/user/api/token/refresh/', {
    method: 'POST',
    headers: { 'Content-Type': 'application/json' },
    body: JSON.stringify({ refresh: before.refresh, active: lastGesture() > before.refreshedAt }),
    signal: AbortSignal.timeout(20_000), // every tab waits for this request
  })
  const isCurrent = () => readSession()?.id === before.id
  if (response.ok) {
    const tokens: Tokens = await response.json()
    if (isCurrent()) store({ ...before, ...tokens, refreshedAt })
    return
  }
  const failure = await failureOf(response)
  if ((response.status === 400 || response.status === 401) && isCurrent()) endSession('refused')
  throw failure
}

// Locks exist only in secure contexts; elsewhere the server's grace period for two tabs must suffice.
function alone(task: () => Promise<void>): Promise<void> {
  return globalThis.navigator?.locks === undefined ? task() : navigator.locks.request('fonema.refresh', task)
}
