import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import pg from 'pg'
import type { TestProject } from 'vitest/node'
import { contentFolder } from '../app.ts'
import { readContent } from '../content/files.ts'
import { loadContent } from '../content/load.ts'
import { migrateDatabase } from '../platform/database/migrate.ts'
import { startEmbeddedPostgres } from '../platform/postgres/embedded-postgres.ts'

declare module 'vitest' {
  interface ProvidedContext {
    /** A migrated database with its content, copied for each test file. */
    templateUrl: string
  }
}

/** One real PostgreSQL for the run: the embedded one, or the one at `TEST_DATABASE_URL`. */
export default async function setUpDatabase({ provide }: TestProject) {
  const content = await readContent(contentFolder)
  const given = process.env.TEST_DATABASE_URL
  const dataDir = await mkdtemp(path.join(tmpdir(), 'fonema-test-'))
  const server =
    given === undefined
      ? await startEmbeddedPostgres({ dataDir, log: () => {} })
      : { connectionString: given, stop: async () => {} }

  const name = `fonema_test_${process.pid}`
  await withClient(server.connectionString, (client) => client.query(`create database ${name}`))
  const templateUrl = databaseUrl(server.connectionString, name)
  await migrateDatabase(templateUrl)
  await loadContent(templateUrl, content)
  provide('templateUrl', templateUrl)

  return async () => {
    if (given !== undefined)
      await withClient(given, (client) => client.query(`drop database if exists ${name} with (force)`))
    await server.stop()
    await rm(dataDir, { recursive: true, force: true })
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
