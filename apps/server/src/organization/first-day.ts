import type { FirstDay } from '@fonema/contract'
import { sql } from 'kysely'
import type { Tx } from '../platform/database/database.ts'
import type { Implement } from '../platform/http/implement.ts'
import './tables.ts'

export function firstDayRoutes(implement: Implement) {
  implement.inTenant('GET /organizations/first_day/', ({ tx }) => findFirstDay(tx))
  implement.inTenant('PATCH /organizations/first_day/', async ({ tx, principal, body }) => {
    const changes = JSON.stringify({ first_day_dismissed: body.is_dismissed })
    await tx
      .updateTable('organizations')
      .set(({ eb }) => ({ settings: sql`${eb.ref('settings')} || ${changes}::jsonb` }))
      .where('id', '=', principal.organizationId)
      .execute()
    return findFirstDay(tx)
  })
}

async function findFirstDay(tx: Tx): Promise<FirstDay> {
  // Raw, because participants and sessions belong to domains above this one.
  const { rows } = await sql<FirstDay>`
    select coalesce((settings ->> 'first_day_dismissed')::boolean, false) as is_dismissed,
      exists (select from invitations) as has_invited,
      exists (select from mails where purpose = 'test' and state in ('sent', 'written')) as has_tested_mail,
      exists (select from participants) as has_participant,
      exists (select from protocol_responses where completed_at is not null) as has_session
    from organizations`.execute(tx)
  return rows[0]!
}
