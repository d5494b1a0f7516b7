import { AsyncLocalStorage } from 'node:async_hooks'
import {
  type CompiledQuery,
  type ConnectionProvider,
  type DatabaseConnection,
  PostgresDialect,
  type PostgresDialectConfig,
  PostgresDriver,
  Transaction,
  type TransactionBuilder,
  type TransactionSettings,
} from 'kysely'

/**
 * PostgreSQL dialect that sends `begin`, the opening statement and the transaction's first own statement together,
 * without waiting for the answers in between. Round trips are most of the cost of a call. A connection still executes
 * its statements in the order in which they were sent. The pool must be opened with `pipeline`.
 */
export class EagerPostgresDialect extends PostgresDialect {
  readonly #config: PostgresDialectConfig
  readonly #eachBegins: CompiledQuery | undefined

  /** @param eachBegins a statement that every transaction begins with */
  constructor(config: PostgresDialectConfig, eachBegins?: CompiledQuery) {
    super(config)
    this.#config = config
    this.#eachBegins = eachBegins
  }

  override createDriver() {
    return new EagerPostgresDriver(this.#config, this.#eachBegins)
  }
}

const first = new AsyncLocalStorage<CompiledQuery | undefined>()

/**
 * Begins a transaction with this statement and ignores its answer. Transactions opened within it begin without it.
 * Statements that `work` executes at the same time are sent at the same time.
 */
export const beginWithStatement = <DB, T>(
  statement: CompiledQuery,
  transaction: TransactionBuilder<DB>,
  work: (tx: Transaction<DB>) => Promise<T>,
): Promise<T> =>
  first.run(statement, () => transaction.execute((tx) => first.run(undefined, async () => work(await pipelined(tx)))))

/** Kysely's own transaction sends a statement only after the answer to the one before. */
async function pipelined<DB>(tx: Transaction<DB>): Promise<Transaction<DB>> {
  const executor = tx.getExecutor()
  const connection = await executor.provideConnection(async (its) => its)
  const provider: ConnectionProvider = { provideConnection: (consumer) => consumer(connection) }
  return new Transaction<DB>({ ...unconnected, executor: executor.withConnectionProvider(provider) })
}

// Kysely asks for a dialect and a driver; a transaction uses only its executor.
const dialect = new PostgresDialect({ pool: () => Promise.reject(new Error('a transaction has its connection')) })
const unconnected = { config: { dialect }, dialect, driver: dialect.createDriver() }

class EagerPostgresDriver extends PostgresDriver {
  readonly #beginnings = new WeakMap<DatabaseConnection, Promise<unknown>>()
  readonly #eachBegins: CompiledQuery | undefined

  constructor(config: PostgresDialectConfig, eachBegins?: CompiledQuery) {
    super(config)
    this.#eachBegins = eachBegins
  }

  override async beginTransaction(connection: DatabaseConnection, settings: TransactionSettings) {
    const statement = first.getStore()
    const beginning = Promise.all([
      super.beginTransaction(connection, settings),
      this.#eachBegins && connection.executeQuery(this.#eachBegins),
      statement && connection.executeQuery(statement),
    ])
    // Avoids an unhandled rejection. The next statement reports a lost connection; the commit reports anything else.
    beginning.catch(() => {})
    this.#beginnings.set(connection, beginning)
  }

  override async commitTransaction(connection: DatabaseConnection) {
    await this.#beginnings.get(connection)
    await super.commitTransaction(connection)
  }
}
