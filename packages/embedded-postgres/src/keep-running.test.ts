import { expect, test } from 'vitest'
import { createRestartPlan, keepRunning, type RestartEvent } from './keep-running.ts'
import { isRunning, makeUsedDataDir, postmasterPid, query, start, until } from './testing.ts'

const minute = 60_000

test('restarts a killed postmaster at the same address, with the committed data', async () => {
  const dataDir = await makeUsedDataDir()
  const postgres = await start(dataDir)
  const events: RestartEvent[] = []
  const kept = keepRunning(postgres, (event) => events.push(event))
  await query(postgres.connectionString, 'CREATE TABLE kept (n int)', 'INSERT INTO kept VALUES (7)')
  for (const restarts of [1, 2]) {
    const killed = postmasterPid(dataDir)
    process.kill(killed, 'SIGKILL')
    await until(() => isRestarted(dataDir, killed))
    const found = () => query(postgres.connectionString, 'SELECT n FROM kept').catch(() => [])
    await expect.poll(found, { timeout: 30_000 }).toEqual([{ n: 7 }])
    // The database answers a moment before its restart is known.
    await until(() => events.length === 2 * restarts)
  }
  await kept.stop()
  expect(isRunning(dataDir)).toBe(false)
  const names = ['database_ended', 'database_restarted']
  expect(events.map(({ event }) => event)).toEqual([...names, ...names])
})

function isRestarted(dataDir: string, killed: number): boolean {
  try {
    return postmasterPid(dataDir) !== killed && isRunning(dataDir)
  } catch {
    return false // between two postmasters the file does not exist
  }
}

test('does not restart a database that is stopped during the restart', async () => {
  const dataDir = await makeUsedDataDir()
  const postgres = await start(dataDir)
  const kept = keepRunning(postgres, () => {})
  process.kill(postmasterPid(dataDir), 'SIGKILL')
  await postgres.ended
  await kept.stop()
  expect(isRunning(dataDir)).toBe(false)
})

test('waits longer before each restart after a short life, and not at all after a long one', () => {
  const plan = createRestartPlan()
  const delays = [1, 2, 3, 4].map((number) => plan(number * minute, 1_000).delayMs)
  expect(delays).toEqual([0, 1_000, 2_000, 4_000])
  expect(plan(10 * minute, 5 * minute).delayMs).toBe(0)
})

test('restarts at most ten times an hour', () => {
  const plan = createRestartPlan()
  const lifeMs = 2 * minute
  const times = Array.from({ length: 10 }, (_, index) => (index + 1) * lifeMs)
  for (const now of times) expect(plan(now, lifeMs)).toEqual({ delayMs: 0, isLimited: false })
  const now = 11 * lifeMs
  expect(plan(now, lifeMs)).toEqual({ delayMs: times[0]! + 60 * minute - now, isLimited: true })
})
