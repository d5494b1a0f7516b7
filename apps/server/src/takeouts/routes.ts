import type { ParticipantId, TakeoutId } from '@fonema/contract'
import type { Database } from '../platform/database/database.ts'
import { AppError } from '../platform/http/errors.ts'
import { once } from '../platform/http/idempotency.ts'
import type { Implement } from '../platform/http/implement.ts'
import type { Principal } from '../platform/http/principal.ts'
import type { Links } from '../platform/objects/links.ts'
import { listOrganization, listOwn, toTakeout } from './queries.ts'
import {
  orderOrganization,
  orderOwn,
  orderParticipant,
  requireTakeout,
  retryTakeout,
  type TakeoutDeps,
} from './service.ts'

type Deps = TakeoutDeps & {
  database: Database
  links: Links
  /** Records in the audit log that a user was given a link. */
  noteDownload(principal: Principal, takeoutId: TakeoutId, participantId: ParticipantId | null): Promise<void>
}

export function takeoutRoutes(implement: Implement, deps: Deps) {
  const { database, clock, links } = deps

  implement.inTenant('GET /takeouts/', async ({ tx, principal, page }) =>
    (await listOwn(tx, page, principal.userId, principal.examinerId)).map(toTakeout),
  )
  implement.inTenant('POST /takeouts/', ({ tx, principal, body, request }) =>
    once(tx, clock, request, principal, () => orderOwn(deps, tx, principal, body)),
  )
  implement.inTenant('GET /takeouts/organization/', async ({ tx, page }) =>
    (await listOrganization(tx, page)).map(toTakeout),
  )
  implement.inTenant('POST /takeouts/organization/', ({ tx, principal, body, request }) =>
    once(tx, clock, request, principal, () => orderOrganization(deps, tx, principal, body)),
  )
  implement.inTenant('POST /user/participants/{participant_id}/export/', ({ tx, principal, params, request }) =>
    once(tx, clock, request, principal, () => orderParticipant(deps, tx, principal, params.participant_id)),
  )
  implement.inTenant('POST /takeouts/retry/{takeout_uuid}/', ({ tx, principal, params }) =>
    retryTakeout(deps, tx, principal, params.takeout_uuid),
  )

  implement('POST /takeouts/download_link/{takeout_uuid}/', async ({ principal, params }) => {
    const takeout = await database.tenant(principal.organizationId, (tx) =>
      requireTakeout(tx, principal, params.takeout_uuid),
    )
    if (takeout.status === 'pending') throw new AppError('takeout_pending')
    if (takeout.object_key === null) throw new AppError('conflict')
    await deps.noteDownload(principal, takeout.id, takeout.participant_id)
    const { url, expiresAt } = await links.create({
      key: takeout.object_key,
      filename: `fonema-${takeout.created_day}.zip`,
      content_type: 'application/zip',
      holder: { session: principal.sessionId, of: takeout.id },
    })
    return { url, expires_at: expiresAt.toISOString() }
  })
}
