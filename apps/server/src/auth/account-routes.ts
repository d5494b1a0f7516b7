import type { SignInId } from '@fonema/contract'
import type { Config } from '../config.ts'
import type { Clock } from '../platform/clock.ts'
import type { Database } from '../platform/database/database.ts'
import { AppError, InvalidFields } from '../platform/http/errors.ts'
import type { Implement } from '../platform/http/implement.ts'
import { passwordProblems } from './password-strength.ts'
import { forgetTokens } from './password-tokens.ts'
import { hashPassword } from './passwords.ts'
import { endOtherSessions, endSession, requireCredentials } from './queries.ts'
import type { Auth } from './service.ts'

type Deps = { database: Database; clock: Clock; auth: Auth; config: Pick<Config, 'session'> }

/** The calls for one's own password and sign-ins: those of the user who signed in, also during an impersonation. */
export function accountRoutes(implement: Implement, { database, clock, auth, config }: Deps) {
  implement('POST /user/password/', async ({ principal, body }) => {
    await auth.requirePassword(principal, body.password)
    const { userId } = principal
    const { email_key } = await requireCredentials(database.shared, userId)
    const problems = passwordProblems(body.new_password, email_key)
    if (problems.length > 0) throw new InvalidFields({ new_password: problems })
    const password_hash = await hashPassword(body.new_password)
    return database.tenant(principal.organizationId, async (tx): Promise<undefined> => {
      await tx.updateTable('credentials').set({ password_hash }).where('user_id', '=', userId).execute()
      await endOtherSessions(tx, principal, clock.now(), 'password_changed')
      // A link that was mailed before would undo the change.
      await forgetTokens(tx, userId)
    })
  })

  implement.inTenant('GET /user/sign_ins/', async ({ tx, principal, page }) => {
    const { idleSeconds, absoluteSeconds } = config.session
    const before = (seconds: number) => new Date(clock.now().getTime() - seconds * 1000)
    const open = tx
      .selectFrom('sessions')
      .select(['id', 'user_agent', 'created_at', 'last_active_at'])
      .where('user_id', '=', principal.userId)
      .where('ended_at', 'is', null)
      .where('last_active_at', '>', before(idleSeconds))
      .where('created_at', '>', before(absoluteSeconds))
    return (await page.read(tx, open)).map((row) => ({
      id: row.id as SignInId,
      user_agent: row.user_agent,
      created_at: row.created_at.toISOString(),
      last_active_at: row.last_active_at.toISOString(),
      is_current: row.id === principal.sessionId,
    }))
  })

  implement.inTenant('DELETE /user/sign_ins/{sign_in_id}/', async ({ tx, principal, params }): Promise<undefined> => {
    const found = await tx
      .selectFrom('sessions')
      .select('id')
      .where('id', '=', params.sign_in_id)
      .where('user_id', '=', principal.userId)
      .executeTakeFirst()
    if (found === undefined) throw new AppError('not_found')
    await endSession(tx, found.id, clock.now(), 'signed_out_elsewhere')
  })
}
