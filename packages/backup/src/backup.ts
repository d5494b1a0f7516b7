import { open, rename, rm } from 'node:fs/promises'
import path from 'node:path'
import { Readable } from 'node:stream'
import pg from 'pg'
import { to as copyTo } from 'pg-copy-streams'
import { type Manifest, measured, writeEntry } from './archive.ts'
import { type BackupSecret, seal } from './sealed-file.ts'
import type { BackupStore } from './store.ts'
import { columnList, findStoredTables, namedObjects, quoted } from './stored-tables.ts'

export type BackupSource = {
  databaseUrl: string
  /** Undefined: the backup holds the rows only, for a store that stays as it is. */
  store: BackupStore | undefined
  productVersion: string
  secretKey: string
  earlierSecretKeys: readonly string[]
  /** The schema of pg-boss. */
  queueSchema: string
}

/**
 * Writes everything that the clinic has stored into one encrypted file: a snapshot of all tables, the waiting jobs, and
 * with a store the objects named in the snapshot. The clinic can be used meanwhile. The file gets its name once it is complete and
 * on disk.
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
    has_objects: source.store !== undefined,
  })
  for (const { name, columns } of await findStoredTables(client)) {
    const rows = client.query(copyTo(`copy ${quoted(name)} (${columnList(columns)}) to stdout`))
    const { found, stream } = measured(rows)
    yield* writeEntry({ kind: 'table', name, columns }, stream)
    manifest.tables.push({ name, rows: found.lines, sha256: found.sha256 })
  }
  // Jobs refer to rows of the same snapshot. The queue's own tables are omitted, because they depend on the release.
  const { rows: queue } = await client.query(`select to_regclass($1) as name`, [`${quoted(source.queueSchema)}.job`])
  // A first start that was killed may have left tables and no queue.
  const jobs =
    queue[0].name === null
      ? { rows: [] }
      : await client.query(
          `select name, data, priority from ${quoted(source.queueSchema)}.job where state in ('created', 'retry', 'active')
           and name in (select name from ${quoted(source.queueSchema)}.queue) and name not like '\\_\\_%' order by created_on`,
        )
  yield* writeEntry({ kind: 'jobs' }, Readable.from([Buffer.from(JSON.stringify(jobs.rows))]))
  if (source.store !== undefined) yield* objects(client, source.store, manifest)
  yield* writeEntry({ kind: 'manifest' }, Readable.from([Buffer.from(JSON.stringify(manifest))]))
}

async function* objects(client: pg.Client, store: BackupStore, manifest: Manifest): AsyncGenerator<Buffer> {
  for await (const { key, sha256 } of namedObjects(client)) {
    const size = await store.size(key)
    if (size === undefined) {
      manifest.problems.push({ key, problem: 'missing' })
      continue
    }
    const { found, stream } = measured(store.read(key))
    yield* writeEntry({ kind: 'object', key, sha256 }, stream)
    manifest.objects++
    manifest.object_bytes += found.bytes
    if (found.sha256 !== sha256) manifest.problems.push({ key, problem: 'changed' })
  }
}
