import {
  chmodSync,
  chownSync,
  closeSync,
  existsSync,
  fsyncSync,
  lchownSync,
  lstatSync,
  mkdtempSync,
  openSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  type Stats,
} from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Account } from './account.ts'
import type { Binaries } from './binaries.ts'
import { PostgresStartError, systemCodeOf } from './postgres-start-error.ts'
import { DATABASE, SUPERUSER } from './settings.ts'
import { CLUSTER, runSupervised } from './supervised.ts'

const ASIDE = 'cluster.new-'

export function statCluster(clusterDir: string): Stats | undefined {
  try {
    const stats = lstatSync(clusterDir)
    return stats.isDirectory() && readdirSync(clusterDir).length === 0 ? undefined : stats
  } catch (error) {
    if (systemCodeOf(error) === 'ENOENT') return undefined
    // In another user's 0700 folder the cluster exists, and `chooseAccount` reports its owner.
    if (systemCodeOf(error) === 'EACCES') return lstatSync(clusterDir)
    throw error
  }
}

/** Refuses data that these binaries cannot read. Changes nothing. */
export function requireSameMajor(clusterDir: string, binaries: Binaries): void {
  let version: string
  try {
    version = readFileSync(join(clusterDir, 'PG_VERSION'), 'utf8').trim()
  } catch (cause) {
    throw new PostgresStartError(
      'damaged',
      `${clusterDir} is not a complete PostgreSQL data folder (cannot read PG_VERSION). Nothing was changed. ` +
        'Restore the latest backup into a new data folder with "npm run tool -- restore".',
      { cause },
    )
  }
  const major = Number.parseInt(version, 10)
  if (major === binaries.major) return
  const older = major < binaries.major
  throw new PostgresStartError(
    older ? 'older_major' : 'newer_major',
    `The database in ${clusterDir} was created by PostgreSQL ${version}; this release contains PostgreSQL ` +
      `${binaries.major}. Nothing was changed. ` +
      (older
        ? 'Back it up with the previous release of Fonema, and run "npm run tool -- restore" with this release and a ' +
          'new data folder; or keep the previous release.'
        : 'Use the newer release of Fonema that created it, or restore a backup into a new data folder.'),
  )
}

/** A copy that root restored belongs to root, and PostgreSQL would refuse it. */
export function chownToAccount(clusterDir: string, account: Account): void {
  if (!account.switchTo || lstatSync(clusterDir).uid === account.switchTo.uid) return
  const { uid, gid } = account.switchTo
  for (const name of readdirSync(clusterDir, { recursive: true, encoding: 'utf8' })) {
    lchownSync(join(clusterDir, name), uid, gid)
  }
  lchownSync(clusterDir, uid, gid)
}

/**
 * Creates the cluster under another name and renames it once it is complete and on disk, so that an incomplete one is
 * never used. Uses data checksums, UTF-8, and a sort order independent of the system's C library, whose updates corrupt
 * text indexes.
 */
export async function createCluster(folder: string, clusterDir: string, binaries: Binaries, account: Account) {
  const aside = mkdtempSync(join(folder, ASIDE))
  try {
    if (account.switchTo) chownSync(aside, account.switchTo.uid, account.switchTo.gid)
    chmodSync(aside, 0o700)
    await run('initdb', binaries.initdb, [
      '--encoding=UTF8',
      '--locale=C',
      '--locale-provider=builtin',
      '--builtin-locale=C.UTF-8',
      '--data-checksums',
      `--username=${SUPERUSER}`,
      '--auth=peer', // replaced at each start
      '--no-instructions',
    ])
    await run('the first statement', binaries.postgres, ['--single', '-j'], `CREATE DATABASE ${DATABASE};\n\n`)
    renameSync(aside, clusterDir)
    syncFolder(folder)
  } catch (error) {
    rmSync(aside, { recursive: true, force: true })
    throw error
  }

  async function run(what: string, command: string, args: string[], stdin?: string): Promise<void> {
    const dataFolder = [...args, '-D', CLUSTER, ...(stdin ? ['postgres'] : [])]
    const task = runSupervised({ command, args: dataFolder, account, clusterDir: aside, ...(stdin ? { stdin } : {}) })
    const { status, error } = await task.ended
    // In single-user mode, only the output shows that a statement failed.
    const failed = task.lastLines.find((line) => /\b(ERROR|FATAL|PANIC): /.test(line))
    if (status === 0 && !failed) return
    throw new PostgresStartError(
      'start_failed',
      `The database could not be created (${what}): ${failed ?? (task.lastLines.slice(-3).join(' ') || (error?.message ?? `status ${status}`))}`,
      { cause: error },
    )
  }
}

/**
 * Removes the remains of interrupted creations. An initdb whose server was just killed may still be cleaning up there,
 * and Node stops when a file disappears while it removes a folder.
 */
export async function removeHalfMade(folder: string): Promise<void> {
  for (const name of readdirSync(folder)) {
    if (!name.startsWith(ASIDE)) continue
    const aside = join(folder, name)
    for (let attempt = 0; attempt < 50 && existsSync(aside); attempt++) {
      if (attempt > 0) await sleep(100)
      try {
        rmSync(aside, { recursive: true, force: true })
      } catch (error) {
        if (systemCodeOf(error) !== 'ENOTEMPTY') throw error
      }
    }
  }
}

function syncFolder(folder: string): void {
  const descriptor = openSync(folder, 'r')
  try {
    fsyncSync(descriptor)
  } finally {
    closeSync(descriptor)
  }
}
