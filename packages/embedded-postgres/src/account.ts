import { execFileSync } from 'node:child_process'
import { readFileSync, type Stats } from 'node:fs'
import { PostgresStartError } from './postgres-start-error.ts'

/** The account that PostgreSQL runs as. `switchTo` is undefined for the account of this process. */
export type Account = { switchTo: { uid: number; gid: number } | undefined }

/**
 * PostgreSQL refuses to run as root. Started by root, it runs as `nobody`, or as the owner of an existing cluster, so
 * that root and the ordinary user who created a cluster can both start it.
 *
 * Other services share `nobody`, and with the same uid alone they could read the cluster through /proc/<pid>/cwd. Linux
 * also requires the same gid there, so the process gets a group that no other process has.
 */
export function chooseAccount(cluster: Stats | undefined): Account {
  const ourUid = process.geteuid?.()
  if (ourUid !== 0) {
    if (cluster && cluster.uid !== ourUid) {
      throw new PostgresStartError(
        'wrong_owner',
        `The database belongs to another user of this machine (number ${cluster.uid}). Start Fonema as that user ` +
          '(as root when root started it before), or give the data folder to the current user with chown -R.',
      )
    }
    return { switchTo: undefined }
  }
  const uid = cluster && cluster.uid !== 0 ? cluster.uid : idOfNobody('-u')
  return { switchTo: { uid, gid: unusedGroup() ?? idOfNobody('-g') } }
}

function idOfNobody(flag: '-u' | '-g'): number {
  try {
    return Number(execFileSync('id', [flag, 'nobody'], { encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore'] }))
  } catch (cause) {
    throw new PostgresStartError(
      'start_failed',
      'PostgreSQL does not run as root, and this machine has no account "nobody". Start Fonema as an ordinary user.',
      { cause },
    )
  }
}

/** A group from the range that both Debian and systemd leave unused. A container may map none of it. */
function unusedGroup(): number | undefined {
  const taken = new Set(
    readFileSync('/etc/group', 'utf8')
      .split('\n')
      .map((line) => Number(line.split(':')[2])),
  )
  const mapped = readFileSync('/proc/self/gid_map', 'utf8')
    .trim()
    .split('\n')
    .map((line) => line.trim().split(/\s+/).map(Number))
  for (let gid = 65_533; gid >= 65_520; gid--) {
    if (!taken.has(gid) && mapped.some(([first = 0, , count = 0]) => gid >= first && gid < first + count)) return gid
  }
  return undefined
}
