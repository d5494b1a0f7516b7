import { AsyncLocalStorage } from 'node:async_hooks'
import type { ExaminerId, OrganizationId, UserId } from '@fonema/contract'
import { CompiledQuery, Kysely, type Transaction } from 'kysely'
import pg from 'pg'
import { traced } from '../traces/traces.ts'
import { openBatchingSocket } from './batching-socket.ts'
import { beginWithStatement, EagerPostgresDialect } from './eager-driver.ts'
import { type SilenceWatch, watchForSilence } from './silence.ts'
import type { Tables } from './tables.ts'

// Calendar dates stay text: a JavaScript date would shift them by the server's time zone.
pg.types.setTypeParser(pg.types.builtins.DATE, (text) => text)
// Sizes and counts fit a double exactly up to 9 PB.
pg.types.setTypeParser(pg.types.builtins.INT8, Number)

/** Owns no table, because row-level security does not apply to a table's owner. */
export const runtimeRole = 'fonema_app'

/** The person behind a transaction, for the audit log. Outside a request there is none: the product itself acts. */
type ActingPerson = {
  user_id: UserId
  session_id: string | null
  examiner_id: ExaminerId | null
  mode: string | null
}

const acting = new AsyncLocalStorage<ActingPerson>()

/** Names this person in the audit log for every transaction that `work` opens. */
export const actAs = <T>(person: ActingPerson, work: () => T): T => acting.run(person, work)

export type Tx = Transaction<Tables>

export type Database = {
  /** Outside any organisation: reference data and sign-in tables only. Tenant tables appear empty here. */
  shared: Kysely<Tables>
  /** Runs a transaction that reads and writes the rows of one organisation only. */
  tenant<T>(organizationId: OrganizationId, work: (tx: Tx) => Promise<T>): Promise<T>
  /** The same, but read-only. */
  reading<T>(organizationId: OrganizationId, work: (tx: Tx) => Promise<T>): Promise<T>
  /** Read-only and on a snapshot: every read returns the state at the start of the transaction. */
  snapshot<T>(organizationId: OrganizationId, work: (tx: Tx) => Promise<T>): Promise<T>
  /** Aborts in-flight work; drain before closing. */
  close(): Promise<void>
}

/**
 * A new connection costs as much processor time as several calls: PostgreSQL starts a process and plans its functions
 * again. An idle one keeps some megabytes.
 */
const idleTimeoutMillis = 30_000

const common = { statement_timeout: 30_000, lock_timeout: 0, idle_in_transaction_session_timeout: 60_000 }

type Limits = typeof common

/**
 * Time limits for getting a connection, an answer and a lock. A call that gets none is answered within three seconds; a
 * job, and the start of the server, can wait longer.
 */
const patience = {
  call: { connectionTimeoutMillis: 1_500, answerWithinMs: 1_250, lock_timeout: 1_250 },
  job: { connectionTimeoutMillis: 5_000, answerWithinMs: 10_000 },
}

/** Closes a connection whose statement outside a transaction has no answer: the pooler sets no limits for it. */
const silenceBehindPooler = { query_timeout: common.statement_timeout + 5_000 }

export type DatabaseOptions = {
  patienceOf?: keyof typeof patience
  /** The address is a pooler's in transaction mode, which signs in as the runtime role. */
  throughPooler?: boolean
  maxConnections?: number
  /** Multiplies how long a connection and the answer of a silent database may take: tests also run on busy machines. */
  leniency?: number
  onError?: (error: Error) => void
}

export function openDatabase(
  connectionString: string,
  {
    patienceOf = 'job',
    throughPooler = false,
    maxConnections = 20,
    leniency = 1,
    onError = () => {},
  }: DatabaseOptions = {},
): Database {
  const { connectionTimeoutMillis: patientMs, answerWithinMs, ...limits } = { ...common, ...patience[patienceOf] }
  const connectionTimeoutMillis = patientMs * leniency
  const pool = new pg.Pool({
    connectionString,
    max: maxConnections,
    idleTimeoutMillis,
    application_name: 'fonema',
    pipeline: true,
    stream: openBatchingSocket,
    connectionTimeoutMillis,
    ...(throughPooler ? silenceBehindPooler : { options: `-c role=${runtimeRole}`, ...limits }),
  })
  // Without a listener, losing an idle connection ends the process. Nothing is lost while the pool closes: the database
  // may stop before its connections have ended.
  pool.on('error', (error) => {
    if (!pool.ending) onError(error)
  })
  // The pool does not listen on connections in use: losing one between two statements would also end the process.
  pool.on('connect', (client) => client.on('error', () => {}))
  const watch = watchForSilence(pool, connectionString, answerWithinMs * leniency)
  const watched = {
    options: { ...limits },
    connect: () => acquire(pool, watch, connectionTimeoutMillis),
    end: async () => {
      watch.stop()
      await pool.end()
    },
  }
  const eachBegins = throughPooler ? setLimits(limits) : undefined
  const shared = new Kysely<Tables>({ dialect: new EagerPostgresDialect({ pool: watched }, eachBegins) })
  return {
    shared,
    tenant: (organizationId, work) =>
      traced('transaction', () => beginWithStatement(setTenantContext(organizationId), shared.transaction(), work)),
    reading: (organizationId, work) =>
      traced('transaction', () =>
        beginWithStatement(setTenantContext(organizationId), shared.transaction().setAccessMode('read only'), work),
      ),
    snapshot: (organizationId, work) =>
      traced('snapshot', () =>
        beginWithStatement(
          setTenantContext(organizationId),
          shared.transaction().setIsolationLevel('repeatable read').setAccessMode('read only'),
          work,
        ),
      ),
    close: () => shared.destroy(),
  }
}

/**
 * A pooler gives each transaction any of its connections, so a session can hold no limits. Each transaction sets its own.
 */
function setLimits({ statement_timeout, lock_timeout, idle_in_transaction_session_timeout }: Limits): CompiledQuery {
  return CompiledQuery.raw(
    `select set_config('statement_timeout', $1, true), set_config('lock_timeout', $2, true),
      set_config('idle_in_transaction_session_timeout', $3, true)`,
    [`${statement_timeout}`, `${lock_timeout}`, `${idle_in_transaction_session_timeout}`],
  )
}

/**
 * The address of a pooler or a replica signs in by itself. With another role than this one, row-level security would not
 * apply.
 *
 * @throws {WrongRole} unless statements run as the runtime role
 */
export async function requireRuntimeRole(
  { shared }: Database,
  setting: 'DATABASE_POOL_URL' | 'DATABASE_READ_URL' = 'DATABASE_POOL_URL',
): Promise<void> {
  const { rows } = await shared.executeQuery<{ name: string }>(CompiledQuery.raw('select current_user as name'))
  const name = rows[0]?.name
  if (name !== runtimeRole)
    throw new WrongRole(`${setting} must lead to sessions of the role ${runtimeRole}; these are of ${name}.`)
}

export class WrongRole extends Error {}

/** Gives the transaction access to an organisation's rows, and names the acting person for the audit log. */
function setTenantContext(organizationId: OrganizationId): CompiledQuery {
  const actor = acting.getStore()
  return CompiledQuery.raw("select set_config('app.organization_id', $1, true), set_config('app.actor', $2, true)", [
    organizationId,
    actor === undefined ? '' : JSON.stringify(actor),
  ])
}

/**
 * Limits the whole wait: the pool restarts its own limit when a queued caller starts to connect. A connection that
 * arrives after the limit goes back to the pool.
 */
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
