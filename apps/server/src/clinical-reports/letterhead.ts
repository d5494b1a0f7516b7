import type { Letterhead, OrganizationId, PrintedLogo, ReportContent } from '@fonema/contract'
import type { Clock } from '../platform/clock.ts'
import type { Tx } from '../platform/database/database.ts'
import { newId } from '../platform/ids.ts'
import { sha256Of } from './canonical.ts'
import type { Logo } from './logo.ts'
import './tables.ts'

type Deps = { clock: Clock }

/** What stands above every report of the organisation. */
export async function findLetterhead(tx: Tx): Promise<Letterhead> {
  const row = await tx.selectFrom('report_letterheads').selectAll().executeTakeFirst()
  const logo = row?.logo_sha256 == null ? undefined : await findLogo(tx, row.logo_sha256)
  return { lines: row?.lines ?? [], logo: logo === undefined ? null : toPrinted(logo) }
}

const toPrinted = ({ sha256, width, height }: PrintedLogo): PrintedLogo => ({ sha256, width, height })

const findLogo = (tx: Tx, sha256: string) =>
  tx.selectFrom('report_logos').selectAll().where('sha256', '=', sha256).executeTakeFirst()

/** The name of the organisation with its letterhead, as a report copies them. */
export async function organizationNow(tx: Tx): Promise<ReportContent['organization']> {
  const { name } = await tx.selectFrom('organizations').select('name').executeTakeFirstOrThrow()
  return { name, ...(await findLetterhead(tx)) }
}

/** The bytes of the logo that a report prints; null when it prints none. */
export async function logoOf(tx: Tx, { organization }: Pick<ReportContent, 'organization'>): Promise<Buffer | null> {
  // Reports of earlier releases have no such member.
  const sha256 = organization.logo?.sha256
  return sha256 === undefined ? null : ((await findLogo(tx, sha256))?.bytes ?? null)
}

async function change(
  { clock }: Deps,
  tx: Tx,
  organization_id: OrganizationId,
  changes: { lines?: string[]; logo_sha256?: string | null },
): Promise<Letterhead> {
  const now = clock.now()
  await tx
    .insertInto('report_letterheads')
    .values({ id: newId<string>(now), organization_id, logo_sha256: null, ...changes, updated_at: now })
    .onConflict((conflict) => conflict.column('organization_id').doUpdateSet({ ...changes, updated_at: now }))
    .execute()
  return findLetterhead(tx)
}

export const changeLines = (deps: Deps, tx: Tx, organization: OrganizationId, lines: string[]) =>
  change(deps, tx, organization, { lines })

/** Signed reports and drafts keep the logo that they name. */
export const removeLogo = (deps: Deps, tx: Tx, organization: OrganizationId) =>
  change(deps, tx, organization, { logo_sha256: null })

export async function setLogo(deps: Deps, tx: Tx, organization_id: OrganizationId, logo: Logo): Promise<Letterhead> {
  const sha256 = sha256Of(logo.bytes)
  await tx
    .insertInto('report_logos')
    .values({ organization_id, sha256, ...logo })
    .onConflict((conflict) => conflict.columns(['organization_id', 'sha256']).doNothing())
    .execute()
  return change(deps, tx, organization_id, { logo_sha256: sha256 })
}
