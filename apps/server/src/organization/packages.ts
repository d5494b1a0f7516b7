import type { ExaminerId, NewPackage, Package, PackageChanges, PackageId, ProtocolId, SurveyId } from '@fonema/contract'
import { sql } from 'kysely'
import type { Catalogue } from '../content/catalogue.ts'
import type { Clock } from '../platform/clock.ts'
import type { Tx } from '../platform/database/database.ts'
import { AppError, InvalidFields } from '../platform/http/errors.ts'
import { once } from '../platform/http/idempotency.ts'
import type { Implement } from '../platform/http/implement.ts'
import type { Principal } from '../platform/http/principal.ts'
import { newId } from '../platform/ids.ts'
import './tables.ts'

type Content = { surveys: readonly SurveyId[]; protocols: readonly ProtocolId[] }

export function packageRoutes(implement: Implement, { clock, catalogue }: { clock: Clock; catalogue: Catalogue }) {
  const one = '/organizations/packages/{package_id}/' as const
  const languages = new Set(catalogue.locales.map(({ lang }) => lang.code))
  const check = (tx: Tx, changes: PackageChanges, id?: PackageId) => checkPackage(tx, changes, languages, id)

  implement.inTenant('GET /organizations/packages/', ({ tx, page }) => page.read(tx, packages(tx)))
  implement.inTenant('POST /organizations/packages/', ({ tx, principal, body, request }) =>
    once(tx, clock, request, principal, async () => {
      await check(tx, body)
      const id = newId<PackageId>(clock.now())
      await tx
        .insertInto('packages')
        .values({ id, organization_id: principal.organizationId, created_at: clock.now(), ...rowOf(body) })
        .execute()
      return requirePackage(tx, id)
    }),
  )
  implement.inTenant(`PATCH ${one}`, async ({ tx, principal, params, body }) => {
    const before = await requirePackage(tx, params.package_id)
    if (Object.keys(body).length === 0) throw new InvalidFields({ non_field_errors: ['empty_data'] })
    await check(tx, body, before.id)
    const bearers = await bearersOf(tx, before)
    await tx
      .updateTable('packages')
      .set(rowOf({ ...before, ...body }))
      .where('id', '=', before.id)
      .execute()
    const after = await requirePackage(tx, before.id)
    // An empty package is nobody's.
    if (before.surveys.length + before.protocols.length > 0) await givePackage(tx, principal, bearers, after)
    return after
  })
  implement.inTenant(`DELETE ${one}`, async ({ tx, params }): Promise<undefined> => {
    await requirePackage(tx, params.package_id)
    await tx.deleteFrom('packages').where('id', '=', params.package_id).execute()
  })
  implement.inTenant(`POST ${one}assign/`, async ({ tx, principal, params, body }) => {
    const content = await requirePackage(tx, params.package_id)
    const bearers = await tx
      .selectFrom('examiners')
      .innerJoin('users', 'users.id', 'examiners.user_id')
      .select('examiners.id')
      .where('examiners.is_active', '=', true)
      .where(sql<boolean>`${body.tag.toLowerCase()} = any(users.tags)`)
      .execute()
    await givePackage(
      tx,
      principal,
      bearers.map(({ id }) => id),
      content,
    )
    return { assigned: bearers.length }
  })
}

const packages = (tx: Tx) =>
  tx.selectFrom('packages').select(['id', 'name', 'surveys', 'protocols', 'default_language'])

async function requirePackage(tx: Tx, id: PackageId): Promise<Package> {
  const found = await packages(tx).where('id', '=', id).executeTakeFirst()
  if (found === undefined) throw new AppError('not_found')
  return found
}

const rowOf = ({ name, surveys, protocols, default_language = null }: NewPackage) => ({
  name,
  surveys: [...new Set(surveys)],
  protocols: [...new Set(protocols)],
  default_language,
})

async function checkPackage(tx: Tx, changes: PackageChanges, languages: ReadonlySet<string>, id?: PackageId) {
  const { name, surveys, protocols, default_language } = changes
  // Simultaneous changes wait, so that two packages cannot get one name.
  await tx.selectFrom('organizations').select('id').forNoKeyUpdate().execute()
  const others = (await packages(tx).execute()).filter((other) => other.id !== id)
  if (others.some((other) => other.name === name)) throw new InvalidFields({ name: ['already_exists'] })
  if (default_language != null) {
    if (!languages.has(default_language)) throw new InvalidFields({ default_language: ['invalid'] })
    if (others.some((other) => other.default_language === default_language))
      throw new InvalidFields({ default_language: ['already_exists'] })
  }
  const offered = async (table: 'organization_surveys' | 'organization_protocols', column: string, ids: string[]) => {
    const { rows } = await sql<{ id: string }>`select ${sql.ref(column)} as id from ${sql.table(table)}`.execute(tx)
    const known = new Set(rows.map((row) => row.id))
    return ids.every((each) => known.has(each))
  }
  if (!(await offered('organization_surveys', 'survey_id', surveys ?? [])))
    throw new InvalidFields({ surveys: ['invalid'] })
  if (!(await offered('organization_protocols', 'protocol_id', protocols ?? [])))
    throw new InvalidFields({ protocols: ['invalid'] })
}

/** The examiners who have all of a package. */
async function bearersOf(tx: Tx, { surveys, protocols }: Content): Promise<ExaminerId[]> {
  const { rows } = await sql<{ id: ExaminerId }>`select e.id from examiners e where e.is_active
    and ${[...surveys]}::uuid[] <@ array(select survey_id from examiner_surveys where examiner_id = e.id)
    and ${[...protocols]}::uuid[] <@ array(select protocol_id from examiner_protocols where examiner_id = e.id)`.execute(
    tx,
  )
  return rows.map(({ id }) => id)
}

/** Adds a package to what the examiners have. */
export async function givePackage(
  tx: Tx,
  { organizationId }: Pick<Principal, 'organizationId'>,
  examiners: readonly ExaminerId[],
  content: Content,
) {
  const owned = examiners.map((examiner_id) => ({ organization_id: organizationId, examiner_id }))
  const surveys = owned.flatMap((row) => content.surveys.map((survey_id) => ({ ...row, survey_id })))
  const protocols = owned.flatMap((row) => content.protocols.map((protocol_id) => ({ ...row, protocol_id })))
  if (surveys.length > 0)
    await tx
      .insertInto('examiner_surveys')
      .values(surveys)
      .onConflict((conflict) => conflict.doNothing())
      .execute()
  if (protocols.length > 0)
    await tx
      .insertInto('examiner_protocols')
      .values(protocols)
      .onConflict((conflict) => conflict.doNothing())
      .execute()
}
