import type pg from 'pg'

type StoredTable = { name: string; columns: string[]; identity: string[] }

/**
 * The product's tables. Excluded are the migration tool's own tables, which are created anew, and unlogged tables,
 * whose rows are temporary.
 */
const ours = `c.relkind = 'r' and c.relpersistence = 'p' and c.relnamespace = 'public'::regnamespace and c.relname not like 'kysely%'`

/** Every table of the product with its stored columns. */
export async function findStoredTables(client: pg.ClientBase): Promise<StoredTable[]> {
  const { rows } = await client.query<StoredTable>(`
    select c.relname::text as name,
      array(select a.attname::text from pg_attribute a where a.attrelid = c.oid and a.attnum > 0
        and not a.attisdropped and a.attgenerated = '' order by a.attnum) as columns,
      array(select a.attname::text from pg_attribute a where a.attrelid = c.oid and a.attidentity <> '') as identity
    from pg_class c where ${ours} order by 1`)
  return rows
}

export type Reference = { table: string; name: string; definition: string }

/** The foreign keys of those tables. */
export async function findReferences(client: pg.ClientBase): Promise<Reference[]> {
  const { rows } = await client.query<Reference>(`
    select c.relname::text as table, f.conname::text as name, pg_get_constraintdef(f.oid) as definition
    from pg_constraint f join pg_class c on c.oid = f.conrelid where f.contype = 'f' and ${ours} order by 1, 2`)
  return rows
}

/** The tables whose rows name a stored object and its hash. */
async function findObjectTables(client: pg.ClientBase): Promise<string[]> {
  const { rows } = await client.query<{ name: string }>(`
    select c.relname::text as name from pg_class c where ${ours} and 2 = (select count(*) from pg_attribute a
      where a.attrelid = c.oid and a.attname in ('object_key', 'sha256') and not a.attisdropped) order by 1`)
  return rows.map(({ name }) => name)
}

type NamedObject = { key: string; sha256: string }

/** The objects named in the database, in batches, so that memory use does not grow with the clinic. */
export async function* namedObjects(client: pg.ClientBase): AsyncGenerator<NamedObject> {
  for (const table of await findObjectTables(client)) {
    for (let after = ''; ; ) {
      const { rows } = await client.query<NamedObject>(
        `select object_key as key, sha256 from ${quoted(table)}
         where object_key > $1 and sha256 is not null order by object_key limit 1000`,
        [after],
      )
      yield* rows
      const last = rows.at(-1)
      if (last === undefined) break
      after = last.key
    }
  }
}

/** Whether a row of any table names the object, with or without a hash. */
export async function isNamed(client: pg.ClientBase, key: string): Promise<boolean> {
  const { rows } = await client.query<{ name: string }>(`
    select c.relname::text as name from pg_class c join pg_attribute a on a.attrelid = c.oid
    where ${ours} and a.attname = 'object_key' and not a.attisdropped`)
  for (const { name } of rows) {
    const found = await client.query(`select 1 from ${quoted(name)} where object_key = $1`, [key])
    if (found.rowCount !== 0) return true
  }
  return false
}

export const quoted = (name: string) => `"${name.replaceAll('"', '""')}"`
export const columnList = (columns: readonly string[]) => columns.map(quoted).join(', ')
