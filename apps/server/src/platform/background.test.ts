import { expect, onTestFinished, test } from 'vitest'
import { createBackground } from './background.ts'

function background() {
  const created = createBackground({ firstMs: 1, maxMs: 2 })
  onTestFinished(created.stop)
  return created
}

test('runs a task again after it threw, rejected or rejected without an error, until it succeeds', async () => {
  const failures = [
    () => {
      throw new Error('thrown')
    },
    () => Promise.reject(new Error('rejected')),
    () => Promise.reject(undefined),
  ]
  let runs = 0
  await new Promise<void>((resolve) =>
    background().once('seal-audit-log', async () => {
      await failures[runs++]?.()
      resolve()
    }),
  )
  expect(runs).toBe(failures.length + 1)
})

test('survives work that throws before it returns a promise', async () => {
  let runs = 0
  await new Promise<void>((resolve) =>
    background().once('watch-clock', () => {
      if (runs++ === 0) throw new TypeError('thrown at once')
      resolve()
      return Promise.resolve()
    }),
  )
  expect(runs).toBe(2)
})

test('repeats a task after each end, and after a failure', async () => {
  let runs = 0
  await new Promise<void>((resolve) =>
    background().every('report-calls', 0.001, async () => {
      if (++runs === 2) throw new Error('once')
      if (runs === 4) resolve()
    }),
  )
  expect(runs).toBe(4)
})

test('stop aborts running tasks, waits for them, and starts none again', async () => {
  const { once, every, stop } = createBackground({ firstMs: 1, maxMs: 1 })
  let [starts, ends] = [0, 0]
  const untilAborted = async (signal: AbortSignal) => {
    starts++
    await new Promise((resolve) => signal.addEventListener('abort', resolve))
    ends++
  }
  once('seed-demonstration', untilAborted)
  every('report-calls', 0, untilAborted)
  await stop()
  expect([starts, ends]).toEqual([2, 2])
})
