import { execFile } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { readdir, readFile, rm } from 'node:fs/promises'
import path from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { promisify } from 'node:util'
import { openS3Store } from '../../../apps/server/src/platform/objects/s3-store.ts'
import { createAuthority } from '../../../apps/server/testing/tls-authority.ts'
import { s3SettingsOf } from '../../../scripts/cluster/cluster-parts.ts'
import { startRadosgw } from '../../../scripts/debian-radosgw.mjs'
import {
  asAccount,
  createFolder,
  deployed,
  fileOfAccount,
  folderOfAccount,
  startDaemon,
} from '../../../scripts/failover/daemons.ts'
import { answers } from '../../../scripts/failover/pgbouncer.ts'
import { freePort } from '../clinic.ts'
import { onceWith, type Patroni } from './patroni.ts'

const exec = promisify(execFile)

const segmentBytes = 2 ** 24

/** The segment in which a timeline ended, from its line in a history: number, position, reason. */
function lastSegmentOf(line: string): string {
  const [timeline, position = ''] = line.split('\t')
  const [high, low] = position.split('/').map((part) => Number.parseInt(part, 16))
  const hex = (part: number) => part.toString(16).toUpperCase().padStart(8, '0')
  return [Number(timeline), high!, Math.floor(low! / segmentBytes)].map(hex).join('')
}

export type Archive = Awaited<ReturnType<typeof openArchive>>

/** pgBackRest's repository in an S3 store over TLS, with deploy/failover/pgbackrest.conf. */
export async function openArchive() {
  const { folder, remove } = createFolder('fonema-archive-')
  const authority = createAuthority()
  const store = await startRadosgw({ tls: authority.issue(['localhost']) })
  const { S3_ACCESS_KEY_ID, S3_SECRET_ACCESS_KEY } = store.environment
  const home = folderOfAccount(path.join(folder, 'home'))
  // Makes the bucket.
  await openS3Store(
    s3SettingsOf({ ...store.environment, S3_BUCKET: 'fonema-backup', DATABASE_URL: '' }),
    path.join(folder, 'staging'),
  )
  const settings = deployed('pgbackrest.conf', [
    [/repo1-s3-endpoint=.*/, 'repo1-s3-endpoint=localhost'],
    [/repo1-s3-key=.*/, `repo1-s3-key=${S3_ACCESS_KEY_ID}`],
    [/repo1-s3-key-secret=.*/, `repo1-s3-key-secret=${S3_SECRET_ACCESS_KEY}`],
    [/repo1-cipher-pass=.*/, `repo1-cipher-pass=${randomBytes(24).toString('hex')}`],
    [
      /start-fast=y/,
      [
        'start-fast=y',
        'repo1-storage-host=localhost',
        `repo1-storage-port=${store.tlsPort}`,
        `repo1-storage-ca-file=${fileOfAccount(path.join(home, 'authority.pem'), authority.pem)}`,
        `log-path=${home}`,
        `lock-path=${home}`,
        `spool-path=${home}`,
      ].join('\n'),
    ],
  ])
  const config = fileOfAccount(path.join(home, 'pgbackrest.conf'), settings)
  const options = `--config=${config}`

  const pgbackrest = async (...words: string[]) => {
    const [command = '', ...rest] = asAccount('pgbackrest', options, '--stanza=fonema', ...words)
    const environment = { PATH: '/usr/sbin:/usr/bin:/sbin:/bin', LC_ALL: 'C.UTF-8' }
    return exec(command, rest, { cwd: '/', env: environment }).catch((error: Error & { stdout: string }) => {
      throw new Error(`pgbackrest ${words.join(' ')}: ${error.stdout}${error.message}`)
    })
  }
  /** Runs a command on the primary. */
  const onPrimary = async ({ settled, superuser }: Patroni, ...words: string[]) => {
    const { dataDir, port, output } = await settled()
    const where = [`--pg1-path=${dataDir}`, `--pg1-port=${port}`, `--pg1-socket-path=${path.dirname(dataDir)}`]
    await pgbackrest(...where, `--pg1-user=${superuser}`, ...words).catch((error: Error) => {
      throw new Error(`${error.message}\n${output().slice(-12_000)}`)
    })
  }

  return {
    /** For the `archive_command`. */
    options,
    async backUp(patroni: Patroni) {
      await onPrimary(patroni, 'stanza-create')
      await onPrimary(patroni, '--type=full', 'backup')
    },
    /**
     * The archive has other bytes of the segment in which the timeline before the present one ended, and the primary
     * offers its own: what many failovers leave behind by chance.
     */
    async plantDeadEnd(patroni: Patroni) {
      const { dataDir } = await patroni.settled()
      const wal = path.join(dataDir, 'pg_wal')
      const names = (await readdir(wal)).toSorted()
      const history = names.findLast((name) => name.endsWith('.history'))!
      const segment = lastSegmentOf((await readFile(path.join(wal, history), 'utf8')).trimEnd().split('\n').at(-1)!)
      const own = await readFile(path.join(wal, names.find((name) => /^[0-9A-F]{24}$/.test(name))!))
      const other = Buffer.from(own)
      other[segmentBytes - 1]! ^= 1
      const planted = fileOfAccount(path.join(folderOfAccount(path.join(home, 'planted')), segment), other)
      await pgbackrest(`--pg1-path=${dataDir}`, 'archive-push', planted).catch((error: Error) => {
        // The archive has this segment already, and so other bytes than ours.
        if (!error.message.includes('[045]')) throw error
      })
      fileOfAccount(path.join(wal, segment), own)
      fileOfAccount(path.join(wal, 'archive_status', `${segment}.ready`), '')
    },
    /** Returns once everything up to now is in the archive. */
    async check(patroni: Patroni) {
      // A restore to a moment reads up to the first commit after it.
      await onceWith(patroni.url, (client) => client.query('select pg_current_xact_id()'))
      await onPrimary(patroni, 'check')
    },
    /** A server with the rows as they were at this moment. */
    async restoreTo({ url: source }: Patroni, at: Date) {
      const dataDir = folderOfAccount(path.join(home, `restored-${at.getTime()}`))
      const target = at.toISOString().replace('T', ' ').replace('Z', '+00')
      const words = ['--type=time', `--target=${target}`, '--target-action=promote', 'restore']
      await pgbackrest(`--pg1-path=${dataDir}`, ...words)
      const port = await freePort()
      const server = startDaemon(
        asAccount(
          '/usr/lib/postgresql/15/bin/postgres',
          ...['-D', dataDir, '-p', `${port}`],
          // It is no machine of Patroni's: it has no standby, and must not write into the archive.
          ...[
            ...['listen_addresses=127.0.0.1', `unix_socket_directories=${home}`, 'max_connections=200'],
            ...['synchronous_standby_names=', 'archive_mode=off'],
          ].flatMap((setting) => ['-c', setting]),
        ),
      )
      const url = new URL(source)
      url.port = String(port)
      const stop = async () => {
        await server.kill()
        await rm(dataDir, { recursive: true, force: true, maxRetries: 20, retryDelay: 100 })
      }
      for (; !((await answers(url.href)) && (await isWritable(url.href))); await sleep(100)) {
        if (server.process.exitCode !== null) throw new Error(`The restored server ended: ${server.output.text}`)
      }
      return { url: url.href, stop }
    },
    async close() {
      await store.stop()
      remove()
    },
  }
}

const isWritable = (url: string) =>
  onceWith(url, async (client) => !(await client.query('select pg_is_in_recovery() as so')).rows[0].so)
