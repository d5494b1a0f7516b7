import { setImmediate } from 'node:timers/promises'

const maxTurnMs = 20

/** @returns a function to await between the steps of long work, so that other calls run every 20 ms */
export function createTurns(): () => Promise<void> {
  let since = performance.now()
  return async () => {
    if (performance.now() - since < maxTurnMs) return
    await setImmediate()
    since = performance.now()
  }
}
