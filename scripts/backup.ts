/**
 * `npm run -s backup -- FILE`: everything that the clinic has stored, in one encrypted file, while it works on. Ends
 * with 3 when something was missing or changed in the file store; the rest is in the backup even so.
 */
import { version } from '../apps/server/src/app.ts'
import { ConfigError, readConfig } from '../apps/server/src/config.ts'
import { writeBackup } from '../apps/server/src/platform/backup/backup.ts'
import { openStore } from '../apps/server/src/platform/objects/open-store.ts'
import { reachDatabase, readBackupSecret, tell } from './reach-clinic.ts'

try {
  const [file] = process.argv.slice(2)
  if (file === undefined) throw new ConfigError('Which file is it to be?  npm run -s backup -- FILE')
  const config = await readConfig(process.env)
  const secret = await readBackupSecret(config.backup)
  const { url, stop } = await reachDatabase(config)
  try {
    const { secretKey, earlierSecretKeys } = config
    const source = { databaseUrl: url, store: await openStore(config), secretKey, earlierSecretKeys }
    const { tables, objects, object_bytes, problems } = await writeBackup(
      { ...source, productVersion: version },
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
  tell(error, [])
}
