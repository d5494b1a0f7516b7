import type { NewProvider, OrganizationId, Provider, ProviderChanges, ProviderId, ProviderRule } from '@fonema/contract'
import { sql } from 'kysely'
import type { Config } from '../config.ts'
import type { Clock } from '../platform/clock.ts'
import type { Tx } from '../platform/database/database.ts'
import { AppError, InvalidFields } from '../platform/http/errors.ts'
import { newId } from '../platform/ids.ts'
import { endProvided } from './sessions.ts'
import { logoutUriOf, redirectUriOf, sealSecret } from './settings.ts'
import './tables.ts'

export type ManageDeps = { clock: Clock; config: Config; publicUrl: string }

const standardScope = 'openid email profile'

export const providers = (tx: Tx) =>
  tx
    .selectFrom('identity_providers as provider')
    .select([
      ...(['provider.id', 'provider.name', 'provider.issuer', 'provider.client_id', 'provider.is_on'] as const),
      ...(['provider.scope', 'provider.trusts_email', 'provider.trusts_factor', 'provider.factor_acr'] as const),
      'provider.rules',
    ])
    .select([
      sql<string[]>`array(select domain from provider_domains d where d.provider_id = provider.id order by domain)`.as(
        'domains',
      ),
      sql<number>`(select count(*)::int from provider_links l where l.provider_id = provider.id and l.state = 'linked')`.as(
        'accounts',
      ),
    ])

type Row = Awaited<ReturnType<ReturnType<typeof providers>['execute']>>[number]

export const toProvider = ({ publicUrl }: Pick<ManageDeps, 'publicUrl'>, row: Row): Provider => ({
  ...row,
  redirect_uri: redirectUriOf(publicUrl, row.id),
  logout_uri: logoutUriOf(publicUrl, row.id),
})

export async function requireProvider(tx: Tx, deps: ManageDeps, id: ProviderId): Promise<Provider> {
  const found = await providers(tx).where('provider.id', '=', id).executeTakeFirst()
  if (found === undefined) throw new AppError('not_found')
  return toProvider(deps, found)
}

export async function addProvider(tx: Tx, deps: ManageDeps, organization_id: OrganizationId, given: NewProvider) {
  const { clock, config } = deps
  const now = clock.now()
  const id = newId<ProviderId>(now)
  const { domains, client_secret, rules = [], ...row } = given
  await check(tx, given)
  await tx
    .insertInto('identity_providers')
    .values({
      id,
      organization_id,
      ...row,
      is_on: row.is_on ?? true,
      trusts_email: row.trusts_email ?? false,
      trusts_factor: row.trusts_factor ?? false,
      factor_acr: row.factor_acr ?? null,
      scope: row.scope ?? standardScope,
      rules: JSON.stringify(rules),
      created_at: now,
      changed_at: now,
    })
    .execute()
  await keepSecret(tx, deps, { organization_id, id }, client_secret)
  await setDomains(tx, config, { organization_id, id }, domains)
  return requireProvider(tx, deps, id)
}

export async function changeProvider(
  tx: Tx,
  deps: ManageDeps,
  { id, organization_id }: { id: ProviderId; organization_id: OrganizationId },
  changes: ProviderChanges,
) {
  const before = await requireProvider(tx, deps, id)
  if (Object.keys(changes).length === 0) throw new InvalidFields({ non_field_errors: ['empty_data'] })
  const now = deps.clock.now()
  const { domains, client_secret, rules, ...row } = changes
  await check(tx, changes, id)
  const isElsewhere = changes.issuer !== undefined && changes.issuer !== before.issuer
  // The stored secret must not go to an address that somebody enters later.
  if (isElsewhere && client_secret === undefined) throw new InvalidFields({ client_secret: ['required'] })
  await tx
    .updateTable('identity_providers')
    .set({ ...row, ...(rules !== undefined && { rules: JSON.stringify(rules) }), changed_at: now })
    .where('id', '=', id)
    .execute()
  if (client_secret !== undefined) await keepSecret(tx, deps, { organization_id, id }, client_secret)
  if (domains !== undefined) await setDomains(tx, deps.config, { organization_id, id }, domains)
  // A subject is somebody only at the issuer that named them: elsewhere the same text may be another person.
  if (isElsewhere) await tx.deleteFrom('provider_links').where('provider_id', '=', id).execute()
  if (isElsewhere || changes.is_on === false) await endProvided(tx, id, {}, now, 'provider_removed')
  return requireProvider(tx, deps, id)
}

