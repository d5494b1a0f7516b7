import { writeSync } from 'node:fs'
import { migrateDatabase } from '../src/platform/database/migrate.ts'
import { backUpBeforeUpgrade } from '../src/platform/database/upgrade-backup.ts'

// An upgrade in a process of its own, for tests that kill it: it says how far it is, and waits there for a moment's
// answer, so that the parent decides where it ends.
const [databaseUrl, dataDir, secretKey] = process.argv.slice(2) as [string, string, string]
const say = (what: string) => writeSync(1, `${what}\n`)

await migrateDatabase(databaseUrl, {
  async before() {
    say('backup')
    await backUpBeforeUpgrade({ dataDir, secretKey, earlierSecretKeys: [] }, databaseUrl)
    say('backed up')
  },
  onMigration: say,
})
say('done')
