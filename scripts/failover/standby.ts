import { spawnSync } from 'node:child_process'
import path from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { freePort } from '../cluster/proxy.ts'
import { DEBIAN_POSTGRES } from '../debian-postgres.mjs'
import { asAccount, createFolder, folderOfAccount, startDaemon } from './daemons.ts'
import { answers } from './pgbouncer.ts'

/** `max_connections` is at least the primary's, as PostgreSQL requires. What is applied waits for statements that read. */
const settings = [
  'listen_addresses=127.0.0.1',
  'unix_socket_directories=',
  'max_connections=200',
  'hot_standby=on',
  'max_standby_streaming_delay=-1',
  'fsync=off',
]

/**
 * Starts a streaming replica of a server of `startDebianPostgres`.
 *
 * @param primary the superuser's URL
 * @param delaySeconds how long it waits before it applies a commit
 */
export async function startStandby(primary: string, delaySeconds: number) {
  const { folder, remove } = createFolder('fonema-standby-')
  const data = folderOfAccount(path.join(folder, 'data'))
  const [command, ...words] = asAccount(
    DEBIAN_POSTGRES.replace(/postgres$/, 'pg_basebackup'),
    ...['-D', data, '-d', primary, '-R', '-X', 'stream', '-c', 'fast', '--no-sync'],
  )
  const copied = spawnSync(command!, words, { cwd: '/', encoding: 'utf8' })
  if (copied.status !== 0) {
    remove()
    throw new Error(`pg_basebackup failed: ${copied.error?.message ?? copied.stderr}`)
  }
  const port = await freePort()
  const all = [...settings, `recovery_min_apply_delay=${delaySeconds}s`].flatMap((setting) => ['-c', setting])
  const daemon = startDaemon(asAccount(DEBIAN_POSTGRES, '-D', data, '-p', `${port}`, ...all))
  /** The same database and account there. */
  const urlOf = (url: string) => Object.assign(new URL(url), { port: `${port}` }).href
  const stop = async () => {
    await daemon.kill()
    remove()
  }
  for (const deadline = Date.now() + 60_000; !(await answers(urlOf(primary))); await sleep(50)) {
    if (Date.now() < deadline && daemon.process.exitCode === null) continue
    await stop()
    throw new Error(`The replica did not start: ${daemon.output.text}`)
  }
  return { urlOf, kill: daemon.kill, stop }
}
