import type { OrganizationId } from '@fonema/contract'
import { CompiledQuery } from 'kysely'
import pg from 'pg'
import { AppError, InvalidFields } from '../http/errors.ts'
import {
  type Database,
  type DatabaseOptions,
  openDatabase,
  requireRuntimeRole,
  runtimeRole,
  type Tx,
  WrongRole,
} from './database.ts'

/** How far a replica may be behind. */
const maxBehindMs = 30_000
const lookEveryMs = 5_000
const queryCanceled = '57014'

/** Why a read was made on the primary. */
type Reason = 'own_write' | 'behind' | 'failed' | 'no_session'

type ReadCount = { database: 'replica' | 'primary'; reason: Reason | 'none'; count: number }

export type Replica = {
  /**
   * Runs a read-only transaction on the replica if that has all that the caller wrote and is not far behind, otherwise
   * on the primary. `work` may run twice.
   *
   * @param lastWrite position in the log of the caller's newest write; null for a caller whose writes are not followed
   */
  read<T>(organizationId: OrganizationId, lastWrite: string | null, work: (tx: Tx) => Promise<T>): Promise<T>
  /** Reads since the start, by where they were made. */
  counts(): ReadCount[]
  close(): Promise<void>
}

type Read<T> = { lacks: Reason } | { answer: T }

/**
 * Opens a streaming replica of the primary. One that does not answer, also at the start, is not used until it answers.
 *
 * @throws {WrongRole} unless statements on the replica run as the runtime role
 */
export async function openReplica(
  url: string,
  primary: Database,
  { onError = () => {}, ...options }: DatabaseOptions = {},
): Promise<Replica> {
  // Like a pooler, the address signs in as the runtime role, and may be a pooler's.
  const replica = openDatabase(url, { ...options, onError, throughPooler: true })
  const looks = watchPrimary(primary)
  const close = async () => {
    looks.stop()
    await replica.close()
  }
  await looks.first
  await requireRuntimeRole(replica, 'DATABASE_READ_URL').catch(async (error: Error) => {
    if (!(error instanceof WrongRole)) return onError(error)
    await close()
    throw error
  })

  const counted = new Map<Reason | 'none', number>()
  const count = (reason: Reason | 'none') => counted.set(reason, (counted.get(reason) ?? 0) + 1)

  async function readReplica<T>(
    organizationId: OrganizationId,
    lastWrite: string | null,
    work: (tx: Tx) => Promise<T>,
  ): Promise<Read<T>> {
    if (lastWrite === null) return { lacks: 'no_session' }
    const recent = looks.oldest()
    if (recent === undefined) return { lacks: 'behind' }
    try {
      return await replica.reading(organizationId, async (tx) => {
        const lacks = await findLack(tx, recent, lastWrite)
        return lacks === undefined ? { answer: await work(tx) } : { lacks }
      })
    } catch (error) {
      if (isAnswer(error)) throw error
      return { lacks: 'failed' }
    }
  }

  return {
    async read(organizationId, lastWrite, work) {
      const read = await readReplica(organizationId, lastWrite, work)
      count('lacks' in read ? read.lacks : 'none')
      return 'lacks' in read ? primary.reading(organizationId, work) : read.answer
    },
    counts: () =>
      Array.from(counted, ([reason, count]) => ({
        database: reason === 'none' ? 'replica' : 'primary',
        reason,
        count,
      })),
    close,
  }
}

/**
 * Asks in the transaction that reads, because the address can lead to several replicas. Statements after this one see
 * at least what the replica had then; a snapshot of the whole transaction would be older.
 */
async function findLack(tx: Tx, recent: string, lastWrite: string): Promise<Reason | undefined> {
  // A replica that was promoted, or whose primary is another one now, does not receive from ours.
  const { rows } = await tx.executeQuery<{ follows: boolean; is_recent: boolean; has_own: boolean }>(
    CompiledQuery.raw(
      `select current_user = $1 and pg_is_in_recovery() and exists (select from pg_stat_wal_receiver) as follows,
        pg_last_wal_replay_lsn() >= $2::pg_lsn as is_recent, pg_last_wal_replay_lsn() >= $3::pg_lsn as has_own`,
      [runtimeRole, recent, lastWrite],
    ),
  )
  const { follows, is_recent, has_own } = rows[0]!
  if (!follows) return 'failed'
  if (!is_recent) return 'behind'
  return has_own ? undefined : 'own_write'
}

/** Errors that the primary would give too. A statement that took too long on the replica takes as long there. */
const isAnswer = (error: unknown) =>
  error instanceof AppError ||
  error instanceof InvalidFields ||
  (error instanceof pg.DatabaseError && error.code === queryCanceled)

/**
 * Keeps how far the primary's log was during the last seconds. Clocks of machines are not compared, and a primary that
 * writes nothing leaves no replica behind.
 */
function watchPrimary(primary: Database) {
  let seen: { at: number; position: string }[] = []
  const look = async () => {
    const at = performance.now()
    const asked = primary.shared.executeQuery<{ position: string }>(
      CompiledQuery.raw('select pg_current_wal_insert_lsn()::text as position'),
    )
    // Calls report a lost primary themselves.
    await asked.then(
      ({ rows }) => seen.push({ at, position: rows[0]!.position }),
      () => {},
    )
  }
  const timer = setInterval(look, lookEveryMs).unref()
  return {
    first: look(),
    /** A replica that has come as far is at most `maxBehindMs` behind. */
    oldest(): string | undefined {
      const since = performance.now() - maxBehindMs
      seen = seen.filter(({ at }) => at >= since)
      return seen[0]?.position
    },
    stop: () => clearInterval(timer),
  }
}
