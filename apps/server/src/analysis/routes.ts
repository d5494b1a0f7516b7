import type { Catalogue } from '../content/catalogue.ts'
import type { Clock } from '../platform/clock.ts'
import type { Database } from '../platform/database/database.ts'
import { once } from '../platform/http/idempotency.ts'
import type { Implement } from '../platform/http/implement.ts'
import { displayOf } from './display.ts'
import { correctTranscript, listTranscripts } from './transcript-service.ts'

type AnalysisDeps = { database: Database; catalogue: Catalogue; clock: Clock }

export function analysisRoutes(implement: Implement, deps: AnalysisDeps) {
  const { database, clock } = deps
  const transcript =
    '/protocols/responses/{participant_id}/{protocol_res_id}/item/{protocol_item_id}/transcript/' as const

  implement(`GET ${transcript}`, ({ principal, params }) =>
    database.tenant(principal.organizationId, (tx) => listTranscripts(tx, principal, params)),
  )

  implement(`POST ${transcript}`, ({ principal, params, body, request }) =>
    database.tenant(principal.organizationId, (tx) =>
      once(tx, clock, request, principal, () => correctTranscript(deps, tx, principal, params, body)),
    ),
  )

  implement('GET /protocols/feature_display/web/{protocol_id}/', ({ principal, params }) =>
    database.tenant(principal.organizationId, (tx) => displayOf(tx, params.protocol_id)),
  )
}
