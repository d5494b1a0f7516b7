import { spawnSync } from 'node:child_process'
import { closeSync, constants, ftruncateSync, openSync, readFileSync, writeSync } from 'node:fs'
import { PostgresStartError, reasonOf, systemCodeOf } from './postgres-start-error.ts'

/** A server that was just killed or told to stop needs a moment. */
const PATIENCE_S = 2

/**
 * Takes a database folder for this process, until `release` or its death, however sudden: the kernel drops a flock
 * with the last descriptor, so no stale lock can remain, and it holds between containers that share a volume.
 *
 * Node has no flock(2). The lock belongs to the open file, not to the process that asked, so util-linux's flock
 * can take it on the descriptor that it inherits from us.
 */
export function lockFolder(lockFile: string): { release(): void } {
  const descriptor = openSync(lockFile, constants.O_RDWR | constants.O_CREAT, 0o600)
  const flock = spawnSync('flock', ['--exclusive', '--wait', String(PATIENCE_S), '3'], {
    stdio: ['ignore', 'ignore', 'pipe', descriptor],
    encoding: 'utf8',
  })
  if (flock.status === 0) {
    ftruncateSync(descriptor)
    writeSync(descriptor, `${process.pid}\n`, 0)
    return { release: () => closeSync(descriptor) }
  }
  closeSync(descriptor)
  if (systemCodeOf(flock.error) === 'ENOENT') {
    throw new PostgresStartError('start_failed', 'The program "flock" is missing; install the package util-linux.')
  }
  if (flock.status === 1) {
    const holder = readFileSync(lockFile, 'utf8').trim()
    throw new PostgresStartError(
      'in_use',
      `Another Fonema${holder ? ` (process ${holder})` : ''} is running with this data folder. ` +
        'Stop it first, or set DATA_DIR to another folder.',
    )
  }
  throw new PostgresStartError(
    'start_failed',
    `The database folder cannot be locked: ${flock.stderr?.trim() || reasonOf(flock.error)}`,
  )
}
