import { existsSync } from 'node:fs'
import { readFile, stat } from 'node:fs/promises'
import path from 'node:path'
import type { BackupSecret } from '@fonema/backup'
import { addressOfRunning, PostgresStartError, startEmbeddedPostgres } from '@fonema/embedded-postgres'
import { type Config, ConfigError } from '../apps/server/src/config.ts'

/**
 * The clinic's own database, the embedded one of a running server, or the embedded one started for this command.
 *
 * @throws {ConfigError} where there is no clinic, unless the command makes one: a forgotten DATA_DIR would back up nothing
 */
export async function reachDatabase(
  config: Pick<Config, 'databaseUrl' | 'dataDir'>,
  { mayBeNew = false } = {},
): Promise<{ url: string; stop: () => Promise<void> }> {
  if (config.databaseUrl !== undefined) return { url: config.databaseUrl, stop: async () => {} }
  if (!mayBeNew && !existsSync(path.join(config.dataDir, 'postgres')))
    throw new ConfigError(`There is no clinic in ${config.dataDir}. Set DATA_DIR (or DATABASE_URL) as for the server.`)
  try {
    const { connectionString, stop } = await startEmbeddedPostgres({ dataDir: config.dataDir, log: () => {} })
    return { url: connectionString, stop }
  } catch (error) {
    if (!(error instanceof PostgresStartError) || error.code !== 'in_use') throw error
    return { url: addressOfRunning(config.dataDir), stop: async () => {} }
  }
}

/** @throws {ConfigError} unless exactly one of the two is set */
export async function readBackupSecret({ passphrase, keyFile }: Config['backup']): Promise<BackupSecret> {
  if ((passphrase === undefined) === (keyFile === undefined))
    throw new ConfigError(
      'Give BACKUP_KEY_FILE (made by: umask 077; head -c 32 /dev/urandom > key) or BACKUP_PASSPHRASE, and keep it elsewhere.',
    )
  if (passphrase !== undefined) return { kind: 'passphrase', passphrase }
  const key = await readFile(keyFile!).catch((error: Error) => {
    throw new ConfigError(`BACKUP_KEY_FILE: ${error.message}`)
  })
  if (key.length < 32) throw new ConfigError('BACKUP_KEY_FILE: must have at least 32 bytes')
  // Only a warning: a nightly backup that no longer runs would be worse.
  if (((await stat(keyFile!)).mode & 0o077) !== 0)
    process.stderr.write(`WARNING  Other users of this machine may read the backup key: chmod 600 ${keyFile}\n`)
  return { kind: 'key', key }
}

/** Ends a command with one line for errors that an administrator can fix, and with a stack for a bug. */
export function reportError(error: unknown, known: readonly (new (...args: never[]) => Error)[]): void {
  const expected = [ConfigError, PostgresStartError, ...known].some((kind) => error instanceof kind)
  const isOfSystem = (error as NodeJS.ErrnoException).code !== undefined
  const { message, stack } = error as Error
  process.stderr.write(`${expected || isOfSystem ? message : (stack ?? message)}\n`)
  process.exitCode = 1
}
