import type { Kysely } from 'kysely'
import type { Config } from '../config.ts'
import { type Clock, isFromTheFuture } from '../platform/clock.ts'
import type { Database } from '../platform/database/database.ts'
import type { Tables } from '../platform/database/tables.ts'
import type { KeyRing } from '../platform/keys.ts'
import * as queries from './queries.ts'
import { hashOfToken, newSecret, successorOf } from './tokens.ts'

type Db = Kysely<Tables>
type Deps = { keys: KeyRing; clock: Clock; graceSeconds: number }

/** The secret of the browser that signed in, from its cookie. */
export type BrowserSecret = string | undefined

/**
 * A session has one chain of refresh tokens. Each is valid once, and only in the browser that signed in. Callers of
 * `exchange` and `advance` hold the session's lock.
 */
export function createRefreshTokens({ keys, clock, graceSeconds }: Deps) {
  async function rotate(db: Db, token: queries.RefreshToken): Promise<string> {
    const successor = successorOf(keys[0], token.hash)
    await queries.rotateRefreshToken(db, token, hashOfToken(successor), clock.now())
    return successor
  }

  /** A second use counts as a replay after the grace period, which other tabs need that refresh at the same moment. */
  function isReplay({ rotated_at }: queries.RefreshToken): boolean {
    if (rotated_at === null) return false
    const now = clock.now()
    return now.getTime() - rotated_at.getTime() > graceSeconds * 1000 || isFromTheFuture(rotated_at, now)
  }

  return {
    async start(db: Db, sessionId: string): Promise<{ refresh: string; browserSecret: string }> {
      const [refresh, browserSecret] = [newSecret(), newSecret()]
      const hashes = { hash: hashOfToken(refresh), browser_hash: hashOfToken(browserSecret) }
      await queries.insertRefreshToken(db, { ...hashes, session_id: sessionId }, clock.now())
      return { refresh, browserSecret }
    },

    /** Returns the successor of a token. */
    async exchange(db: Db, given: Buffer, secret: BrowserSecret): Promise<string | 'replayed' | undefined> {
      const token = await queries.findRefreshToken(db, given)
      if (token === undefined) return undefined
      if (isReplay(token)) return 'replayed'
      if (!isOfBrowser(token, secret)) return undefined
      if (token.rotated_at === null) return rotate(db, token)
      // The first use may have happened before the clinic's secret was replaced.
      for (const key of keys) {
        const successor = successorOf(key, token.hash)
        if ((await queries.findRefreshToken(db, hashOfToken(successor))) !== undefined) return successor
      }
      return undefined
    },

    /** Returns the successor of the session's current token, which the caller does not need to present. */
    async advance(db: Db, sessionId: string, secret: BrowserSecret): Promise<string | undefined> {
      const token = await queries.findCurrentToken(db, sessionId)
      return token && isOfBrowser(token, secret) ? rotate(db, token) : undefined
    },
  }
}

const isOfBrowser = ({ browser_hash }: queries.RefreshToken, secret: BrowserSecret): boolean =>
  secret !== undefined && browser_hash?.equals(hashOfToken(secret)) === true

/** Deletes the tokens of sessions that are over. They cannot refresh anything, and their replays need no detection. */
export async function forgetTokens({ database, clock, config }: { database: Database; clock: Clock; config: Config }) {
  const before = new Date(clock.now().getTime() - config.session.absoluteSeconds * 1000)
  await queries.deleteOverRefreshTokens(database.shared, before)
}
