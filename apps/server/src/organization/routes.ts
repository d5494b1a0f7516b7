import type { UserInfo } from '@fonema/contract'
import type { Catalogue } from '../content/catalogue.ts'
import type { Database } from '../platform/database/database.ts'
import { AppError } from '../platform/http/errors.ts'
import type { Implement } from '../platform/http/implement.ts'
import './tables.ts'

/** Who is signed in, as whom, and in which organisation. */
export function organizationRoutes(
  implement: Implement,
  { database, catalogue }: { database: Database; catalogue: Catalogue },
) {
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
        is_impersonifing: false,
        impersonification: null,
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
