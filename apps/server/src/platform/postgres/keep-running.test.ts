import { expect, test } from 'vitest'
import { createRestartPlan, keepRunning } from './keep-running.ts'
import { isRunning, makeUsedDataDir, postmasterPid, query, start, until } from './testing.ts'

const minute = 60_000

test('restarts a killed postmaster at the same address, with what was committed', async () => {
  const dataDir = await makeUsedDataDir()
  const postgres = await start(dataDir)
  const kept = keepRunning(postgres)
  await query(postgres.connectionString, 'CREATE TABLE kept (n int)', 'INSERT INTO kept VALUES (7)')
  for (const _ of ['first', 'second']) {
    const killed = postmasterPid(dataDir)
    process.kill(killed, 'SIGKILL')
    await until(() => isRestarted(dataDir, killed), 30_000)
    const found = () => query(postgres.connectionString, 'SELECT n FROM kept').catch(() => [])
    await expect.poll(found, { timeout: 30_000 }).toEqual([{ n: 7 }])
  }
  await kept.stop()
  expect(isRunning(dataDir)).toBe(false)
})

function isRestarted(dataDir: string, killed: number): boolean {
  try {
    return postmasterPid(dataDir) !== killed && isRunning(dataDir)
  } catch {
    return false // between two lives there is no such file
  }
}

test('does not restart a database that is stopped while it restarts', async () => {
  const dataDir = await makeUsedDataDir()
  const postgres = await start(dataDir)
  const kept = keepRunning(postgres)
  process.kill(postmasterPid(dataDir), 'SIGKILL')
  await postgres.ended
  await kept.stop()
  expect(isRunning(dataDir)).toBe(false)
})

test('waits longer before each restart after a short life, and not after a long one', () => {
  const plan = createRestartPlan()
  const delays = [1, 2, 3, 4].map((number) => plan(number * minute, 1_000).delayMs)
  expect(delays).toEqual([0, 1_000, 2_000, 4_000])
  expect(plan(10 * minute, 5 * minute).delayMs).toBe(0)
})

test('restarts ten times an hour at most', () => {
  const plan = createRestartPlan()
  const lifeMs = 2 * minute
  const times = Array.from({ length: 10 }, (_, index) => (index + 1) * lifeMs)
  for (const now of times) expect(plan(now, lifeMs)).toEqual({ delayMs: 0, isLimited: false })
  const now = 11 * lifeMs
  expect(plan(now, lifeMs)).toEqual({ delayMs: times[0]! + 60 * minute - now, isLimited: true })
})
