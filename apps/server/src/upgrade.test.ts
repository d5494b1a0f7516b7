// @module-tag long
import { spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { createInterface } from 'node:readline'
import { brotliDecompressSync } from 'node:zlib'
import { findStoredTables, restoreBackup, seal } from '@fonema/backup'
import { expect, inject, onTestFinished, test } from 'vitest'
import { databaseUrl, withClient } from '../testing/database-setup.ts'
import { openTestApp } from '../testing/open-app.ts'
import { verifyChains } from './audit/chain.ts'
import { openDatabase } from './platform/database/database.ts'
import { migrateDatabase, stateOf } from './platform/database/migrate.ts'
import {
  backUpBeforeUpgrade,
  UpgradeBackupFailed,
  upgradeBackups,
  upgradeFolder,
  upgradeSecret,
} from './platform/database/upgrade-backup.ts'
import { queueSchema } from './platform/jobs/queue.ts'
import { deriveKeys } from './platform/keys.ts'
import { openLocalStore } from './platform/objects/object-store.ts'

const releases = path.join(import.meta.dirname, '../testing/releases')
const child = path.join(import.meta.dirname, '../testing/upgrade-child.ts')
const secretKey = 'the secret of a clinic from version 0.1'
const keys = { secretKey, earlierSecretKeys: [] }

async function temporaryFolder() {
  const folder = await mkdtemp(path.join(tmpdir(), 'fonema-upgrade-'))
  onTestFinished(() => rm(folder, { recursive: true, force: true }))
  return folder
}

async function emptyDatabase() {
  const templateUrl = inject('templateUrl')
  const name = `fonema_test_${crypto.randomUUID().replaceAll('-', '')}`
  const maintenance = (statement: string) =>
    withClient(databaseUrl(templateUrl, 'postgres'), (client) => client.query(statement))
  await maintenance(`create database ${name}`)
  onTestFinished(async () => void (await maintenance(`drop database if exists ${name} with (force)`)))
  return databaseUrl(templateUrl, name)
}

/** The database of a clinic as an earlier release left it. */
async function openRelease(version: string) {
  const [url, dataDir] = [await emptyDatabase(), await temporaryFolder()]
  const rows = brotliDecompressSync(await readFile(path.join(releases, `${version}.rows.br`)))
  const file = path.join(dataDir, 'rows.backup')
  await writeFile(file, await Array.fromAsync(seal(pieces(rows), upgradeSecret(secretKey))))
  await goBack(file, url)
  return { url, dataDir }
}

async function* pieces(bytes: Buffer) {
  yield bytes
}

/** Puts the rows of a backup into an empty database, for the release that they are from. */
async function goBack(file: string, url: string) {
  const store = await openLocalStore(await temporaryFolder())
  const target = { databaseUrl: url, store, migrate: migrateDatabase, queueSchema }
  return restoreBackup(file, upgradeSecret(secretKey), target, { asItWas: true })
}

/** All rows of all tables, as text. */
const allRows = (url: string) =>
  withClient(url, async (client) => {
    const found: Record<string, string[]> = {}
    for (const { name } of await findStoredTables(client)) {
      const { rows } = await client.query(`select t::text as row from "${name}" t order by 1`)
      found[name] = rows.map(({ row }) => row)
    }
    return found
  })

const migrationsOf = (url: string) => withClient(url, (client) => stateOf(client))

/** Upgrades in a process of its own, which is killed as soon as it says so. Returns what it said. */
async function upgradeUntil(kill: string | undefined, { url, dataDir }: { url: string; dataDir: string }) {
  const upgrading = spawn(process.execPath, [child, url, dataDir, secretKey], { stdio: ['ignore', 'pipe', 'inherit'] })
  const ended = once(upgrading, 'exit')
  const said: string[] = []
  for await (const line of createInterface(upgrading.stdout)) {
    said.push(line)
    if (line === kill) upgrading.kill('SIGKILL')
  }
  await ended
  return said
}

/** Nothing of a killed process goes on in the database. */
const untilAlone = (url: string) =>
  expect
    .poll(
      () =>
        withClient(url, async (client) => {
          const { rows } = await client.query(
            `select from pg_stat_activity where datname = current_database() and pid <> pg_backend_pid()`,
          )
          return rows.length
        }),
      { timeout: 20_000 },
    )
    .toBe(0)

test.each(['0.1.0'])(
  'a clinic of %s survives 20 killed upgrades, is upgraded whole, and goes back',
  {
    timeout: 300_000,
  },
  async (version) => {
    const clinic = await openRelease(version)
    const before = await allRows(clinic.url)
    const { applied, pending } = await migrationsOf(clinic.url)
    expect([applied.length, pending.length].every((count) => count > 20)).toBe(true)

    const places = ['backup', 'backed up', ...Array.from({ length: 18 }, (_, i) => pending[2 * i + 1]!)]
    for (const place of places) {
      const said = await upgradeUntil(place, clinic)
      expect(said).toContain(place)
      expect(said).not.toContain('done')
      await untilAlone(clinic.url)
      expect((await migrationsOf(clinic.url)).applied).toEqual(applied)
    }
    expect(await allRows(clinic.url)).toEqual(before)

    expect(await upgradeUntil(undefined, clinic)).toEqual(['backup', 'backed up', ...pending, 'done'])
    expect((await migrationsOf(clinic.url)).pending).toEqual([])
    const after = await allRows(clinic.url)
    for (const table of ['participants', 'protocol_responses', 'takes', 'transcripts', 'feature_results'])
      expect([table, after[table]!.length]).toEqual([table, before[table]!.length])

    const backups = await upgradeBackups(clinic.dataDir)
    expect(backups).toHaveLength(3)
    expect((await readdir(upgradeFolder(clinic.dataDir))).sort()).toEqual(backups.toSorted())
    const again = await emptyDatabase()
    const { start } = await goBack(path.join(upgradeFolder(clinic.dataDir), backups.at(-1)!), again)
    expect(start).toMatchObject({ migrations: applied, has_objects: false })
    expect(await allRows(again)).toEqual(before)
  },
)

test.each(['0.1.0'])(
  'after the upgrade from %s, people sign in, read their results, and the audit log holds',
  async (version) => {
    const { url } = await openRelease(version)
    await migrateDatabase(url)
    const upgraded = await openTestApp(url, { SECRET_KEY: secretKey })
    onTestFinished(upgraded.close)
    const { app } = upgraded
    const headers = await upgraded.signIn('examiner@demo.example')
    const read = async (address: string) => {
      const answer = await app.inject({ url: `/api/${address}`, headers })
      expect([address, answer.statusCode]).toEqual([address, 200])
      return answer.json()
    }
    const people: { id: string; code: string }[] = await read('user/participants/')
    expect(people.some(({ code }) => code === 'ÑANDÚ "1"\\t')).toBe(true)
    let values = 0
    for (const { id } of people.slice(0, 10)) {
      for (const { id: session } of await read(`protocols/responses/${id}/`)) {
        const whole = await read(`protocols/responses/${id}/${session}/`)
        for (const response of whole.responses)
          for (const { status, scores } of response.feature_extraction_res)
            if (status === 'ready') values += Object.keys(scores).length
        await read(`protocols/responses/${id}/${session}/summary/`)
      }
      await read(`protocols/responses/${id}/evolution/`)
    }
    expect(values).toBeGreaterThan(500)

    const database = openDatabase(url, { maxConnections: 2 })
    onTestFinished(database.close)
    const chains = await verifyChains(database, deriveKeys(keys, 'audit'))
    expect(chains.flatMap(({ problems }) => problems)).toEqual([])
  },
)

test('upgrade --check tries the upgrade on a copy, changes nothing and leaves nothing behind', async () => {
  const { url, dataDir } = await openRelease('0.1.0')
  const { applied, pending } = await migrationsOf(url)
  const checked = spawnSync(
    process.execPath,
    [path.join(import.meta.dirname, '../../../scripts/upgrade.ts'), '--check'],
    {
      encoding: 'utf8',
      env: { PATH: process.env.PATH, DATABASE_URL: url, DATA_DIR: dataDir, SECRET_KEY: secretKey },
    },
  )
  expect([checked.status, checked.stderr]).toEqual([0, ''])
  expect(checked.stdout).toContain(`still to be made: ${pending.length}, from ${pending[0]} to ${pending.at(-1)}`)
  expect(checked.stdout).toMatch(/Tried on a copy: the backup took [\d.]+ s, the changes [\d.]+ s/)
  expect((await migrationsOf(url)).applied).toEqual(applied)
  expect((await readdir(dataDir)).filter((name) => name.startsWith('upgrade-check'))).toEqual([])
  const { rows } = await withClient(url, (client) =>
    client.query(`select from pg_database where datname like 'fonema\\_check\\_%'`),
  )
  expect(rows).toEqual([])
})

test('without room for its backup an upgrade changes nothing and says what to do', async () => {
  const { url, dataDir } = await openRelease('0.1.0')
  const { applied } = await migrationsOf(url)
  // A file stands where the folder should be.
  await writeFile(upgradeFolder(dataDir), '')
  const upgrading = migrateDatabase(url, {
    before: async () => void (await backUpBeforeUpgrade({ ...keys, dataDir }, url)),
  })
  await expect(upgrading).rejects.toThrow(UpgradeBackupFailed)
  await expect(upgrading).rejects.toThrow('UPGRADE_BACKUP=off')
  expect((await migrationsOf(url)).applied).toEqual(applied)
})

test('a new clinic and one of this release are not backed up', async () => {
  const asked: string[] = []
  const before = async () => void asked.push('asked')
  const url = await emptyDatabase()
  await migrateDatabase(url, { before })
  await migrateDatabase(url, { before })
  expect(asked).toEqual([])
})
