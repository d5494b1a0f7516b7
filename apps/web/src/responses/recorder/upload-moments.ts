/** Moments at which a failed upload is worth another try at once. Returns the way to stop listening. */
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
