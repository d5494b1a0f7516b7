import type { Implement } from '../platform/http/implement.ts'
import { requireSession } from '../responses/service.ts'
import { type FindingDeps, sessionSummary } from './service.ts'

export function findingRoutes(implement: Implement, deps: FindingDeps) {
  implement.inTenant(
    'GET /protocols/responses/{participant_id}/{protocol_res_id}/summary/',
    async ({ tx, principal, params }) => sessionSummary(deps, tx, await requireSession(tx, principal, params)),
  )
}
