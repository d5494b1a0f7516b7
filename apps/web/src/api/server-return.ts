import { send } from './http.ts'

const askEveryMs = 15_000
const answerWithinMs = 10_000
const listeners = new Set<() => void>()
let timer: ReturnType<typeof setInterval> | undefined

/**
 * Calls the listener each time that the server is found to answer, as long as somebody waits for it. Asking for the data
 * themselves would replace what the page says by a sign of loading each time.
 */
export function onServerReturn(listener: () => void): () => void {
  listeners.add(listener)
  if (listeners.size === 1) {
    timer = setInterval(ask, askEveryMs)
    addEventListener('online', ask)
  }
  return () => {
    listeners.delete(listener)
    if (listeners.size > 0) return
    clearInterval(timer)
    removeEventListener('online', ask)
  }
}

async function ask(): Promise<void> {
  const signal = AbortSignal.timeout(answerWithinMs)
  const answer = await send('/health', { signal, cache: 'no-store' }).catch(() => null)
  if (answer?.ok) for (const listener of [...listeners]) listener()
}
