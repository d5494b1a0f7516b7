import { randomUUID } from 'node:crypto'
import type { Config } from '../config.ts'
import type { Clock } from '../platform/clock.ts'
import type { Database } from '../platform/database/database.ts'
import { AppError, InvalidFields } from '../platform/http/errors.ts'
import type { Implement } from '../platform/http/implement.ts'
import { networkOf } from '../platform/http/rate-limits.ts'
import type { Queue } from '../platform/jobs/queue.ts'
import { deriveKey } from '../platform/keys.ts'
import { createLockout } from './lockout.ts'
import { passwordProblems } from './password-strength.ts'
import { findTokenOwner, forgetTokens, queuePasswordMail } from './password-tokens.ts'
import { hashPassword } from './passwords.ts'
import { findCredentials } from './queries.ts'
import { findSecondFactor } from './second-factor.ts'
import { emailKeyOf } from './service.ts'

type ResetDeps = { database: Database; clock: Clock; queue: Queue; config: Config }

const limits = { email: { attempts: 3, seconds: 3600 }, address: { attempts: 100, seconds: 3600 } }

/** The calls of the links that are mailed to set a password. */
export function passwordRoutes(implement: Implement, { database, clock, queue, config }: ResetDeps) {
  const requests = createLockout(database, deriveKey(config.secretKey, 'reset-requests'))
  const attempts = createLockout(database, deriveKey(config.secretKey, 'login-attempts'))

  implement('POST /user/password_reset/', async ({ body, request }) => {
    const now = clock.now()
    const emailKey = emailKeyOf(body.email)
    const byAddress = await requests.take('address', networkOf(request.ip), now, limits.address)
    if (byAddress.failures > limits.address.attempts) {
      const seconds = Math.ceil((byAddress.until.getTime() - now.getTime()) / 1000)
      throw new AppError('rate_limited', { retry_after_seconds: Math.max(1, seconds) })
    }
    const byEmail = await requests.take('email', emailKey, now, limits.email)
    const account = await findCredentials(database.shared, emailKey)
    const isMailed = account !== undefined && byEmail.failures <= limits.email.attempts
    // A job for nobody does nothing; but the answer takes as long, whoever asked.
    const user_id = isMailed ? account.user_id : randomUUID()
    await database.shared.transaction().execute((tx) => queuePasswordMail(queue, tx, { user_id, purpose: 'reset' }))
    return {}
  })

  implement('POST /user/password_reset/validate_token/', async ({ body }) => {
    const owner = await database.shared.transaction().execute((tx) => findTokenOwner(tx, body.token, clock.now()))
    if (owner === undefined) throw new AppError('invalid_token')
    return {}
  })

  implement('POST /user/password_reset/confirm/', async ({ body: { token, password } }) => {
    const now = clock.now()
    const owner = await database.shared.transaction().execute(async (tx) => {
      const owner = await findTokenOwner(tx, token, now)
      if (owner === undefined) throw new AppError('invalid_token')
      const problems = passwordProblems(password, owner.email_key)
      if (problems.length > 0) throw new InvalidFields({ password: problems })
      const { user_id } = owner
      await tx
        .updateTable('credentials')
        .set({ password_hash: await hashPassword(password) })
        .where('user_id', '=', user_id)
        .execute()
      await tx
        .updateTable('sessions')
        .set({ ended_at: now, end_reason: 'password_changed' })
        .where('user_id', '=', user_id)
        .where('ended_at', 'is', null)
        .execute()
      await forgetTokens(tx, user_id)
      return owner
    })
    // Whoever has the mailbox is no longer guessing the password; a code may still be guessed.
    const factor = await database.tenant(owner.organization_id, (tx) => findSecondFactor(tx, owner.user_id))
    if (factor === undefined) await attempts.forget('email', owner.email_key)
    return {}
  })
}
