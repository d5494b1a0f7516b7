import type { Kysely } from 'kysely'
import type { Config } from '../config.ts'
import type { Clock } from '../platform/clock.ts'
import type { Database } from '../platform/database/database.ts'
import type { Tables } from '../platform/database/tables.ts'
import { AppError } from '../platform/http/errors.ts'
import { deriveKey } from '../platform/keys.ts'
import { type Count, createLockout } from './lockout.ts'

/** Where an attempt comes from: a session, a browser that signed in to this account before, or otherwise a network. */
export type Source = { kind: 'session' | 'device' | 'network'; value: string }

/** An attempt to sign in: to which account, and from where. */
export type Attempt = { emailKey: string; source: Source }

type Db = Kysely<Tables>

/**
 * Wrong codes after a correct password. Strangers cannot reach this limit, so its lock may be long. It limits the
 * guesses of somebody who controls the mailbox and so can set new passwords at will.
 */
const codeLimits = { attempts: 20, seconds: 24 * 3600 }
/** At most one mail about locks of an account in this period, whatever the number of guessing networks. */
const noticeLimits = { attempts: 1, seconds: 3600 }

/**
 * Counts failed sign-ins of accounts, by passwords and codes together. Each source of an account has its own count. All
 * networks of an account share one more, which does not affect known devices (decision 0179).
 */
export function createAttempts({ database, clock, config }: { database: Database; clock: Clock; config: Config }) {
  const lockout = createLockout(database, deriveKey(config.secretKey, 'login-attempts'))
  const { attempts, seconds, ofAllNetworks } = config.lockout
  const ofSource = ({ emailKey, source }: Attempt): Count => ({ ...source, account: emailKey })
  const ofAccount = (kind: 'networks' | 'code' | 'notice', emailKey: string): Count => ({ kind, account: emailKey })

  async function giveBack(attempt: Attempt) {
    await lockout.giveBack(ofSource(attempt))
    if (attempt.source.kind === 'network') await lockout.giveBack(ofAccount('networks', attempt.emailKey))
  }

  return {
    /**
     * Counts a failure before the password is checked; `forget` or `giveBack` undoes it.
     *
     * @throws {AppError} `account_locked`
     */
    async take(attempt: Attempt): Promise<{ remaining: number }> {
      const { emailKey, source } = attempt
      const now = clock.now()
      await lockout.removeExpired(now)
      const own = await lockout.take(ofSource(attempt), now, { attempts, seconds })
      if (own.failures > attempts) throw locked(own.until, now)
      const remaining = attempts - own.failures
      if (source.kind !== 'network') return { remaining }
      const all = await lockout.take(ofAccount('networks', emailKey), now, ofAllNetworks)
      if (all.failures <= ofAllNetworks.attempts)
        return { remaining: Math.min(remaining, ofAllNetworks.attempts - all.failures) }
      await lockout.giveBack(ofSource(attempt))
      throw locked(all.until, now)
    },

    /**
     * Counts a wrong code before it is checked, like `take`.
     *
     * @throws {AppError} `account_locked`
     */
    async takeCode(attempt: Attempt): Promise<{ remaining: number }> {
      const now = clock.now()
      const { failures, until } = await lockout.take(ofAccount('code', attempt.emailKey), now, codeLimits)
      if (failures <= codeLimits.attempts) return { remaining: codeLimits.attempts - failures }
      await giveBack(attempt)
      throw locked(until, now)
    },

    /** For a right code of a signed-in user: undoes its own count and keeps the earlier wrong ones. */
    giveBackCode: (attempt: Attempt) => lockout.giveBack(ofAccount('code', attempt.emailKey)),

    /** After a sign-in: forgets the earlier failures from its source, and those with codes. */
    async forget(attempt: Attempt) {
      const { kind } = attempt.source
      await lockout.forget(ofSource(attempt))
      if (kind === 'network') await lockout.giveBack(ofAccount('networks', attempt.emailKey))
      if (kind !== 'session') await lockout.forget(ofAccount('code', attempt.emailKey))
    },

    /** For an attempt that neither failed nor signed in: undoes its own count and keeps the earlier failures. */
    giveBack,

    /** Whether to send the account a mail about a lock. Call once per lock. */
    async takeNotice(emailKey: string): Promise<boolean> {
      const { failures } = await lockout.take(ofAccount('notice', emailKey), clock.now(), noticeLimits, false)
      return failures <= noticeLimits.attempts
    },

    /** Ends the locks after a password reset by mail, except the lock of codes, which may still be guessed. */
    unlockByMail: (db: Db, emailKey: string) => lockout.forgetAccount(db, emailKey, [ofAccount('code', emailKey)]),

    unlock: (db: Db, emailKey: string) => lockout.forgetAccount(db, emailKey),

    findLocks: (db: Db, emailKeys: readonly string[]) => lockout.findLocks(db, emailKeys, clock.now()),
  }
}
export type Attempts = ReturnType<typeof createAttempts>

function locked(until: Date, now: Date): AppError {
  const seconds = Math.max(1, Math.ceil((until.getTime() - now.getTime()) / 1000))
  return new AppError('account_locked', {
    minutes_remaining: Math.floor(seconds / 60),
    seconds_remaining: seconds % 60,
    retry_after_seconds: seconds,
  })
}
