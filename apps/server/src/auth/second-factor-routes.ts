import type { Clock } from '../platform/clock.ts'
import type { Database } from '../platform/database/database.ts'
import type { Implement } from '../platform/http/implement.ts'
import { networkOf } from '../platform/http/rate-limits.ts'
import { endOtherSessions } from './queries.ts'
import { describeSecondFactor, type SecondFactor, turnOffSecondFactor } from './second-factor.ts'
import type { Auth } from './service.ts'
import { totpUri } from './totp.ts'

type Deps = { database: Database; clock: Clock; auth: Auth; secondFactor: SecondFactor }

/**
 * What people do with their own second factor: that of the one who signed in, also while acting for somebody else.
 * No answer with a secret is kept for a repetition. What began twice is confirmed by the last one's secret, and codes of
 * an answer that was lost are made anew.
 */
export function secondFactorRoutes(implement: Implement, { database, clock, auth, secondFactor }: Deps) {
  implement('GET /user/mfa/', ({ principal }) =>
    database.tenant(principal.organizationId, (tx) => describeSecondFactor(tx, principal.userId)),
  )

  implement('POST /user/mfa/totp/', async ({ principal, body, request }) => {
    await auth.requirePassword(principal.userId, body.password, networkOf(request.ip))
    return database.tenant(principal.organizationId, async (tx) => {
      const secret = await secondFactor.begin(tx, principal)
      const { email } = await tx
        .selectFrom('users')
        .select('email')
        .where('id', '=', principal.userId)
        .executeTakeFirstOrThrow()
      return { secret, uri: totpUri(secret, 'Fonema', email) }
    })
  })

  implement('POST /user/mfa/totp/confirm/', ({ principal, body }) =>
    database.tenant(principal.organizationId, async (tx) => {
      const recovery_codes = await secondFactor.confirm(tx, principal, body.code)
      // They were opened with the password alone.
      await endOtherSessions(tx, principal, clock.now(), 'second_factor_turned_on')
      return { recovery_codes }
    }),
  )

  implement('DELETE /user/mfa/totp/', async ({ principal, body, request }) => {
    await auth.requirePassword(principal.userId, body.password, networkOf(request.ip))
    return database.tenant(principal.organizationId, async (tx): Promise<undefined> => {
      await turnOffSecondFactor(tx, principal.userId)
    })
  })

  implement('POST /user/mfa/recovery_codes/', async ({ principal, body, request }) => {
    await auth.requirePassword(principal.userId, body.password, networkOf(request.ip))
    return database.tenant(principal.organizationId, async (tx) => ({
      recovery_codes: await secondFactor.renewRecoveryCodes(tx, principal),
    }))
  })
}
