import type { NewSurveyDraft, OrganizationId, SurveyDraft, SurveyDraftId, UserId } from '@fonema/contract'
import type { z } from 'zod'
import type { Catalogue } from '../../content/catalogue.ts'
import { ownKeyPrefix } from '../../content/checks.ts'
import type { Clock } from '../../platform/clock.ts'
import type { Tx } from '../../platform/database/database.ts'
import { AppError, InvalidFields } from '../../platform/http/errors.ts'
import { newId } from '../../platform/ids.ts'
import { copyOf } from './copy.ts'
import { lockDraft } from './queries.ts'

export type DraftDeps = { clock: Clock; catalogue: Catalogue }
export type Editor = { organizationId: OrganizationId; userId: UserId }

/** Starts a survey, from a content or as a copy. */
export async function createDraft(
  deps: DraftDeps,
  tx: Tx,
  editor: Editor,
  given: z.output<typeof NewSurveyDraft>,
): Promise<SurveyDraftId> {
  if ('content' in given) return insertDraft(deps, tx, editor, given.content, false)
  return insertDraft(deps, tx, editor, await copyOf(deps.catalogue, tx, given), true)
}

/** @param renames whether a key in use gets a number; otherwise it is refused */
export async function insertDraft(
  { clock, catalogue }: DraftDeps,
  tx: Tx,
  { organizationId, userId }: Editor,
  given: SurveyDraft,
  renames: boolean,
): Promise<SurveyDraftId> {
  const keys = await findKeys(tx)
  if (!renames && keys.has(given.key)) throw new InvalidFields({ key: ['already_exists'] })
  const content = { ...given, key: freeKey(given.key, keys) }
  requireLocales(catalogue, content)
  const now = clock.now()
  const id = newId<SurveyDraftId>(now)
  const made = { created_by: userId, updated_by: userId, date_created: now, updated_at: now }
  await tx
    .insertInto('survey_drafts')
    .values({ id, organization_id: organizationId, key: content.key, ...made })
    .execute()
  await tx
    .insertInto('survey_draft_contents')
    .values({ draft_id: id, organization_id: organizationId, content: JSON.stringify(content) })
    .execute()
  return id
}

/** The keys in use. The lock keeps two simultaneous calls from taking the same one. */
async function findKeys(tx: Tx): Promise<Set<string>> {
  await tx.selectFrom('organizations').select('id').forUpdate().execute()
  return new Set((await tx.selectFrom('survey_drafts').select('key').execute()).map(({ key }) => key))
}

function freeKey(wanted: string, taken: ReadonlySet<string>): string {
  if (!taken.has(wanted)) return wanted
  const stem = wanted.slice(0, 74).replace(/-+$/, '')
  for (let number = 2; ; number++) if (!taken.has(`${stem}-${number}`)) return `${stem}-${number}`
}

function requireLocales({ locales }: Catalogue, draft: SurveyDraft): void {
  const known = new Set(locales.map(({ code }) => code))
  if (!draft.locales.every((code) => known.has(code))) throw new InvalidFields({ locales: ['invalid'] })
}

/**
 * Locks a draft as it was seen.
 *
 * @throws {AppError} `not_found`; `draft_outdated` when somebody else changed it in the meantime
 */
export async function lockSeen(tx: Tx, id: SurveyDraftId, revision: number) {
  const row = await lockDraft(tx, id)
  if (row === undefined) throw new AppError('not_found')
  if (row.revision !== revision) throw new AppError('draft_outdated', { revision: row.revision })
  return row
}

export async function changeDraft(
  { clock, catalogue }: DraftDeps,
  tx: Tx,
  { userId }: Editor,
  id: SurveyDraftId,
  { revision, content }: { revision: number; content: SurveyDraft },
): Promise<void> {
  const row = await lockSeen(tx, id, revision)
  // Exports and earlier versions name the key.
  if (content.key !== row.key) throw new InvalidFields({ key: ['invalid'] })
  requireLocales(catalogue, content)
  await tx
    .updateTable('survey_drafts')
    .set({ revision: revision + 1, updated_by: userId, updated_at: clock.now() })
    .where('id', '=', id)
    .execute()
  await tx
    .updateTable('survey_draft_contents')
    .set({ content: JSON.stringify(content) })
    .where('draft_id', '=', id)
    .execute()
}

export async function removeDraft(tx: Tx, id: SurveyDraftId): Promise<void> {
  const row = await lockDraft(tx, id)
  if (row === undefined) throw new AppError('not_found')
  if (row.version !== null) throw new AppError('conflict')
  await tx.deleteFrom('survey_drafts').where('id', '=', id).execute()
}

/** Takes the survey out of use: nobody fills it in any more. Earlier answers stay. */
export async function retire(
  { clock }: DraftDeps,
  tx: Tx,
  { userId }: Editor,
  id: SurveyDraftId,
  revision: number,
): Promise<void> {
  const row = await lockSeen(tx, id, revision)
  if (row.version === null || row.retired_at !== null) throw new AppError('conflict')
  const now = clock.now()
  await tx
    .updateTable('survey_drafts')
    .set({ retired_at: now, updated_by: userId, updated_at: now })
    .where('id', '=', id)
    .execute()
  const versions = tx
    .selectFrom('surveys')
    .select('id')
    .where('organization_id', '=', row.organization_id)
    .where('key', '=', ownKeyPrefix + row.key)
  // Deletes the assignments too.
  await tx.deleteFrom('organization_surveys').where('survey_id', 'in', versions).execute()
}
