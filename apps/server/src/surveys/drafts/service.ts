import { longestSurveyKey, type NewSurveyDraft, type SurveyDraft, type SurveyDraftId } from '@fonema/contract'
import type { z } from 'zod'
import type { Catalogue } from '../../content/catalogue.ts'
import { ownKeyPrefix } from '../../content/checks.ts'
import { type Editor, freeKey, ownDrafts } from '../../organization/drafts/drafts.ts'
import type { Clock } from '../../platform/clock.ts'
import type { Tx } from '../../platform/database/database.ts'
import { InvalidFields } from '../../platform/http/errors.ts'
import { copyOf } from './copy.ts'

export type DraftDeps = { clock: Clock; catalogue: Catalogue }

export const surveyDrafts = ownDrafts('survey')

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
  editor: Editor,
  given: SurveyDraft,
  renames: boolean,
): Promise<SurveyDraftId> {
  const taken = await surveyDrafts.lockKeys(tx)
  if (!renames && taken.has(given.key)) throw new InvalidFields({ key: ['already_exists'] })
  requireLocales(catalogue, given)
  return surveyDrafts.insert(tx, clock, editor, { ...given, key: freeKey(given.key, taken, longestSurveyKey) })
}

function requireLocales({ locales }: Catalogue, draft: SurveyDraft): void {
  const known = new Set(locales.map(({ code }) => code))
  if (!draft.locales.every((code) => known.has(code))) throw new InvalidFields({ locales: ['invalid'] })
}

export async function changeDraft(
  { clock, catalogue }: DraftDeps,
  tx: Tx,
  editor: Editor,
  id: SurveyDraftId,
  change: { revision: number; content: SurveyDraft },
): Promise<void> {
  // A refusal undoes the change, which is in the same transaction.
  await surveyDrafts.change(tx, clock, editor, id, change)
  requireLocales(catalogue, change.content)
}

/** Takes the survey out of use: nobody fills it in any more. Earlier answers stay. */
export async function retire(
  { clock }: DraftDeps,
  tx: Tx,
  editor: Editor,
  id: SurveyDraftId,
  revision: number,
): Promise<void> {
  const { organization_id, key } = await surveyDrafts.noteRetired(tx, clock, editor, id, revision)
  const versions = tx
    .selectFrom('surveys')
    .select('id')
    .where('organization_id', '=', organization_id)
    .where('key', '=', ownKeyPrefix + key)
  // Deletes the assignments too.
  await tx.deleteFrom('organization_surveys').where('survey_id', 'in', versions).execute()
}
