import type { Database } from '../platform/database/database.ts'
import { once } from '../platform/http/idempotency.ts'
import type { Implement } from '../platform/http/implement.ts'
import { listParticipants, toParticipant } from './queries.ts'
import { changeParticipant, type ParticipantDeps, registerParticipant, setParticipantActive } from './service.ts'

export function participantRoutes(implement: Implement, deps: ParticipantDeps & { database: Database }) {
  const { database, clock } = deps

  implement('GET /user/participants/', ({ principal }) =>
    database.tenant(principal.organizationId, async (tx) =>
      (await listParticipants(tx, principal.examinerId)).map(toParticipant),
    ),
  )

  implement('POST /user/participants/', ({ principal, body, request }) =>
    database.tenant(principal.organizationId, (tx) =>
      once(tx, clock, request, principal, () => registerParticipant(deps, tx, principal, body)),
    ),
  )

  implement('PATCH /user/participants/{participant_id}/', ({ principal, params, body }) =>
    database.tenant(principal.organizationId, (tx) =>
      changeParticipant(deps, tx, principal, params.participant_id, body),
    ),
  )

  implement('PATCH /user/participants/{participant_id}/inactivate/', ({ principal, params }) =>
    database.tenant(principal.organizationId, (tx) =>
      setParticipantActive(tx, principal, params.participant_id, false),
    ),
  )

  implement('PATCH /user/participants/{participant_id}/activate/', ({ principal, params }) =>
    database.tenant(principal.organizationId, (tx) => setParticipantActive(tx, principal, params.participant_id, true)),
  )
}
