import type { NewProtocolDraft, OrganizationId, ProtocolDraft, ProtocolDraftId, UserId } from '@fonema/contract'
import type { z } from 'zod'
import type { Catalogue } from '../../content/catalogue.ts'
import { ownKeyPrefix } from '../../content/checks.ts'
import type { Clock } from '../../platform/clock.ts'
import type { Tx } from '../../platform/database/database.ts'
import { AppError, InvalidFields } from '../../platform/http/errors.ts'
import { newId } from '../../platform/ids.ts'
import { requireSafe } from './content-check.ts'
import { copyOf } from './copy.ts'
import { lockDraft } from './queries.ts'

export type DraftDeps = { clock: Clock; catalogue: Catalogue }
export type Editor = { organizationId: OrganizationId; userId: UserId }

/** Starts a protocol, from a content or as a copy. */
export async function createDraft(
  deps: DraftDeps,
  tx: Tx,
  { organizationId, userId }: Editor,
  given: z.output<typeof NewProtocolDraft>,
): Promise<ProtocolDraftId> {
  const isTaken = await findKeys(tx)
  const content = 'content' in given ? given.content : await copyOf(deps.catalogue, tx, given, isTaken)
  if (isTaken(content.key)) throw new InvalidFields({ key: ['already_exists'] })
  await requireSafe(tx, deps.catalogue, content)
  const now = deps.clock.now()
  const id = newId<ProtocolDraftId>(now)
  const made = { created_by: userId, updated_by: userId, date_created: now, updated_at: now }
  await tx
    .insertInto('protocol_drafts')
    .values({ id, organization_id: organizationId, key: content.key, ...made })
    .execute()
  await tx
    .insertInto('protocol_draft_contents')
    .values({ draft_id: id, organization_id: organizationId, content: JSON.stringify(content) })
    .execute()
  return id
}

/** The keys in use. The lock keeps two simultaneous calls from taking the same one. */
export async function findKeys(tx: Tx): Promise<(key: string) => boolean> {
  await tx.selectFrom('organizations').select('id').forUpdate().execute()
  const rows = await tx.selectFrom('protocol_drafts').select('key').execute()
  const keys = new Set(rows.map(({ key }) => key))
  return (key) => keys.has(key)
}

/**
 * Locks a draft as it was seen.
 *
 * @throws {AppError} `not_found`; `draft_outdated` when somebody else changed it in the meantime
 */
export async function lockSeen(tx: Tx, id: ProtocolDraftId, revision: number) {
  const row = await lockDraft(tx, id)
  if (row === undefined) throw new AppError('not_found')
  if (row.revision !== revision) throw new AppError('draft_outdated', { revision: row.revision })
  return row
}

export async function changeDraft(
  { clock, catalogue }: DraftDeps,
  tx: Tx,
  { userId }: Editor,
  id: ProtocolDraftId,
  { revision, content }: { revision: number; content: ProtocolDraft },
): Promise<void> {
  const row = await lockSeen(tx, id, revision)
  // Sessions and norms name the key.
  if (content.key !== row.key) throw new InvalidFields({ key: ['invalid'] })
  await requireSafe(tx, catalogue, content)
  await tx
    .updateTable('protocol_drafts')
    .set({ revision: revision + 1, updated_by: userId, updated_at: clock.now() })
    .where('id', '=', id)
    .execute()
  await tx
    .updateTable('protocol_draft_contents')
    .set({ content: JSON.stringify(content) })
    .where('draft_id', '=', id)
    .execute()
}

export async function removeDraft(tx: Tx, id: ProtocolDraftId): Promise<void> {
  const row = await lockDraft(tx, id)
  if (row === undefined) throw new AppError('not_found')
  if (row.version !== null) throw new AppError('conflict')
  await tx.deleteFrom('protocol_drafts').where('id', '=', id).execute()
}

/** Takes the protocol out of use: nobody starts new sessions with it. Begun sessions go on, results stay. */
export async function retire(
  { clock }: DraftDeps,
  tx: Tx,
  { userId }: Editor,
  id: ProtocolDraftId,
  revision: number,
): Promise<void> {
  const row = await lockSeen(tx, id, revision)
  if (row.version === null || row.retired_at !== null) throw new AppError('conflict')
  const now = clock.now()
  await tx
    .updateTable('protocol_drafts')
    .set({ retired_at: now, updated_by: userId, updated_at: now })
    .where('id', '=', id)
    .execute()
  const versions = tx
    .selectFrom('protocols')
    .select('id')
    .where('organization_id', '=', row.organization_id)
    .where('key', '=', ownKeyPrefix + row.key)
  // Deletes the assignments too.
  await tx.deleteFrom('organization_protocols').where('protocol_id', 'in', versions).execute()
}
