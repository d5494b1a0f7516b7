// @module-tag long
import { spawn } from 'node:child_process'
import { readdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { expect, onTestFinished, test } from 'vitest'
import { postgresProcessesOf } from './processes.ts'
import {
  clusterOf,
  idsOf,
  isRunning,
  makeDataDir,
  makeUsedDataDir,
  parentOf,
  postmasterPid,
  query,
  serve,
  start,
  until,
  weAreRoot,
} from './testing.ts'

test('when the server is killed, PostgreSQL stops and starts again with the committed data', async () => {
  const dataDir = await makeUsedDataDir()
  const server = serve(dataDir)
  const { connectionString } = await server.answer()
  await query(connectionString!, 'CREATE TABLE kept (n int)', 'INSERT INTO kept VALUES (7)')
  server.kill()
  await until(() => !isRunning(dataDir))
  expect(await query((await start(dataDir)).connectionString, 'SELECT n FROM kept')).toEqual([{ n: 7 }])
})

test('a start right after the server was killed succeeds immediately', async () => {
  const dataDir = await makeUsedDataDir()
  const server = serve(dataDir)
  await server.answer()
  server.kill()
  expect(await query((await start(dataDir)).connectionString, 'SELECT 1 AS one')).toEqual([{ one: 1 }])
})

/** Stops both before killing them: otherwise the one that outlives the other for a moment would react. */
function killTogether(shells: readonly number[]) {
  for (const signal of ['SIGSTOP', 'SIGKILL'] as const) for (const shell of shells) process.kill(shell, signal)
}

test('a PostgreSQL that lost the server and its supervisors is stopped by the next start', async () => {
  const dataDir = await makeUsedDataDir()
  const server = serve(dataDir)
  const { connectionString } = await server.answer()
  await query(connectionString!, 'CREATE TABLE kept (n int)', 'INSERT INTO kept VALUES (7)')
  const orphan = postmasterPid(dataDir)
  killTogether(supervisorsOf(orphan))
  server.kill()
  await sleep(1_000)
  expect(postgresProcessesOf(clusterOf(dataDir))).toContain(orphan)

  const next = await start(dataDir)
  expect(next.lines).toContain('A database process left from an earlier run was stopped')
  expect(postgresProcessesOf(clusterOf(dataDir))).not.toContain(orphan)
  expect(await query(next.connectionString, 'SELECT n FROM kept')).toEqual([{ n: 7 }])
})

test('backends whose postmaster was killed do not prevent the next start', async () => {
  const dataDir = await makeUsedDataDir()
  const server = serve(dataDir)
  const { connectionString } = await server.answer()
  const busy = query(connectionString!, 'SELECT count(*) FROM generate_series(1, 100000000000)').catch(() => 'aborted')
  await sleep(300)
  const postmaster = postmasterPid(dataDir)
  killTogether(supervisorsOf(postmaster))
  server.kill()
  process.kill(postmaster, 'SIGKILL')
  await until(() => !postgresProcessesOf(clusterOf(dataDir)).includes(postmaster))
  expect(isRunning(dataDir)).toBe(true) // a query that never pauses does not notice
  expect(await query((await start(dataDir)).connectionString, 'SELECT 1 AS one')).toEqual([{ one: 1 }])
  expect(await busy).toBe('aborted')
})

test.each(['first', 'second'])('stop() works when the %s of the two supervisors was killed', async (which) => {
  const dataDir = await makeUsedDataDir()
  const { stop } = await start(dataDir)
  const [first, second] = supervisorsOf(postmasterPid(dataDir))
  process.kill(which === 'first' ? first! : second!, 'SIGKILL')
  await sleep(50)
  await stop()
  expect(isRunning(dataDir)).toBe(false)
})

test('reports an unexpected end', async () => {
  const dataDir = await makeUsedDataDir()
  const { ended } = await start(dataDir)
  process.kill(postmasterPid(dataDir), 'SIGKILL')
  await expect(ended).resolves.toBeTypeOf('string')
})

test('a number in postmaster.pid that another program has now is ignored, and that program is not killed', async () => {
  const dataDir = await makeUsedDataDir()
  const server = serve(dataDir)
  await server.answer()
  const postmaster = postmasterPid(dataDir)
  // A process of the same user, as after a restart of the machine: PostgreSQL would take it for a running server.
  const foreign = spawn('sleep', ['60'], { ...(weAreRoot ? idsOf(postmaster) : {}), cwd: '/', stdio: 'ignore' })
  onTestFinished(() => {
    foreign.kill()
  })
  server.kill()
  await until(() => !isRunning(dataDir))
  const stale = `${foreign.pid}\n/proc/self/fd/3\n1700000000\n5432\n.\n\n  1234567         1\nready   \n`
  writeFileSync(join(clusterOf(dataDir), 'postmaster.pid'), stale)
  writeFileSync(join(clusterOf(dataDir), '.s.PGSQL.5432.lock'), stale)

  expect(await query((await start(dataDir)).connectionString, 'SELECT 1 AS one')).toEqual([{ one: 1 }])
  expect(foreign.exitCode).toBeNull()
  expect(foreign.signalCode).toBeNull()
})

test("a second server on the same data folder is refused, with the first one's process id", async () => {
  const dataDir = await makeUsedDataDir()
  const first = await start(dataDir)
  expect(await serve(dataDir).answer()).toMatchObject({
    code: 'in_use',
    message: expect.stringContaining(`process ${process.pid}`),
  })
  await expect(start(dataDir)).rejects.toMatchObject({ code: 'in_use' })
  expect(await query(first.connectionString, 'SELECT 1 AS one')).toEqual([{ one: 1 }])
})

test('one of two concurrent first starts succeeds and the other is refused', async () => {
  const dataDir = makeDataDir()
  const answers = await Promise.all([serve(dataDir).answer(), serve(dataDir).answer()])
  expect(answers.filter(({ code }) => code === 'in_use')).toHaveLength(1)
  expect(answers.filter(({ connectionString }) => connectionString)).toHaveLength(1)
})

test.each([150, 300, 450, 600])('a creation that was killed after %d ms is repeated', async (milliseconds) => {
  const dataDir = makeDataDir()
  const server = serve(dataDir)
  await until(() => server.errors().includes('Creating the database'))
  await sleep(milliseconds)
  server.kill()
  expect(await query((await start(dataDir)).connectionString, 'SELECT 1 AS one')).toEqual([{ one: 1 }])
  expect(readdirSync(join(dataDir, 'postgres')).filter((name) => name.startsWith('cluster.new'))).toEqual([])
})

/** The shell that runs PostgreSQL, and its child that watches the server. */
function supervisorsOf(postmaster: number): number[] {
  const first = parentOf(postmaster)
  const second = readdirSync('/proc')
    .map(Number)
    .filter((pid) => pid > 0 && pid !== postmaster)
    .find((pid) => {
      try {
        return parentOf(pid) === first
      } catch {
        return false
      }
    })
  return [first, second!]
}
