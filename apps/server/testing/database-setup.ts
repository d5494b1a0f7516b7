import { randomUUID } from 'node:crypto'
import { rm } from 'node:fs/promises'
import { startEmbeddedPostgres } from '@fonema/embedded-postgres'
import pg from 'pg'
import type { TestProject } from 'vitest/node'
import { clusterPartsForTests, s3SettingsOf } from '../../../scripts/cluster/cluster-parts.ts'
import { startDebianPostgres } from '../../../scripts/debian-postgres.mjs'
import { startPgBouncer } from '../../../scripts/failover/pgbouncer.ts'
import { makeTestDatabaseFolder } from '../../../scripts/test-database-folder.ts'
import { runtimeRole } from '../src/platform/database/database.ts'
import type { S3Settings } from '../src/platform/objects/s3-store.ts'
import { addOrganizations, fillWithContent } from './template.ts'

declare module 'vitest' {
  interface ProvidedContext {
    /** A migrated database with content and two organisations, copied for each test. */
    templateUrl: string
    /** The same without organisations, for processes that create their own clinic. */
    emptyTemplateUrl: string
    /** An S3 store for the run, in which each test gets a bucket; absent: the local file system is used. */
    s3?: S3Settings
    /** PgBouncer before the database, in transaction mode; absent: connections lead to the database itself. */
    poolerUrl?: string
  }
}

/**
 * Provides one real PostgreSQL for the run: the embedded one, or the one at `TEST_DATABASE_URL`. With `TEST_CLUSTER` it
 * is PostgreSQL 15 with an S3 store. Each test then has two servers that share only these.
 */
export default (project: TestProject) =>
  setUpOn(process.env.TEST_CLUSTER === undefined ? 'one machine' : 'cluster', project)

const places = { 'one machine': startDatabase, cluster: shareParts, pooler: startBehindPooler }

export async function setUpOn(place: keyof typeof places, { provide }: TestProject) {
  const { url, s3, poolerUrl, stop } = await places[place]()
  const name = `fonema_test_${randomUUID().replaceAll('-', '')}`
  const empty = `${name}_empty`
  await withClient(url, (client) => client.query(`create database ${empty}`))
  await fillWithContent(databaseUrl(url, empty))
  await withClient(url, (client) => client.query(`create database ${name} template ${empty}`))
  await addOrganizations(databaseUrl(url, name))
  provide('templateUrl', databaseUrl(url, name))
  provide('emptyTemplateUrl', databaseUrl(url, empty))
  if (s3 !== undefined) provide('s3', s3)
  if (poolerUrl !== undefined) provide('poolerUrl', poolerUrl)

  return async () => {
    for (const each of [name, empty])
      await withClient(url, (client) => client.query(`drop database if exists ${each} with (force)`))
    await stop()
  }
}

type Parts = { url: string; s3?: S3Settings; poolerUrl?: string; stop(): Promise<void> }

async function startDatabase(): Promise<Parts> {
  const given = process.env.TEST_DATABASE_URL
  if (given !== undefined) return { url: given, stop: async () => {} }
  const dataDir = await makeTestDatabaseFolder()
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

/** PostgreSQL 15, with PgBouncer before it. The template is made around the pooler, as upgrades are. */
async function startBehindPooler(): Promise<Parts> {
  const dataDir = await makeTestDatabaseFolder()
  const server = await startDebianPostgres({ dataDir })
  const poolerPassword = randomUUID()
  await withClient(server.url, (client) =>
    client.query(`create role ${runtimeRole} login password '${poolerPassword}'`),
  )
  const pooler = await startPgBouncer({ server: new URL(server.url), role: runtimeRole, password: poolerPassword })
  return {
    url: server.url,
    poolerUrl: pooler.url,
    async stop() {
      await pooler.stop()
      await server.stop()
      await rm(dataDir, { recursive: true, force: true })
    },
  }
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
