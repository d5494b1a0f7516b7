import { spawnSync } from 'node:child_process'
import { closeSync, constants, openSync } from 'node:fs'

export type FileLock =
  | { status: 'taken'; descriptor: number; release(): void }
  | { status: 'held' }
  | { status: 'failed'; error: Error | undefined; complaint: string }

/**
 * Locks a file for this process, until `release` or the end of the process. The kernel drops a flock with its last
 * descriptor, so no stale lock can remain, and it also works between containers that share a volume.
 *
 * Node has no flock(2). The lock belongs to the open file, not to the process that requested it, so flock of util-linux
 * can take it on the descriptor that it inherits from this process.
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
