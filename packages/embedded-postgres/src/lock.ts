import { ftruncateSync, readFileSync, writeSync } from 'node:fs'
import { lockFile } from '@fonema/file-lock'
import { PostgresStartError, reasonOf, systemCodeOf } from './postgres-start-error.ts'

/** A server that was just killed or is stopping needs a moment. */
const PATIENCE_S = 2

/** Locks a database folder for this process, until `release` or the end of the process. */
export function lockFolder(file: string): { release(): void } {
  const lock = lockFile(file, PATIENCE_S)
  if (lock.status === 'taken') {
    ftruncateSync(lock.descriptor)
    writeSync(lock.descriptor, `${process.pid}\n`, 0)
    return { release: lock.release }
  }
  if (lock.status === 'held') {
    const holder = readFileSync(file, 'utf8').trim()
    throw new PostgresStartError(
      'in_use',
      `Another Fonema${holder ? ` (process ${holder})` : ''} is running with this data folder. ` +
        'Stop it first, or set DATA_DIR to another folder.',
    )
  }
  if (systemCodeOf(lock.error) === 'ENOENT') {
    throw new PostgresStartError('start_failed', 'The program "flock" is missing; install the package util-linux.')
  }
  throw new PostgresStartError(
    'start_failed',
    `Cannot lock the database folder: ${lock.complaint || reasonOf(lock.error)}`,
  )
}
