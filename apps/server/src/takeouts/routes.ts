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
  /** Notes in the trail that somebody was given a link. */
  noteDownload(principal: Principal, takeoutId: string, participantId: string | null): Promise<void>
}

export function takeoutRoutes(implement: Implement, deps: Deps) {
  const { database, clock, links } = deps

  implement('GET /takeouts/', ({ principal }) =>
    database.tenant(principal.organizationId, async (tx) =>
      (await listOwn(tx, principal.userId, principal.examinerId)).map(toTakeout),
    ),
  )
  implement('POST /takeouts/', ({ principal, body, request }) =>
    database.tenant(principal.organizationId, (tx) =>
      once(tx, clock, request, principal, () => orderOwn(deps, tx, principal, body)),
    ),
  )
  implement('GET /takeouts/organization/', ({ principal }) =>
    database.tenant(principal.organizationId, async (tx) => (await listOrganization(tx)).map(toTakeout)),
  )
  implement('POST /takeouts/organization/', ({ principal, body, request }) =>
    database.tenant(principal.organizationId, (tx) =>
      once(tx, clock, request, principal, () => orderOrganization(deps, tx, principal, body)),
    ),
  )
  implement('POST /user/participants/{participant_id}/export/', ({ principal, params, request }) =>
    database.tenant(principal.organizationId, (tx) =>
      once(tx, clock, request, principal, () => orderParticipant(deps, tx, principal, params.participant_id)),
    ),
  )
  implement('POST /takeouts/retry/{takeout_uuid}/', ({ principal, params }) =>
    database.tenant(principal.organizationId, (tx) => retryTakeout(deps, tx, principal, params.takeout_uuid)),
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
