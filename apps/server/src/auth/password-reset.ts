import { createHmac } from 'node:crypto'
import type { UserId } from '@fonema/contract'
import { v4 as uuidv4 } from 'uuid'
import type { Config } from '../config.ts'
import type { Clock } from '../platform/clock.ts'
import type { Database } from '../platform/database/database.ts'
import { AppError, InvalidFields } from '../platform/http/errors.ts'
import type { Implement } from '../platform/http/implement.ts'
import type { Queue } from '../platform/jobs/queue.ts'
import { deriveKey } from '../platform/keys.ts'
import type { Attempts } from './attempts.ts'
import { noteAccepted, noteOpened } from './invitations.ts'
import type { KnownDevices } from './known-devices.ts'
import { createLockout } from './lockout.ts'
import { passwordProblems } from './password-strength.ts'
import { findTokenOwner, forgetTokens, queuePasswordMail } from './password-tokens.ts'
import { hashPassword } from './passwords.ts'
import { emailKeyOf, findCredentials } from './queries.ts'

type ResetDeps = {
  database: Database
  clock: Clock
  queue: Queue
  config: Config
  attempts: Attempts
  devices: KnownDevices
}

/** This many mails are sent at once. Further ones are spaced, but every request leads to a mail. */
const mailedAtOnce = { attempts: 3, seconds: 3600 }

/** The calls to request and use a mailed link that sets a password. */
export function passwordRoutes(implement: Implement, { database, clock, queue, config, attempts, devices }: ResetDeps) {
  const key = deriveKey(config.secretKey, 'reset-requests')
  const requests = createLockout(database, key)
  /** An id that no user has, constant per address, so that mails to unknown addresses are spaced as well. */
  const nobodyOf = (emailKey: string) =>
    uuidv4({ random: createHmac('sha256', key).update(emailKey).digest() }) as UserId

  implement('POST /user/password_reset/', async ({ body, request }) => {
    const emailKey = emailKeyOf(body.email)
    const source = devices.sourceOf(request, emailKey)
    // All networks share one count. A known device has its own, so requests from elsewhere do not delay its mails.
    const count = source.kind === 'device' ? { ...source, account: emailKey } : { kind: 'networks', account: emailKey }
    const { failures } = await requests.take(count, clock.now(), mailedAtOnce, false)
    const account = await findCredentials(database.shared, emailKey)
    // For an unknown address the job does nothing, but the answer takes as long.
    const mail = { user_id: account?.user_id ?? nobodyOf(emailKey), purpose: 'reset' } as const
    const isSpaced = failures > mailedAtOnce.attempts
    await database.shared.transaction().execute((tx) => queuePasswordMail(queue, tx, mail, isSpaced))
    return {}
  })

  implement('POST /user/password_reset/validate_token/', async ({ body }) => {
    const owner = await database.shared.transaction().execute((tx) => findTokenOwner(tx, body.token, clock.now()))
    if (owner === undefined) throw new AppError('invalid_token')
    await noteOpened(database, owner, clock.now())
    return {}
  })

  implement('POST /user/password_reset/confirm/', async ({ body: { token, password }, request, reply }) => {
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
      await attempts.unlockByMail(tx, owner.email_key)
      return owner
    })
    await noteAccepted(database, owner, now)
    // The owner of the mailbox can now sign in from this browser, even if many networks guess at the same time.
    devices.remember(request, reply, owner.email_key)
    return {}
  })
}
