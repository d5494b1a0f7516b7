/**
 * `npm run -s tool -- backup FILE`: writes everything that the clinic has stored into one encrypted file, while the
 * clinic keeps running. Exits with 3 when the file store has missing or changed objects; the backup contains all
 * others.
 */

import { writeBackup } from '@fonema/backup'

import { ConfigError, readConfig } from '../apps/server/src/config.ts'
import { queueSchema } from '../apps/server/src/platform/jobs/queue.ts'
import { openStore } from '../apps/server/src/platform/objects/open-store.ts'
import { productVersion } from '../apps/server/src/platform/product-version.ts'
import { reachDatabase, readBackupSecret, reportError } from './reach-clinic.ts'

try {
  const [file] = process.argv.slice(2)
  if (file === undefined) throw new ConfigError('A file name is missing:  npm run -s tool -- backup FILE')
  const config = await readConfig(process.env)
  const secret = await readBackupSecret(config.backup)
  const { url, stop } = await reachDatabase(config)
  try {
    const { secretKey, earlierSecretKeys } = config
    const source = { databaseUrl: url, store: await openStore(config), secretKey, earlierSecretKeys }
    const { tables, objects, object_bytes, problems } = await writeBackup(
      { ...source, productVersion, queueSchema },
      secret,
      file,
    )
    const rows = tables.reduce((sum, table) => sum + table.rows, 0)
    process.stdout.write(`${file}: ${rows} rows, ${objects} objects, ${(object_bytes / 1e6).toFixed(1)} MB\n`)
    for (const { key, problem } of problems) process.stderr.write(`${problem.toUpperCase()}  ${key}\n`)
    if (problems.length > 0) process.exitCode = 3
  } finally {
    await stop()
  }
} catch (error) {
  reportError(error, [])
}
