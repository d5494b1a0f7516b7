/**
 * `npm run -s tool -- scrub [--remove-orphans]`: reads every stored object, compares it with its hash in the database, and
 * lists objects older than a day without a row. Exits with 1 when something is missing or changed.
 */

import { describeScrub, scrub } from '@fonema/backup'
import { readConfig } from '../apps/server/src/config.ts'
import { openStore } from '../apps/server/src/platform/objects/open-store.ts'
import { reachDatabase, reportError } from './reach-clinic.ts'

try {
  const config = await readConfig(process.env)
  const { url, stop } = await reachDatabase(config)
  try {
    const removeOrphans = process.argv.includes('--remove-orphans')
    const report = await scrub({ databaseUrl: url, store: await openStore(config) }, { removeOrphans })
    process.stdout.write(`${describeScrub(report)}\n`)
    if (report.missing.length + report.changed.length > 0) process.exitCode = 1
  } finally {
    await stop()
  }
} catch (error) {
  reportError(error, [])
}
