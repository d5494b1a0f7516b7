import path from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import { freePort } from '../cluster/proxy.ts'
import { asAccount, createFolder, deployed, fileOfAccount, PGBOUNCER, startDaemon } from './daemons.ts'

type Pooler = { url: string; stop(): Promise<void> }

/**
 * Starts Debian's PgBouncer with deploy/failover/pgbouncer.ini before a server, for all of its databases. `url` leads to
 * the one that `server` names.
 */
export async function startPgBouncer({
  server,
  role,
  password,
}: {
  server: URL
  role: string
  password: string
}): Promise<Pooler> {
  const { folder, remove } = createFolder('fonema-pgbouncer-')
  const users = fileOfAccount(path.join(folder, 'users'), `"${role}" "${password}"\n`)
  const port = await freePort()
  const settings = deployed('pgbouncer.ini', [
    [/^fonema = .*$/m, `* = host=${server.hostname} port=${server.port}`],
    [/^listen_port = .*$/m, `listen_port = ${port}`],
    [/^unix_socket_dir = .*$/m, 'unix_socket_dir ='],
    [/^auth_file = .*$/m, `auth_file = ${users}`],
  ])
  const daemon = startDaemon(asAccount(PGBOUNCER, fileOfAccount(path.join(folder, 'ini'), settings)))
  const url = `postgresql://${role}:${password}@127.0.0.1:${port}${server.pathname}`
  const stop = async () => {
    await daemon.kill()
    remove()
  }
  for (const deadline = Date.now() + 30_000; !(await answers(url)); await sleep(50)) {
    if (Date.now() < deadline && daemon.process.exitCode === null) continue
    await stop()
    throw new Error(`PgBouncer did not start: ${daemon.output.text}`)
  }
  return { url, stop }
}

export async function answers(url: string): Promise<boolean> {
  const client = new pg.Client({ connectionString: url, connectionTimeoutMillis: 3_000 })
  client.on('error', () => {})
  try {
    await client.connect()
    await client.query('select 1')
    return true
  } catch {
    return false
  } finally {
    client.end().catch(() => {})
  }
}
