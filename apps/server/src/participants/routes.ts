import { dayIn } from '../platform/clock.ts'
import type { Database } from '../platform/database/database.ts'
import { once } from '../platform/http/idempotency.ts'
import type { Implement } from '../platform/http/implement.ts'
import { changeConsent, findConsent } from './consent.ts'
import { type EraseDeps, eraseParticipant, listHeld } from './erase.ts'
import { importParticipants, previewImport } from './import.ts'
import { listParticipants, toParticipant } from './queries.ts'
import {
  changeParticipant,
  type ParticipantDeps,
  registerParticipant,
  requireParticipant,
  setParticipantActive,
} from './service.ts'

export function participantRoutes(implement: Implement, deps: ParticipantDeps & EraseDeps & { database: Database }) {
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

  implement('GET /user/participants/{participant_id}/', ({ principal, params }) =>
    database.tenant(principal.organizationId, async (tx) =>
      toParticipant(await requireParticipant(tx, principal, params.participant_id)),
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

  implement('POST /user/participants/import/', async ({ principal, query, request, reply }) => {
    const isPreview = query.preview === 'true'
    const answer = await (isPreview ? previewImport : importParticipants)(deps, principal, request)
    return reply.code(isPreview ? 200 : 201).send(answer)
  })

  implement('GET /user/participants/{participant_id}/consent/', ({ principal, params }) =>
    database.tenant(principal.organizationId, (tx) => findConsent(tx, principal, params.participant_id)),
  )
  implement('PATCH /user/participants/{participant_id}/consent/', ({ principal, params, body }) =>
    database.tenant(principal.organizationId, (tx) => changeConsent(tx, principal, params.participant_id, body)),
  )

  implement('GET /organizations/participants/', ({ principal, query }) =>
    database.tenant(principal.organizationId, (tx) => listHeld(tx, query.code, dayIn(principal.timeZone, clock.now()))),
  )
  implement('DELETE /user/participants/{participant_id}/', ({ principal, params, body }) =>
    database.tenant(principal.organizationId, (tx) =>
      eraseParticipant(deps, tx, principal, params.participant_id, body.code),
    ),
  )
}
