/**
 * `npm run -s audit:verify`: computes the audit trail's chain again and says what does not fit; ends with 1 then.
 * Runs beside the clinic's server or without it.
 */
import { sealEntries, verifyChains } from '../apps/server/src/audit/chain.ts'
import { readConfig } from '../apps/server/src/config.ts'
import { openDatabase } from '../apps/server/src/platform/database/database.ts'
import { deriveKey } from '../apps/server/src/platform/keys.ts'
import { addressOfRunning, startEmbeddedPostgres } from '../apps/server/src/platform/postgres/embedded-postgres.ts'
import { PostgresStartError } from '../apps/server/src/platform/postgres/postgres-start-error.ts'

const config = await readConfig(process.env)
const key = deriveKey(config.secretKey, 'audit')

/** The clinic's own database, the embedded one of a running server, or the embedded one started for this. */
async function reachDatabase(): Promise<{ url: string; stop: () => Promise<void> }> {
  if (config.databaseUrl !== undefined) return { url: config.databaseUrl, stop: async () => {} }
  try {
    const { connectionString, stop } = await startEmbeddedPostgres({ dataDir: config.dataDir, log: () => {} })
    return { url: connectionString, stop }
  } catch (error) {
    if (!(error instanceof PostgresStartError) || error.code !== 'in_use') throw error
    return { url: addressOfRunning(config.dataDir), stop: async () => {} }
  }
}

const { url, stop } = await reachDatabase()
const database = openDatabase(url, { maxConnections: 2 })
try {
  const reports = await verifyChains(database, key)
  for (const { organizationId, sealed, unsealed, head, problems } of reports) {
    const state = problems.length === 0 ? 'whole' : 'NOT WHOLE'
    process.stdout.write(`${organizationId}: ${state}, ${sealed} entries, ${unsealed} newer ones, last link ${head}\n`)
    for (const problem of problems) process.stdout.write(`  ${problem}\n`)
  }
  if (reports.some(({ problems }) => problems.length > 0)) process.exitCode = 1
  else await sealEntries(database, key)
} finally {
  await database.close()
  await stop()
}
