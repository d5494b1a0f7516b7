import { Socket } from 'node:net'
import type { OrganizationId } from '@fonema/contract'
import { CompiledQuery, sql } from 'kysely'
import { expect, onTestFinished, test, vi } from 'vitest'
import { withClient } from '../../../testing/database-setup.ts'
import { buildTestApp } from '../../../testing/test-app.ts'
import { newId } from '../ids.ts'
import { openDatabase, requireRuntimeRole, type Tx } from './database.ts'
import { beginWithStatement } from './eager-driver.ts'
import { migrateDatabase } from './migrate.ts'

/** How Node's sockets write. */
const sockets = Socket.prototype as unknown as { _writev(...given: unknown[]): void }

const tenantTables = [
  'organizations',
  'users',
  'managers',
  'examiners',
  'organization_protocols',
  'examiner_protocols',
  'participants',
  'protocol_responses',
  'item_responses',
  'takes',
  'feature_results',
  'idempotency_keys',
]

test('every table with an organization_id has row-level security, except those of sign-in', async () => {
  const { url } = await buildTestApp()
  const open = await withClient(url, (client) =>
    client.query(`select c.relname from pg_class c
      join pg_attribute a on a.attrelid = c.oid and a.attname = 'organization_id'
      where c.relkind = 'r' and c.relnamespace = 'public'::regnamespace and not c.relrowsecurity order by 1`),
  )
  expect(open.rows.map(({ relname }) => relname)).toEqual(['credentials', 'sessions'])
})

test('the planner samples enough rows of every table to find small organisations among large ones', async () => {
  const { url } = await buildTestApp()
  const { rows } = await withClient(url, (client) =>
    client.query(`select c.relname from pg_class c
      join pg_attribute a on a.attrelid = c.oid and a.attname = 'organization_id'
      where c.relkind = 'r' and c.relnamespace = 'public'::regnamespace and a.attstattarget is distinct from 1000`),
  )
  expect(rows).toEqual([])
})

test('the runtime role owns nothing and cannot reach rows of another organisation', async () => {
  const { url, database, organizationId, otherOrganizationId } = await buildTestApp()
  const owned = await withClient(url, (client) =>
    client.query(`select count(*)::int as count from pg_class where pg_get_userbyid(relowner) = 'fonema_app'`),
  )
  expect(owned.rows[0].count).toBe(0)

  for (const table of tenantTables) {
    const outside = await sql`select 1 from ${sql.table(table)}`.execute(database.shared)
    expect([table, outside.rows.length]).toEqual([table, 0])
  }
  const users = (id: OrganizationId) =>
    database.tenant(id, (tx) => tx.selectFrom('users').select('organization_id').execute())
  expect(new Set((await users(organizationId)).map((row) => row.organization_id))).toEqual(new Set([organizationId]))
  expect(await users(otherOrganizationId)).toHaveLength(1)
  const foreign = database.tenant(organizationId, (tx) =>
    tx.insertInto('managers').values({ id: newId(), organization_id: otherOrganizationId, user_id: newId() }).execute(),
  )
  await expect(foreign).rejects.toThrow(/row-level security/)
  await expect(sql`alter table users disable row level security`.execute(database.shared)).rejects.toThrow(/owner/)
  await expect(sql`delete from takes`.execute(database.shared)).rejects.toThrow(/permission denied/)
})

test('a connection has no organisation after its transaction ends', async () => {
  const { database, organizationId } = await buildTestApp()
  await database.tenant(organizationId, async () => {})
  const left = await sql<{ id: string | null }>`select current_organization() as id`.execute(database.shared)
  expect(left.rows[0]?.id).toBeNull()
})

test('a transaction opened inside an organisation’s transaction does not inherit the organisation', async () => {
  const { database, organizationId } = await buildTestApp()
  const users = await database.tenant(organizationId, async () => {
    await database.shared.selectFrom('locales').select('id').execute()
    return database.shared.transaction().execute((tx) => tx.selectFrom('users').select('id').execute())
  })
  expect(users).toEqual([])
})

test('does not commit a transaction whose first statement failed, and keeps its connection usable', async () => {
  const { url, organizationId } = await buildTestApp()
  const database = openDatabase(url, { maxConnections: 1 })
  const rows = () => database.tenant(organizationId, (tx) => tx.selectFrom('users').select('id').execute())
  const failing = CompiledQuery.raw('select nothing_of_the_kind()')
  const begin = (work: (tx: Tx) => Promise<unknown>) => beginWithStatement(failing, database.shared.transaction(), work)
  await expect(begin(async () => {})).rejects.toThrow(/nothing_of_the_kind/)
  await expect(begin((tx) => tx.selectFrom('locales').select('id').execute())).rejects.toThrow(/aborted/)
  expect(await rows()).toHaveLength(5)
  await database.close()
})

