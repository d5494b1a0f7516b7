import { AsyncLocalStorage } from 'node:async_hooks'
import { CompiledQuery, Kysely, type Transaction } from 'kysely'
import pg from 'pg'
import { beginTelling, EagerPostgresDialect } from './eager-driver.ts'
import { type SilenceWatch, watchForSilence } from './silence.ts'
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
  /** What is still being done is broken off: whoever closes has waited for it as long as they would. */
  close(): Promise<void>
}

const common = { statement_timeout: 30_000, idle_in_transaction_session_timeout: 60_000 }

/**
 * How long to wait for a connection, and for a lock. A call is answered within three seconds when it gets neither; a
 * job has time.
 */
const patience = {
  call: { connectionTimeoutMillis: 1_500, lock_timeout: 1_250 },
  job: { connectionTimeoutMillis: 5_000 },
}

type DatabaseOptions = {
  patienceOf?: keyof typeof patience
  maxConnections?: number
  onError?: (error: Error) => void
}

export function openDatabase(
  connectionString: string,
  { patienceOf = 'job', maxConnections = 20, onError = () => {} }: DatabaseOptions = {},
): Database {
  const limits = { ...common, ...patience[patienceOf] }
  const pool = new pg.Pool({
    connectionString,
    max: maxConnections,
    options: `-c role=${runtimeRole}`,
    application_name: 'fonema',
    pipeline: true,
    ...limits,
  })
  // Without a listener the loss of an idle connection ends the process.
  pool.on('error', onError)
  // Nor has a connection one while it is lent: its loss between two statements would end the process as well.
  pool.on('connect', (client) => client.on('error', () => {}))
  const watch = watchForSilence(pool, connectionString)
  const watched = {
    options: { ...limits },
    connect: () => acquire(pool, watch, limits.connectionTimeoutMillis),
    end: async () => {
      watch.stop()
      await pool.end()
    },
  }
  const shared = new Kysely<Tables>({ dialect: new EagerPostgresDialect({ pool: watched }) })
  return {
    shared,
    tenant: (organizationId, work) => beginTelling(whereAndWho(organizationId), shared.transaction(), work),
    snapshot: (organizationId, work) =>
      beginTelling(
        whereAndWho(organizationId),
        shared.transaction().setIsolationLevel('repeatable read').setAccessMode('read only'),
        work,
      ),
    close: () => shared.destroy(),
  }
}

/** Opens an organisation's rows, and names for the trail who acts. */
function whereAndWho(organizationId: string): CompiledQuery {
  const actor = acting.getStore()
  return CompiledQuery.raw("select set_config('app.organization_id', $1, true), set_config('app.actor', $2, true)", [
    organizationId,
    actor === undefined ? '' : JSON.stringify(actor),
  ])
}

/** The pool's own limit begins anew when its queue lets a caller make a connection. One that comes too late goes back. */
async function acquire(pool: pg.Pool, watch: SilenceWatch, milliseconds: number): Promise<pg.PoolClient> {
  let connecting: Promise<pg.PoolClient> | undefined
  let timer: NodeJS.Timeout | undefined
  const tooLate = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new Error('timeout exceeded when trying to connect')), milliseconds)
  })
  try {
    return await watch.orSilent(() => {
      connecting = pool.connect()
      return Promise.race([connecting, tooLate])
    })
  } catch (error) {
    connecting?.then(
      (client) => client.release(),
      () => {},
    )
    throw error
  } finally {
    clearTimeout(timer)
  }
}
