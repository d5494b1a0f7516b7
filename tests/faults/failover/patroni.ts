import { randomBytes } from 'node:crypto'
import { readdirSync, readFileSync, readlinkSync, realpathSync } from 'node:fs'
import { userInfo } from 'node:os'
import path from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import {
  asAccount,
  createFolder,
  type Daemon,
  deployed,
  fileOfAccount,
  folderOfAccount,
  startDaemon,
} from '../../../scripts/failover/daemons.ts'
import { answers } from '../../../scripts/failover/pgbouncer.ts'
import { freePort } from '../clinic.ts'

/** The account that the database machines run as, and so the superuser's name: sockets accept it without a password. */
const superuser = userInfo().uid === 0 ? 'nobody' : userInfo().username
const password = randomBytes(12).toString('hex')

/** One database machine: PostgreSQL under Patroni, in a process namespace of its own, so that all of it ends at once. */
export type Node = {
  name: string
  dataDir: string
  port: number
  api: string
  start(): void
  /** Every process of the machine ends at the same moment, like a power cut. */
  kill(): Promise<void>
  /** Its connection to the primary stands still: nothing more arrives. The returned function loses what was on the way. */
  cutReplication(): () => void
  output(): string
}

export type Patroni = {
  nodes: readonly Node[]
  folder: string
  superuser: string
  /** HAProxy's address, which leads to the primary. */
  url: string
  /** The primary, when it and both standbys run, one of these synchronously if that is asked for. */
  settled(): Promise<Node>
  /** Without it, the primary acknowledges what no standby has. */
  replicateSynchronously(isSo: boolean): Promise<void>
  stop(): Promise<void>
}

/** Three database machines with Patroni and etcd, and HAProxy before them, with the files of deploy/failover. */
export async function startPatroni({ archiveOptions }: { archiveOptions: string }): Promise<Patroni> {
  const { folder, remove } = createFolder('fonema-failover-')
  const etcdPort = await freePort()
  const etcd = await startEtcd(folder, etcdPort)
  const nodes: Node[] = []
  for (const number of [1, 2, 3]) nodes.push(await createNode({ folder, number, etcdPort, archiveOptions }))
  const { url, haproxy } = await startHaproxy(folder, nodes)
  let isSynchronous = true

  const settled = async () => {
    for (const deadline = Date.now() + 180_000; Date.now() < deadline; await sleep(200)) {
      const members = await membersOf(nodes)
      const primary = nodes.find(({ name }) =>
        members.some((member) => member.name === name && member.role === 'leader'),
      )
      const standbys = members.filter(({ role, lag }) => role !== 'leader' && Number(lag) < 100_000)
      const isRight = !isSynchronous || standbys.some(({ role }) => role === 'sync_standby')
      if (primary && standbys.length === nodes.length - 1 && isRight && (await answers(url))) return primary
    }
    const said = nodes.map((node) => `${node.name}: ${node.output().slice(-1_500)}`).join('\n')
    throw new Error(`Patroni's machines are not ready: ${JSON.stringify(await membersOf(nodes))}\n${said}`)
  }
  const stop = async () => {
    await haproxy.kill()
    for (const node of nodes) await node.kill()
    await etcd.kill()
    remove()
  }

  try {
    for (const node of nodes) node.start()
    await settled()
    await onceWith(url, (client) => client.query('create database fonema'))
  } catch (error) {
    await stop()
    throw error
  }
  return {
    nodes,
    folder,
    superuser,
    url: url.replace(/postgres$/, 'fonema'),
    settled,
    async replicateSynchronously(isSo) {
      isSynchronous = isSo
      const { api } = await settled()
      const body = JSON.stringify({ synchronous_mode: isSo, synchronous_mode_strict: isSo })
      const answer = await fetch(`${api}/config`, { method: 'PATCH', body })
      if (!answer.ok) throw new Error(`Patroni refused its configuration: ${answer.status} ${await answer.text()}`)
      const names = async () =>
        (await onceWith(url, (client) => client.query('show synchronous_standby_names'))).rows[0]
          .synchronous_standby_names
      while (((await names()) !== '') !== isSo) await sleep(200)
      await settled()
    },
    stop,
  }
}

async function startEtcd(folder: string, port: number): Promise<Daemon> {
  const [client, peer] = [`http://127.0.0.1:${port}`, `http://127.0.0.1:${await freePort()}`]
  const dataDir = folderOfAccount(path.join(folder, 'etcd'))
  return startDaemon(
    asAccount(
      'etcd',
      ...['--name', 'one', '--data-dir', dataDir, '--log-level', 'error'],
      ...['--listen-client-urls', client, '--advertise-client-urls', client],
      ...['--listen-peer-urls', peer, '--initial-advertise-peer-urls', peer, '--initial-cluster', `one=${peer}`],
    ),
  )
}

type Place = { folder: string; number: number; etcdPort: number; archiveOptions: string }

