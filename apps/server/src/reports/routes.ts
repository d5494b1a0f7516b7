import { v7 as uuidv7 } from 'uuid'
import type { Clock } from '../platform/clock.ts'
import { once } from '../platform/http/idempotency.ts'
import type { Implement } from '../platform/http/implement.ts'
import { redactData, redactError, redactUrl } from './redact.ts'
import '../organization/tables.ts'
import './tables.ts'

export function reportRoutes(implement: Implement, { clock }: { clock: Clock }) {
  implement.inTenant('POST /reports/server_error_user_report/', ({ tx, principal, body, request }) =>
    once(tx, clock, request, principal, async () => {
      const id = uuidv7({ msecs: clock.now().getTime() })
      const row = {
        id,
        organization_id: principal.organizationId,
        user_id: principal.userId,
        error: redactError(body.error),
        url: redactUrl(body.url),
        method: redactError(body.method),
        data: redactData(body.data),
        user_comment: body.user_comment,
        date_created: clock.now(),
      }
      await tx.insertInto('server_error_reports').values(row).execute()
      return { id }
    }),
  )

  implement.inTenant('GET /reports/server_error_user_report/', async ({ tx, page }) => {
    const reports = tx
      .selectFrom('server_error_reports as report')
      .innerJoin('users', 'users.id', 'report.user_id')
      .selectAll('report')
      .select(['users.first_name', 'users.last_name'])
    const rows = await page.read(tx, reports, 200)
    return rows.map(({ organization_id: _, user_id, first_name, last_name, date_created, ...report }) => ({
      ...report,
      user: { id: user_id, first_name, last_name },
      date_created: date_created.toISOString(),
    }))
  })
}
