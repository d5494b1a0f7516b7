import { createHmac } from 'node:crypto'
import { isIPv6 } from 'node:net'
import type { RateClass } from '@fonema/contract'
import { sql } from 'kysely'
import type { Clock } from '../clock.ts'
import type { Database } from '../database/database.ts'
import { AppError } from './errors.ts'

/** Calls a minute. */
export type RateLimits = Readonly<Record<RateClass, number>>

/**
 * What no clinic comes near. A person turns to a few pages a minute, of four calls each, and polls once a second; behind
 * one address there may be hundreds of people who all sign in at eight o'clock, and whose browsers load the page anew.
 */
export const defaultRateLimits: RateLimits = {
  ...{ call: 6_000, upload: 300, export: 60 },
  ...{ public: 30_000, refresh: 3_000, sign_in: 300, reset: 60 },
}

/** These cost so much more than a statement that each is counted in the database at once, and none is let through too many. */
const exact: ReadonlySet<RateClass> = new Set(['export', 'sign_in', 'reset'])

const minuteMs = 60_000

/** Of one minute: what all processes had told the database when it last answered, and what this one has not told yet. */
type Count = { told: number; untold: number }

type RateDeps = {
  database: Database
  clock: Clock
  limits: RateLimits
  /** Whose the counts are is kept as an HMAC under it. */
  key: Buffer
}

/**
 * Counts calls by class and by whose they are, in minutes of the clock. Each process counts in its memory and tells the
 * others through a table, for all keys in one statement a second: an ordinary call waits for no database, and when two
 * processes share the calls of somebody who has run wild, the limit is passed by no more than one second of them.
 */
export function createRateLimits({ database, clock, limits, key }: RateDeps) {
  let minute = 0
  let counts = new Map<string, Count>()

  function countOf(name: string): Count {
    const now = Math.floor(clock.now().getTime() / minuteMs)
    if (now !== minute) {
      minute = now
      counts = new Map()
    }
    const count = counts.get(name) ?? { told: 0, untold: 0 }
    counts.set(name, count)
    return count
  }

  /** Returns what all processes have told of each, in the order of their keys. */
  async function tell(named: readonly (readonly [string, Count])[]): Promise<number[]> {
    const given = named
      .map(([name, count]) => ({ key: createHmac('sha256', key).update(name).digest('base64url'), count }))
      // In one order for all processes, which would wait for each other otherwise.
      .sort((a, b) => (a.key < b.key ? -1 : 1))
    const sent = given.map(({ count }) => count.untold)
    const move = (direction: 1 | -1) => {
      for (const [index, { count }] of given.entries()) {
        count.told += direction * sent[index]!
        count.untold -= direction * sent[index]!
      }
    }
    move(1)
    try {
      const keys = given.map((each) => each.key)
      const { rows } = await sql<{ key: string; calls: number }>`
        insert into rate_counts (key, minute, calls)
        select key, ${minute}::bigint, calls from unnest(${keys}::text[], ${sent}::integer[]) as given (key, calls)
        on conflict (key, minute) do update set calls = rate_counts.calls + excluded.calls
        returning key, calls`.execute(database.shared)
      const calls = new Map(rows.map((row) => [row.key, row.calls]))
      return given.map((each) => {
        const all = calls.get(each.key)!
        each.count.told = Math.max(each.count.told, all)
        return all
      })
    } catch (error) {
      move(-1)
      throw error
    }
  }

  let forgottenIn = 0
  /** The clocks of several machines may differ by a minute. */
  async function forgetOldMinutes() {
    if (forgottenIn === minute) return
    forgottenIn = minute
    await sql`delete from rate_counts where minute not between ${minute - 1} and ${minute + 1}`.execute(database.shared)
  }

  return {
    /** @throws {AppError} `rate_limited`, until the minute is over */
    async take(rate: RateClass, whose: string): Promise<void> {
      const count = countOf(`${rate} ${whose}`)
      count.untold++
      let calls = count.told + count.untold
      if (exact.has(rate)) {
        // Reported, a call that is refused here would take the place of one that another process is just counting.
        if (calls > limits[rate]) count.untold--
        else [calls = 0] = await tell([[`${rate} ${whose}`, count]])
      }
      if (calls <= limits[rate]) return
      const left = minuteMs - (clock.now().getTime() % minuteMs)
      throw new AppError('rate_limited', { retry_after_seconds: Math.ceil(left / 1000) })
    },
    /**
     * Tells the others what this process has counted. Until the database answers again, each process has the limits for
     * itself.
     */
    async report(): Promise<void> {
      const untold = [...counts].filter(([, count]) => count.untold > 0)
      if (untold.length > 0) await tell(untold)
      await forgetOldMinutes()
    },
  }
}

/** Who has one address of IPv6 has at least the 2⁶⁴ beside it. */
export function networkOf(address: string): string {
  const plain = address.replace(/^::ffff:(?=\d+\.)/i, '')
  if (!isIPv6(plain)) return plain
  const [head = [], tail = []] = plain.split('::').map((half) => half.split(':').filter(Boolean))
  const zeros = Array.from({ length: Math.max(0, 8 - head.length - tail.length) }, () => '0')
  const groups = [...head, ...zeros, ...tail].slice(0, 4)
  return `${groups.map((group) => Number.parseInt(group, 16).toString(16)).join(':')}::/64`
}

/** The neighbourhood that an address shares with others of one provider or clinic: 24 bits of IPv4, 64 of IPv6. */
export const subnetOf = (address: string) => networkOf(address).replace(/^(\d+\.\d+\.\d+)\.\d+$/, '$1.0/24')
