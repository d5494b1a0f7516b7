export type WakeLock = { hold: () => void; release: () => void }

/** Keeps the screen on while held. The browser drops the lock when the tab is hidden, so it is requested again. */
export function createWakeLock(): WakeLock {
  let held = false
  let sentinel: WakeLockSentinel | null = null

  async function request() {
    if (!held || sentinel || document.visibilityState !== 'visible' || !navigator.wakeLock) return
    // Refused on low battery; the recording continues without it.
    const lock = await navigator.wakeLock.request('screen').catch(() => null)
    if (!lock) return
    if (!held || sentinel) return void lock.release()
    sentinel = lock
    lock.addEventListener('release', () => {
      if (sentinel === lock) sentinel = null
    })
  }

  return {
    hold() {
      if (held) return
      held = true
      document.addEventListener('visibilitychange', request)
      void request()
    },
    release() {
      held = false
      document.removeEventListener('visibilitychange', request)
      void sentinel?.release()
      sentinel = null
    },
  }
}