export async function removeProvider(tx: Tx, deps: ManageDeps, id: ProviderId): Promise<undefined> {
  await requireProvider(tx, deps, id)
  await endProvided(tx, id, {}, deps.clock.now(), 'provider_removed')
  await tx.deleteFrom('identity_providers').where('id', '=', id).execute()
}

const keepSecret = (
  tx: Tx,
  { config }: ManageDeps,
  { organization_id, id }: { organization_id: OrganizationId; id: ProviderId },
  secret: string,
) => {
  const sealed_secret = sealSecret(config, id, secret)
  return tx
    .insertInto('provider_secrets')
    .values({ provider_id: id, organization_id, sealed_secret })
    .onConflict((conflict) => conflict.column('provider_id').doUpdateSet({ sealed_secret }))
    .execute()
}

async function check(tx: Tx, { name, rules }: ProviderChanges, id?: ProviderId) {
  // Simultaneous changes wait, so that two providers cannot get one name.
  await tx.selectFrom('organizations').select('id').forNoKeyUpdate().execute()
  const others = await tx.selectFrom('identity_providers').select(['id', 'name']).execute()
  if (others.some((other) => other.id !== id && other.name === name))
    throw new InvalidFields({ name: ['already_exists'] })
  await checkPackages(tx, rules ?? [])
}

async function checkPackages(tx: Tx, rules: readonly ProviderRule[]) {
  const wanted = new Set(rules.flatMap(({ packages }) => packages))
  if (wanted.size === 0) return
  const found = await tx
    .selectFrom('packages')
    .select('id')
    .where('id', 'in', [...wanted])
    .execute()
  if (found.length < wanted.size) throw new InvalidFields({ rules: ['invalid'] })
}

/**
 * Gives the provider these domains. A domain decides where people of the whole installation are sent to enter their
 * password, so another organisation's is refused; with several organisations, the administrator of the server says
 * whose it is (`SIGN_IN_DOMAINS`).
 */
async function setDomains(
  tx: Tx,
  { signInDomains }: Config,
  { organization_id, id }: { organization_id: OrganizationId; id: ProviderId },
  given: readonly string[],
) {
  const domains = [...new Set(given)]
  for (const domain of domains) {
    const { rows } = await sql<{ is_claimed: boolean; has_neighbours: boolean }>`
      select * from provider_domain_claims(${domain}, ${organization_id})`.execute(tx)
    const { is_claimed, has_neighbours } = rows[0]!
    const isApproved = signInDomains.get(domain) === organization_id
    if (is_claimed) throw new InvalidFields({ domains: ['already_exists'] })
    if (has_neighbours && !isApproved) throw new InvalidFields({ domains: ['not_approved'] })
  }
  await tx.deleteFrom('provider_domains').where('provider_id', '=', id).where('domain', 'not in', domains).execute()
  const present = await tx.selectFrom('provider_domains').select(['domain', 'provider_id']).execute()
  const added = domains.filter((domain) => !present.some((one) => one.domain === domain && one.provider_id === id))
  if (added.length === 0) return
  const inserted = await tx
    .insertInto('provider_domains')
    .values(added.map((domain) => ({ domain, organization_id, provider_id: id })))
    .onConflict((conflict) => conflict.column('domain').doNothing())
    .returning('domain')
    .execute()
  // Of another provider of this organisation, or claimed by another at this moment.
  if (inserted.length < added.length) throw new InvalidFields({ domains: ['already_exists'] })
}
