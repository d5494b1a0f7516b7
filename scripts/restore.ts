/**
 * `npm run -s restore -- FILE`: puts a backup into an empty clinic, embedded or not, whatever it came from.
 * `npm run -s restore -- --check FILE` reads all of it, compares it with its manifest and writes nothing.
 */
import { rm, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { ConfigError, readConfig } from '../apps/server/src/config.ts'
import { checkBackup, restoreBackup, type Start, TargetNotEmpty } from '../apps/server/src/platform/backup/restore.ts'
import { BackupUnreadable } from '../apps/server/src/platform/backup/sealed-file.ts'
import { openStore } from '../apps/server/src/platform/objects/open-store.ts'
import { reachDatabase, readBackupSecret, tell } from './reach-clinic.ts'

try {
  const isCheck = process.argv.includes('--check')
  const [file] = process.argv.slice(2).filter((word) => word !== '--check')
  if (file === undefined) throw new ConfigError('Which backup?  npm run -s restore -- [--check] FILE')
  const config = await readConfig(process.env)
  const secret = await readBackupSecret(config.backup)
  const { start, manifest } = isCheck ? await checkBackup(file, secret) : await restore()
  const rows = manifest.tables.reduce((sum, table) => sum + table.rows, 0)
  const what = `the backup of ${start.created_at}: ${rows} rows, ${manifest.objects} objects, all as they were`
  process.stdout.write(`${isCheck ? 'Whole' : 'Restored'}: ${what}\n`)
  for (const { key, problem } of manifest.problems)
    process.stderr.write(`${problem.toUpperCase()} already when it was made  ${key}\n`)

  async function restore() {
    const { url, stop } = await reachDatabase(config)
    try {
      const contents = await restoreBackup(file!, secret, { databaseUrl: url, store: await openStore(config) })
      await keepSecretKeys(contents.start)
      return contents
    } finally {
      await stop()
    }
  }

  /** The trail's seals and what browsers keep sealed open with the clinic's own keys only. */
  async function keepSecretKeys({ secret_key, earlier_secret_keys }: Start) {
    const keys = [secret_key, ...earlier_secret_keys]
    const given = [config.secretKey, ...config.earlierSecretKeys]
    if (keys.every((key) => given.includes(key))) return
    const kept = path.join(config.dataDir, 'secret-key')
    await rm(kept, { force: true })
    await writeFile(kept, `${keys.join('\n')}\n`, { mode: 0o600 })
    if (process.env.SECRET_KEY)
      process.stdout.write(
        `SECRET_KEY is not the one of the backed-up clinic. Use those in ${kept} from now on: the first line as SECRET_KEY, others as SECRET_KEY_PREVIOUS.\n`,
      )
  }
} catch (error) {
  tell(error, [BackupUnreadable, TargetNotEmpty])
}
