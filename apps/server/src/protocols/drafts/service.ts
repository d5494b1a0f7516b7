import type { NewProtocolDraft, ProtocolDraft, ProtocolDraftId } from '@fonema/contract'
import type { z } from 'zod'
import type { Catalogue } from '../../content/catalogue.ts'
import { ownKeyPrefix } from '../../content/checks.ts'
import { type Editor, ownDrafts } from '../../organization/drafts/drafts.ts'
import type { Clock } from '../../platform/clock.ts'
import type { Tx } from '../../platform/database/database.ts'
import { InvalidFields } from '../../platform/http/errors.ts'
import { requireSafe } from './content-check.ts'
import { copyOf } from './copy.ts'

export type DraftDeps = { clock: Clock; catalogue: Catalogue }

export const protocolDrafts = ownDrafts('protocol')

/** Starts a protocol, from a content or as a copy. */
export async function createDraft(
  { clock, catalogue }: DraftDeps,
  tx: Tx,
  editor: Editor,
  given: z.output<typeof NewProtocolDraft>,
): Promise<ProtocolDraftId> {
  const taken = await protocolDrafts.lockKeys(tx)
  const content = 'content' in given ? given.content : await copyOf(catalogue, tx, given, taken)
  if (taken.has(content.key)) throw new InvalidFields({ key: ['already_exists'] })
  await requireSafe(tx, catalogue, content)
  return protocolDrafts.insert(tx, clock, editor, content)
}

export async function changeDraft(
  { clock, catalogue }: DraftDeps,
  tx: Tx,
  editor: Editor,
  id: ProtocolDraftId,
  change: { revision: number; content: ProtocolDraft },
): Promise<void> {
  // A refusal undoes the change, which is in the same transaction.
  await protocolDrafts.change(tx, clock, editor, id, change)
  await requireSafe(tx, catalogue, change.content)
}

/** Takes the protocol out of use: nobody starts new sessions with it. Begun sessions go on, results stay. */
export async function retire(
  { clock }: DraftDeps,
  tx: Tx,
  editor: Editor,
  id: ProtocolDraftId,
  revision: number,
): Promise<void> {
  const { organization_id, key } = await protocolDrafts.noteRetired(tx, clock, editor, id, revision)
  const versions = tx
    .selectFrom('protocols')
    .select('id')
    .where('organization_id', '=', organization_id)
    .where('key', '=', ownKeyPrefix + key)
  // Deletes the assignments too.
  await tx.deleteFrom('organization_protocols').where('protocol_id', 'in', versions).execute()
}
