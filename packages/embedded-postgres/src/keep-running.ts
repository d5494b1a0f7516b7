import { setTimeout as sleep } from 'node:timers/promises'
import type { EmbeddedPostgres } from './embedded-postgres.ts'

const hourMs = 3_600_000
const maxRestartsAnHour = 10
/** A PostgreSQL that ends sooner than this after its start still has its problem. */
const shortLifeMs = 60_000
const maxDelayMs = 60_000

/**
 * Plans restarts: the first one at once, further ones after short lives with growing delays, and at most ten within an
 * hour. An eleventh waits until the first of those ten is an hour old.
 */
export function createRestartPlan() {
  const restarts: number[] = []
  let shortLives = 0
  /** @returns the wait before the next restart; all times are milliseconds of a monotonic clock */
  return (now: number, lifeMs: number): { delayMs: number; isLimited: boolean } => {
    shortLives = lifeMs < shortLifeMs ? shortLives + 1 : 1
    const backOffMs = shortLives === 1 ? 0 : Math.min(maxDelayMs, 1_000 * 2 ** (shortLives - 2))
    const tenthLast = restarts.at(-maxRestartsAnHour) ?? -Infinity
    const allowedInMs = tenthLast + hourMs - now
    const delayMs = Math.max(backOffMs, allowedInMs)
    restarts.push(now + delayMs)
    return { delayMs, isLimited: allowedInMs > backOffMs }
  }
}

export type RestartEvent =
  | { event: 'database_ended' | 'database_restart_limit_reached'; reason: string; restart_in_s: number }
  | { event: 'database_restarted'; after_s: number }
  | { event: 'database_restart_failed'; error: unknown }

/** Restarts the embedded database whenever it ends, until `stop`, and reports each event. */
export function keepRunning(
  postgres: EmbeddedPostgres,
  report: (event: RestartEvent) => void,
): { stop(): Promise<void> } {
  const stopping = new AbortController()
  const { signal } = stopping
  const planRestart = createRestartPlan()
  let startedAt = performance.now()

  async function keep() {
    for (;;) {
      const reason = await postgres.ended
      if (signal.aborted) return
      const now = performance.now()
      const { delayMs, isLimited } = planRestart(now, now - startedAt)
      report({
        event: isLimited ? 'database_restart_limit_reached' : 'database_ended',
        reason,
        restart_in_s: Math.ceil(delayMs / 1000),
      })
      await sleep(delayMs, undefined, { signal }).catch(() => {}) // stopped: the restart below refuses
      startedAt = performance.now()
      await postgres.restart().then(
        () => report({ event: 'database_restarted', after_s: (performance.now() - now) / 1000 }),
        (error) => signal.aborted || report({ event: 'database_restart_failed', error }),
      )
    }
  }
  const keeping = keep()
  return {
    async stop() {
      stopping.abort()
      await postgres.stop()
      await keeping
    },
  }
}
