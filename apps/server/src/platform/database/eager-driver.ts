import { AsyncLocalStorage } from 'node:async_hooks'
import {
  type CompiledQuery,
  type DatabaseConnection,
  PostgresDialect,
  type PostgresDialectConfig,
  PostgresDriver,
  type Transaction,
  type TransactionBuilder,
  type TransactionSettings,
} from 'kysely'

/**
 * PostgreSQL, with `begin` and what each transaction is told first on their way together with its first statement, not
 * one after the other: what a call costs is above all how often two programs wait for each other. A statement waits only
 * for those before it on the same connection, so the order is the same. The pool has to be opened with `pipeline`.
 */
export class EagerPostgresDialect extends PostgresDialect {
  readonly #config: PostgresDialectConfig

  constructor(config: PostgresDialectConfig) {
    super(config)
    this.#config = config
  }

  override createDriver() {
    return new EagerPostgresDriver(this.#config)
  }
}

const first = new AsyncLocalStorage<CompiledQuery | undefined>()

/** A transaction that begins with this statement, whose answer nobody reads; those opened within it do not. */
export const beginTelling = <DB, T>(
  statement: CompiledQuery,
  transaction: TransactionBuilder<DB>,
  work: (tx: Transaction<DB>) => Promise<T>,
): Promise<T> => first.run(statement, () => transaction.execute((tx) => first.run(undefined, () => work(tx))))

class EagerPostgresDriver extends PostgresDriver {
  readonly #beginnings = new WeakMap<DatabaseConnection, Promise<unknown>>()

  override async beginTransaction(connection: DatabaseConnection, settings: TransactionSettings) {
    const statement = first.getStore()
    const beginning = Promise.all([
      super.beginTransaction(connection, settings),
      statement && connection.executeQuery(statement),
    ])
    // Whoever sends the next statement hears of a lost connection; all else is heard of before the commit.
    beginning.catch(() => {})
    this.#beginnings.set(connection, beginning)
  }

  override async commitTransaction(connection: DatabaseConnection) {
    await this.#beginnings.get(connection)
    await super.commitTransaction(connection)
  }
}
