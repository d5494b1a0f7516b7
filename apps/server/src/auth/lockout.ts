import { createHmac } from 'node:crypto'
import { sql } from 'kysely'
import { clockSkewSeconds } from '../platform/clock.ts'
import type { Database } from '../platform/database/database.ts'
import './tables.ts'

type Kind = 'email' | 'address'

export type Lockout = {
  /**
   * Takes one attempt for the key before the password is looked at, so that parallel guesses cannot share one.
   * From the last allowed failure on, the key stays locked for the whole time, however often it is tried.
   * @returns the failures so far with this one, and when the count is forgotten
   */
  take(kind: Kind, value: string, now: Date, limits: { attempts: number; seconds: number }): Promise<Attempt>
  /** A success forgets all failures of an account. */
  forget(kind: Kind, value: string): Promise<void>
  /** A success gives the address its attempt back, and no more: others may be guessing from there. */
  giveBack(kind: Kind, value: string): Promise<void>
}
export type Attempt = { failures: number; until: Date }

/** Counts in the database, so that all processes share them and a restart keeps them. Values are kept as HMACs. */
export function createLockout(database: Database, key: Buffer): Lockout {
  const keyOf = (kind: Kind, value: string) => createHmac('sha256', key).update(`${kind}:${value}`).digest()
  return {
    async take(kind, value, now, { attempts, seconds }) {
      const until = new Date(now.getTime() + seconds * 1000)
      // No window ends later, unless the clock was set back since.
      const latest = new Date(until.getTime() + clockSkewSeconds * 1000)
      const isOver = sql<boolean>`(login_attempts.window_until <= ${now} or login_attempts.window_until > ${latest})`
      const row = await database.shared
        .insertInto('login_attempts')
        .values({ key: keyOf(kind, value), failures: 1, window_until: until })
        .onConflict((conflict) =>
          conflict.column('key').doUpdateSet({
            failures: sql`case when ${isOver} then 1
              else least(login_attempts.failures, ${attempts}::int) + 1 end`,
            window_until: sql`case when not ${isOver} and login_attempts.failures >= ${attempts}::int
              then login_attempts.window_until else excluded.window_until end`,
          }),
        )
        .returning(['failures', 'window_until'])
        .executeTakeFirstOrThrow()
      return { failures: row.failures, until: row.window_until }
    },
    async forget(kind, value) {
      await database.shared.deleteFrom('login_attempts').where('key', '=', keyOf(kind, value)).execute()
    },
    async giveBack(kind, value) {
      await database.shared
        .updateTable('login_attempts')
        .set({ failures: sql`greatest(failures - 1, 0)` })
        .where('key', '=', keyOf(kind, value))
        .execute()
    },
  }
}
