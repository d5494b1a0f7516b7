/**
 * `npm run cluster`: two web and two worker processes behind a proxy, like several machines, to try it out. Uses
 * DATABASE_URL and S3_ENDPOINT if they are set, otherwise Debian's PostgreSQL 15 and Ceph's S3 store, both started for
 * this and empty each time.
 */
import { randomBytes } from 'node:crypto'
import { mkdirSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { startCluster } from './cluster/start-cluster.ts'
import { ensureDebianPackages } from './debian-packages.mjs'
import { DEBIAN_POSTGRES, startDebianPostgres } from './debian-postgres.mjs'
import { canStartRadosgw, RADOSGW_NEEDS, startRadosgw } from './debian-radosgw.mjs'

const say = (line: string) => process.stdout.write(`${line}\n`)
const stops: (() => unknown)[] = []
const stopAll = async () => {
  for (const stop of stops.splice(0).reverse()) await stop()
}

const ownVariables =
  /^(DATABASE_URL|SECRET_KEY|S3_|DEMO|PUBLIC_URL|SMTP_URL|MAIL_FROM|MAX_|QUOTA_GB|CLAMD|FILE_TYPES|LOCKOUT_|RATE_LIMITS|TRANSCRIBER|LOG_LEVEL|METRICS_TOKEN)/
const environment: Record<string, string> = {
  SECRET_KEY: randomBytes(48).toString('base64url'),
  LOG_LEVEL: 'warn',
  ...Object.fromEntries(Object.entries(process.env).filter(([name]) => ownVariables.test(name))),
}

async function provide() {
  const folder = mkdtempSync(path.join(tmpdir(), 'fonema-cluster-'))
  stops.push(() => rmSync(folder, { recursive: true, force: true }))
  if (environment.DATABASE_URL === undefined) {
    if (ensureDebianPackages([{ file: DEBIAN_POSTGRES, package: 'postgresql-15' }]).length > 0)
      throw new Error('PostgreSQL 15 is not installed here; name a database: DATABASE_URL=… npm run cluster')
    say('Starting PostgreSQL 15')
    const postgres = await startDebianPostgres({ dataDir: folder })
    stops.push(postgres.stop)
    environment.DATABASE_URL = postgres.url
  }
  if (environment.S3_ENDPOINT === undefined) {
    ensureDebianPackages(RADOSGW_NEEDS)
    if (!canStartRadosgw())
      throw new Error('Ceph can only be started by root; name a store: S3_ENDPOINT=… npm run cluster')
    say('Starting an S3 store (Ceph)')
    const store = await startRadosgw()
    stops.push(store.stop)
    Object.assign(environment, store.environment)
  }
  const dataDir = path.join(folder, 'machines')
  mkdirSync(dataDir)
  return dataDir
}

for (const signal of ['SIGTERM', 'SIGINT'] as const)
  process.on(signal, async () => {
    await stopAll()
    process.exit(0)
  })
try {
  const dataDir = await provide()
  const port = Number(process.env.PORT || 8080)
  const onLine = (machine: string, line: string) => say(`${machine.padEnd(9)} ${line}`)
  const cluster = await startCluster({ environment, dataDir, count: { web: 2, worker: 2 }, port, onLine })
  stops.push(cluster.stop)
  say(`\nTwo web and two worker processes are ready behind ${cluster.url}`)
} catch (error) {
  process.stderr.write(`${(error as Error).message}\n`)
  await stopAll()
  process.exit(1)
}
