import type { OrganizationId, TakeoutId } from '@fonema/contract'
import pg from 'pg'
import { buildApp, contentFolder } from '../../apps/server/src/app.ts'
import { readConfig } from '../../apps/server/src/config.ts'
import { openCatalogue } from '../../apps/server/src/content/catalogue.ts'
import { readContent } from '../../apps/server/src/content/files.ts'
import { type Database, openDatabase } from '../../apps/server/src/platform/database/database.ts'
import { openQueue } from '../../apps/server/src/platform/jobs/queue.ts'
import { openStore } from '../../apps/server/src/platform/objects/open-store.ts'
import { makeTakeout } from '../../apps/server/src/takeouts/jobs.ts'

export type App = Awaited<ReturnType<typeof buildApp>>
export type Product = {
  app: App
  database: Database
  make(organization_id: OrganizationId, takeout_id: TakeoutId): Promise<void>
}

/** Creates an empty database beside the one at this URL. @returns its URL */
export async function createDatabase(url: string, name: string): Promise<string> {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  await client.query(`create database ${name}`)
  await client.end()
  const address = new URL(url)
  address.pathname = `/${name}`
  return address.href
}

/** Runs the product in this process, without a socket. */
export async function withApp<T>(
  { databaseUrl, dataDir }: { databaseUrl: string; dataDir: string },
  work: (product: Product) => Promise<T>,
): Promise<T> {
  const config = await readConfig({ DATA_DIR: dataDir, LOG_LEVEL: 'error', RATE_LIMITS: 'off' })
  const catalogue = await openCatalogue(contentFolder, await readContent(contentFolder))
  const database = openDatabase(databaseUrl)
  const queue = await openQueue(databaseUrl, () => {})
  const store = await openStore(config)
  const clock = { now: () => new Date() }
  const app = await buildApp({ config, database, store, queue, clock, catalogue, models: [] })
  const make = (organization_id: OrganizationId, takeout_id: TakeoutId) =>
    makeTakeout({ config, database, store, catalogue, clock }, { organization_id, takeout_id })
  try {
    return await work({ app, database, make })
  } finally {
    await app.close()
    await queue.stop()
    await database.close()
  }
}
