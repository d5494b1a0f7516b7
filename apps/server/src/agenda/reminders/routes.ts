import type { Reminders, UserId } from '@fonema/contract'
import type { Tx } from '../../platform/database/database.ts'
import { InvalidFields } from '../../platform/http/errors.ts'
import type { Implement } from '../../platform/http/implement.ts'
import './tables.ts'

const none: Reminders = { visits_today: false, visits_overdue: false }

export const findReminders = async (tx: Tx, userId: UserId): Promise<Reminders> =>
  (await tx
    .selectFrom('reminder_choices')
    .select(['visits_today', 'visits_overdue'])
    .where('user_id', '=', userId)
    .executeTakeFirst()) ?? none

export function reminderRoutes(implement: Implement) {
  implement.inTenant('GET /user/reminders/', ({ tx, principal }) => findReminders(tx, principal.userId))

  implement.inTenant('PATCH /user/reminders/', async ({ tx, principal: { userId, organizationId }, body }) => {
    if (Object.keys(body).length === 0) throw new InvalidFields({ non_field_errors: ['empty_data'] })
    await tx
      .insertInto('reminder_choices')
      .values({ ...none, ...body, user_id: userId, organization_id: organizationId })
      .onConflict((conflict) => conflict.column('user_id').doUpdateSet(body))
      .execute()
    return findReminders(tx, userId)
  })
}
