/**
 * `npm run -s tool -- restore FILE`: restores a backup of any clinic into an empty one, embedded or not.
 * `npm run -s tool -- restore --as-it-was FILE` leaves the database as the release of the backup knows it.
 * `npm run -s tool -- restore --check FILE` reads the whole backup, compares it with its manifest and writes nothing.
 */
import path from 'node:path'
import { parseArgs } from 'node:util'
import { BackupUnreadable, checkBackup, restoreBackup, type Start, TargetNotEmpty } from '@fonema/backup'
import { ConfigError, readConfig } from '../apps/server/src/config.ts'
import { migrateDatabase } from '../apps/server/src/platform/database/migrate.ts'
import { upgradeSecret } from '../apps/server/src/platform/database/upgrade-backup.ts'
import { queueSchema } from '../apps/server/src/platform/jobs/queue.ts'
import { openStore } from '../apps/server/src/platform/objects/open-store.ts'
import { keepSecretKeys } from './keep-secret-keys.ts'
import { reachDatabase, readBackupSecret, reportError } from './reach-clinic.ts'

try {
  const { values, positionals } = parseArgs({
    allowPositionals: true,
    options: { check: { type: 'boolean', default: false }, 'as-it-was': { type: 'boolean', default: false } },
  })
  const isCheck = values.check
  const [file] = positionals
  if (file === undefined)
    throw new ConfigError('A backup is missing:  npm run -s tool -- restore [--check] [--as-it-was] FILE')
  const config = await readConfig(process.env)
  const { passphrase, keyFile } = config.backup
  // Without a key of its own: the backup before an upgrade.
  const isOwn = passphrase === undefined && keyFile === undefined && /^before-/.test(path.basename(file))
  const secret = isOwn ? upgradeSecret(config.secretKey) : await readBackupSecret(config.backup)
  const { start, manifest } = isCheck ? await checkBackup(file, secret) : await restore()
  const rows = manifest.tables.reduce((sum, table) => sum + table.rows, 0)
  const what = `the backup of ${start.created_at}: ${rows} rows, ${manifest.objects} objects, all verified`
  process.stdout.write(`${isCheck ? 'Verified' : 'Restored'}: ${what}\n`)
  for (const { key, problem } of manifest.problems)
    process.stderr.write(`${problem.toUpperCase()} already when the backup was made  ${key}\n`)

  async function restore() {
    const { url, stop } = await reachDatabase(config, { mayBeNew: true })
    try {
      const target = { databaseUrl: url, store: await openStore(config), migrate: migrateDatabase, queueSchema }
      const contents = await restoreBackup(file!, secret, target, { asItWas: values['as-it-was'] })
      await keepKeysOf(contents.start)
      return contents
    } finally {
      await stop()
    }
  }

  /** The seals of the audit log and the outboxes of browsers can only be opened with the clinic's own keys. */
  async function keepKeysOf({ secret_key, earlier_secret_keys }: Start) {
    const keys = [secret_key, ...earlier_secret_keys]
    const given = [config.secretKey, ...config.earlierSecretKeys]
    if (keys.every((key) => given.includes(key))) return
    const isGiven = Boolean(process.env.SECRET_KEY)
    const kept = await keepSecretKeys(config.dataDir, keys, isGiven)
    if (isGiven)
      process.stdout.write(
        `SECRET_KEY is not the one of the backed-up clinic. Use those in ${kept} from now on: the first line as SECRET_KEY, others as SECRET_KEY_PREVIOUS.\n`,
      )
  }
} catch (error) {
  reportError(error, [BackupUnreadable, TargetNotEmpty])
}
