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
 * Far above the use of any clinic. A person opens a few pages a minute, of four calls each, and polls once a second.
 * Hundreds of people behind one address may sign in at eight o'clock, with browsers that load the page again.
 */
export const defaultRateLimits: RateLimits = {
  call: 6_000,
  upload: 300,
  export: 60,
  public: 30_000,
  refresh: 3_000,
  sign_in: 300,
  reset: 60,
}

/** Calls that cost far more than a statement: each is counted in the database at once, so the limit is exact. */
const exact: ReadonlySet<RateClass> = new Set(['export', 'sign_in', 'reset'])

const minuteMs = 60_000

/**
 * Calls of one minute. `reported`: those of all processes in the database's last answer. `pending`: those of this
 * process that are not reported yet.
 */
type Count = { reported: number; pending: number }

type RateDeps = {
  database: Database
  clock: Clock
  limits: RateLimits
  /** The names of the counted callers are stored as HMACs with this key. */
  key: Buffer
}

/**
 * Counts calls by class and caller, per minute of the clock. Each process counts in memory and shares its counts
 * through a table, with one statement a second for all keys. So an ordinary call does not wait for the database, and a
 * caller whose calls go to two processes exceeds the limit by the calls of one second at most.
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
    const count = counts.get(name) ?? { reported: 0, pending: 0 }
    counts.set(name, count)
    return count
  }

  /** Reports the pending calls and returns the counts of all processes, in the order of the keys. */
  async function addToDatabase(named: readonly (readonly [string, Count])[]): Promise<number[]> {
    const given = named
      .map(([name, count]) => ({ key: createHmac('sha256', key).update(name).digest('base64url'), count }))
      // The same order in all processes avoids deadlocks.
      .sort((a, b) => (a.key < b.key ? -1 : 1))
    const sent = given.map(({ count }) => count.pending)
    const move = (direction: 1 | -1) => {
      for (const [index, { count }] of given.entries()) {
        count.reported += direction * sent[index]!
        count.pending -= direction * sent[index]!
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
        each.count.reported = Math.max(each.count.reported, all)
        return all
      })
    } catch (error) {
      move(-1)
      throw error
    }
  }

  let forgottenIn = 0
  /** Keeps the adjacent minutes, because the clocks of several machines may differ by a minute. */
  async function forgetOldMinutes() {
    if (forgottenIn === minute) return
    forgottenIn = minute
    await sql`delete from rate_counts where minute not between ${minute - 1} and ${minute + 1}`.execute(database.shared)
  }

  return {
    /** @throws {AppError} `rate_limited` until the minute ends */
    async take(rate: RateClass, whose: string): Promise<void> {
      const count = countOf(`${rate} ${whose}`)
      count.pending++
      let calls = count.reported + count.pending
      if (exact.has(rate)) {
        // Not reported: a refused call must not displace one that another process is counting now.
        if (calls > limits[rate]) count.pending--
        else [calls = 0] = await addToDatabase([[`${rate} ${whose}`, count]])
      }
      if (calls <= limits[rate]) return
      const left = minuteMs - (clock.now().getTime() % minuteMs)
      throw new AppError('rate_limited', { retry_after_seconds: Math.ceil(left / 1000) })
    },
    /**
     * Shares the counts of this process. While the database is away, each process applies the limits to its own counts.
     */
    async report(): Promise<void> {
      const pending = [...counts].filter(([, count]) => count.pending > 0)
      if (pending.length > 0) await addToDatabase(pending)
      await forgetOldMinutes()
    },
  }
}

/** The network of an IPv6 address: its holder has at least the 2⁶⁴ addresses of the same /64. */
export function networkOf(address: string): string {
  const plain = address.replace(/^::ffff:(?=\d+\.)/i, '')
  if (!isIPv6(plain)) return plain
  const [head = [], tail = []] = plain.split('::').map((half) => half.split(':').filter(Boolean))
  const zeros = Array.from({ length: Math.max(0, 8 - head.length - tail.length) }, () => '0')
  const groups = [...head, ...zeros, ...tail].slice(0, 4)
  return `${groups.map((group) => Number.parseInt(group, 16).toString(16)).join(':')}::/64`
}

/** The subnet that an address shares with others of one provider or clinic: 24 bits of IPv4, 64 of IPv6. */
export const subnetOf = (address: string) => networkOf(address).replace(/^(\d+\.\d+\.\d+)\.\d+$/, '$1.0/24')
