import path from 'node:path'
import { requireParticipant } from '../participants/service.ts'
import { AppError } from '../platform/http/errors.ts'
import { once } from '../platform/http/idempotency.ts'
import type { Implement } from '../platform/http/implement.ts'
import type { Examiner } from '../platform/http/principal.ts'
import type { Links } from '../platform/objects/links.ts'
import { sendObject } from '../platform/objects/send-object.ts'
import { chooseTake, type ItemPath, skipItem, storeTake } from './answers.ts'
import { holdLease, releaseLease } from './leases.ts'
import { findItemResponse, findTakesOfItem, listSessions } from './queries.ts'
import { sessionRecordingRoutes } from './recordings/routes.ts'
import { commentSession, type ResponseDeps, requireSession, setSessionActive, startSession } from './service.ts'
import { parseSkip, receiveSpeech } from './speech-form.ts'
import { shownTake } from './takes.ts'
import { viewSession, viewSessions } from './view.ts'

export function responseRoutes(implement: Implement, deps: ResponseDeps & { links: Links }) {
  const { database, catalogue, clock, store, links } = deps
  const session = '/protocols/responses/{participant_id}/{protocol_res_id}/' as const

  implement.inTenant('GET /protocols/responses/{participant_id}/', async ({ tx, principal, params, page }) => {
    await requireParticipant(tx, principal, params.participant_id)
    return viewSessions(catalogue, tx, await listSessions(tx, page, params.participant_id))
  })

  implement.inTenant('POST /protocols/responses/{participant_id}/', ({ tx, principal, params, body, request }) =>
    once(tx, clock, request, principal, () => startSession(deps, tx, principal, params.participant_id, body), body.id),
  )

  implement.inTenant(`GET ${session}`, async ({ tx, principal, params, query }) =>
    viewSession(deps, tx, await requireSession(tx, principal, params), {
      withDistributions: query.distributions !== 'false',
    }),
  )

  implement.inTenant(`PATCH ${session}`, ({ tx, principal, params, body }) =>
    commentSession(deps, tx, principal, params, body),
  )

  implement.inTenant(`PATCH ${session}inactivate/`, ({ tx, principal, params }) =>
    setSessionActive(deps, tx, principal, params, false),
  )

  implement.inTenant(`PATCH ${session}activate/`, ({ tx, principal, params }) =>
    setSessionActive(deps, tx, principal, params, true),
  )

  implement.inTenant(`POST ${session}lease/`, ({ tx, principal, params, body }) =>
    holdLease(deps, tx, principal, params, body),
  )

  implement.inTenant(`DELETE ${session}lease/{holder}/`, ({ tx, principal, params }) =>
    releaseLease(deps, tx, principal, params),
  )

  implement(`POST ${session}item/{protocol_item_id}/`, async ({ principal, params, request, reply }) => {
    const { status, body } = request.isMultipart()
      ? await receiveSpeech(request, deps, (speech) => storeTake(deps, principal, params, speech))
      : await database.tenant(principal.organizationId, (tx) =>
          skipItem(deps, tx, principal, params, parseSkip(request.body).skipped_purpose),
        )
    reply.code(status)
    return body
  })

  implement.inTenant(`PATCH ${session}item/{protocol_item_id}/`, ({ tx, principal, params, body }) =>
    chooseTake(deps, tx, principal, params, body),
  )

  implement(`GET ${session}item/{protocol_item_id}/audio_presigned_url/`, async ({ principal, params, query }) => {
    const { url, expiresAt } = await links.create(await audioOf(principal, params, query.take))
    return { url, expires_at: expiresAt.toISOString() }
  })

  implement(`GET ${session}item/{protocol_item_id}/audio_src/`, async ({ principal, params, query, request, reply }) =>
    sendObject(store, request, reply, await audioOf(principal, params, query.take)),
  )

  sessionRecordingRoutes(implement, deps)

  /** The stored recording of an item: the take that it shows, or the one with this number. */
  const audioOf = (principal: Examiner, itemPath: ItemPath, number?: number) =>
    database.tenant(principal.organizationId, async (tx) => {
      const { id } = await requireSession(tx, principal, itemPath)
      const { protocol_item_id } = itemPath
      const [answer, takes] = await Promise.all([
        findItemResponse(tx, id, protocol_item_id),
        findTakesOfItem(tx, id, protocol_item_id),
      ])
      const take =
        number === undefined ? answer && shownTake(answer, takes) : takes.find((candidate) => candidate.take === number)
      if (take === undefined) throw new AppError('not_found')
      const filename = `${take.id}${path.extname(take.object_key)}`
      return { key: take.object_key, filename, content_type: take.content_type }
    })
}