async function createNode({ folder, number, etcdPort, archiveOptions }: Place): Promise<Node> {
  const name = `node-${number}`
  const home = folderOfAccount(path.join(folder, name))
  const dataDir = path.join(home, 'data')
  const [port, apiPort] = [await freePort(), await freePort()]
  const archivePush = fileOfAccount(path.join(home, 'archive-push'), deployed('archive-push', []))
  const settings = deployed('patroni.yaml', [
    // All machines share this command; PostgreSQL runs it in its data folder.
    [/sh \/etc\/patroni\/archive-push %p/, `sh ${archivePush} %p ${archiveOptions} --pg1-path="$PWD"`],
    [/unix_socket_directories: .*/, `unix_socket_directories: ${home}`],
  ])
  const file = fileOfAccount(path.join(home, 'patroni.yaml'), settings)
  const environment = {
    PATRONI_NAME: name,
    PATRONI_ETCD3_HOSTS: `127.0.0.1:${etcdPort}`,
    PATRONI_RESTAPI_LISTEN: `127.0.0.1:${apiPort}`,
    PATRONI_RESTAPI_CONNECT_ADDRESS: `127.0.0.1:${apiPort}`,
    PATRONI_POSTGRESQL_LISTEN: `127.0.0.1:${port}`,
    PATRONI_POSTGRESQL_CONNECT_ADDRESS: `127.0.0.1:${port}`,
    PATRONI_POSTGRESQL_DATA_DIR: dataDir,
    PATRONI_POSTGRESQL_BIN_DIR: '/usr/lib/postgresql/15/bin',
    PATRONI_POSTGRESQL_PGPASS: path.join(home, 'pgpass'),
    PATRONI_SUPERUSER_USERNAME: superuser,
    PATRONI_SUPERUSER_PASSWORD: password,
    PATRONI_REPLICATION_USERNAME: 'replicator',
    PATRONI_REPLICATION_PASSWORD: password,
  }
  let daemon: Daemon | undefined
  return {
    name,
    dataDir,
    port,
    api: `http://127.0.0.1:${apiPort}`,
    start() {
      const command = ['unshare', '--pid', '--fork', '--mount-proc', '--kill-child', ...asAccount('patroni', file)]
      daemon = startDaemon(['setpriv', '--pdeathsig', 'KILL', ...command], environment)
    },
    async kill() {
      await daemon?.kill()
      while (processesIn(dataDir).length > 0) await sleep(5)
    },
    cutReplication() {
      const receivers = processesIn(dataDir).filter((pid) => commandOf(pid).includes('walreceiver'))
      for (const pid of receivers) process.kill(pid, 'SIGSTOP')
      return () => {
        for (const pid of receivers)
          for (const signal of ['SIGTERM', 'SIGCONT'] as const)
            try {
              process.kill(pid, signal)
            } catch {} // it has ended
      }
    },
    output: () => daemon?.output.text ?? '',
  }
}

async function startHaproxy(folder: string, nodes: readonly Node[]) {
  const port = await freePort()
  const settings = deployed('haproxy.cfg', [
    [/bind 127.0.0.1:5000/, `bind 127.0.0.1:${port}`],
    ...nodes.map(
      ({ name, port: own, api }) =>
        [new RegExp(`server ${name} .*`), `server ${name} 127.0.0.1:${own} check port ${new URL(api).port}`] as const,
    ),
  ])
  const file = fileOfAccount(path.join(folder, 'haproxy.cfg'), settings)
  const haproxy = startDaemon(asAccount('/usr/sbin/haproxy', '-db', '-f', file))
  return { url: `postgresql://${superuser}:${password}@127.0.0.1:${port}/postgres`, haproxy }
}

type Member = { name: string; role: string; state: string; lag?: number | string }

/** The machines as Patroni names them; none while nobody answers. */
async function membersOf(nodes: readonly Node[]): Promise<Member[]> {
  for (const { api } of nodes)
    try {
      const answer = await fetch(`${api}/cluster`, { signal: AbortSignal.timeout(2_000) })
      const { members } = (await answer.json()) as { members?: Member[] }
      if (members) return members.filter(({ state }) => state === 'running' || state === 'streaming')
    } catch {
      // the next one may answer
    }
  return []
}

export async function onceWith<T>(url: string, use: (client: pg.Client) => Promise<T>): Promise<T> {
  const client = new pg.Client({ connectionString: url })
  client.on('error', () => {})
  await client.connect()
  try {
    return await use(client)
  } finally {
    await client.end()
  }
}

/** PostgreSQL's processes work in their data folder. */
function processesIn(dataDir: string): number[] {
  return readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .filter((pid) => {
      try {
        return readlinkSync(`/proc/${pid}/cwd`) === realpathSync(dataDir)
      } catch {
        return false
      }
    })
    .map(Number)
}

function commandOf(pid: number): string {
  try {
    return readFileSync(`/proc/${pid}/cmdline`, 'utf8')
  } catch {
    return ''
  }
}
