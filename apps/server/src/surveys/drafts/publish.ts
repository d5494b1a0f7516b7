import { type SurveyDraft, type SurveyDraftId, type SurveyId, surveyGapsOf, versionOf } from '@fonema/contract'
import { ownKeyPrefix } from '../../content/checks.ts'
import { SurveyDefinition } from '../../content/survey-file.ts'
import type { Editor } from '../../organization/drafts/drafts.ts'
import type { Tx } from '../../platform/database/database.ts'
import { AppError } from '../../platform/http/errors.ts'
import { newId } from '../../platform/ids.ts'
import { offerInsteadOfOlder, withdrawOlder } from '../offer.ts'
import { findDraft } from './queries.ts'
import { type DraftDeps, surveyDrafts } from './service.ts'

/**
 * Publishes a draft as a new version: one survey for each language, offered to the examiners and assigned to those who
 * had the version before. Filled-in surveys keep the version that they answered.
 *
 * @throws {AppError} `survey_incomplete` with the gaps; `conflict` when this revision is published already
 */
export async function publish(
  { clock, catalogue }: DraftDeps,
  tx: Tx,
  editor: Editor,
  id: SurveyDraftId,
  revision: number,
): Promise<void> {
  const { organizationId } = editor
  const row = await surveyDrafts.lockSeen(tx, id, revision)
  if (row.published_revision === revision && row.retired_at === null) throw new AppError('conflict')
  const { content } = (await findDraft(tx, id))! // it is locked
  const gaps = surveyGapsOf(content)
  if (gaps.length > 0) throw new AppError('survey_incomplete', { gaps })
  const version = (row.version ?? 0) + 1
  const now = clock.now()
  const key = ownKeyPrefix + row.key
  for (const locale of content.locales) {
    const survey = await tx
      .insertInto('surveys')
      .values({
        id: newId<SurveyId>(now),
        organization_id: organizationId,
        key,
        wording_version: version,
        locale_id: catalogue.locales.find(({ code }) => code === locale)!.id, // checked when it was saved
        ...wordsOf(content, locale),
        licence: content.licence,
        source: content.source,
        definition: JSON.stringify(SurveyDefinition.parse(versionOf(content, locale))),
      })
      .returningAll()
      .executeTakeFirstOrThrow()
    await offerInsteadOfOlder(tx, organizationId, survey)
  }
  // Also those in languages that the new version no longer has.
  await withdrawOlder(tx, organizationId, key, version)
  await surveyDrafts.notePublished(tx, clock, editor, id, { version, revision })
}

const wordsOf = ({ texts }: SurveyDraft, locale: string) => {
  const { name, description } = texts[locale]! // not a gap
  return { name, description }
}
