import { closeSync, mkdirSync, openSync, readFileSync, realpathSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { Client } from 'pg'
import { chooseAccount } from './account.ts'
import { copyPlacesFor, findBinaries, findPackage } from './binaries.ts'
import { chownToAccount, createCluster, removeHalfMade, requireSameMajor, statCluster } from './cluster.ts'
import { lockFolder } from './lock.ts'
import { PostgresStartError, reasonOf } from './postgres-start-error.ts'
import { removeLeftovers, stopProcessesOf } from './processes.ts'
import { DATABASE, SUPERUSER, settingArguments, writeAccessRules } from './settings.ts'
import { CLUSTER, runSupervised, type Supervised } from './supervised.ts'

export type EmbeddedPostgres = {
  /** For `pg`, over the Unix socket. Only this process and its children can use it. */
  connectionString: string
  major: number
  /** Resolves when the PostgreSQL that was started last has ended, requested or not; the reason is its last line. */
  readonly ended: Promise<string>
  /** Starts PostgreSQL again after it has ended, at the same address. The lock is kept meanwhile. */
  restart(): Promise<void>
  /** Aborts running transactions and waits until all data is on disk. */
  stop(): Promise<void>
}

/**
 * Starts the database in `DATA_DIR/postgres`, and creates it the first time:
 *
 *   postgres/           of this user, 0700: nobody else has access, and nothing else in DATA_DIR is touched
 *     lock              held while this process lives (lock.ts)
 *     cluster/          of PostgreSQL, 0700, with its socket; started by root, it belongs to `nobody` (account.ts)
 *     cluster.new-…/    one that is being created (cluster.ts)
 *
 * PostgreSQL gets the cluster as an open folder (supervised.ts), so a data folder and a checkout under /root work like
 * any other, and no permission is changed for it.
 */
export async function startEmbeddedPostgres(options: {
  dataDir: string
  log: (line: string) => void
  /** The time limit until it accepts connections, including a recovery after a power cut. */
  readyWithinMs?: number
  /** For tests, never in a clinic: a power cut may lose acknowledged data. */
  isThrownAway?: boolean
}): Promise<EmbeddedPostgres> {
  const folder = prepareFolder(options.dataDir)
  const lock = lockFolder(join(folder, 'lock'))
  try {
    return await startLocked(folder, options, lock.release)
  } catch (error) {
    lock.release()
    if (error instanceof PostgresStartError) throw error
    throw new PostgresStartError('start_failed', `The database cannot be started: ${reasonOf(error)}`, { cause: error })
  }
}

/** The address of the database of a server that runs with this data folder. */
export const addressOfRunning = (dataDir: string): string =>
  addressOf(join(realpathSync(join(dataDir, 'postgres')), 'cluster')).connectionString

function prepareFolder(dataDir: string): string {
  const folder = join(dataDir, 'postgres')
  try {
    mkdirSync(folder, { recursive: true, mode: 0o700 })
    return realpathSync(folder)
  } catch (cause) {
    throw new PostgresStartError('start_failed', `Cannot use the data folder: ${reasonOf(cause)}`, { cause })
  }
}

async function startLocked(
  folder: string,
  { log, readyWithinMs = 120_000, isThrownAway }: Parameters<typeof startEmbeddedPostgres>[0],
  release: () => void,
): Promise<EmbeddedPostgres> {
  const clusterDir = join(folder, 'cluster')
  const existing = statCluster(clusterDir)
  const account = chooseAccount(existing)
  const binaries = findBinaries({
    packageDir: findPackage(),
    account,
    copyPlaces: copyPlacesFor(account, folder),
    log,
  })
  if (existing) {
    requireSameMajor(clusterDir, binaries)
    const stopped = await stopProcessesOf(clusterDir)
    if (stopped > 0) log('A database process left from an earlier run was stopped')
    removeLeftovers(clusterDir)
    chownToAccount(clusterDir, account)
  }
  await removeHalfMade(folder)
  if (!existing) {
    log('Creating the database')
    await createCluster(folder, clusterDir, binaries, account)
  }
  writeAccessRules(clusterDir, account)

  const launch = () =>
    runSupervised({
      command: binaries.postgres,
      args: ['-D', CLUSTER, ...settingArguments({ isThrownAway })],
      account,
      clusterDir,
      onLine: log,
    })
  const address = addressOf(clusterDir)
  const waitFor = async (server: Supervised) => {
    try {
      await waitUntilReady(clusterDir, address.connectionString, server, readyWithinMs)
    } catch (error) {
      await stopServer(server, clusterDir)
      throw error
    }
  }
  let server = launch()
  try {
    await waitFor(server)
  } catch (error) {
    address.release()
    throw error
  }

  let stopping: Promise<void> | undefined
  const releaseAll = () => {
    address.release()
    release()
  }
  return {
    connectionString: address.connectionString,
    major: binaries.major,
    get ended() {
      const { ended, lastLines } = server
      return ended.then(() => lastLines.at(-1) ?? 'no output')
    },
    async restart() {
      // Backends outlive a killed postmaster for a moment, and a second postmaster must never run beside them.
      await stopProcessesOf(clusterDir)
      if (stopping !== undefined) throw new PostgresStartError('start_failed', 'The database is being stopped.')
      removeLeftovers(clusterDir)
      server = launch()
      await waitFor(server)
    },
    stop: () => {
      stopping ??= stopServer(server, clusterDir).finally(releaseAll)
      return stopping
    },
  }
}

/**
 * The socket is in the cluster. If that path exceeds the 107 bytes of a socket address, it is reached through a folder
 * that this process holds open. Its children can use that path too.
 */
function addressOf(clusterDir: string): { connectionString: string; release(): void } {
  const connectionTo = (dir: string) =>
    `postgresql://${SUPERUSER}@${encodeURIComponent(dir)}:5432/${DATABASE}?sslmode=disable`
  if (Buffer.byteLength(join(clusterDir, '.s.PGSQL.5432')) <= 107) {
    return { connectionString: connectionTo(clusterDir), release: () => {} }
  }
  const descriptor = openSync(clusterDir, 'r')
  return {
    connectionString: connectionTo(`/proc/${process.pid}/fd/${descriptor}`),
    release: () => closeSync(descriptor),
  }
}

async function waitUntilReady(
  clusterDir: string,
  connectionString: string,
  server: Supervised,
  withinMs: number,
): Promise<void> {
  const state: { ended: boolean } = { ended: false }
  void server.ended.then(() => {
    state.ended = true
  })
  const deadline = Date.now() + withinMs
  let lastError: unknown
  while (!state.ended && Date.now() < deadline) {
    // PostgreSQL writes its state there. Connecting too early would only fill the log.
    if (saysReady(clusterDir)) {
      try {
        return await connectOnce(connectionString)
      } catch (error) {
        lastError = error
      }
    }
    await Promise.race([sleep(20), server.ended])
  }
  const lastOutput = server.lastLines.slice(-5).join('\n  ') || reasonOf(lastError)
  throw new PostgresStartError(
    'start_failed',
    `PostgreSQL ${state.ended ? 'ended while it started' : `was not ready within ${withinMs / 1000} s`}. ` +
      `It lastOutput last:\n  ${lastOutput}`,
    { cause: lastError },
  )
}

function saysReady(clusterDir: string): boolean {
  try {
    return /^ready\s*$/m.test(readFileSync(join(clusterDir, 'postmaster.pid'), 'utf8'))
  } catch {
    return false // not written yet
  }
}

async function connectOnce(connectionString: string): Promise<void> {
  const client = new Client({ connectionString, connectionTimeoutMillis: 5_000 })
  client.on('error', () => {}) // connect() reports it; after that it is irrelevant
  await client.connect()
  await client.end()
}

async function stopServer(server: Supervised, clusterDir: string): Promise<void> {
  server.end()
  // The supervisor may have been killed, so this process stops them too.
  await stopProcessesOf(clusterDir)
  await Promise.race([server.ended, sleep(15_000, undefined, { ref: false })])
  await stopProcessesOf(clusterDir)
}
