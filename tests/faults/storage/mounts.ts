import { spawnSync } from 'node:child_process'
import { closeSync, mkdirSync, openSync, rmSync, writeSync } from 'node:fs'
import path from 'node:path'

export const withoutMounts = 'mounting a file system is not permitted here (it needs root)'

/** Mounts a small file system over a folder; undefined where that is not permitted. */
export function mountSmall(folder: string, megabytes: number) {
  mkdirSync(folder, { recursive: true })
  const run = (command: string, ...words: string[]) => spawnSync(command, words).status === 0
  if (!run('mount', '-t', 'tmpfs', '-o', `size=${megabytes}m,mode=0700`, 'fonema-small', folder)) return undefined
  const ballast = path.join(folder, 'ballast')
  return {
    /** Fills the file system, except for this many bytes. */
    fill(leave = 0) {
      const file = openSync(ballast, 'a')
      for (let size = 65_536; size >= 4096; ) {
        try {
          writeSync(file, Buffer.alloc(size))
        } catch {
          size /= 2
        }
      }
      closeSync(file)
      if (leave > 0) spawnSync('truncate', ['-s', `-${leave}`, ballast])
    },
    free: () => rmSync(ballast, { force: true }),
    readOnly: (isSo: boolean) => run('mount', '-o', `remount,${isSo ? 'ro' : 'rw'}`, folder),
    unmount: () => run('umount', '-l', folder),
  }
}
export type Mount = NonNullable<ReturnType<typeof mountSmall>>
