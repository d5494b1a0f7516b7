import type { OrganizationId } from '@fonema/contract'
import type { Tx } from '../platform/database/database.ts'
import type { SurveyRow } from './queries.ts'

/** Offers a survey to the examiners, and assigns it to those who had an older wording of it, which it replaces. */
export async function offerInsteadOfOlder(tx: Tx, organization_id: OrganizationId, survey: SurveyRow): Promise<void> {
  const { id, key, locale_id } = survey
  await tx.insertInto('organization_surveys').values({ organization_id, survey_id: id }).execute()
  const older = tx
    .selectFrom('surveys')
    .select('id')
    .where('organization_id', '=', organization_id)
    .where('key', '=', key)
    .where('locale_id', '=', locale_id)
    .where('id', '!=', id)
  const assigned = await tx
    .selectFrom('examiner_surveys')
    .select('examiner_id')
    .distinct()
    .where('survey_id', 'in', older)
    .execute()
  const rows = assigned.map(({ examiner_id }) => ({ organization_id, examiner_id, survey_id: id }))
  if (rows.length > 0) await tx.insertInto('examiner_surveys').values(rows).execute()
  // Deletes the assignments too.
  await tx.deleteFrom('organization_surveys').where('survey_id', 'in', older).execute()
}

/** Withdraws the earlier versions of a survey in every language. Deletes their assignments too. */
export async function withdrawOlder(tx: Tx, organizationId: OrganizationId, key: string, version: number) {
  const older = tx
    .selectFrom('surveys')
    .select('id')
    .where('organization_id', '=', organizationId)
    .where('key', '=', key)
    .where('wording_version', '<', version)
  await tx.deleteFrom('organization_surveys').where('survey_id', 'in', older).execute()
}
