import { randomUUID } from 'node:crypto'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import pg from 'pg'
import type { TestProject } from 'vitest/node'
import { clusterPartsForTests, s3SettingsOf } from '../../../../scripts/cluster/cluster-parts.ts'
import { contentFolder } from '../app.ts'
import { readContent } from '../content/files.ts'
import { loadContent } from '../content/load.ts'
import { migrateDatabase } from '../platform/database/migrate.ts'
import type { S3Settings } from '../platform/objects/s3-store.ts'
import { startEmbeddedPostgres } from '../platform/postgres/embedded-postgres.ts'

declare module 'vitest' {
  interface ProvidedContext {
    /** A migrated database with its content, copied for each test. */
    templateUrl: string
    /** A real S3 store for the run, in which a test takes a bucket of its own; absent: files of this machine. */
    s3?: S3Settings
  }
}

/**
 * One real PostgreSQL for the run: the embedded one, or the one at `TEST_DATABASE_URL`. With `TEST_CLUSTER` it is
 * PostgreSQL 15, beside an S3 store: then each test has two servers that share these and nothing else.
 */
export default (project: TestProject) =>
  setUpOn(process.env.TEST_CLUSTER === undefined ? 'one machine' : 'cluster', project)

export async function setUpOn(form: 'one machine' | 'cluster', { provide }: TestProject) {
  const { url, s3, stop } = form === 'cluster' ? await shareParts() : await startDatabase()
  const name = `fonema_test_${randomUUID().replaceAll('-', '')}`
  await withClient(url, (client) => client.query(`create database ${name}`))
  const templateUrl = databaseUrl(url, name)
  await migrateDatabase(templateUrl)
  await loadContent(templateUrl, await readContent(contentFolder))
  provide('templateUrl', templateUrl)
  if (s3 !== undefined) provide('s3', s3)

  return async () => {
    await withClient(url, (client) => client.query(`drop database if exists ${name} with (force)`))
    await stop()
  }
}

type Parts = { url: string; s3?: S3Settings; stop(): Promise<void> }

async function startDatabase(): Promise<Parts> {
  const given = process.env.TEST_DATABASE_URL
  if (given !== undefined) return { url: given, stop: async () => {} }
  const dataDir = await mkdtemp(path.join(tmpdir(), 'fonema-test-'))
  const server = await startEmbeddedPostgres({ dataDir, log: () => {}, isThrownAway: true })
  return {
    url: server.connectionString,
    async stop() {
      await server.stop()
      await rm(dataDir, { recursive: true, force: true })
    },
  }
}

async function shareParts(): Promise<Parts> {
  const { parts, stop } = await clusterPartsForTests()
  return { url: parts.DATABASE_URL, s3: s3SettingsOf(parts), stop }
}

export function databaseUrl(url: string, name: string): string {
  const changed = new URL(url)
  changed.pathname = `/${name}`
  return changed.href
}

export async function withClient<T>(connectionString: string, use: (client: pg.Client) => Promise<T>): Promise<T> {
  const client = new pg.Client({ connectionString })
  await client.connect()
  try {
    return await use(client)
  } finally {
    await client.end()
  }
}
