/** Calls the listener when a failed upload should be retried at once. Returns a function that stops it. */
export function onReturn(listener: () => void): () => void {
  const listening = new AbortController()
  const { signal } = listening
  globalThis.addEventListener?.('online', listener, { signal })
  globalThis.addEventListener?.('focus', listener, { signal })
  globalThis.document?.addEventListener(
    'visibilitychange',
    () => document.visibilityState === 'visible' && listener(),
    { signal },
  )
  return () => listening.abort()
}
