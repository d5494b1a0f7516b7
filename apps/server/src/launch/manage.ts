import type { Ehr, EhrChanges, EhrId, NewEhr, OrganizationId } from '@fonema/contract'
import { sql } from 'kysely'
import type { Clock } from '../platform/clock.ts'
import type { Tx } from '../platform/database/database.ts'
import { AppError, InvalidFields } from '../platform/http/errors.ts'
import { newId } from '../platform/ids.ts'
import { deriveKeys, type Secrets } from '../platform/keys.ts'
import { openValue, sealValue } from '../platform/sealed-value.ts'
import { redirectUriOf } from '../providers/settings.ts'
import { checkTarget, type WebhookDeps } from '../webhooks/service.ts'
import './tables.ts'

export type ManageDeps = { clock: Clock; config: Secrets; publicUrl: string }

export const ehrs = (tx: Tx) =>
  tx
    .selectFrom('ehrs as ehr')
    .select(['ehr.id', 'ehr.provider_id', 'ehr.name', 'ehr.iss', 'ehr.client_id', 'ehr.code_system', 'ehr.is_on'])
    .select(sql<boolean>`exists (select from ehr_secrets s where s.ehr_id = ehr.id)`.as('has_secret'))

type Row = Awaited<ReturnType<ReturnType<typeof ehrs>['execute']>>[number]

export const toEhr = ({ publicUrl }: Pick<ManageDeps, 'publicUrl'>, row: Row): Ehr => ({
  ...row,
  launch_url: `${publicUrl}/launch/${row.id}/`,
  redirect_uri: redirectUriOf(publicUrl, row.provider_id),
})

export async function requireEhr(tx: Tx, deps: ManageDeps, id: EhrId): Promise<Ehr> {
  const found = await ehrs(tx).where('ehr.id', '=', id).executeTakeFirst()
  if (found === undefined) throw new AppError('not_found')
  return toEhr(deps, found)
}

/** The addresses of health records follow the rule of webhooks: public and encrypted, or allowed by the operator. */
export async function checkIss(deps: WebhookDeps, iss: string): Promise<void> {
  await checkTarget(deps, iss).catch((error) => {
    throw error instanceof InvalidFields ? new InvalidFields({ iss: error.fields.url ?? ['invalid'] }) : error
  })
}

export async function addEhr(tx: Tx, deps: ManageDeps, organization_id: OrganizationId, given: NewEhr): Promise<Ehr> {
  const now = deps.clock.now()
  const id = newId<EhrId>(now)
  const { client_secret, code_system = '', is_on = true, ...row } = given
  const provider = await tx
    .selectFrom('identity_providers')
    .select('id')
    .where('id', '=', given.provider_id)
    .executeTakeFirst()
  if (provider === undefined) throw new InvalidFields({ provider_id: ['invalid'] })
  await requireFreeName(tx, given.name)
  await tx
    .insertInto('ehrs')
    .values({ id, organization_id, ...row, code_system, is_on, created_at: now })
    .execute()
  await keepSecret(tx, deps, { organization_id, id }, client_secret ?? null)
  return requireEhr(tx, deps, id)
}

export async function changeEhr(
  tx: Tx,
  deps: ManageDeps,
  { id, organization_id }: { id: EhrId; organization_id: OrganizationId },
  changes: EhrChanges,
): Promise<Ehr> {
  const before = await requireEhr(tx, deps, id)
  if (Object.keys(changes).length === 0) throw new InvalidFields({ non_field_errors: ['empty_data'] })
  const { client_secret, ...row } = changes
  const isElsewhere = changes.iss !== undefined && changes.iss !== before.iss
  // The stored secret must not go to an address that somebody enters later.
  if (isElsewhere && before.has_secret && client_secret === undefined)
    throw new InvalidFields({ client_secret: ['required'] })
  if (changes.name !== undefined) await requireFreeName(tx, changes.name, id)
  if (Object.keys(row).length > 0) await tx.updateTable('ehrs').set(row).where('id', '=', id).execute()
  if (client_secret !== undefined) await keepSecret(tx, deps, { organization_id, id }, client_secret)
  // An id is a patient only at the server that gave it: elsewhere the same text may be another person.
  if (isElsewhere)
    for (const table of ['ehr_patients', 'ehr_arrivals'] as const)
      await tx.deleteFrom(table).where('ehr_id', '=', id).execute()
  return requireEhr(tx, deps, id)
}

async function requireFreeName(tx: Tx, name: string, id?: EhrId) {
  // Simultaneous changes wait, so that two cannot get one name.
  await tx.selectFrom('organizations').select('id').forNoKeyUpdate().execute()
  const other = await tx.selectFrom('ehrs').select('id').where('name', '=', name).executeTakeFirst()
  if (other !== undefined && other.id !== id) throw new InvalidFields({ name: ['already_exists'] })
}

async function keepSecret(
  tx: Tx,
  { config }: ManageDeps,
  { organization_id, id: ehr_id }: { organization_id: OrganizationId; id: EhrId },
  secret: string | null,
) {
  await tx.deleteFrom('ehr_secrets').where('ehr_id', '=', ehr_id).execute()
  if (secret === null) return
  const sealed_secret = sealValue(deriveKeys(config, 'providers'), Buffer.from(secret), ehr_id)
  await tx.insertInto('ehr_secrets').values({ ehr_id, organization_id, sealed_secret }).execute()
}

/** A health record that is on, with its secret. */
export async function findEhr(tx: Tx, config: Secrets, id: EhrId) {
  const row = await tx
    .selectFrom('ehrs')
    .leftJoin('ehr_secrets', 'ehr_secrets.ehr_id', 'ehrs.id')
    .selectAll('ehrs')
    .select('ehr_secrets.sealed_secret')
    .where('ehrs.id', '=', id)
    .where('ehrs.is_on', '=', true)
    .executeTakeFirst()
  if (row === undefined) return undefined
  const { sealed_secret, ...ehr } = row
  const opened = sealed_secret && openValue(deriveKeys(config, 'providers'), sealed_secret, id)
  return { ...ehr, secret: opened?.toString() ?? null }
}
export type EhrSettings = NonNullable<Awaited<ReturnType<typeof findEhr>>>
