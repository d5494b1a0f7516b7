import type { Database } from '../platform/database/database.ts'
import type { KeyRing } from '../platform/keys.ts'
import { sealEntries } from './chain.ts'

const everySeconds = 15

/** Takes new entries into the chain as long as the server lives; several processes take turns. */
export function startSealing(database: Database, keys: KeyRing, onError: (error: Error) => void) {
  let running: Promise<unknown> = Promise.resolve()
  let isBusy = false
  const timer = setInterval(() => {
    if (isBusy) return
    isBusy = true
    running = sealEntries(database, keys)
      .catch(onError)
      .finally(() => {
        isBusy = false
      })
  }, everySeconds * 1000)
  return async () => {
    clearInterval(timer)
    await running
    // What came since the last round does not wait for the next start.
    await sealEntries(database, keys).catch(onError)
  }
}
