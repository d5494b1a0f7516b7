import { readdir, readFile } from 'node:fs/promises'
import path from 'node:path'
import { Kysely, PostgresDialect, sql } from 'kysely'
import { type Migration, Migrator } from 'kysely/migration'
import pg from 'pg'
import { installQueue } from '../jobs/install.ts'
import { runtimeRole } from './database.ts'

const folder = path.join(import.meta.dirname, 'migrations')
// An arbitrary number. The lock keeps two processes that start together from migrating at the same time.
const migrationLock = 7_301_177

/** Refused, because an older and a newer release would write data that the other cannot read. */
export class NewerDatabase extends Error {}

/** The migrations that the database has had, and those of this release that it has not. */
export async function stateOf(client: pg.Client, upTo?: readonly string[]) {
  const { rows: tables } = await client.query("select to_regclass('kysely_migration') as name")
  const { rows } =
    tables[0]?.name === null
      ? { rows: [] }
      : await client.query<{ name: string }>('select name from kysely_migration order by name')
  const applied = rows.map(({ name }) => name)
  const pending = Object.keys(await readMigrations(upTo)).filter((name) => !applied.includes(name))
  return { applied, pending }
}

async function refuseNewer(client: pg.Client) {
  const { applied } = await stateOf(client)
  const known = await readMigrations()
  const unknown = applied.filter((name) => !(name in known))
  if (unknown.length > 0)
    throw new NewerDatabase(
      `A newer release has used this database (${unknown.join(', ')}). Start that release, or restore a backup.`,
    )
}

async function readMigrations(
  upTo?: readonly string[],
  onMigration: (name: string) => void = () => {},
): Promise<Record<string, Migration>> {
  const files = (await readdir(folder)).filter((file) => file.endsWith('.sql')).sort()
  const migrations: Record<string, Migration> = {}
  for (const file of files) {
    const text = await readFile(path.join(folder, file), 'utf8')
    const name = path.basename(file, '.sql')
    migrations[name] = {
      up: async (db) => {
        onMigration(name)
        await sql.raw(text).execute(db)
      },
    }
  }
  if (upTo === undefined) return migrations
  const unknown = upTo.filter((name) => !(name in migrations))
  if (unknown.length > 0) throw new Error(`A newer release made this: unknown migrations ${unknown.join(', ')}.`)
  return Object.fromEntries(upTo.map((name) => [name, migrations[name]!]))
}

/** Roles belong to the whole cluster: the migration of another database may have created it, even at this moment. */
async function ensureRuntimeRole(client: pg.Client) {
  await client.query(`do $$ begin
    if not exists (select from pg_roles where rolname = '${runtimeRole}') then
      create role ${runtimeRole} nologin;
    end if;
  exception when duplicate_object or unique_violation then null;
  end $$`)
  const { rows } = await client.query<{ member: boolean }>(
    `select pg_has_role(current_user, '${runtimeRole}', 'member') as member`,
  )
  if (!rows[0]?.member) await client.query(`grant ${runtimeRole} to current_user`)
}

type MigrationOptions = {
  /** An earlier release had exactly these migrations. Absent: all of this release. */
  upTo?: readonly string[]
  /** Runs before a database of an earlier release changes. If it rejects, nothing changes. */
  before?(pending: readonly string[]): Promise<void>
  /** Called as each migration begins. */
  onMigration?(name: string): void
}

/**
 * Migrates the database to this release. Only forward; safe to run from several processes at once. All migrations are
 * one transaction.
 */
export async function migrateDatabase(
  connectionString: string,
  { upTo, before, onMigration = () => {} }: MigrationOptions = {},
): Promise<void> {
  const client = new pg.Client({ connectionString, application_name: 'fonema-migrate' })
  await client.connect()
  try {
    await client.query('select pg_advisory_lock($1)', [migrationLock])
    const { rows } = await client.query<{ server_version_num: string }>('show server_version_num')
    if (Number(rows[0]?.server_version_num) < 150_000)
      throw new Error(`PostgreSQL 15 or newer is needed; this is ${rows[0]?.server_version_num}.`)
    await refuseNewer(client)
    await ensureRuntimeRole(client)
    const { applied, pending } = await stateOf(client, upTo)
    if (applied.length > 0 && pending.length > 0) await before?.(pending)

    const pool = new pg.Pool({ connectionString, max: 2, application_name: 'fonema-migrate' })
    const db = new Kysely<unknown>({ dialect: new PostgresDialect({ pool }) })
    try {
      const { error, results } = await new Migrator({
        db,
        provider: { getMigrations: () => readMigrations(upTo, onMigration) },
        // Each part of the product has its own range of numbers, so a later release may add a lower number.
        allowUnorderedMigrations: true,
      }).migrateToLatest()
      if (error) {
        const failed = results?.find((result) => result.status === 'Error')?.migrationName ?? 'unknown'
        throw new Error(`Migration ${failed} failed; the database is unchanged.`, { cause: error })
      }
    } finally {
      await db.destroy()
    }
    await installQueue(connectionString, client, runtimeRole)
  } finally {
    await client.end()
  }
}
