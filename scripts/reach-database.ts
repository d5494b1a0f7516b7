import type { Config } from '../apps/server/src/config.ts'
import { addressOfRunning, startEmbeddedPostgres } from '../apps/server/src/platform/postgres/embedded-postgres.ts'
import { PostgresStartError } from '../apps/server/src/platform/postgres/postgres-start-error.ts'

/** The clinic's own database, the embedded one of a running server, or the embedded one started for this. */
export async function reachDatabase(config: Config): Promise<{ url: string; stop: () => Promise<void> }> {
  if (config.databaseUrl !== undefined) return { url: config.databaseUrl, stop: async () => {} }
  try {
    const { connectionString, stop } = await startEmbeddedPostgres({ dataDir: config.dataDir, log: () => {} })
    return { url: connectionString, stop }
  } catch (error) {
    if (!(error instanceof PostgresStartError) || error.code !== 'in_use') throw error
    return { url: addressOfRunning(config.dataDir), stop: async () => {} }
  }
}
