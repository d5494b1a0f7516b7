import type { OwnProof, UserId } from '@fonema/contract'
import type { FastifyRequest } from 'fastify'
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
 * The calls for one's own second factor: that of the user who signed in, also during an impersonation.
 * Answers with secrets are not stored for idempotent repeats. After two starts only the last secret can be confirmed.
 * If an answer with recovery codes is lost, the user creates new ones.
 */
export function secondFactorRoutes(implement: Implement, { database, clock, auth, secondFactor, config }: Deps) {
  const confirm = (principal: Principal, proof: OwnProof, request: FastifyRequest) =>
    auth.requireIdentity(
      principal,
      proof,
      { purpose: 'second_factor', report_id: null },
      siteOf(request, config.publicUrl),
    )

  implement.inTenant('GET /user/mfa/', ({ tx, principal }) => describeSecondFactor(tx, principal.userId))

  implement('POST /user/mfa/totp/', async ({ principal, body, request }) => {
    await confirm(principal, body, request)
    return database.tenant(principal.organizationId, async (tx) => {
      const secret = await secondFactor.begin(tx, principal)
      const email = await emailOf(tx, principal.userId)
      return { secret, uri: totpUri(secret, 'Fonema', email) }
    })
  })

  /** Ends the other sessions: somebody else may have opened them with the password alone. */
  const added = async (tx: Tx, principal: Principal, recovery_codes: string[]) => {
    await endOtherSessions(tx, principal, clock.now(), 'second_factor_turned_on')
    return { recovery_codes }
  }

  implement.inTenant('POST /user/mfa/totp/confirm/', async ({ tx, principal, body }) =>
    added(tx, principal, await secondFactor.confirm(tx, principal, body.code)),
  )

  implement('DELETE /user/mfa/totp/', async ({ principal, body, request }) => {
    await confirm(principal, body, request)
    return database.tenant(principal.organizationId, async (tx): Promise<undefined> => {
      await secondFactor.removeApp(tx, principal.userId)
    })
  })

  implement('POST /user/mfa/passkeys/begin/', async ({ principal, body, request }) => {
    await confirm(principal, body, request)
    return database.tenant(principal.organizationId, async (tx) => ({
      challenge: await issueChallenge(tx, principal, 'registration', clock.now()),
      host: siteOf(request, config.publicUrl).hostname,
      user: { id: principal.userId, email: await emailOf(tx, principal.userId) },
      known: (await listPasskeys(tx, principal.userId)).map(({ credential_id }) => credential_id),
    }))
  })

  implement.inTenant('POST /user/mfa/passkeys/', async ({ tx, principal, body, request }) => {
    const site = siteOf(request, config.publicUrl)
    return added(tx, principal, await secondFactor.addPasskey(tx, principal, body, site))
  })

  implement.inTenant('POST /user/mfa/passkeys/challenge/', async ({ tx, principal, request }) => {
    const { hostname } = siteOf(request, config.publicUrl)
    const passkeys = (await listPasskeys(tx, principal.userId)).filter(({ host }) => host === hostname)
    return {
      challenge: await issueChallenge(tx, principal, 'signature', clock.now()),
      passkeys: passkeys.map(({ credential_id, host }) => ({ credential_id, host })),
    }
  })

  implement('DELETE /user/mfa/passkeys/{passkey_id}/', async ({ principal, params, body, request }) => {
    await confirm(principal, body, request)
    return database.tenant(principal.organizationId, async (tx): Promise<undefined> => {
      await secondFactor.removePasskey(tx, principal.userId, params.passkey_id)
    })
  })

  implement('POST /user/mfa/recovery_codes/', async ({ principal, body, request }) => {
    await confirm(principal, body, request)
    return database.tenant(principal.organizationId, async (tx) => ({
      recovery_codes: await secondFactor.renewRecoveryCodes(tx, principal),
    }))
  })
}

const emailOf = async (tx: Tx, userId: UserId) =>
  (await tx.selectFrom('users').select('email').where('id', '=', userId).executeTakeFirstOrThrow()).email
