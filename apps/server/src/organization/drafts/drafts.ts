import type {
  DraftState,
  OrganizationId,
  ProtocolDraft,
  ProtocolDraftId,
  SurveyDraft,
  SurveyDraftId,
  UserId,
} from '@fonema/contract'
import type { Clock } from '../../platform/clock.ts'
import type { Tx } from '../../platform/database/database.ts'
import { AppError, InvalidFields } from '../../platform/http/errors.ts'
import { newId } from '../../platform/ids.ts'
import './tables.ts'

export type Editor = { organizationId: OrganizationId; userId: UserId }

type Kinds = {
  protocol: { id: ProtocolDraftId; content: ProtocolDraft }
  survey: { id: SurveyDraftId; content: SurveyDraft }
}
type Kind = keyof Kinds
type IdOf<K extends Kind> = Kinds[K]['id']
type ContentOf<K extends Kind> = Kinds[K]['content']
type Change<K extends Kind> = { revision: number; content: ContentOf<K> }

/** The drafts of an organisation's own protocols or surveys: what is the same for both. */
export function ownDrafts<K extends Kind>(kind: K) {
  const table = `${kind satisfies Kind}_drafts` as 'protocol_drafts' | 'survey_drafts'
  const contents = `${kind satisfies Kind}_draft_contents` as 'protocol_draft_contents' | 'survey_draft_contents'

  /** Locks the draft until the transaction ends, so that of two simultaneous changes the second sees the first. */
  async function lock(tx: Tx, id: IdOf<K>) {
    const row = await tx.selectFrom(table).selectAll().where('id', '=', id).forUpdate().executeTakeFirst()
    if (row === undefined) throw new AppError('not_found')
    return row
  }

  /**
   * Locks a draft as it was seen.
   *
   * @throws {AppError} `not_found`; `draft_outdated` when somebody else changed it in the meantime
   */
  async function lockSeen(tx: Tx, id: IdOf<K>, revision: number) {
    const row = await lock(tx, id)
    if (row.revision !== revision) throw new AppError('draft_outdated', { revision: row.revision })
    return row
  }

  const set = (
    tx: Tx,
    id: IdOf<K>,
    editor: { userId: UserId; now: Date },
    changes: { revision?: number; version?: number; published_revision?: number; retired_at?: Date | null },
  ) =>
    tx
      .updateTable(table)
      .set({ ...changes, updated_by: editor.userId, updated_at: editor.now })
      .where('id', '=', id)
      .execute()

  return {
    lockSeen,

    /** The keys in use. The lock keeps two simultaneous calls from taking the same one. */
    async lockKeys(tx: Tx): Promise<ReadonlySet<string>> {
      await tx.selectFrom('organizations').select('id').forUpdate().execute()
      return new Set((await tx.selectFrom(table).select('key').execute()).map(({ key }) => key))
    },

    async insert(tx: Tx, clock: Clock, { organizationId, userId }: Editor, content: ContentOf<K>): Promise<IdOf<K>> {
      const now = clock.now()
      const id = newId<IdOf<K>>(now)
      const made = { created_by: userId, updated_by: userId, date_created: now, updated_at: now }
      await tx
        .insertInto(table)
        .values({ id, organization_id: organizationId, key: content.key, ...made })
        .execute()
      await tx
        .insertInto(contents)
        .values({ draft_id: id, organization_id: organizationId, content: JSON.stringify(content) })
        .execute()
      return id
    },

    /**
     * Replaces the content of a draft as it was seen.
     *
     * @throws {InvalidFields} for another key: sessions, norms and exports name it
     */
    async change(tx: Tx, clock: Clock, { userId }: Editor, id: IdOf<K>, { revision, content }: Change<K>) {
      const row = await lockSeen(tx, id, revision)
      if (content.key !== row.key) throw new InvalidFields({ key: ['invalid'] })
      await set(tx, id, { userId, now: clock.now() }, { revision: revision + 1 })
      await tx
        .updateTable(contents)
        .set({ content: JSON.stringify(content) })
        .where('draft_id', '=', id)
        .execute()
    },

    /** Notes that a revision is published as a version. */
    async notePublished(
      tx: Tx,
      clock: Clock,
      { userId }: Editor,
      id: IdOf<K>,
      of: { version: number; revision: number },
    ) {
      const published = { version: of.version, published_revision: of.revision, retired_at: null }
      await set(tx, id, { userId, now: clock.now() }, published)
    },

    /**
     * Notes that a published draft, as it was seen, is out of use.
     *
     * @throws {AppError} `conflict` when it is not in use
     */
    async noteRetired(tx: Tx, clock: Clock, { userId }: Editor, id: IdOf<K>, revision: number) {
      const row = await lockSeen(tx, id, revision)
      if (row.version === null || row.retired_at !== null) throw new AppError('conflict')
      const now = clock.now()
      await set(tx, id, { userId, now }, { retired_at: now })
      return row
    },

    /** @throws {AppError} `conflict` when it was published */
    async remove(tx: Tx, id: IdOf<K>): Promise<void> {
      const row = await lock(tx, id)
      if (row.version !== null) throw new AppError('conflict')
      await tx.deleteFrom(table).where('id', '=', id).execute()
    },
  }
}

/** The key, or the first one like it that is not taken; longer keys than `most` are cut. */
export function freeKey(wanted: string, taken: ReadonlySet<string>, most: number): string {
  if (!taken.has(wanted) && wanted.length <= most) return wanted
  // Leaves room for a number.
  const stem = wanted.slice(0, most - 6).replace(/-+$/, '')
  if (!taken.has(stem)) return stem
  for (let number = 2; ; number++) if (!taken.has(`${stem}-${number}`)) return `${stem}-${number}`
}

type SummarisedRow<Id> = {
  id: Id
  key: string
  version: number | null
  revision: number
  published_revision: number | null
  retired_at: Date | null
  updated_at: Date
  content: Pick<ProtocolDraft, 'locales'> & { texts: Partial<Record<string, { name: string }>> }
  /** The name of whoever changed it last. */
  editor: string
}

/** What the summaries of both kinds have in common. */
export function draftSummary<Id>(row: SummarisedRow<Id>) {
  const { id, key, content, version, revision, published_revision, retired_at, updated_at, editor } = row
  const state: DraftState = version === null ? 'draft' : retired_at === null ? 'published' : 'retired'
  return {
    id,
    key,
    name: content.texts[content.locales[0]!]?.name ?? '',
    state,
    locales: content.locales,
    version,
    is_changed: revision !== published_revision,
    updated_at: updated_at.toISOString(),
    updated_by: editor,
  }
}
