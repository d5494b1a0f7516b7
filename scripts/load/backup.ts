/**
 * `npm run tool -- bench-backup [--gigabytes 2]`: measures a backup and a restore of a clinic with recordings of 0.8 MB
 * each, on the embedded database and the disk: seconds, rate, and the maximum memory of each command.
 */
import { spawn } from 'node:child_process'
import { createHash, randomFillSync } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { mkdir, mkdtemp, rm, stat, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { parseArgs } from 'node:util'
import { startEmbeddedPostgres } from '@fonema/embedded-postgres'
import pg from 'pg'
import { seed } from './seed.ts'

const { values } = parseArgs({ options: { gigabytes: { type: 'string', default: '2' } } })
const bytesEach = 800_000
const recordings = Math.ceil((Number(values.gigabytes) * 1e9) / bytesEach / 4) * 4
const goalGigabytes = 20
const folder = await mkdtemp(path.join(tmpdir(), 'fonema-backup-'))
const secret = { BACKUP_PASSPHRASE: 'seven words that nobody would ever guess' }
const file = path.join(folder, 'clinic.backup')
const [clinic, empty] = [path.join(folder, 'clinic'), path.join(folder, 'empty')]

try {
  await fill(clinic)
  await run('backup', 'scripts/backup.ts', [file], clinic)
  process.stdout.write(`the backup has ${((await stat(file)).size / 1e6).toFixed(0)} MB\n`)
  await run('restore, with every hash compared', 'scripts/restore.ts', [file], empty)
} finally {
  await rm(folder, { recursive: true, force: true })
}

/** A clinic whose recordings are where the store would have put them. */
async function fill(dataDir: string) {
  await mkdir(dataDir)
  const postgres = await startEmbeddedPostgres({ dataDir, log: () => {} })
  await seed(postgres.connectionString, [{ clinicians: 2, participants: 200, items: recordings }])
  const client = new pg.Client({ connectionString: postgres.connectionString })
  await client.connect()
  const { rows } = await client.query<{ id: string; object_key: string }>('select id, object_key from takes')
  await client.query('begin')
  await client.query('alter table takes disable trigger user')
  const bytes = Buffer.alloc(bytesEach)
  for (const { id, object_key } of rows) {
    randomFillSync(bytes, 0, 100_000)
    const place = path.join(dataDir, 'files', 'objects', object_key)
    await mkdir(path.dirname(place), { recursive: true })
    await writeFile(place, bytes)
    await client.query('update takes set sha256 = $2, size_bytes = $3 where id = $1', [
      ...[id, createHash('sha256').update(bytes).digest('hex'), bytesEach],
    ])
  }
  await client.query('alter table takes enable trigger user')
  await client.query('commit')
  await client.end()
  await postgres.stop()
}

async function run(name: string, program: string, args: string[], dataDir: string) {
  const begun = performance.now()
  const child = spawn(process.execPath, [path.resolve(import.meta.dirname, '../..', program), ...args], {
    env: { PATH: process.env.PATH, DATA_DIR: dataDir, ...secret },
    stdio: 'inherit',
  })
  let peakKb = 0
  const watch = setInterval(() => {
    peakKb = Math.max(peakKb, residentKb(child.pid))
  }, 200)
  const status = await new Promise((resolve) => child.once('exit', resolve))
  clearInterval(watch)
  if (status !== 0) throw new Error(`${name} ended with ${status}`)
  const seconds = (performance.now() - begun) / 1000
  const megabytes = (recordings * bytesEach) / 1e6
  const minutes = (seconds * goalGigabytes * 1000) / megabytes / 60
  process.stdout.write(
    `${name}: ${recordings} recordings, ${megabytes.toFixed(0)} MB in ${seconds.toFixed(1)} s, ${(megabytes / seconds).toFixed(1)} MB/s, ` +
      `peak memory ${(peakKb / 1000).toFixed(0)} MB; ${goalGigabytes} GB at this rate: ${minutes.toFixed(1)} min\n`,
  )
}

function residentKb(pid: number | undefined): number {
  try {
    return Number(/VmRSS:\s+(\d+) kB/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1] ?? 0)
  } catch {
    return 0 // the process has ended
  }
}
