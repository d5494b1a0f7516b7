import type { ProtocolSummary, SurveySummary, UserId, UserInfo } from '@fonema/contract'
import { sql } from 'kysely'
import type { Attempts } from '../auth/attempts.ts'
import { requireCredentials } from '../auth/queries.ts'
import { turnOffSecondFactor } from '../auth/second-factor.ts'
import type { Tx } from '../platform/database/database.ts'
import { AppError, InvalidFields } from '../platform/http/errors.ts'
import { once } from '../platform/http/idempotency.ts'
import type { Implement } from '../platform/http/implement.ts'
import type { Principal } from '../platform/http/principal.ts'
import {
  appointExaminer,
  changeExaminer,
  removeExaminer,
  replaceGrants,
  requireExaminer,
  transferParticipants,
} from './examiners.ts'
import { findUser, grantsOf, listExaminers, listUsers } from './queries.ts'
import {
  appointManager,
  changeOwnUser,
  changeUser,
  copyLink,
  dismissManager,
  inviteAgain,
  inviteUser,
  type OrganizationDeps,
} from './users.ts'
import './tables.ts'

type Deps = OrganizationDeps & {
  attempts: Pick<Attempts, 'unlock'>
  noteUnlock: (tx: Tx, principal: Principal, userId: UserId) => Promise<void>
  /** A manager received a link with which anybody can sign in as the user. */
  noteLink: (tx: Tx, principal: Principal, userId: UserId) => Promise<void>
  /** Where links in mails start. */
  publicUrl: string
  /** Whether there is a norm of real people, without which the semaphore stays off. */
  hasRealNorm: (tx: Tx) => Promise<boolean>
  /** The protocols and surveys that the organisation offers, from their domains. */
  offeredProtocols: (tx: Tx) => Promise<ProtocolSummary[]>
  offeredSurveys: (tx: Tx) => Promise<SurveySummary[]>
}

export function organizationRoutes(implement: Implement, deps: Deps) {
  ownUserRoutes(implement, deps)
  const { clock, catalogue } = deps
  const examiner = '/organizations/examiners/{examiner_id}/' as const
  const grants = '/organizations/impersonification/{user_id}/' as const
  const modes = Object.keys(catalogue.modes)

  const describe = async (tx: Tx) => {
    const { id, name, time_zone, accent, settings, owner_user_id } = await tx
      .selectFrom('organizations')
      .selectAll()
      .executeTakeFirstOrThrow()
    return {
      id,
      name,
      time_zone,
      accent,
      settings: {
        semaphore_column: await isSemaphoreOn(tx, deps, settings),
        offline_participants: settings.offline_participants ?? 'none',
      },
      owner: owner_user_id,
      available_protocols: await deps.offeredProtocols(tx),
      available_surveys: await deps.offeredSurveys(tx),
    }
  }
  implement.inTenant('GET /organizations/', ({ tx }) => describe(tx))
  implement.inTenant('PATCH /organizations/', async ({ tx, body }) => {
    const { id } = await tx.selectFrom('organizations').select('id').forUpdate().executeTakeFirstOrThrow()
    if (Object.keys(body).length === 0) throw new InvalidFields({ non_field_errors: ['empty_data'] })
    if (body.settings?.semaphore_column && !(await deps.hasRealNorm(tx)))
      throw new InvalidFields({ semaphore_column: ['needs_norm'] })
    await tx
      .updateTable('organizations')
      .set(({ eb }) => ({
        ...(body.name !== undefined && { name: body.name }),
        ...(body.time_zone !== undefined && { time_zone: body.time_zone }),
        ...(body.accent !== undefined && { accent: body.accent }),
        settings: sql`${eb.ref('settings')} || ${JSON.stringify(body.settings ?? {})}::jsonb`,
      }))
      .where('id', '=', id)
      .execute()
    return describe(tx)
  })

  implement.inTenant('GET /organizations/user/', ({ tx, page }) => listUsers(tx, page, deps))
  implement.inTenant('POST /organizations/user/', ({ tx, principal, body, request }) =>
    once(tx, clock, request, principal, () => inviteUser(deps, tx, principal, body)),
  )
  implement.inTenant('PATCH /organizations/user/{user_id}/', ({ tx, principal, params, body }) =>
    changeUser(deps, tx, principal, params.user_id, body),
  )

  implement.inTenant('POST /organizations/user/{user_id}/invitation/', ({ tx, principal, params, request }) =>
    once(tx, clock, request, principal, () => inviteAgain(deps, tx, principal, params.user_id)),
  )
  implement.inTenant('POST /organizations/user/{user_id}/invitation/link/', async ({ tx, principal, params }) => {
    const copied = await copyLink(deps, tx, principal, params.user_id, deps.publicUrl)
    await deps.noteLink(tx, principal, params.user_id)
    return copied
  })

  implement.inTenant(
    'POST /organizations/user/{user_id}/unlock/',
    async ({ tx, principal, params }): Promise<undefined> => {
      if ((await findUser(tx, params.user_id)) === undefined) throw new AppError('not_found')
      const { email_key } = await requireCredentials(tx, params.user_id)
      await deps.attempts.unlock(tx, email_key)
      await deps.noteUnlock(tx, principal, params.user_id)
    },
  )

  implement.inTenant(
    'DELETE /organizations/user/{user_id}/mfa/',
    async ({ tx, principal, params }): Promise<undefined> => {
      if ((await findUser(tx, params.user_id)) === undefined) throw new AppError('not_found')
      // To remove one's own factor, the password is required (`DELETE /user/mfa/…`).
      if (params.user_id === principal.userId) throw new AppError('permission_denied')
      await turnOffSecondFactor(tx, params.user_id)
    },
  )

  implement.inTenant('GET /organizations/examiners/', ({ tx, page }) => listExaminers(tx, page))
  implement.inTenant('POST /organizations/examiners/', ({ tx, principal, body, request }) =>
    once(tx, clock, request, principal, () => appointExaminer(tx, principal, body)),
  )
  implement.inTenant(`GET ${examiner}`, ({ tx, params }) => requireExaminer(tx, params.examiner_id))
  implement.inTenant(`PATCH ${examiner}`, ({ tx, principal, params, body }) =>
    changeExaminer(tx, principal, params.examiner_id, body),
  )
  implement.inTenant(`DELETE ${examiner}`, ({ tx, params }) => removeExaminer(tx, params.examiner_id))
  implement.inTenant(`POST ${examiner}transfer/`, ({ tx, params, body }) =>
    transferParticipants(tx, params.examiner_id, body.examiner_id),
  )

  implement.inTenant('POST /organizations/managers/', ({ tx, principal, body, request }) =>
    once(tx, clock, request, principal, () => appointManager(tx, principal, body.user_id)),
  )
  implement.inTenant('DELETE /organizations/managers/{manager_id}/', ({ tx, params }) =>
    dismissManager(tx, params.manager_id),
  )

  implement('GET /organizations/impersonification/modes/', async () => modes)
  implement.inTenant(`GET ${grants}`, async ({ tx, params, page }) => {
    if ((await findUser(tx, params.user_id)) === undefined) throw new AppError('not_found')
    return page.read(tx, grantsOf(tx, params.user_id))
  })
  implement.inTenant(`PATCH ${grants}`, ({ tx, principal, params, body }) =>
    replaceGrants(tx, principal, modes, params.user_id, body),
  )
}

