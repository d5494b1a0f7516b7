import { type ChildProcess, spawn } from 'node:child_process'
import { mkdtemp, rm } from 'node:fs/promises'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { startEmbeddedPostgres } from '@fonema/embedded-postgres'
import { readConfig } from '../../apps/server/src/config.ts'
import type { ObjectStore } from '../../apps/server/src/platform/objects/object-store.ts'
import { openStore } from '../../apps/server/src/platform/objects/open-store.ts'
import { startDebianPostgres } from '../debian-postgres.mjs'
import { startRadosgw } from '../debian-radosgw.mjs'

/** A setup of the product: R1 is one machine, R2 is several machines with shared parts, all of it on this machine. */
export type Site = {
  name: 'R1' | 'R2'
  url: string
  /** Fills the empty database before the product starts. */
  prepare(fill: (databaseUrl: string) => Promise<void>): Promise<void>
  start(): Promise<void>
  /** Reads the data of the product after it has stopped. */
  inspect<T>(look: (databaseUrl: string, store: ObjectStore) => Promise<T>): Promise<T>
  close(): Promise<void>
}

const common = {
  DEMO: 'off',
  TRANSCRIBER: 'none',
  LOG_LEVEL: 'error',
  // Here, hundreds of clinicians share one address.
  RATE_LIMITS: 'off',
  SECRET_KEY: 'a key for a measurement that keeps nothing',
}

/** One process with the embedded database and files on the disk. */
export async function openR1(): Promise<Site> {
  const dataDir = await mkdtemp(path.join(tmpdir(), 'fonema-load-'))
  const port = await freePort()
  const url = `http://127.0.0.1:${port}`
  const environment = { ...common, DATA_DIR: dataDir, PORT: String(port) }
  let product: Product | undefined
  const withDatabase = async <T>(work: (databaseUrl: string) => Promise<T>) => {
    const postgres = await startEmbeddedPostgres({ dataDir, log: () => {} })
    return work(postgres.connectionString).finally(postgres.stop)
  }
  const stop = async () => product?.stop()
  return {
    name: 'R1',
    url,
    prepare: withDatabase,
    async start() {
      product = await startProduct('apps/server/src/main.ts', environment, url)
    },
    async inspect(look) {
      await stop()
      const store = await openStore(await readConfig(environment))
      return withDatabase((databaseUrl) => look(databaseUrl, store))
    },
    async close() {
      await stop()
      await rm(dataDir, { recursive: true, force: true })
    },
  }
}

/** Two web and two worker processes behind a proxy, with a PostgreSQL that syncs and an S3 store of this many bytes. */
export async function openR2(storeBytes: number): Promise<Site> {
  const dataDir = await mkdtemp(path.join(tmpdir(), 'fonema-load-'))
  const postgres = await startDebianPostgres({ dataDir, durable: true })
  const gateway = await startRadosgw({ bytes: storeBytes })
  const port = await freePort()
  const url = `http://127.0.0.1:${port}`
  const environment = { ...common, ...gateway.environment, DATABASE_URL: postgres.url, PORT: String(port) }
  let product: Product | undefined
  const stop = async () => product?.stop()
  return {
    name: 'R2',
    url,
    prepare: (fill) => fill(postgres.url),
    async start() {
      product = await startProduct('scripts/cluster.ts', environment, url)
    },
    async inspect(look) {
      await stop()
      return look(postgres.url, await openStore(await readConfig({ ...environment, DATA_DIR: dataDir })))
    },
    async close() {
      await stop()
      await gateway.stop()
      await postgres.stop()
      await rm(dataDir, { recursive: true, force: true })
    },
  }
}

type Product = { stop(): Promise<void> }

async function startProduct(script: string, environment: Record<string, string>, url: string): Promise<Product> {
  // The same option as in `npm start`.
  const program = ['--max-semi-space-size=16', path.resolve(import.meta.dirname, '../..', script)]
  const child: ChildProcess = spawn(process.execPath, program, {
    env: { PATH: process.env.PATH, ...environment },
    stdio: ['ignore', 'ignore', 'inherit'],
  })
  const ended = new Promise<void>((resolve) => child.once('exit', () => resolve()))
  while ((await fetch(`${url}/api/ready`).catch(() => undefined))?.status !== 200) {
    if (child.exitCode !== null) throw new Error('the product did not start')
    await sleep(200)
  }
  return {
    async stop() {
      child.kill('SIGTERM')
      await ended
    },
  }
}

function freePort(): Promise<number> {
  return new Promise((resolve, reject) => {
    const probe = createServer().once('error', reject)
    probe.listen(0, '127.0.0.1', () => {
      const { port } = probe.address() as { port: number }
      probe.close(() => resolve(port))
    })
  })
}
