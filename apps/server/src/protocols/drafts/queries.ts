import type { OrganizationId, ProtocolDraft, ProtocolDraftId, ProtocolMediaId } from '@fonema/contract'
import { type Selectable, sql } from 'kysely'
import type { Tx } from '../../platform/database/database.ts'
import type { Tables } from '../../platform/database/tables.ts'
import './tables.ts'

export type MediumRow = Selectable<Tables['protocol_media']>
export type DraftRow = Selectable<Tables['protocol_drafts']> & { content: ProtocolDraft; editor: string }

/** All drafts, with their content and the name of whoever changed them last. */
export const drafts = (tx: Tx) =>
  tx
    .selectFrom('protocol_drafts')
    .innerJoin('protocol_draft_contents', 'protocol_draft_contents.draft_id', 'protocol_drafts.id')
    .innerJoin('users', 'users.id', 'protocol_drafts.updated_by')
    .selectAll('protocol_drafts')
    .select('protocol_draft_contents.content')
    .select(sql<string>`users.first_name || ' ' || users.last_name`.as('editor'))

export const findDraft = (tx: Tx, id: ProtocolDraftId): Promise<DraftRow | undefined> =>
  drafts(tx).where('protocol_drafts.id', '=', id).executeTakeFirst()

export const findMedia = (tx: Tx, ids: readonly ProtocolMediaId[]): Promise<MediumRow[]> =>
  ids.length === 0
    ? Promise.resolve([])
    : tx.selectFrom('protocol_media').selectAll().where('id', 'in', ids).orderBy('id').execute()

/** The published versions of an own protocol, newest first. */
export const findVersions = (tx: Tx, organizationId: OrganizationId, key: string) =>
  tx
    .selectFrom('protocols')
    .innerJoin('locales', 'locales.id', 'protocols.locale_id')
    .select(['protocols.id', 'protocols.wording_version', 'locales.code'])
    // The id begins with the time of the publication.
    .where('protocols.organization_id', '=', organizationId)
    .where('protocols.key', '=', key)
    .orderBy('protocols.wording_version', 'desc')
    .orderBy('protocols.id')
    .execute()
