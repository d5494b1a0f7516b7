import type { Catalogue } from '../content/catalogue.ts'
import type { Clock } from '../platform/clock.ts'
import type { Database } from '../platform/database/database.ts'
import { once } from '../platform/http/idempotency.ts'
import type { Implement } from '../platform/http/implement.ts'
import type { ObjectStore } from '../platform/objects/object-store.ts'
import { decideContentUnit } from './content-unit-decisions.ts'
import { displayOf } from './display.ts'
import { decideFluency } from './fluency-decisions.ts'
import { hidingRoutes } from './hiding/routes.ts'
import type { PlanDeps } from './plan.ts'
import { secondOpinionRoutes } from './second-opinion/routes.ts'
import { sayPeople } from './speakers/say-people.ts'
import { correctTrack, listTracks } from './speakers/track.ts'
import { transcriptFileRoutes } from './transcript-files/routes.ts'
import { correctTranscript, listTranscripts } from './transcript-service.ts'

type AnalysisDeps = PlanDeps & { database: Database; store: ObjectStore; catalogue: Catalogue; clock: Clock }

export function analysisRoutes(implement: Implement, deps: AnalysisDeps) {
  const { clock } = deps
  transcriptFileRoutes(implement, deps)
  hidingRoutes(implement, deps)
  secondOpinionRoutes(implement, deps)
  const transcript =
    '/protocols/responses/{participant_id}/{protocol_res_id}/item/{protocol_item_id}/transcript/' as const

  implement.inTenant(`GET ${transcript}`, ({ tx, principal, params, page }) =>
    listTranscripts(tx, page, principal, params),
  )

  implement.inTenant(`POST ${transcript}`, ({ tx, principal, params, body, request }) =>
    once(tx, clock, request, principal, () => correctTranscript(deps, tx, principal, params, body)),
  )

  implement.inTenant(
    'PATCH /protocols/responses/{participant_id}/{protocol_res_id}/item/{protocol_item_id}/fluency/',
    ({ tx, principal, params, body }) => decideFluency(deps, tx, principal, params, body),
  )

  implement.inTenant(
    'PATCH /protocols/responses/{participant_id}/{protocol_res_id}/item/{protocol_item_id}/content_units/',
    ({ tx, principal, params, body }) => decideContentUnit(deps, tx, principal, params, body),
  )

  implement.inTenant(
    'PATCH /protocols/responses/{participant_id}/{protocol_res_id}/item/{protocol_item_id}/speakers/',
    ({ tx, principal, params, body }) => sayPeople(deps, tx, principal, params, body),
  )

  implement.inTenant(
    'GET /protocols/responses/{participant_id}/{protocol_res_id}/item/{protocol_item_id}/speakers/',
    ({ tx, principal, params, page }) => listTracks(tx, page, principal, params),
  )

  implement.inTenant(
    'POST /protocols/responses/{participant_id}/{protocol_res_id}/item/{protocol_item_id}/speakers/',
    ({ tx, principal, params, body, request }) =>
      once(tx, clock, request, principal, () => correctTrack(deps, tx, principal, params, body)),
  )

  implement.inTenant('GET /protocols/feature_display/web/{protocol_id}/', ({ tx, params }) =>
    displayOf(tx, params.protocol_id),
  )
}
