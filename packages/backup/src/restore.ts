import { createReadStream } from 'node:fs'
import { Readable } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import { pipeline } from 'node:stream/promises'
import pg from 'pg'
import { PgBoss } from 'pg-boss'
import { from as copyFrom } from 'pg-copy-streams'
import { type Entry, Manifest, measured, type ReadEntry, readEntries } from './archive.ts'
import { type BackupSecret, BackupUnreadable, deriveOnce, unseal } from './sealed-file.ts'
import type { BackupStore } from './store.ts'
import { columnList, findReferences, findStoredTables, quoted } from './stored-tables.ts'

export type RestoreTarget = {
  databaseUrl: string
  store: BackupStore
  /** Migrates the database to these migrations, or to the newest. */
  migrate(databaseUrl: string, options?: { upTo: readonly string[] }): Promise<void>
  /** The schema of pg-boss. */
  queueSchema: string
}
export type Start = Extract<Entry, { kind: 'start' }>
export type Contents = { start: Start; manifest: Manifest }

/** The target contains data. A restore never overwrites data. */
export class TargetNotEmpty extends Error {}

/** Begins a backup anew at each call. */
type Open = () => AsyncIterable<ReadEntry>

function opener(file: string, secret: BackupSecret): Open {
  const derive = deriveOnce(secret)
  return () => readEntries(unseal(createReadStream(file), secret, derive))
}

/**
 * Reads a whole backup and compares it with its own manifest. Writes nothing.
 *
 * @throws {BackupUnreadable}
 */
export const checkBackup = (file: string, secret: BackupSecret): Promise<Contents> => check(opener(file, secret))

async function check(open: Open): Promise<Contents> {
  const seen = { tables: [] as Manifest['tables'], objects: 0, object_bytes: 0, changed: new Set<string>() }
  let start: Start | undefined
  let manifest: Manifest | undefined
  for await (const { entry, body } of open()) {
    if (entry.kind === 'manifest') {
      manifest = Manifest.parse(JSON.parse((await buffer(body)).toString()))
      continue
    }
    const { found, stream } = measured(body)
    for await (const _ of stream);
    if (entry.kind === 'start') start = entry
    if (entry.kind === 'table') seen.tables.push({ name: entry.name, rows: found.lines, sha256: found.sha256 })
    if (entry.kind === 'object') {
      seen.objects++
      seen.object_bytes += found.bytes
      if (found.sha256 !== entry.sha256) seen.changed.add(entry.key)
    }
  }
  if (start === undefined || manifest === undefined) throw new BackupUnreadable('The backup has no manifest.')
  const known = new Set(manifest.problems.filter(({ problem }) => problem === 'changed').map(({ key }) => key))
  const { changed, ...counted } = seen
  const { problems: _, ...expected } = manifest
  if (JSON.stringify(counted) !== JSON.stringify(expected) || [...changed].some((key) => !known.has(key)))
    throw new BackupUnreadable('The backup does not match its manifest.')
  return { start, manifest }
}

/**
 * Loads a backup into an empty database and an empty store, of either kind. The whole backup is checked before anything
 * is written. The rows become visible together, after the last object is stored. A backup of the rows alone belongs to a
 * store that stayed as it was.
 *
 * @param asItWas leaves the database as the release of the backup knows it, so that this release can go on with it
 * @throws {TargetNotEmpty} {BackupUnreadable}
 */
export async function restoreBackup(
  file: string,
  secret: BackupSecret,
  target: RestoreTarget,
  { asItWas = false } = {},
): Promise<Contents> {
  const open = opener(file, secret)
  const contents = await check(open)
  const client = new pg.Client({ connectionString: target.databaseUrl, application_name: 'fonema-restore' })
  await client.connect()
  try {
    await requireEmpty(client, contents.start.has_objects ? target.store : undefined)
    // First migrate to the backup's own release, so that its rows fit; then, as at a start, to this one.
    await target.migrate(target.databaseUrl, { upTo: contents.start.migrations })
    const jobs = await load(client, open(), target.store)
    if (!asItWas) await target.migrate(target.databaseUrl)
    await sendAgain(target, jobs)
    return contents
  } finally {
    await client.end()
  }
}

async function requireEmpty(client: pg.Client, store: BackupStore | undefined) {
  const { rows } = await client.query(`select 1 from pg_class c
    where c.relkind in ('r', 'p') and c.relnamespace = 'public'::regnamespace limit 1`)
  if (rows.length > 0) throw new TargetNotEmpty('The database is not empty; restore into an empty one.')
  for await (const { key } of store?.list() ?? [])
    throw new TargetNotEmpty(`The file store is not empty (${key}); restore into an empty one.`)
}

type Job = { name: string; data: object; priority: number }

async function load(client: pg.Client, entries: AsyncIterable<ReadEntry>, store: BackupStore): Promise<Job[]> {
  let jobs: Job[] = []
  await client.query('begin')
  const tables = await findStoredTables(client)
  // The backup already contains what the triggers would write. The owner may disable them without being a superuser.
  for (const { name } of tables) await client.query(`alter table ${quoted(name)} disable trigger user`)
  // Tables refer to each other in cycles. Adding the foreign keys again at the end checks all rows.
  const references = await findReferences(client)
  for (const { table, name } of references)
    await client.query(`alter table ${quoted(table)} drop constraint ${quoted(name)}`)
  // Rows that a migration writes are in the backup too.
  await client.query(`truncate ${tables.map(({ name }) => quoted(name)).join(', ')}`)
  for await (const { entry, body } of entries) {
    if (entry.kind === 'table') {
      const into = client.query(copyFrom(`copy ${quoted(entry.name)} (${columnList(entry.columns)}) from stdin`))
      await pipeline(Readable.from(body), into)
    } else if (entry.kind === 'object') {
      const staged = await store.stage(Readable.from(body), Number.POSITIVE_INFINITY)
      await store.commit(staged, entry.key)
    } else {
      const bytes = await buffer(body)
      if (entry.kind === 'jobs') jobs = JSON.parse(bytes.toString())
    }
  }
  for (const { name, identity } of tables) {
    for (const column of identity)
      await client.query(
        `select setval(pg_get_serial_sequence($1, $2), (select max(${quoted(column)}) from ${quoted(name)}))`,
        [quoted(name), column],
      )
    await client.query(`alter table ${quoted(name)} enable trigger user`)
  }
  for (const { table, name, definition } of references)
    await client.query(`alter table ${quoted(table)} add constraint ${quoted(name)} ${definition}`)
  await client.query('commit')
  return jobs
}

/** Adds the waiting jobs to the queue again. */
async function sendAgain({ databaseUrl, queueSchema }: RestoreTarget, jobs: readonly Job[]) {
  const boss = new PgBoss({
    connectionString: databaseUrl,
    schema: queueSchema,
    supervise: false,
    schedule: false,
    max: 2,
  })
  boss.on('error', () => {}) // start() and send() reject with it
  await boss.start()
  try {
    for (const { name, data, priority } of jobs) await boss.send(name, data, { priority })
  } finally {
    await boss.stop({ graceful: false })
  }
}
