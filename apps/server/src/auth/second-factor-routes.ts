import type { Config } from '../config.ts'
import type { Clock } from '../platform/clock.ts'
import type { Database, Tx } from '../platform/database/database.ts'
import type { Implement } from '../platform/http/implement.ts'
import type { Principal } from '../platform/http/principal.ts'
import { siteOf } from '../platform/http/site.ts'
import { issueChallenge, listPasskeys } from './passkeys.ts'
import { endOtherSessions } from './queries.ts'
import { describeSecondFactor, type SecondFactor } from './second-factor.ts'
import type { Auth } from './service.ts'
import { totpUri } from './totp.ts'

type Deps = {
  database: Database
  clock: Clock
  auth: Auth
  secondFactor: SecondFactor
  config: Pick<Config, 'publicUrl'>
}

/**
 * What people do with their own second factor: that of the one who signed in, also while acting for somebody else.
 * No answer with a secret is kept for a repetition. What began twice is confirmed by the last one's secret, and codes of
 * an answer that was lost are made anew.
 */
export function secondFactorRoutes(implement: Implement, { database, clock, auth, secondFactor, config }: Deps) {
  implement('GET /user/mfa/', ({ principal }) =>
    database.tenant(principal.organizationId, (tx) => describeSecondFactor(tx, principal.userId)),
  )

  implement('POST /user/mfa/totp/', async ({ principal, body }) => {
    await auth.requirePassword(principal, body.password)
    return database.tenant(principal.organizationId, async (tx) => {
      const secret = await secondFactor.begin(tx, principal)
      const email = await emailOf(tx, principal.userId)
      return { secret, uri: totpUri(secret, 'Fonema', email) }
    })
  })

  /** The others may have been opened with the password alone, by somebody else. */
  const added = async (tx: Tx, principal: Principal, recovery_codes: string[]) => {
    await endOtherSessions(tx, principal, clock.now(), 'second_factor_turned_on')
    return { recovery_codes }
  }

  implement('POST /user/mfa/totp/confirm/', ({ principal, body }) =>
    database.tenant(principal.organizationId, async (tx) =>
      added(tx, principal, await secondFactor.confirm(tx, principal, body.code)),
    ),
  )

  implement('DELETE /user/mfa/totp/', async ({ principal, body }) => {
    await auth.requirePassword(principal, body.password)
    return database.tenant(principal.organizationId, async (tx): Promise<undefined> => {
      await secondFactor.removeApp(tx, principal.userId)
    })
  })

  implement('POST /user/mfa/passkeys/begin/', async ({ principal, body, request }) => {
    await auth.requirePassword(principal, body.password)
    return database.tenant(principal.organizationId, async (tx) => ({
      challenge: await issueChallenge(tx, principal, 'registration', clock.now()),
      host: siteOf(request, config.publicUrl).hostname,
      user: { id: principal.userId, email: await emailOf(tx, principal.userId) },
      known: (await listPasskeys(tx, principal.userId)).map(({ credential_id }) => credential_id),
    }))
  })

  implement('POST /user/mfa/passkeys/', ({ principal, body, request }) =>
    database.tenant(principal.organizationId, async (tx) => {
      const site = siteOf(request, config.publicUrl)
      return added(tx, principal, await secondFactor.addPasskey(tx, principal, body, site))
    }),
  )

  implement('DELETE /user/mfa/passkeys/{passkey_id}/', async ({ principal, params, body }) => {
    await auth.requirePassword(principal, body.password)
    return database.tenant(principal.organizationId, async (tx): Promise<undefined> => {
      await secondFactor.removePasskey(tx, principal.userId, params.passkey_id)
    })
  })

  implement('POST /user/mfa/recovery_codes/', async ({ principal, body }) => {
    await auth.requirePassword(principal, body.password)
    return database.tenant(principal.organizationId, async (tx) => ({
      recovery_codes: await secondFactor.renewRecoveryCodes(tx, principal),
    }))
  })
}

const emailOf = async (tx: Tx, userId: string) =>
  (await tx.selectFrom('users').select('email').where('id', '=', userId).executeTakeFirstOrThrow()).email
