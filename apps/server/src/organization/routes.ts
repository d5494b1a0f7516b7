import type { ProtocolSummary, SurveySummary, UserInfo } from '@fonema/contract'
import { sql } from 'kysely'
import type { Attempts } from '../auth/attempts.ts'
import { requireCredentials } from '../auth/queries.ts'
import { turnOffSecondFactor } from '../auth/second-factor.ts'
import type { Database, Tx } from '../platform/database/database.ts'
import { AppError } from '../platform/http/errors.ts'
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
import { findUser, listExaminers, listGrants, listUsers } from './queries.ts'
import { appointManager, changeUser, dismissManager, inviteUser, type OrganizationDeps } from './users.ts'
import './tables.ts'

type Deps = OrganizationDeps & {
  database: Database
  attempts: Pick<Attempts, 'unlock'>
  noteUnlock: (tx: Tx, principal: Principal, userId: string) => Promise<void>
  /** What the organisation may record and ask, from the domains that know. */
  offeredProtocols: (tx: Tx) => Promise<ProtocolSummary[]>
  offeredSurveys: (tx: Tx) => Promise<SurveySummary[]>
}

export function organizationRoutes(implement: Implement, deps: Deps) {
  describeUser(implement, deps)
  const { database, clock, catalogue } = deps
  const examiner = '/organizations/examiners/{examiner_id}/' as const
  const grants = '/organizations/impersonification/{user_id}/' as const
  const modes = Object.keys(catalogue.modes)

  const describe = async (tx: Tx) => {
    const { id, name, time_zone, settings, owner_user_id } = await tx
      .selectFrom('organizations')
      .selectAll()
      .executeTakeFirstOrThrow()
    return {
      id,
      name,
      time_zone,
      settings: { semaphore_column: settings.semaphore_column === true },
      owner: owner_user_id,
      available_protocols: await deps.offeredProtocols(tx),
      available_surveys: await deps.offeredSurveys(tx),
    }
  }
  implement('GET /organizations/', ({ principal }) => database.tenant(principal.organizationId, describe))
  implement('PATCH /organizations/', ({ principal, body }) =>
    database.tenant(principal.organizationId, async (tx) => {
      const { id } = await tx.selectFrom('organizations').select('id').forUpdate().executeTakeFirstOrThrow()
      await tx
        .updateTable('organizations')
        .set(({ eb }) => ({ settings: sql`${eb.ref('settings')} || ${JSON.stringify(body.settings)}::jsonb` }))
        .where('id', '=', id)
        .execute()
      return describe(tx)
    }),
  )

  implement('GET /organizations/user/', ({ principal }) =>
    database.tenant(principal.organizationId, (tx) => listUsers(tx, deps)),
  )
  implement('POST /organizations/user/', ({ principal, body, request }) =>
    database.tenant(principal.organizationId, (tx) =>
      once(tx, clock, request, principal, () => inviteUser(deps, tx, principal, body)),
    ),
  )
  implement('PATCH /organizations/user/{user_id}/', ({ principal, params, body }) =>
    database.tenant(principal.organizationId, (tx) => changeUser(deps, tx, principal, params.user_id, body)),
  )

  implement('POST /organizations/user/{user_id}/unlock/', ({ principal, params }) =>
    database.tenant(principal.organizationId, async (tx): Promise<undefined> => {
      if ((await findUser(tx, params.user_id)) === undefined) throw new AppError('not_found')
      const { email_key } = await requireCredentials(tx, params.user_id)
      await deps.attempts.unlock(tx, email_key)
      await deps.noteUnlock(tx, principal, params.user_id)
    }),
  )

  implement('DELETE /organizations/user/{user_id}/mfa/', ({ principal, params }) =>
    database.tenant(principal.organizationId, async (tx): Promise<undefined> => {
      if ((await findUser(tx, params.user_id)) === undefined) throw new AppError('not_found')
      // One's own wants the password.
      if (params.user_id === principal.userId) throw new AppError('permission_denied')
      await turnOffSecondFactor(tx, params.user_id)
    }),
  )

  implement('GET /organizations/examiners/', ({ principal }) =>
    database.tenant(principal.organizationId, (tx) => listExaminers(tx)),
  )
  implement('POST /organizations/examiners/', ({ principal, body, request }) =>
    database.tenant(principal.organizationId, (tx) =>
      once(tx, clock, request, principal, () => appointExaminer(tx, principal, body)),
    ),
  )
  implement(`GET ${examiner}`, ({ principal, params }) =>
    database.tenant(principal.organizationId, (tx) => requireExaminer(tx, params.examiner_id)),
  )
  implement(`PATCH ${examiner}`, ({ principal, params, body }) =>
    database.tenant(principal.organizationId, (tx) => changeExaminer(tx, principal, params.examiner_id, body)),
  )
  implement(`DELETE ${examiner}`, ({ principal, params }) =>
    database.tenant(principal.organizationId, (tx) => removeExaminer(tx, params.examiner_id)),
  )
  implement(`POST ${examiner}transfer/`, ({ principal, params, body }) =>
    database.tenant(principal.organizationId, (tx) => transferParticipants(tx, params.examiner_id, body.examiner_id)),
  )

  implement('POST /organizations/managers/', ({ principal, body, request }) =>
    database.tenant(principal.organizationId, (tx) =>
      once(tx, clock, request, principal, () => appointManager(tx, principal, body.user_id)),
    ),
  )
  implement('DELETE /organizations/managers/{manager_id}/', ({ principal, params }) =>
    database.tenant(principal.organizationId, (tx) => dismissManager(tx, params.manager_id)),
  )

  implement('GET /organizations/impersonification/modes/', async () => modes)
  implement(`GET ${grants}`, ({ principal, params }) =>
    database.tenant(principal.organizationId, async (tx) => {
      if ((await findUser(tx, params.user_id)) === undefined) throw new AppError('not_found')
      return listGrants(tx, params.user_id)
    }),
  )
  implement(`PATCH ${grants}`, ({ principal, params, body }) =>
    database.tenant(principal.organizationId, (tx) => replaceGrants(tx, principal, modes, params.user_id, body)),
  )
}

/** Who is signed in, as whom, and in which organisation. */
function describeUser(implement: Implement, { database, catalogue }: Deps) {
  implement('GET /user/user_info/', ({ principal }) =>
    database.tenant(principal.organizationId, async (tx): Promise<UserInfo> => {
      const user = await tx.selectFrom('users').selectAll().where('id', '=', principal.userId).executeTakeFirstOrThrow()
      const organization = await tx
        .selectFrom('organizations')
        .select(['id', 'name', 'time_zone', 'is_demonstration'])
        .executeTakeFirstOrThrow()
      return {
        id: user.id,
        first_name: user.first_name,
        last_name: user.last_name,
        email: user.email,
        locale: catalogue.requireLocale(user.locale_id),
        tags: user.tags,
        roles: { manager_id: principal.managerId, examiner_id: principal.examinerId, ...principal.roles },
        is_impersonifing: principal.impersonation !== null,
        impersonification: principal.impersonation,
        organization,
      }
    }),
  )

  implement('GET /user/examiner_info/', async ({ principal }) => {
    if (principal.examinerId === null) throw new AppError('not_found')
    return { id: principal.examinerId }
  })

  implement('GET /user/toggle_table', ({ principal }) =>
    database.tenant(principal.organizationId, async (tx) => {
      const { settings } = await tx.selectFrom('organizations').select('settings').executeTakeFirstOrThrow()
      return { modes: catalogue.modes, semaphore_column: settings.semaphore_column === true }
    }),
  )
}