/** The setting of a clinic whose only norms are random numbers has no effect. */
const isSemaphoreOn = async (tx: Tx, { hasRealNorm }: Deps, { semaphore_column }: { semaphore_column?: boolean }) =>
  semaphore_column === true && (await hasRealNorm(tx))

/** The most participants that a browser reads at once, to list and search them without asking again. */
const atHand = 1000

/** The signed-in user, the impersonation and the organisation. */
async function describeUser(tx: Tx, { catalogue }: Deps, principal: Principal): Promise<UserInfo> {
  const user = await tx.selectFrom('users').selectAll().where('id', '=', principal.userId).executeTakeFirstOrThrow()
  const { settings, ...organization } = await tx
    .selectFrom('organizations')
    .select(['id', 'name', 'time_zone', 'is_demonstration', 'accent', 'settings'])
    // Raw, because reports belong to a domain above this one.
    .select(sql<string | null>`(select logo_sha256 from report_letterheads)`.as('logo'))
    .executeTakeFirstOrThrow()
  // Raw, as above. It stops counting at the bound.
  const many = sql<{ has_many: boolean }>`select exists (select from participants
    where examiner_id = ${principal.examinerId}::uuid offset ${atHand} limit 1) as has_many`
  const { has_many } = (await many.execute(tx)).rows[0]!
  return {
    id: user.id,
    first_name: user.first_name,
    last_name: user.last_name,
    email: user.email,
    locale: catalogue.requireLocale(user.locale_id),
    time_zone: user.time_zone,
    tags: user.tags,
    roles: { manager_id: principal.managerId, examiner_id: principal.examinerId, ...principal.roles },
    is_impersonifing: principal.impersonation !== null,
    impersonification: principal.impersonation,
    has_many_participants: has_many,
    second_factor_needed: principal.secondFactorNeeded,
    organization: { ...organization, offline_participants: settings.offline_participants ?? 'none' },
  }
}

function ownUserRoutes(implement: Implement, deps: Deps) {
  const { catalogue } = deps
  implement.inTenant('GET /user/user_info/', ({ tx, principal }) => describeUser(tx, deps, principal))
  implement.inTenant('PATCH /user/user_info/', async ({ tx, principal, body }) => {
    await changeOwnUser(tx, deps, principal, body)
    return describeUser(tx, deps, principal)
  })

  implement('GET /user/examiner_info/', async ({ principal }) => {
    if (principal.examinerId === null) throw new AppError('not_found')
    return { id: principal.examinerId }
  })

  implement.inTenant('GET /user/toggle_table', async ({ tx }) => {
    const { settings } = await tx.selectFrom('organizations').select('settings').executeTakeFirstOrThrow()
    return { modes: catalogue.modes, semaphore_column: await isSemaphoreOn(tx, deps, settings) }
  })
}
