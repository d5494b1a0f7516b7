import { mkdir, readdir, rm, stat } from 'node:fs/promises'
import path from 'node:path'
import { type BackupSecret, writeBackup } from '@fonema/backup'
import { queueSchema } from '../jobs/queue.ts'
import { deriveKey, type Secrets } from '../keys.ts'
import { productVersion } from '../product-version.ts'

/** The backup before an upgrade could not be written. The database is unchanged. */
export class UpgradeBackupFailed extends Error {}

/** How many are kept, the newest ones. */
const keptBackups = 3

export const upgradeFolder = (dataDir: string) => path.join(dataDir, 'backups')

/** The clinic's own secret key opens what it wrote before an upgrade. */
export const upgradeSecret = (secretKey: string): BackupSecret => ({
  kind: 'key',
  key: deriveKey(secretKey, 'upgrades'),
})

/** The backups of earlier upgrades, the oldest first. */
export async function upgradeBackups(dataDir: string): Promise<string[]> {
  const found = await readdir(upgradeFolder(dataDir)).catch(() => [])
  return found.filter((name) => /^before-.*\.backup$/.test(name)).sort(byTime)
}

const timeOf = (name: string) => name.slice(-'YYYY-MM-DDTHH-MM-SS.backup'.length)
const byTime = (a: string, b: string) => (timeOf(a) < timeOf(b) ? -1 : 1)

/**
 * Writes every row and waiting job to a file in the data folder. Recordings and files stay where they are: no migration
 * changes them.
 *
 * @returns the file and its bytes
 * @throws {UpgradeBackupFailed}
 */
export async function backUpBeforeUpgrade(
  { dataDir, secretKey, earlierSecretKeys }: Secrets & { dataDir: string },
  databaseUrl: string,
  now = new Date(),
): Promise<{ file: string; bytes: number }> {
  const folder = upgradeFolder(dataDir)
  const time = now.toISOString().slice(0, 19).replaceAll(':', '-')
  const file = path.join(folder, `before-${productVersion}-${time}.backup`)
  try {
    await mkdir(folder, { recursive: true, mode: 0o700 })
    // Of an upgrade that was killed.
    for (const name of await readdir(folder)) if (name.endsWith('.partial')) await rm(path.join(folder, name))
    const source = { databaseUrl, store: undefined, productVersion, secretKey, earlierSecretKeys, queueSchema }
    await writeBackup(source, upgradeSecret(secretKey), file)
    for (const old of (await upgradeBackups(dataDir)).slice(0, -keptBackups)) await rm(path.join(folder, old))
    return { file, bytes: (await stat(file)).size }
  } catch (error) {
    throw new UpgradeBackupFailed(
      `The backup before the upgrade could not be written to ${folder}: ${(error as Error).message}. The database is unchanged. Make room there, or set UPGRADE_BACKUP=off and make a backup of your own.`,
      { cause: error },
    )
  }
}
