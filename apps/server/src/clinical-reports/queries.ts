import type { ClinicalReportSummary, ParticipantId, ReportId, ReportSignature, ReportTexts } from '@fonema/contract'
import type { Insertable, Selectable, Updateable } from 'kysely'
import type { Tx } from '../platform/database/database.ts'
import type { Tables } from '../platform/database/tables.ts'
import type { Page } from '../platform/http/pages.ts'
import './tables.ts'

export type ReportRow = Selectable<Tables['clinical_reports']>
export type ShownReport = ReportRow & { is_amended: boolean }

const reports = (tx: Tx) =>
  tx
    .selectFrom('clinical_reports as report')
    .selectAll('report')
    .select(({ exists, selectFrom }) =>
      exists(
        selectFrom('clinical_reports as next')
          .select('next.id')
          .whereRef('next.number', '=', 'report.number')
          .whereRef('next.version', '>', 'report.version')
          .where('next.state', '=', 'signed'),
      )
        .$castTo<boolean>()
        .as('is_amended'),
    )

export const listReports = (tx: Tx, page: Page, participantId: ParticipantId): Promise<ShownReport[]> =>
  page.read(tx, reports(tx).where('report.participant_id', '=', participantId))

export const findReport = (tx: Tx, participantId: ParticipantId, id: ReportId): Promise<ShownReport | undefined> =>
  reports(tx).where('report.id', '=', id).where('report.participant_id', '=', participantId).executeTakeFirst()

/** Locks a version until the transaction ends, so that it is changed, signed or revoked by one call at a time. */
export const lockReport = (tx: Tx, id: ReportId) =>
  tx.selectFrom('clinical_reports').selectAll().where('id', '=', id).forUpdate().executeTakeFirstOrThrow()

/** The next number of a year, such as `2026-0147`. The row's lock makes numbers unique. */
export async function nextNumber(tx: Tx, organization_id: ReportRow['organization_id'], year: number): Promise<string> {
  const { last } = await tx
    .insertInto('clinical_report_numbers')
    .values({ organization_id, year, last: 1 })
    .onConflict((conflict) =>
      conflict
        .columns(['organization_id', 'year'])
        .doUpdateSet(({ eb, ref }) => ({ last: eb(ref('clinical_report_numbers.last'), '+', 1) })),
    )
    .returning('last')
    .executeTakeFirstOrThrow()
  return `${year}-${String(last).padStart(4, '0')}`
}

/** The version after the last one of a number, also after a revoked one. */
export async function nextVersion(tx: Tx, number: string): Promise<number> {
  const versions = tx.selectFrom('clinical_reports').select(({ fn }) => fn.max('version').as('last'))
  return (await versions.where('number', '=', number).executeTakeFirstOrThrow()).last + 1
}

export async function insertReport(tx: Tx, row: Insertable<Tables['clinical_reports']>, content: string) {
  const stored = await tx.insertInto('clinical_reports').values(row).returningAll().executeTakeFirstOrThrow()
  const owned = { report_id: stored.id, organization_id: stored.organization_id }
  await tx
    .insertInto('clinical_report_contents')
    .values({ ...owned, content })
    .execute()
  return stored
}

export const changeReport = (tx: Tx, id: ReportId, changes: Updateable<Tables['clinical_reports']>) =>
  tx.updateTable('clinical_reports').set(changes).where('id', '=', id).returningAll().executeTakeFirstOrThrow()

export const changeContent = (tx: Tx, id: ReportId, content: string) =>
  tx.updateTable('clinical_report_contents').set({ content }).where('report_id', '=', id).execute()

export const findContent = async (tx: Tx, id: ReportId): Promise<string> =>
  (
    await tx
      .selectFrom('clinical_report_contents')
      .select('content')
      .where('report_id', '=', id)
      .executeTakeFirstOrThrow()
  ).content

export const insertDocument = (tx: Tx, row: Insertable<Tables['clinical_report_documents']>) =>
  tx.insertInto('clinical_report_documents').values(row).execute()

export const findDocument = (tx: Tx, id: ReportId) =>
  tx.selectFrom('clinical_report_documents').selectAll().where('report_id', '=', id).executeTakeFirst()

export const textsOf = ({ purpose, impression, recommendations }: ReportRow): ReportTexts => ({
  purpose,
  impression,
  recommendations,
})

export function signatureOf(row: ReportRow): ReportSignature | null {
  const { signed_at, signer_name, signer_role, signer_time_zone, meaning, certificate_sha256 } = row
  if (row.state !== 'signed') return null
  // The table has them all for a signed report.
  return {
    name: signer_name!,
    role: signer_role!,
    at: signed_at!.toISOString(),
    time_zone: signer_time_zone!,
    meaning: meaning!,
    ...(certificate_sha256 !== null && {
      certificate: { subject: row.certificate_subject!, sha256: certificate_sha256 },
    }),
  }
}

export const toSummary = (row: ShownReport): ClinicalReportSummary => ({
  id: row.id,
  participant: row.participant_id,
  session: row.session_id,
  session_day: row.session_day,
  protocol: row.protocol,
  number: row.number,
  version: row.version,
  state: row.state === 'signed' && row.is_amended ? 'amended' : row.state,
  language: row.language,
  created_at: row.created_at.toISOString(),
  reason: row.reason,
  signature: signatureOf(row),
  revoked_at: row.revoked_at?.toISOString() ?? null,
  pdf_sha256: row.pdf_sha256,
})
