import { execFileSync } from 'node:child_process'
import { readFileSync, type Stats } from 'node:fs'
import { PostgresStartError } from './postgres-start-error.ts'

/** Who PostgreSQL runs as. `switchTo` is undefined when that is ourselves. */
export type Account = { switchTo: { uid: number; gid: number } | undefined }

/**
 * PostgreSQL refuses to run as root. Started by root, it runs as `nobody`, or as the owner of an existing cluster,
 * so that a clinic once started by an ordinary user can be started by root and by that user again.
 *
 * `nobody` is shared with other services, and the same uid alone would let them read the cluster through
 * /proc/<pid>/cwd. Linux asks there for the same gid too, so the process gets a group that nothing else has.
 */
export function chooseAccount(cluster: Stats | undefined): Account {
  const ourUid = process.geteuid?.()
  if (ourUid !== 0) {
    if (cluster && cluster.uid !== ourUid) {
      throw new PostgresStartError(
        'wrong_owner',
        `The database belongs to another user of this machine (number ${cluster.uid}). Start Fonema as that user ` +
          '(as root when root started it before), or give the data folder to the present one with chown -R.',
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

/** A group from the range which Debian and systemd both leave unused; a container may not map any of it. */
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
