/**
 * `npm run -s tool -- upgrade --check`: says what the next start of this release will do to the database, which backups
 * there are, and how long it takes: it upgrades a copy, and removes the copy. The clinic may be running. Exits with 1
 * when the copy cannot be upgraded.
 */
import { randomUUID } from 'node:crypto'
import { mkdtemp, rm, stat, statfs } from 'node:fs/promises'
import path from 'node:path'
import { restoreBackup, writeBackup } from '@fonema/backup'
import pg from 'pg'
import { type Config, ConfigError, readConfig } from '../apps/server/src/config.ts'
import { migrateDatabase, stateOf } from '../apps/server/src/platform/database/migrate.ts'
import { upgradeBackups, upgradeFolder, upgradeSecret } from '../apps/server/src/platform/database/upgrade-backup.ts'
import { queueSchema } from '../apps/server/src/platform/jobs/queue.ts'
import { openLocalStore } from '../apps/server/src/platform/objects/object-store.ts'
import { productVersion } from '../apps/server/src/platform/product-version.ts'
import { reachDatabase, reportError } from './reach-clinic.ts'

const say = (line: string) => process.stdout.write(`${line}\n`)
const megabytes = (bytes: number) => `${(bytes / 1e6).toFixed(1)} MB`

try {
  if (!process.argv.includes('--check'))
    throw new ConfigError(
      'The upgrade itself is the next start. To see what it will do:  npm run -s tool -- upgrade --check',
    )
  const config = await readConfig(process.env)
  const { url, stop } = await reachDatabase(config)
  try {
    await check(config, url)
  } finally {
    await stop()
  }
} catch (error) {
  reportError(error, [])
}

async function check(config: Config, url: string) {
  const { applied, pending, bytes } = await look(url)
  const which = pending.length === 0 ? '' : `, from ${pending[0]} to ${pending.at(-1)}`
  if (applied.length === 0) return say('The database is empty: the next start creates the clinic.')
  say(`This release: ${productVersion}. Changes of the database that are still to be made: ${pending.length}${which}.`)
  await sayBackups(config, bytes)
  if (pending.length > 0) await rehearse(config, url)
}

function look(url: string) {
  return connected(url, async (client) => {
    const { rows } = await client.query<{ bytes: string }>('select pg_database_size(current_database()) as bytes')
    return { ...(await stateOf(client)), bytes: Number(rows[0]!.bytes) }
  })
}

async function sayBackups({ dataDir, upgradeBackup }: Config, databaseBytes: number) {
  const { bavail, bsize } = await statfs(dataDir)
  const free = bavail * bsize
  say(`Database: ${megabytes(databaseBytes)}. Free in ${dataDir}: ${megabytes(free)}.`)
  if (!upgradeBackup) say('UPGRADE_BACKUP=off: the upgrade makes no backup. Make one with `npm run -s tool -- backup`.')
  else {
    say(`Before it changes anything, it backs up all rows into ${upgradeFolder(dataDir)}.`)
    if (free < 2 * databaseBytes) say('WARNING  There may not be enough room for that backup.')
  }
  const last = (await upgradeBackups(dataDir)).at(-1)
  if (last === undefined) return say('There is no backup of an earlier upgrade.')
  const { mtime, size } = await stat(path.join(upgradeFolder(dataDir), last))
  say(`The last such backup: ${last}, ${megabytes(size)}, ${mtime.toISOString().slice(0, 16).replace('T', ' ')} UTC.`)
}

/** Upgrades a copy of the rows on the same server. */
async function rehearse({ dataDir, secretKey, earlierSecretKeys }: Config, url: string) {
  const name = `fonema_check_${randomUUID().replaceAll('-', '').slice(0, 16)}`
  const copy = new URL(url)
  copy.pathname = `/${name}`
  const folder = await mkdtemp(path.join(dataDir, 'upgrade-check-'))
  const secret = upgradeSecret(secretKey)
  const file = path.join(folder, 'rows.backup')
  const begun = performance.now()
  const seconds = (from: number) => ((performance.now() - from) / 1000).toFixed(1)
  let isMade = false
  try {
    const source = { databaseUrl: url, store: undefined, productVersion, secretKey, earlierSecretKeys, queueSchema }
    await writeBackup(source, secret, file)
    const backedUp = seconds(begun)
    await connected(url, (client) => client.query(`create database ${name}`))
    isMade = true
    // A backup of rows does not look at the store.
    const store = await openLocalStore(path.join(folder, 'store'))
    const target = { databaseUrl: copy.href, store, migrate: migrateDatabase, queueSchema }
    await restoreBackup(file, secret, target, { asItWas: true })
    const restored = performance.now()
    await migrateDatabase(copy.href)
    say(
      `Tried on a copy: the backup took ${backedUp} s, the changes ${seconds(restored)} s. The clinic is closed for that long.`,
    )
  } catch (error) {
    say(`FAILED on a copy: ${(error as Error).message}`)
    process.exitCode = 1
  } finally {
    if (isMade) await connected(url, (client) => client.query(`drop database if exists ${name} with (force)`))
    await rm(folder, { recursive: true, force: true })
  }
}

async function connected<T>(connectionString: string, work: (client: pg.Client) => Promise<T>): Promise<T> {
  const client = new pg.Client({ connectionString, application_name: 'fonema-upgrade-check' })
  await client.connect()
  try {
    return await work(client)
  } finally {
    await client.end()
  }
}
