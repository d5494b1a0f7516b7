import { createHmac } from 'node:crypto'
import { type Kysely, sql } from 'kysely'
import { clockSkewSeconds } from '../platform/clock.ts'
import type { Database } from '../platform/database/database.ts'
import type { Tables } from '../platform/database/tables.ts'
import './tables.ts'

/** One count of an account. `value` is the network, device or session, for kinds that have one. */
export type Count = { kind: string; account: string; value?: string }
type Limits = { attempts: number; seconds: number }
type Taken = { failures: number; until: Date }
type Db = Kysely<Tables>

/** Expired counts that one attempt removes: more than it can add. */
const removedPerAttempt = 10

/** Counts in the database, so that all processes share them and they survive restarts. Values are stored as HMACs. */
export function createLockout(database: Database, key: Buffer) {
  const hmac = (...parts: string[]) => createHmac('sha256', key).update(parts.join('\n')).digest()
  // The account comes last: it is free text, and the other parts have no line breaks.
  const keyOf = ({ kind, value = '', account }: Count) => hmac(kind, value, account)
  const accountOf = (account: string) => hmac('all', account)
  return {
    /**
     * Takes one attempt before the password is checked, so that parallel guesses cannot share one.
     * From the last allowed failure on, the count stays locked for `seconds`; further attempts do not extend that.
     *
     * @returns the failures including this one, and when the count expires
     */
    async take(count: Count, now: Date, { attempts, seconds }: Limits, isLock = true): Promise<Taken> {
      const until = new Date(now.getTime() + seconds * 1000)
      // A window that ends later was stored before the clock was set back.
      const latest = new Date(until.getTime() + clockSkewSeconds * 1000)
      const isOver = sql<boolean>`(login_attempts.window_until <= ${now} or login_attempts.window_until > ${latest})`
      const row = await database.shared
        .insertInto('login_attempts')
        .values({
          key: keyOf(count),
          failures: 1,
          window_until: until,
          account: accountOf(count.account),
          locks_at: isLock ? attempts : null,
        })
        .onConflict((conflict) =>
          conflict.column('key').doUpdateSet({
            failures: sql`case when ${isOver} then 1
              else least(login_attempts.failures, ${attempts}::int) + 1 end`,
            window_until: sql`case when not ${isOver} and login_attempts.failures >= ${attempts}::int
              then login_attempts.window_until else excluded.window_until end`,
            locks_at: sql`excluded.locks_at`,
          }),
        )
        .returning(['failures', 'window_until'])
        .executeTakeFirstOrThrow()
      return { failures: row.failures, until: row.window_until }
    },

    /** Removes expired counts: they have no effect, and anybody can create them. */
    async removeExpired(now: Date) {
      await sql`delete from login_attempts where key in (select key from login_attempts
        where window_until < ${now} order by window_until limit ${removedPerAttempt} for update skip locked)`.execute(
        database.shared,
      )
    },

    async forget(count: Count) {
      await database.shared.deleteFrom('login_attempts').where('key', '=', keyOf(count)).execute()
    },

    /** Undoes one attempt only: others may be guessing at the same time. */
    async giveBack(count: Count) {
      await database.shared
        .updateTable('login_attempts')
        .set({ failures: sql`greatest(failures - 1, 0)` })
        .where('key', '=', keyOf(count))
        .execute()
    },

    /** Ends all locks of an account and forgets its failures, except the counts in `kept`. */
    async forgetAccount(db: Db, account: string, kept: readonly Count[] = []) {
      await db
        .deleteFrom('login_attempts')
        .where('account', '=', accountOf(account))
        .$if(kept.length > 0, (query) => query.where('key', 'not in', kept.map(keyOf)))
        .execute()
    },

    /** The end of the longest lock of each account. Accounts without a lock are not in the result. */
    async findLocks(db: Db, accounts: readonly string[], now: Date): Promise<Map<string, Date>> {
      const names = new Map(accounts.map((account) => [accountOf(account).toString('hex'), account]))
      const rows = await db
        .selectFrom('login_attempts')
        .select(({ fn }) => ['account', fn.max('window_until').as('until')])
        .where('account', '=', sql<Buffer>`any(${[...names.keys()].map((name) => Buffer.from(name, 'hex'))})`)
        .whereRef('failures', '>=', 'locks_at')
        .where('window_until', '>', now)
        .groupBy('account')
        .execute()
      return new Map(rows.map(({ account, until }) => [names.get(account!.toString('hex'))!, until]))
    },
  }
}
