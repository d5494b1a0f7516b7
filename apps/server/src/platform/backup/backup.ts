import { open, rename, rm } from 'node:fs/promises'
import path from 'node:path'
import { Readable } from 'node:stream'
import pg from 'pg'
import { to as copyTo } from 'pg-copy-streams'
import { queueSchema } from '../jobs/queue.ts'
import type { Secrets } from '../keys.ts'
import type { ObjectStore } from '../objects/object-store.ts'
import { type Manifest, measured, writeEntry } from './archive.ts'
import { type BackupSecret, seal } from './sealed-file.ts'
import { columnList, findStoredTables, namedObjects, quoted } from './stored-tables.ts'

export type BackupSource = Secrets & { databaseUrl: string; store: ObjectStore; productVersion: string }

/**
 * Writes everything that the clinic has stored into one encrypted file: one snapshot of all tables, the jobs that wait,
 * and the objects that the snapshot names. The clinic works on meanwhile. The file appears under its name when it is
 * whole and on the disk.
 */
export async function writeBackup(source: BackupSource, secret: BackupSecret, file: string): Promise<Manifest> {
  const partial = `${file}.partial`
  const client = new pg.Client({ connectionString: source.databaseUrl, application_name: 'fonema-backup' })
  await client.connect()
  const manifest: Manifest = { tables: [], objects: 0, object_bytes: 0, problems: [] }
  try {
    await client.query('begin isolation level repeatable read read only')
    const handle = await open(partial, 'wx', 0o600)
    try {
      await handle.writeFile(seal(archive(client, source, manifest), secret))
      await handle.sync()
    } finally {
      await handle.close()
    }
    await rename(partial, file)
    const folder = await open(path.dirname(path.resolve(file)), 'r')
    await folder.sync().finally(() => folder.close())
    return manifest
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') await rm(partial, { force: true })
    throw error
  } finally {
    await client.end()
  }
}

async function* archive(client: pg.Client, source: BackupSource, manifest: Manifest): AsyncGenerator<Buffer> {
  const migrations = await client.query<{ name: string }>('select name from kysely_migration order by name')
  yield* writeEntry({
    kind: 'start',
    created_at: new Date().toISOString(),
    product_version: source.productVersion,
    migrations: migrations.rows.map(({ name }) => name),
    secret_key: source.secretKey,
    earlier_secret_keys: [...source.earlierSecretKeys],
  })
  for (const { name, columns } of await findStoredTables(client)) {
    const rows = client.query(copyTo(`copy ${quoted(name)} (${columnList(columns)}) to stdout`))
    const { found, stream } = measured(rows)
    yield* writeEntry({ kind: 'table', name, columns }, stream)
    manifest.tables.push({ name, rows: found.lines, sha256: found.sha256 })
  }
  // What a job refers to is in the same snapshot; the queue's own tables belong to its release.
  const jobs = await client.query(
    `select name, data, priority from ${queueSchema}.job where state in ('created', 'retry', 'active')
     and name in (select name from ${queueSchema}.queue) and name not like '\\_\\_%' order by created_on`,
  )
  yield* writeEntry({ kind: 'jobs' }, Readable.from([Buffer.from(JSON.stringify(jobs.rows))]))
  for await (const { key, sha256 } of namedObjects(client)) {
    const size = await source.store.size(key)
    if (size === undefined) {
      manifest.problems.push({ key, problem: 'missing' })
      continue
    }
    const { found, stream } = measured(source.store.read(key))
    yield* writeEntry({ kind: 'object', key, sha256 }, stream)
    manifest.objects++
    manifest.object_bytes += found.bytes
    if (found.sha256 !== sha256) manifest.problems.push({ key, problem: 'changed' })
  }
  yield* writeEntry({ kind: 'manifest' }, Readable.from([Buffer.from(JSON.stringify(manifest))]))
}
