import { setImmediate } from 'node:timers/promises'

const longestTurnMs = 20

/** @returns to be awaited between the steps of long work, so that other calls get their turn every 20 ms */
export function createTurns(): () => Promise<void> {
  let since = performance.now()
  return async () => {
    if (performance.now() - since < longestTurnMs) return
    await setImmediate()
    since = performance.now()
  }
}
