import type { ExaminerId, ParticipantId, SurveyId, SurveyResponseId, SurveySummary } from '@fonema/contract'
import type { Insertable, Selectable } from 'kysely'
import type { Catalogue } from '../content/catalogue.ts'
import type { Tx } from '../platform/database/database.ts'
import type { Tables } from '../platform/database/tables.ts'
import type { Page } from '../platform/http/pages.ts'
import '../content/tables.ts'
import '../organization/tables.ts'
import './tables.ts'

export type SurveyRow = Selectable<Tables['surveys']>
export type SurveyResponseRow = Selectable<Tables['survey_responses']>

/** The surveys that the examiner may fill in. */
export const assignedSurveys = (tx: Tx, examinerId: ExaminerId) =>
  tx
    .selectFrom('surveys')
    .innerJoin('examiner_surveys', 'examiner_surveys.survey_id', 'surveys.id')
    .selectAll('surveys')
    .where('examiner_surveys.examiner_id', '=', examinerId)

/** The surveys that the organisation may assign to its examiners, by name. */
export async function listOfferedSurveys(tx: Tx, catalogue: Catalogue): Promise<SurveySummary[]> {
  const rows = await tx
    .selectFrom('surveys')
    .innerJoin('organization_surveys', 'organization_surveys.survey_id', 'surveys.id')
    .select(['id', 'name', 'description', 'licence', 'source', 'locale_id'])
    .orderBy('name')
    .execute()
  return rows.map(({ locale_id, ...survey }) => ({ ...survey, locale: catalogue.requireLocale(locale_id) }))
}

export const findSurveys = (tx: Tx, ids: readonly SurveyId[]): Promise<SurveyRow[]> =>
  ids.length === 0 ? Promise.resolve([]) : tx.selectFrom('surveys').selectAll().where('id', 'in', ids).execute()

export const listResponses = (tx: Tx, page: Page, participantId: ParticipantId): Promise<SurveyResponseRow[]> =>
  page.read(tx, tx.selectFrom('survey_responses').selectAll().where('participant_id', '=', participantId))

export const findResponse = (
  tx: Tx,
  participantId: ParticipantId,
  id: SurveyResponseId,
): Promise<SurveyResponseRow | undefined> =>
  tx
    .selectFrom('survey_responses')
    .selectAll()
    .where('id', '=', id)
    .where('participant_id', '=', participantId)
    .executeTakeFirst()

export const insertResponse = (tx: Tx, row: Insertable<Tables['survey_responses']>): Promise<SurveyResponseRow> =>
  tx.insertInto('survey_responses').values(row).returningAll().executeTakeFirstOrThrow()

export const setActive = (tx: Tx, id: SurveyResponseId, active: boolean): Promise<SurveyResponseRow> =>
  tx.updateTable('survey_responses').set({ active }).where('id', '=', id).returningAll().executeTakeFirstOrThrow()