test('a transaction and the statements that it begins with are sent together', async () => {
  const { url, organizationId } = await buildTestApp()
  const database = openDatabase(url, { maxConnections: 1 })
  const read = (text: string) =>
    database.reading(organizationId, (tx) =>
      Promise.all([sql`select ${sql.lit(`${text} 1`)}`.execute(tx), sql`select ${sql.lit(`${text} 2`)}`.execute(tx)]),
    )
  await read('connect')
  const sent: string[] = []
  const { _writev } = sockets
  vi.spyOn(sockets, '_writev').mockImplementation(function (this: Socket, ...given) {
    const [chunks] = given as [{ chunk: Buffer }[]]
    sent.push(Buffer.concat(chunks.map(({ chunk }) => Buffer.from(chunk))).toString('latin1'))
    return _writev.apply(this, given)
  })
  onTestFinished(() => void vi.restoreAllMocks())
  await read('look')
  const ours = sent.filter((text) => text.includes('look'))
  expect(ours).toHaveLength(1)
  for (const part of ['start transaction', 'app.organization_id', 'look 1', 'look 2']) expect(ours[0]).toContain(part)
  await database.close()
})

test('closing the database aborts a transaction that is still reading', async () => {
  const { url, organizationId } = await buildTestApp()
  const database = openDatabase(url)
  const isReading = Promise.withResolvers<void>()
  const reading = database.snapshot(organizationId, async (tx) => {
    for (;;) {
      await sql`select 1`.execute(tx)
      isReading.resolve()
    }
  })
  const ended = expect(reading).rejects.toThrow()
  await isReading.promise
  await database.close()
  await ended
})

test('through a pooler, every transaction sets the limits that no session holds', async () => {
  const { url, config, organizationId } = await buildTestApp()
  const address = config.databasePoolUrl ?? url
  const database = openDatabase(address, { throughPooler: true, patienceOf: 'call', maxConnections: 1 })
  const names = ['statement_timeout', 'lock_timeout', 'idle_in_transaction_session_timeout']
  const read = async (db: Tx | typeof database.shared) => {
    const { rows } = await sql<{ value: string }>`select current_setting(name) as value
      from unnest(${names}::text[]) as name`.execute(db)
    return rows.map(({ value }) => value)
  }
  const limits = ['30s', '1250ms', '1min']
  expect(await database.tenant(organizationId, read)).toEqual(limits)
  expect(await database.snapshot(organizationId, read)).toEqual(limits)
  expect(await database.shared.transaction().execute(read)).toEqual(limits)
  // The next user of the connection has none of them.
  expect(await read(database.shared)).toEqual(['0', '0', '0'])
  await database.close()
})

test('refuses a pooler whose sessions are of another role, for which row-level security does not apply', async () => {
  const { url, database } = await buildTestApp()
  await requireRuntimeRole(database)
  const ofOwner = openDatabase(url, { throughPooler: true, maxConnections: 1 })
  await expect(requireRuntimeRole(ofOwner)).rejects.toThrow(
    /DATABASE_POOL_URL must lead to sessions of the role fonema_app/,
  )
  await ofOwner.close()
})

test('a reading transaction sees its organisation only, and cannot write', async () => {
  const { database, organizationId } = await buildTestApp()
  const read = await database.reading(organizationId, (tx) => tx.selectFrom('organizations').select('id').execute())
  expect(read).toEqual([{ id: organizationId }])
  const write = database.reading(organizationId, (tx) => tx.updateTable('organizations').set({ name: 'X' }).execute())
  await expect(write).rejects.toThrow(/read-only transaction/)
})

test('repeated and concurrent migrations change nothing', async () => {
  const { url, database, organizationId } = await buildTestApp()
  await Promise.all([migrateDatabase(url), migrateDatabase(url)])
  const rows = await database.tenant(organizationId, (tx) => tx.selectFrom('users').select('id').execute())
  expect(rows).toHaveLength(5)
})

test('refuses a database that a newer release has used, and names the unknown migration', async () => {
  const { url } = await buildTestApp()
  await withClient(url, (client) =>
    client.query(`insert into kysely_migration (name, timestamp) values ('9999-newer', '')`),
  )
  await expect(migrateDatabase(url)).rejects.toThrow(/A newer release .*9999-newer/)
})

test('a connection that the database ends reports its loss, except while the pool closes', async () => {
  const { url } = await buildTestApp()
  /** PostgreSQL ends a connection that is closed here, before it reads of it, and it has said so. */
  const lossesWhen = async (isClosing: boolean) => {
    const lost: string[] = []
    const database = openDatabase(url, { maxConnections: 1, onError: ({ message }) => lost.push(message) })
    const { rows } = await sql<{ pid: number }>`select pg_backend_pid() as pid`.execute(database.shared)
    const { pid } = rows[0]!
    process.kill(pid, 'SIGSTOP')
    if (isClosing) await database.close()
    await withClient(url, async (client) => {
      await client.query('select pg_terminate_backend($1)', [pid])
      process.kill(pid, 'SIGCONT')
      const left = () => client.query('select from pg_stat_activity where pid = $1', [pid])
      while ((await left()).rowCount !== 0);
    })
    await new Promise(setImmediate)
    if (!isClosing) await database.close()
    return lost
  }
  expect(await lossesWhen(false)).toEqual([expect.stringMatching(/administrator command/)])
  expect(await lossesWhen(true)).toEqual([])
})
