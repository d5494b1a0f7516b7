import { AsyncLocalStorage } from 'node:async_hooks'
import { Kysely, PostgresDialect, sql, type Transaction } from 'kysely'
import pg from 'pg'
import type { Tables } from './tables.ts'

// Calendar dates stay text: a JavaScript date would move them with the server's time zone.
pg.types.setTypeParser(pg.types.builtins.DATE, (text) => text)
// Sizes and counts fit a double exactly up to 9 PB.
pg.types.setTypeParser(pg.types.builtins.INT8, Number)

/** Owns no table, so that row-level security holds for it. */
export const runtimeRole = 'fonema_app'

/** Who acts in a transaction, for the audit trail; outside a request it is the product itself. */
export type ActingPerson = { user_id: string; session_id: string; examiner_id: string | null; mode: string | null }

const acting = new AsyncLocalStorage<ActingPerson>()

/** Every transaction that `work` opens names this person in the trail. */
export const actAs = <T>(person: ActingPerson, work: () => T): T => acting.run(person, work)

export type Tx = Transaction<Tables>

export type Database = {
  /** Outside any organisation: reference data and sign-in tables only; tenant tables look empty here. */
  shared: Kysely<Tables>
  /** A transaction that sees and writes one organisation's rows, and no others. */
  tenant<T>(organizationId: string, work: (tx: Tx) => Promise<T>): Promise<T>
  /** The same, reading all the time what was there at its beginning. */
  snapshot<T>(organizationId: string, work: (tx: Tx) => Promise<T>): Promise<T>
  close(): Promise<void>
}

const limits = {
  connectionTimeoutMillis: 5_000,
  statement_timeout: 30_000,
  idle_in_transaction_session_timeout: 60_000,
}

export function openDatabase(
  connectionString: string,
  { maxConnections = 20, onError = () => {} }: { maxConnections?: number; onError?: (error: Error) => void } = {},
): Database {
  const pool = new pg.Pool({
    connectionString,
    max: maxConnections,
    options: `-c role=${runtimeRole}`,
    application_name: 'fonema',
    ...limits,
  })
  // Without a listener the loss of an idle connection ends the process.
  pool.on('error', onError)
  const shared = new Kysely<Tables>({ dialect: new PostgresDialect({ pool }) })
  const within =
    <T>(organizationId: string, work: (tx: Tx) => Promise<T>) =>
    async (tx: Tx) => {
      const actor = JSON.stringify(acting.getStore() ?? null)
      await sql`select set_config('app.organization_id', ${organizationId}, true),
                       set_config('app.actor', ${actor === 'null' ? '' : actor}, true)`.execute(tx)
      return work(tx)
    }
  return {
    shared,
    tenant: (organizationId, work) => shared.transaction().execute(within(organizationId, work)),
    snapshot: (organizationId, work) =>
      shared
        .transaction()
        .setIsolationLevel('repeatable read')
        .setAccessMode('read only')
        .execute(within(organizationId, work)),
    close: () => shared.destroy(),
  }
}
