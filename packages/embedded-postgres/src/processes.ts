import { readdirSync, readFileSync, rmSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { PostgresStartError } from './postgres-start-error.ts'

/**
 * The live PostgreSQL processes of a cluster: named `postgres`, with the cluster as their working folder. A number in
 * postmaster.pid proves nothing, because another program may have it now. This check cannot be mistaken, and also finds
 * backends that have lost their postmaster.
 */
export function postgresProcessesOf(clusterDir: string): number[] {
  const cluster = statSync(clusterDir)
  return readdirSync('/proc')
    .map(Number)
    .filter((pid) => {
      if (!Number.isInteger(pid)) return false
      try {
        const workingFolder = statSync(`/proc/${pid}/cwd`)
        if (workingFolder.ino !== cluster.ino || workingFolder.dev !== cluster.dev) return false
        return readFileSync(`/proc/${pid}/comm`, 'utf8').trim() === 'postgres'
      } catch {
        return false // ended meanwhile, or belongs to another user
      }
    })
}

function postmasterOf(clusterDir: string, running: number[]): number | undefined {
  try {
    const pid = Number(readFileSync(join(clusterDir, 'postmaster.pid'), 'utf8').split('\n')[0])
    return running.includes(pid) ? pid : undefined
  } catch {
    return undefined
  }
}

/**
 * Stops all processes of the cluster: fast first, then immediate, which costs a recovery at the next start but no data.
 * The caller holds the folder's lock, so none of them belongs to a live server.
 */
export async function stopProcessesOf(
  clusterDir: string,
  patienceMs = { fast: 6_000, immediate: 5_000 },
): Promise<number> {
  const found = postgresProcessesOf(clusterDir)
  if (found.length === 0) return 0
  const postmaster = postmasterOf(clusterDir, found)
  if (postmaster !== undefined) {
    if (await gone(clusterDir, patienceMs.fast, () => signal([postmaster], 'SIGINT'))) return found.length
    signal([postmaster], 'SIGQUIT')
  } else if (await gone(clusterDir, 1_000)) {
    return found.length // backends notice that their postmaster has died
  } else {
    signal(postgresProcessesOf(clusterDir), 'SIGQUIT')
  }
  if (await gone(clusterDir, patienceMs.immediate)) return found.length
  signal(postgresProcessesOf(clusterDir), 'SIGKILL')
  if (await gone(clusterDir, patienceMs.immediate)) return found.length
  throw new PostgresStartError(
    'start_failed',
    `A database process left from an earlier run could not be stopped (${postgresProcessesOf(clusterDir).join(', ')}).`,
  )
}

/** Files of a dead PostgreSQL. A new one would take any live process with the stored number for their owner. */
export function removeLeftovers(clusterDir: string): void {
  for (const name of ['postmaster.pid', '.s.PGSQL.5432', '.s.PGSQL.5432.lock'])
    rmSync(join(clusterDir, name), { force: true })
}

function signal(pids: number[], name: NodeJS.Signals): void {
  for (const pid of pids) {
    try {
      process.kill(pid, name)
    } catch {
      // ended meanwhile
    }
  }
}

async function gone(clusterDir: string, withinMs: number, ask: () => void = () => {}): Promise<boolean> {
  const deadline = Date.now() + withinMs
  while (postgresProcessesOf(clusterDir).length > 0) {
    if (Date.now() > deadline) return false
    ask() // repeatedly, because a starting postmaster misses signals
    await sleep(50)
  }
  return true
}
