import {
  announceEnd,
  isSessionItem,
  lastGesture,
  noteGesture,
  readSession,
  refreshSession,
  signOut,
} from './session.ts'

const refreshEveryMs = 60_000
const idleLimitMs = 60 * 60_000
const noteEveryMs = 1_000
const gestures = ['pointerdown', 'keydown', 'touchstart'] as const

/**
 * Keeps the session alive while the user works: refreshes it every minute, ends it after an hour without a gesture in
 * any tab, and follows changes by other tabs. Returns a function that stops it.
 */
export function watchActivity(): () => void {
  const own = readSession()?.id

  const onGesture = () => {
    // The first touch after the limit does not revive an expired session.
    if (!endIfIdle() && Date.now() - lastGesture() > noteEveryMs) noteGesture()
  }
  const leaveIfOther = () => {
    if (readSession()?.id !== own) announceEnd('signed_out')
  }
  const onStorage = ({ key }: StorageEvent) => {
    if (isSessionItem(key)) leaveIfOther()
  }
  // The browser's back button may restore a whole page with its content from before sign-out.
  const onPageShow = ({ persisted }: PageTransitionEvent) => {
    if (persisted) leaveIfOther()
  }
  const onVisible = () => {
    if (document.visibilityState === 'visible') keepAlive()
  }

  for (const gesture of gestures) addEventListener(gesture, onGesture, { capture: true, passive: true })
  addEventListener('storage', onStorage)
  addEventListener('pageshow', onPageShow)
  document.addEventListener('visibilitychange', onVisible)
  const timer = setInterval(keepAlive, refreshEveryMs)
  keepAlive()

  return () => {
    for (const gesture of gestures) removeEventListener(gesture, onGesture, { capture: true })
    removeEventListener('storage', onStorage)
    removeEventListener('pageshow', onPageShow)
    document.removeEventListener('visibilitychange', onVisible)
    clearInterval(timer)
  }
}

/** Ends the session if the last gesture in any tab is an hour old. */
export function endIfIdle(): boolean {
  if (readSession() === null || Date.now() - lastGesture() < idleLimitMs) return false
  void signOut('idle')
  return true
}

function keepAlive(): void {
  const session = readSession()
  if (session === null || endIfIdle()) return
  // Timers of several tabs drift apart; one refresh a minute is enough for all of them.
  if (Date.now() - session.refreshedAt < refreshEveryMs - 5_000) return
  refreshSession(session.access).catch(() => undefined) // refused: already ended; unreachable: next minute
}
