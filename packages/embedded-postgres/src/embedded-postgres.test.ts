import { readdirSync, readFileSync, rmSync, statSync, truncateSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { startEmbeddedPostgres } from './embedded-postgres.ts'
import { clusterOf, isRunning, makeDataDir, makeUsedDataDir, query, start } from './testing.ts'

test('the first start creates a durable UTF-8 cluster with checksums, which later starts keep', async () => {
  const dataDir = makeDataDir()
  const first = await start(dataDir)
  expect(first.major).toBe(18)
  const [found] = await query(
    first.connectionString,
    'CREATE TABLE kept (word text)',
    "INSERT INTO kept VALUES ('ñandú')",
    `SELECT current_setting('data_checksums') AS checksums, current_setting('fsync') AS fsync,
       current_setting('synchronous_commit') AS synchronous_commit, pg_encoding_to_char(encoding) AS encoding,
       datlocprovider AS provider, datlocale AS locale, upper('ñ') AS upper
     FROM pg_database WHERE datname = current_database()`,
  )
  expect(found).toEqual({
    checksums: 'on',
    fsync: 'on',
    synchronous_commit: 'on',
    encoding: 'UTF8',
    provider: 'b',
    locale: 'C.UTF-8',
    upper: 'Ñ',
  })
  await first.stop()
  await first.stop() // a second call does nothing
  expect(isRunning(dataDir)).toBe(false)

  const second = await start(dataDir)
  expect(await query(second.connectionString, 'SELECT word FROM kept')).toEqual([{ word: 'ñandú' }])
})

test('it listens on a Unix socket in a private folder and on no port', async () => {
  const dataDir = await makeUsedDataDir()
  const { connectionString } = await start(dataDir)
  const [found] = await query<{ listen: string }>(
    connectionString,
    "SELECT current_setting('listen_addresses') AS listen",
  )
  expect(found).toEqual({ listen: '' })
  const inode = (path: string) => readFileSync(path, 'utf8')
  const sockets =
    readdirSync(`/proc/${process.pid}/net`).length > 0 ? inode('/proc/net/tcp') + inode('/proc/net/tcp6') : ''
  expect(sockets).not.toMatch(/:1538 [0-9A-F:]+ 0A/) // 5432, listening
  expect(statSync(clusterOf(dataDir)).mode & 0o777).toBe(0o700)
  expect(statSync(join(dataDir, 'postgres')).mode & 0o777).toBe(0o700)
})

test.each([
  ['spaces, quotes and letters of other scripts', `O'Brien "clínica" $HOME & ж-`],
  ['longer than a socket address', `${'long-'.repeat(30)}-`],
])('a data folder with a name of %s works', async (_, name) => {
  const dataDir = makeDataDir({ name })
  const { connectionString } = await start(dataDir)
  expect(await query(connectionString, 'SELECT 1 AS one')).toEqual([{ one: 1 }])
})

test('data in queries does not reach the log, even when a query fails', async () => {
  const { connectionString, lines, stop } = await start(await makeUsedDataDir())
  const attempts = [
    "SELECT 'secret-María'::int",
    "CREATE TABLE people (name text PRIMARY KEY); INSERT INTO people VALUES ('secret-María'), ('secret-María')",
    "DO $$ BEGIN RAISE WARNING 'secret-María'; RAISE EXCEPTION 'secret-María'; END $$",
    "SELECT pg_terminate_backend(pg_backend_pid()), 'secret-María'",
  ]
  for (const statement of attempts) await expect(query(connectionString, statement)).rejects.toThrow()
  await stop()
  expect(lines.join('\n')).toContain('shut down')
  expect(lines.join('\n')).not.toContain('secret')
})

test.each([
  ['15', 'older_major', /created by PostgreSQL 15.*contains PostgreSQL 18.*npm run tool -- restore/],
  ['99', 'newer_major', /created by PostgreSQL 99.*contains PostgreSQL 18.*newer release/],
])('data of PostgreSQL %s is refused as %s and not changed', async (version, code, message) => {
  const dataDir = await makeUsedDataDir()
  writeFileSync(join(clusterOf(dataDir), 'PG_VERSION'), `${version}\n`)
  const before = listing(clusterOf(dataDir))
  await expect(start(dataDir)).rejects.toMatchObject({ code, message: expect.stringMatching(message) })
  expect(listing(clusterOf(dataDir))).toEqual(before)
})

test('a cluster without its version is reported as damaged and never replaced', async () => {
  const dataDir = await makeUsedDataDir()
  rmSync(join(clusterOf(dataDir), 'PG_VERSION'))
  const before = listing(clusterOf(dataDir))
  await expect(start(dataDir)).rejects.toMatchObject({ code: 'damaged' })
  expect(listing(clusterOf(dataDir))).toEqual(before)
})

test("a failed start reports PostgreSQL's last words and releases the folder", async () => {
  const dataDir = await makeUsedDataDir()
  const control = join(clusterOf(dataDir), 'global', 'pg_control')
  const content = readFileSync(control)
  truncateSync(control, 100)
  await expect(start(dataDir)).rejects.toMatchObject({
    code: 'start_failed',
    message: expect.stringMatching(/ended while it started.*pg_control/s),
  })
  writeFileSync(control, content)
  expect(await query((await start(dataDir)).connectionString, 'SELECT 1 AS one')).toEqual([{ one: 1 }])
})

test('a start that takes too long is aborted, and no process remains', async () => {
  const dataDir = await makeUsedDataDir()
  await expect(startEmbeddedPostgres({ dataDir, log: () => {}, readyWithinMs: 0 })).rejects.toMatchObject({
    code: 'start_failed',
    message: expect.stringContaining('not ready within 0 s'),
  })
  expect(isRunning(dataDir)).toBe(false)
})

test('an unusable data folder is named in the error', async () => {
  const file = join(makeDataDir(), 'file')
  writeFileSync(file, '')
  await expect(start(file)).rejects.toMatchObject({ code: 'start_failed', message: expect.stringContaining(file) })
})

function listing(folder: string): string[] {
  return readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .sort()
    .map((name) => {
      const { mtimeMs, ctimeMs, size } = statSync(join(folder, name))
      return `${name} ${size} ${mtimeMs} ${ctimeMs}`
    })
}
