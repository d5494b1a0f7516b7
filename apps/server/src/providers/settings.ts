import type { OrganizationId, ProviderId, ProviderRule } from '@fonema/contract'
import { sql } from 'kysely'
import type { Database, Tx } from '../platform/database/database.ts'
import { deriveKeys, type Secrets } from '../platform/keys.ts'
import { openValue, sealValue } from '../platform/sealed-value.ts'
import type { ClientSettings } from './client.ts'
import './tables.ts'

export type Settings = ClientSettings & {
  organization_id: OrganizationId
  name: string
  is_on: boolean
  trusts_email: boolean
  trusts_factor: boolean
  factor_acr: string | null
  rules: ProviderRule[]
}

/** The organisation of a provider that is on; undefined for any other id. */
export async function organizationOf(database: Database, id: ProviderId): Promise<OrganizationId | undefined> {
  const { rows } = await sql<{ id: OrganizationId | null }>`select provider_organization(${id}) as id`.execute(
    database.shared,
  )
  return rows[0]?.id ?? undefined
}

/** A provider with its secret, also one that is off. */
export async function findSettings(tx: Tx, secrets: Secrets, id: ProviderId): Promise<Settings | undefined> {
  const found = await tx
    .selectFrom('identity_providers as provider')
    .innerJoin('provider_secrets as secret', 'secret.provider_id', 'provider.id')
    .selectAll('provider')
    .select('secret.sealed_secret')
    .where('provider.id', '=', id)
    .executeTakeFirst()
  if (found === undefined) return undefined
  const { sealed_secret, ...provider } = found
  // Sealed with a key that the clinic no longer has: the provider will refuse an empty secret.
  const secret = openValue(deriveKeys(secrets, 'providers'), sealed_secret, id)?.toString() ?? ''
  return { ...provider, secret }
}

export const sealSecret = (secrets: Secrets, id: ProviderId, secret: string): Buffer =>
  sealValue(deriveKeys(secrets, 'providers'), Buffer.from(secret), id)

export const redirectUriOf = (publicUrl: string, id: ProviderId) => `${publicUrl}/sign_in/provider/${id}/`
export const logoutUriOf = (publicUrl: string, id: ProviderId) => `${publicUrl}/api/provider_logout/${id}`
