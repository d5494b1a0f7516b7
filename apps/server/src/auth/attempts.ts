import type { Config } from '../config.ts'
import type { Clock } from '../platform/clock.ts'
import type { Database } from '../platform/database/database.ts'
import { AppError } from '../platform/http/errors.ts'
import { deriveKey } from '../platform/keys.ts'
import { createLockout } from './lockout.ts'

/** Whoever tries: for which account, and from where. */
export type Attempt = { emailKey: string; address: string }

/** The failures of accounts and addresses with passwords and codes alike, in one count. */
export function createAttempts({ database, clock, config }: { database: Database; clock: Clock; config: Config }) {
  const lockout = createLockout(database, deriveKey(config.secretKey, 'login-attempts'))
  const { attempts, addressAttempts, seconds } = config.lockout
  return {
    /**
     * Counts a failure before anything is looked at; `forget` or `giveBack` takes it away.
     *
     * @throws {AppError} `account_locked`
     */
    async take({ emailKey, address }: Attempt): Promise<{ remaining: number }> {
      const now = clock.now()
      const byAddress = await lockout.take('address', address, now, { attempts: addressAttempts, seconds })
      if (byAddress.failures > addressAttempts) throw locked(byAddress.until, now)
      const byEmail = await lockout.take('email', emailKey, now, { attempts, seconds })
      if (byEmail.failures > attempts) throw locked(byEmail.until, now)
      return { remaining: attempts - byEmail.failures }
    },
    /** Somebody has signed in: all earlier failures of the account are forgotten. */
    async forget({ emailKey, address }: Attempt) {
      await lockout.forget('email', emailKey)
      await lockout.giveBack('address', address)
    },
    /** It was right as far as it went: no failure, and no reason to forget the earlier ones either. */
    async giveBack({ emailKey, address }: Attempt) {
      await lockout.giveBack('email', emailKey)
      await lockout.giveBack('address', address)
    },
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
