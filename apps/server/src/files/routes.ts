import type { FileId, ParticipantId } from '@fonema/contract'
import { v7 as uuidv7 } from 'uuid'
import { type Quota, requireRoom } from '../organization/quota.ts'
import { requireActiveParticipant, requireParticipant } from '../participants/service.ts'
import type { Clock } from '../platform/clock.ts'
import type { Database, Tx } from '../platform/database/database.ts'
import { AppError } from '../platform/http/errors.ts'
import { once } from '../platform/http/idempotency.ts'
import type { Implement } from '../platform/http/implement.ts'
import type { Examiner } from '../platform/http/principal.ts'
import { newId } from '../platform/ids.ts'
import type { Links } from '../platform/objects/links.ts'
import { storeFor } from '../platform/objects/store-for.ts'
import { countFiles, deleteFile, type FileRow, findFile, insertFile, listFiles, toFile } from './queries.ts'
import { type FileLimits, receiveFile } from './receive-file.ts'

type FileDeps = FileLimits & { database: Database; clock: Clock; links: Links; quota: Quota }

/** For each participant. */
const maxFiles = 1000
/** The maximum size of a form without its file. */
const formBytes = 12_000

type FilePath = { participant_id: ParticipantId; file_id: FileId }

export function fileRoutes(implement: Implement, deps: FileDeps) {
  const { database, clock, store, links } = deps

  implement('GET /files/rules/', async () => ({
    max_bytes: Math.floor(deps.maxFileBytes),
    extensions: [...deps.fileTypes],
  }))

  implement.inTenant('GET /files/{participant_id}/', async ({ tx, principal, params, page }) => {
    await requireParticipant(tx, principal, params.participant_id)
    return (await listFiles(tx, page, params.participant_id)).map(toFile)
  })

  implement('POST /files/{participant_id}/', async ({ principal, params, request }) => {
    const { organizationId } = principal
    // Checked before the upload, so that nobody sends a large file to another examiner's participant.
    await database.tenant(organizationId, async (tx) => {
      await requireActiveParticipant(tx, principal, params.participant_id)
      if ((await countFiles(tx, params.participant_id)) >= maxFiles) throw new AppError('quota_exceeded')
      const declared = Number(request.headers['content-length'] ?? 0)
      await requireRoom(tx, deps.quota, Math.max(0, declared - formBytes))
    })
    return receiveFile(request, deps, async ({ staged, filename, contentType, label }) => {
      const key = `${organizationId}/files/${uuidv7()}`
      const { method, url, headers } = request
      const repeated = { method, url, headers, body: { filename, label, sha256: staged.sha256 } }
      const transact = (keep: () => void) =>
        database.tenant(organizationId, (tx) =>
          once(tx, clock, repeated, principal, async () => {
            await requireActiveParticipant(tx, principal, params.participant_id)
            await requireRoom(tx, deps.quota, staged.sizeBytes)
            const now = clock.now()
            const row = await insertFile(tx, {
              id: newId<FileId>(now),
              organization_id: organizationId,
              participant_id: params.participant_id,
              filename,
              label,
              content_type: contentType,
              size_bytes: staged.sizeBytes,
              sha256: staged.sha256,
              object_key: key,
              date_created: now,
              created_by: principal.userId,
            })
            keep()
            return toFile(row)
          }),
        )
      return storeFor(store, staged, key, transact)
    })
  })

  implement('DELETE /files/{participant_id}/{file_id}/', async ({ principal, params }) => {
    const row = await database.tenant(principal.organizationId, async (tx) => {
      const file = await requireFile(tx, principal, params)
      await deleteFile(tx, file.id)
      return file
    })
    await store.remove(row.object_key)
    return undefined
  })

  implement('GET /files/{participant_id}/{file_id}/presigned_url/', async ({ principal, params }) => {
    const { object_key, filename, content_type } = await database.tenant(principal.organizationId, (tx) =>
      requireFile(tx, principal, params),
    )
    const { url, expiresAt } = await links.create({ key: object_key, filename, content_type })
    return { url, expires_at: expiresAt.toISOString() }
  })
}

async function requireFile(tx: Tx, examiner: Examiner, path: FilePath): Promise<FileRow> {
  await requireParticipant(tx, examiner, path.participant_id)
  const file = await findFile(tx, path.participant_id, path.file_id)
  if (file === undefined) throw new AppError('not_found')
  return file
}
