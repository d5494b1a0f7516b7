import { requireParticipant } from '../participants/service.ts'
import type { Clock } from '../platform/clock.ts'
import { once } from '../platform/http/idempotency.ts'
import type { Implement } from '../platform/http/implement.ts'
import { listVisits, listVisitsOf, participantActivity, toVisit } from './visit-queries.ts'
import { calendarOf, changeVisit, planVisit } from './visits.ts'

export function visitRoutes(implement: Implement, { clock }: { clock: Clock }) {
  implement.inTenant('GET /visits/', async ({ tx, principal, query, page }) =>
    (await listVisits(tx, page, principal.examinerId, calendarOf(principal, clock), query)).map(toVisit),
  )

  implement.inTenant('GET /visits/activity/', async ({ tx, principal, query, page }) => {
    const rows = await page.read(tx, participantActivity(principal.examinerId, query.participants?.split(',')))
    return rows.map(({ last_session, ...row }) => ({ ...row, last_session: last_session?.toISOString() ?? null }))
  })

  implement.inTenant('GET /visits/{participant_id}/', async ({ tx, principal, params, page }) => {
    await requireParticipant(tx, principal, params.participant_id)
    return (await listVisitsOf(tx, page, calendarOf(principal, clock), params.participant_id)).map(toVisit)
  })

  implement.inTenant('POST /visits/{participant_id}/', ({ tx, principal, params, body, request }) =>
    once(tx, clock, request, principal, () => planVisit(clock, tx, principal, params.participant_id, body)),
  )

  implement.inTenant('PATCH /visits/{participant_id}/{visit_id}/', ({ tx, principal, params, body }) =>
    changeVisit(clock, tx, principal, params, body),
  )
}
