/**
 * `npm run -s tool -- audit-verify`: computes the chain of the audit log again, reports each difference, and then exits
 * with 1. Runs with or without the clinic's server.
 */
import { sealEntries, verifyChains } from '../apps/server/src/audit/chain.ts'
import { readConfig } from '../apps/server/src/config.ts'
import { openDatabase } from '../apps/server/src/platform/database/database.ts'
import { deriveKeys } from '../apps/server/src/platform/keys.ts'
import { reachDatabase, reportError } from './reach-clinic.ts'

try {
  const config = await readConfig(process.env)
  const keys = deriveKeys(config, 'audit')

  const { url, stop } = await reachDatabase(config)
  const database = openDatabase(url, { maxConnections: 2 })
  try {
    const reports = await verifyChains(database, keys)
    for (const { organizationId, sealed, unsealed, head, problems } of reports) {
      const state = problems.length === 0 ? 'whole' : 'NOT WHOLE'
      process.stdout.write(`${organizationId}: ${state}, ${sealed} entries, ${unsealed} unsealed, last link ${head}\n`)
      for (const problem of problems) process.stdout.write(`  ${problem}\n`)
    }
    if (reports.some(({ problems }) => problems.length > 0)) process.exitCode = 1
    else await sealEntries(database, keys)
  } finally {
    await database.close()
    await stop()
  }
} catch (error) {
  reportError(error, [])
}
