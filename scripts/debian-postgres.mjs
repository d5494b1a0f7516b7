// Debian's PostgreSQL 15 as an external database for the tests: the oldest supported one, reached like any
// DATABASE_URL, over TCP with a password. Needs Node 24, since it uses parts of the launcher.
import { randomBytes } from 'node:crypto'
import { chmodSync, chownSync, existsSync, mkdirSync, rmSync } from 'node:fs'
import { createServer } from 'node:net'
import { join, resolve } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { CLUSTER, chooseAccount, runSupervised } from '@fonema/embedded-postgres'
import pg from 'pg'

export const DEBIAN_POSTGRES = '/usr/lib/postgresql/15/bin/postgres'

const SUPERUSER = 'fonema'
const DATABASE = 'fonema'
/** Temporary data does not wait for the disk. */
const UNSYNCED = ['fsync=off', 'synchronous_commit=off', 'full_page_writes=off']
const SETTINGS = [
  'listen_addresses=127.0.0.1',
  'unix_socket_directories=',
  'max_connections=200',
  'timezone=UTC',
  'log_min_messages=fatal',
]

/**
 * Starts a new, empty server in `dataDir`, which ends with this process at the latest. A durable one syncs like a
 * clinic's.
 *
 * @param {{ dataDir: string, durable?: boolean }} options
 * @returns {Promise<{ url: string, stop(): Promise<void> }>} the superuser's URL of an empty database
 */
export async function startDebianPostgres({ dataDir, durable = false }) {
  if (!existsSync(DEBIAN_POSTGRES)) throw new Error(`${DEBIAN_POSTGRES} is missing: apt-get install postgresql-15`)
  const account = chooseAccount(undefined)
  const clusterDir = join(resolve(dataDir), 'debian-postgres')
  rmSync(clusterDir, { recursive: true, force: true })
  mkdirSync(clusterDir, { recursive: true, mode: 0o700 })
  chmodSync(clusterDir, 0o700)
  if (account.switchTo) chownSync(clusterDir, account.switchTo.uid, account.switchTo.gid)

  const password = randomBytes(18).toString('base64url')
  await run(DEBIAN_POSTGRES.replace(/postgres$/, 'initdb'), [
    ...['--encoding=UTF8', '--locale=C.UTF-8', `--username=${SUPERUSER}`, '--auth=scram-sha-256'],
    // This method requires a password file. The real password is sent through a pipe, so that no file contains it.
    ...['--pwfile=/proc/version', '--no-sync', '--no-instructions', '-D', CLUSTER],
  ])
  const statements = `ALTER ROLE ${SUPERUSER} PASSWORD '${password}';\n\nCREATE DATABASE ${DATABASE};\n\n`
  await run(DEBIAN_POSTGRES, ['--single', '-j', '-D', CLUSTER, 'postgres'], statements)

  // Another process may take the free port before PostgreSQL does.
  for (let attempt = 1; ; attempt++) {
    const port = await freePort()
    const url = `postgresql://${SUPERUSER}:${password}@127.0.0.1:${port}/${DATABASE}`
    const args = [
      '-D',
      CLUSTER,
      '-p',
      String(port),
      ...[...SETTINGS, ...(durable ? [] : UNSYNCED)].flatMap((setting) => ['-c', setting]),
    ]
    const server = runSupervised({ command: DEBIAN_POSTGRES, args, account, clusterDir })
    if (await isReady(url, server)) return { url, stop: () => stop(server) }
    await stop(server, { keep: attempt < 3 })
    if (attempt === 3) throw new Error(`PostgreSQL 15 did not start:\n${server.lastLines.join('\n')}`)
  }

  async function run(command, args, stdin) {
    const task = runSupervised({ command, args, account, clusterDir, stdin })
    const { status, error } = await task.ended
    if (status !== 0 || task.lastLines.some((line) => /\b(ERROR|FATAL|PANIC): /.test(line))) {
      throw new Error(`${command} failed: ${error?.message ?? task.lastLines.join('\n')}`)
    }
  }

  async function stop(server, { keep = false } = {}) {
    server.end()
    await server.ended
    if (!keep) rmSync(clusterDir, { recursive: true, force: true })
  }
}

async function isReady(url, server) {
  let ended = false
  server.ended.then(() => {
    ended = true
  })
  for (const deadline = Date.now() + 30_000; !ended && Date.now() < deadline; await sleep(50)) {
    const client = new pg.Client({ connectionString: url, connectionTimeoutMillis: 5_000 })
    client.on('error', () => {}) // connect() reports the error
    try {
      await client.connect()
      await client.end()
      return true
    } catch {
      // not yet
    }
  }
  return false
}

function freePort() {
  return new Promise((done, failed) => {
    const probe = createServer()
    probe.once('error', failed)
    probe.listen(0, '127.0.0.1', () => {
      const { port } = probe.address()
      probe.close(() => done(port))
    })
  })
}
