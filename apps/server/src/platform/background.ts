import { setTimeout as sleep } from 'node:timers/promises'
import { errorFields, writeEvent } from './log.ts'

/** All tasks besides calls and jobs. The fault scenario `background` makes each of them fail, so list each here. */
export const backgroundTasks = [
  'deliver-webhooks',
  'feed-campaigns',
  'look-for-models',
  'plan-renewal',
  'plan-index-renewal',
  'report-calls',
  'seal-audit-log',
  'seed-demonstration',
  'watch-clock',
] as const
type BackgroundTask = (typeof backgroundTasks)[number]

type Work = (signal: AbortSignal) => Promise<unknown>

const backOff = { firstMs: 1_000, maxMs: 60_000 }

/**
 * Runs tasks that no caller awaits. A failure is logged, and the task is retried with growing delays until it succeeds.
 * No failure ends the process or gives up the task.
 */
export function createBackground({ firstMs, maxMs } = backOff) {
  const stopping = new AbortController()
  const { signal } = stopping
  const running: Promise<void>[] = []
  // An aborted wait resolves; its callers check the signal next.
  const wait = (milliseconds: number) => sleep(milliseconds, undefined, { signal, ref: false }).catch(() => {})

  async function untilDone(task: BackgroundTask, work: Work) {
    for (let failures = 0; !signal.aborted; failures++) {
      try {
        await work(signal)
        if (failures > 0) writeEvent('info', 'background_task_recovered', { task, failures })
        return
      } catch (error) {
        const delayMs = Math.min(maxMs, firstMs * 2 ** failures)
        writeEvent('error', 'background_task_failed', { task, ...errorFields(error), retry_in_s: delayMs / 1000 })
        await wait(delayMs)
      }
    }
  }
  async function again(task: BackgroundTask, seconds: number, work: Work) {
    while (!signal.aborted) {
      await untilDone(task, work)
      await wait(seconds * 1000)
    }
  }

  return {
    /** Runs the task now. */
    once(task: BackgroundTask, work: Work) {
      running.push(untilDone(task, work))
    },
    /** Runs the task now, and again `seconds` after each end. */
    every(task: BackgroundTask, seconds: number, work: Work) {
      running.push(again(task, seconds, work))
    },
    /** Aborts the signal of the running tasks and waits for them. */
    async stop() {
      stopping.abort()
      await Promise.all(running)
    },
  }
}
