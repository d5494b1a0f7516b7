import { once } from '../../platform/http/idempotency.ts'
import type { Implement } from '../../platform/http/implement.ts'
import type { CorrectionDeps } from '../transcript-service.ts'
import { finishOpinion, settleOpinion, startOpinion, viewOpinion } from './service.ts'

const opinion =
  '/protocols/responses/{participant_id}/{protocol_res_id}/item/{protocol_item_id}/second_opinion/' as const

export function secondOpinionRoutes(implement: Implement, deps: CorrectionDeps) {
  implement.inTenant(`GET ${opinion}`, ({ tx, principal, params }) => viewOpinion(tx, principal, params))

  implement.inTenant(`POST ${opinion}`, ({ tx, principal, params, request }) =>
    once(tx, deps.clock, request, principal, () => startOpinion(deps, tx, principal, params)),
  )

  implement.inTenant(`PATCH ${opinion}`, ({ tx, principal, params, body }) =>
    finishOpinion(deps, tx, principal, params, body),
  )

  implement.inTenant(`POST ${opinion}settle/`, ({ tx, principal, params, body, request }) =>
    once(tx, deps.clock, request, principal, () => settleOpinion(deps, tx, principal, params, body)),
  )
}
