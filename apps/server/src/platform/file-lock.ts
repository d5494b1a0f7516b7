import { spawnSync } from 'node:child_process'
import { closeSync, constants, openSync } from 'node:fs'

export type FileLock =
  | { status: 'taken'; descriptor: number; release(): void }
  | { status: 'held' }
  | { status: 'failed'; error: Error | undefined; complaint: string }

/**
 * Takes a file for this process, until `release` or its death, however sudden: the kernel drops a flock with the last
 * descriptor, so no stale lock can remain, and it holds between containers that share a volume.
 *
 * Node has no flock(2). The lock belongs to the open file, not to the process that asked, so util-linux's flock
 * can take it on the descriptor that it inherits from us.
 */
export function lockFile(file: string, waitSeconds: number): FileLock {
  const descriptor = openSync(file, constants.O_RDWR | constants.O_CREAT, 0o600)
  const flock = spawnSync('flock', ['--exclusive', '--wait', String(waitSeconds), '3'], {
    stdio: ['ignore', 'ignore', 'pipe', descriptor],
    encoding: 'utf8',
  })
  if (flock.status === 0) return { status: 'taken', descriptor, release: () => closeSync(descriptor) }
  closeSync(descriptor)
  if (flock.status === 1) return { status: 'held' }
  return { status: 'failed', error: flock.error, complaint: flock.stderr?.trim() ?? '' }
}
