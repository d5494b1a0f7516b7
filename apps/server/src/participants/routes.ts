import { dayIn } from '../platform/clock.ts'
import type { Database } from '../platform/database/database.ts'
import { once } from '../platform/http/idempotency.ts'
import type { Implement } from '../platform/http/implement.ts'
import { requireExaminer } from '../platform/http/principal.ts'
import { changeConsent, findConsent } from './consent.ts'
import { type EraseDeps, eraseParticipant, listHeld } from './erase.ts'
import { importParticipants, previewImport } from './import.ts'
import { listParticipants, toParticipant } from './queries.ts'
import { listOrSearch } from './search.ts'
import {
  changeParticipant,
  type ParticipantDeps,
  registerParticipant,
  requireParticipant,
  setParticipantActive,
} from './service.ts'

export function participantRoutes(implement: Implement, deps: ParticipantDeps & EraseDeps & { database: Database }) {
  const { clock } = deps

  implement.inTenant('GET /user/participants/', async ({ tx, principal, page }) =>
    (await listParticipants(tx, page, principal.examinerId)).map(toParticipant),
  )

  implement.inTenant('GET /user/participants/search/', ({ tx, principal, query, page }) =>
    listOrSearch(tx, page, principal.examinerId, query),
  )

  implement.inTenant('POST /user/participants/', ({ tx, principal, body, request }) =>
    once(tx, clock, request, principal, () => registerParticipant(deps, tx, requireExaminer(principal), body), body.id),
  )

  implement.inTenant('GET /user/participants/{participant_id}/', async ({ tx, principal, params }) =>
    toParticipant(await requireParticipant(tx, principal, params.participant_id)),
  )

  implement.inTenant('PATCH /user/participants/{participant_id}/', ({ tx, principal, params, body }) =>
    changeParticipant(deps, tx, principal, params.participant_id, body),
  )

  implement.inTenant('PATCH /user/participants/{participant_id}/inactivate/', ({ tx, principal, params }) =>
    setParticipantActive(tx, principal, params.participant_id, false),
  )

  implement.inTenant('PATCH /user/participants/{participant_id}/activate/', ({ tx, principal, params }) =>
    setParticipantActive(tx, principal, params.participant_id, true),
  )

  implement('POST /user/participants/import/', async ({ principal, query, request, reply }) => {
    const isPreview = query.preview === 'true'
    const answer = await (isPreview ? previewImport : importParticipants)(deps, principal, request)
    return reply.code(isPreview ? 200 : 201).send(answer)
  })

  implement.inTenant('GET /user/participants/{participant_id}/consent/', ({ tx, principal, params }) =>
    findConsent(tx, principal, params.participant_id),
  )
  implement.inTenant('PATCH /user/participants/{participant_id}/consent/', ({ tx, principal, params, body }) =>
    changeConsent(tx, principal, params.participant_id, body),
  )

  implement.inTenant('GET /organizations/participants/', ({ tx, principal, query, page }) =>
    listHeld(tx, page, query.code, dayIn(principal.timeZone, clock.now())),
  )
  implement.inTenant('DELETE /user/participants/{participant_id}/', ({ tx, principal, params, body }) =>
    eraseParticipant(deps, tx, principal, params.participant_id, body.code),
  )
}
