/**
 * `npm run -s scrub [-- --remove-orphans]`: reads every stored object, compares it with its hash in the database, and
 * lists objects of more than a day that no row names. Ends with 1 when something is missing or changed.
 */
import { readConfig } from '../apps/server/src/config.ts'
import { describeScrub, scrub } from '../apps/server/src/platform/backup/scrub.ts'
import { openStore } from '../apps/server/src/platform/objects/open-store.ts'
import { reachDatabase, tell } from './reach-clinic.ts'

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
  tell(error, [])
}
