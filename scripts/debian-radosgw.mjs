// Ceph's radosgw from Debian as an S3 store for the tests and for trying out: a real one, which checks signatures. One
// monitor, one OSD in memory, one gateway on loopback. All end with this process, and no data is kept.
import { execFile, spawn } from 'node:child_process'
import { randomBytes, randomUUID } from 'node:crypto'
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { promisify } from 'node:util'
import { findCommand } from './debian-packages.mjs'

const exec = promisify(execFile)

/** The needs for `ensureDebianPackages`. */
export const RADOSGW_NEEDS = [
  { command: 'ceph-mon', package: 'ceph-mon' },
  { command: 'ceph-osd', package: 'ceph-osd' },
  { command: 'radosgw', package: 'radosgw' },
]

/** The daemons require root, and end with this process even when it is killed. */
export const canStartRadosgw = () =>
  process.geteuid?.() === 0 && ['ceph-mon', 'ceph-osd', 'radosgw', 'setpriv'].every((name) => findCommand(name))

const startSeconds = 60

/**
 * Starts an empty store with this many bytes of space; with a key and certificate, it also answers over TLS.
 *
 * @param {{ bytes?: number, tls?: { key: string, cert: string } }} options
 * @returns {Promise<{ environment: Record<string, string>, tlsPort: number | undefined, process: import('node:child_process').ChildProcess, stop(): Promise<void> }>}
 *   the variables that connect Fonema to it, and the gateway's process
 */
export async function startRadosgw({ bytes = 1 << 30, tls } = {}) {
  // The paths of its sockets may have at most 107 characters.
  const folder = mkdtempSync(join(tmpdir(), 'fonema-s3-'))
  const [monitorPort, port, tlsPort] = await freePorts(tls ? 3 : 2)
  const config = join(folder, 'ceph.conf')
  for (const name of ['mon', 'osd', 'run', 'log', 'rgw']) mkdirSync(join(folder, name))
  writeFileSync(join(folder, 'keyring'), '')
  if (tls) writeFileSync(join(folder, 'tls.pem'), tls.key + tls.cert, { mode: 0o600 })
  const overTls = tls ? ` ssl_endpoint=127.0.0.1:${tlsPort} ssl_certificate=${join(folder, 'tls.pem')}` : ''
  const cluster = randomUUID()
  writeFileSync(config, configuration({ folder, cluster, monitorPort, port, overTls, bytes }))

  const daemons = []
  const daemon = (command, ...args) => {
    const child = spawn('setpriv', ['--pdeathsig', 'KILL', command, '-c', config, ...args, '-f'], { stdio: 'ignore' })
    child.once('error', () => {}) // `until` reports the failure
    daemons.push(child)
    return child
  }
  const stop = async () => {
    for (const child of daemons.reverse()) await ended(child)
    rmSync(folder, { recursive: true, force: true })
  }
  const until = async (what, isThere) => {
    for (const deadline = Date.now() + startSeconds * 1000; Date.now() < deadline; await sleep(100)) {
      if (await isThere().catch(() => false)) return
    }
    throw new Error(`Ceph's ${what} did not start`)
  }
  const ceph = async (...args) => (await exec('ceph', ['-c', config, '--connect-timeout', '10', ...args])).stdout

  try {
    const map = join(folder, 'monmap')
    await exec('monmaptool', [
      ...['--create', '--clobber', '--fsid', cluster],
      ...['--addv', 'a', `[v1:127.0.0.1:${monitorPort}]`, map],
    ])
    await exec('ceph-mon', ['-c', config, '--mkfs', '-i', 'a', '--monmap', map])
    daemon('ceph-mon', '-i', 'a')
    const osd = randomUUID()
    // May be repeated. Just after its start, the monitor refuses this command although it already answers others.
    await until('monitor', async () => (await ceph('osd', 'new', osd)) !== '')
    await exec('ceph-osd', ['-c', config, '-i', '0', '--mkfs', '--osd-uuid', osd])
    let storage = daemon('ceph-osd', '-i', '0')
    await until('OSD', async () => {
      // It gives up if it asks the monitor before it has the cluster's id, which arrives at about the same time.
      if (storage.exitCode !== null) storage = daemon('ceph-osd', '-i', '0')
      return (await ceph('osd', 'stat')).includes('1 up')
    })
    const gateway = daemon('radosgw', '-n', 'client.rgw')
    const endpoint = `http://127.0.0.1:${port}`
    await until('gateway', async () => (await fetch(endpoint)).ok)
    const [accessKey, secretKey] = [randomBytes(10).toString('hex').toUpperCase(), randomBytes(20).toString('hex')]
    await exec('radosgw-admin', [
      ...['-c', config, 'user', 'create', '--uid=fonema', '--display-name=fonema'],
      ...[`--access-key=${accessKey}`, `--secret-key=${secretKey}`],
    ])
    const environment = {
      S3_ENDPOINT: endpoint,
      S3_BUCKET: 'fonema',
      S3_ACCESS_KEY_ID: accessKey,
      S3_SECRET_ACCESS_KEY: secretKey,
    }
    return { environment, tlsPort, process: gateway, stop }
  } catch (error) {
    await stop()
    throw error
  }
}

/** One copy of everything, in memory, and no keys between its own parts, since it listens on loopback only. */
const configuration = ({ folder, cluster, monitorPort, port, overTls, bytes }) => `
[global]
fsid = ${cluster}
mon host = v1:127.0.0.1:${monitorPort}
mon initial members = a
public addr = 127.0.0.1
cluster addr = 127.0.0.1
ms bind msgr2 = false
auth cluster required = none
auth service required = none
auth client required = none
osd pool default size = 1
osd pool default min size = 1
osd pool default pg num = 8
osd crush chooseleaf type = 0
mon allow pool size one = true
mon max pg per osd = 1000
mon data avail crit = 1
mon data avail warn = 2
run dir = ${folder}/run
admin socket = ${folder}/run/$name.asok
pid file = ${folder}/run/$name.pid
log file = ${folder}/log/$name.log
crash dir = ${folder}/run
keyring = ${folder}/keyring
[mon]
mon data = ${folder}/mon
[osd]
osd data = ${folder}/osd
osd objectstore = memstore
memstore device bytes = ${bytes}
[client.rgw]
rgw frontends = beast endpoint=127.0.0.1:${port}${overTls}
rgw data = ${folder}/rgw
rgw thread pool size = 32
`

const ended = (child) =>
  child.exitCode !== null || child.signalCode !== null || child.pid === undefined
    ? undefined
    : new Promise((resolve) => {
        child.once('exit', resolve)
        child.kill('SIGKILL')
      })

async function freePorts(count) {
  const probes = await Promise.all(
    Array.from(
      { length: count },
      () =>
        new Promise((done, failed) => {
          const probe = createServer().once('error', failed)
          probe.listen(0, '127.0.0.1', () => done(probe))
        }),
    ),
  )
  const ports = probes.map((probe) => probe.address().port)
  await Promise.all(probes.map((probe) => new Promise((done) => probe.close(done))))
  return ports
}
