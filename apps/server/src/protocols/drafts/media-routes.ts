import type { ProtocolMediaId } from '@fonema/contract'
import type { FastifyInstance } from 'fastify'
import { v7 as uuidv7 } from 'uuid'
import { type Quota, requireRoom } from '../../organization/quota.ts'
import type { Database } from '../../platform/database/database.ts'
import { AppError } from '../../platform/http/errors.ts'
import { once } from '../../platform/http/idempotency.ts'
import type { Implement } from '../../platform/http/implement.ts'
import { newId } from '../../platform/ids.ts'
import type { ObjectStore } from '../../platform/objects/object-store.ts'
import { parseRange } from '../../platform/objects/send-object.ts'
import { storeFor } from '../../platform/objects/store-for.ts'
import type { MediaLinks } from './media-links.ts'
import { findMedia } from './queries.ts'
import { type MediumReceiver, receiveMedium } from './receive-medium.ts'
import type { DraftDeps } from './service.ts'
import { toMedium } from './view.ts'

type Deps = DraftDeps & MediumReceiver & { database: Database; quota: Quota }

export function protocolMediaRoutes(implement: Implement, deps: Deps) {
  const { database, clock, catalogue, store, quota } = deps

  implement('POST /protocol_media/', async ({ principal, request }) => {
    const { organizationId, userId } = principal
    // Checked before the conversion, which costs the most.
    await database.tenant(organizationId, (tx) => requireRoom(tx, quota, 0))
    return receiveMedium(request, deps, async ({ staged, sentSha256, kind, filename, ...facts }) => {
      const key = `${organizationId}/protocol-media/${uuidv7()}`
      const { method, url, headers } = request
      const repeated = { method, url, headers, body: { kind, filename, sha256: sentSha256 } }
      return storeFor(store, staged, key, (keep) =>
        database.tenant(organizationId, (tx) =>
          once(tx, clock, repeated, principal, async () => {
            await requireRoom(tx, quota, staged.sizeBytes)
            const now = clock.now()
            const row = await tx
              .insertInto('protocol_media')
              .values({
                id: newId<ProtocolMediaId>(now),
                organization_id: organizationId,
                kind,
                object_key: key,
                filename,
                content_type: facts.contentType,
                size: staged.sizeBytes,
                sha256: staged.sha256,
                duration_s: facts.durationS,
                width: facts.width,
                height: facts.height,
                created_by: userId,
                date_created: now,
              })
              .returningAll()
              .executeTakeFirstOrThrow()
            keep()
            return toMedium(catalogue, row)
          }),
        ),
      )
    })
  })
}

type MediaPath = Record<'organization' | 'id' | 'slot' | 'mac', string>
type Served = { database: Database; store: ObjectStore; mediaLinks: MediaLinks }

/** Serves the stimuli of organisations to whoever has a valid address. */
export function ownMediaRoutes(app: FastifyInstance, { database, store, mediaLinks }: Served) {
  app.get<{ Params: MediaPath }>(
    '/media/own/:organization/:id/:slot/:mac',
    { schema: { hide: true } },
    async ({ params, headers }, reply) => {
      const grant = mediaLinks.open(params)
      if (grant === undefined) throw new AppError('invalid_link')
      const [row] = await database.tenant(grant.organization, (tx) => findMedia(tx, [grant.id]))
      if (row === undefined) throw new AppError('not_found')
      reply.headers({
        'content-type': row.content_type,
        // The address ends; what the browser keeps does too.
        'cache-control': 'private, max-age=21600',
        'content-security-policy': "sandbox; default-src 'none'",
        'cross-origin-resource-policy': 'same-origin',
        'accept-ranges': 'bytes',
      })
      const range = parseRange(headers.range, row.size)
      if (range === null) {
        reply.header('content-range', `bytes */${row.size}`)
        throw new AppError('range_not_satisfiable')
      }
      if (range === undefined) return reply.header('content-length', row.size).send(store.read(row.object_key))
      return reply
        .code(206)
        .header('content-range', `bytes ${range.start}-${range.end}/${row.size}`)
        .header('content-length', range.end - range.start + 1)
        .send(store.read(row.object_key, range))
    },
  )
}
