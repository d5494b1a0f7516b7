import type { ProviderLinkId } from '@fonema/contract'
import type { Database, Tx } from '../platform/database/database.ts'
import { AppError } from '../platform/http/errors.ts'
import { once } from '../platform/http/idempotency.ts'
import type { Implement } from '../platform/http/implement.ts'
import type { ProviderClient } from './client.ts'
import {
  addProvider,
  changeProvider,
  type ManageDeps,
  providers,
  removeProvider,
  requireProvider,
  toProvider,
} from './manage.ts'
import { describePolicy, setPolicy } from './policy.ts'
import { endProvided } from './sessions.ts'
import { findSettings } from './settings.ts'
import './tables.ts'

type Deps = ManageDeps & { database: Database; client: ProviderClient }

/** The owner decides who signs in from where; managers see it. */
export function providerManagementRoutes(implement: Implement, deps: Deps) {
  const { clock, config, database, client } = deps
  const one = '/organizations/providers/{provider_id}/' as const

  implement.inTenant('GET /organizations/providers/', async ({ tx, page }) =>
    (await page.read(tx, providers(tx))).map((row) => toProvider(deps, row)),
  )
  implement.inTenant('POST /organizations/providers/', ({ tx, principal, body, request }) =>
    once(tx, clock, request, principal, () => addProvider(tx, deps, principal.organizationId, body)),
  )
  implement.inTenant(`PATCH ${one}`, ({ tx, principal, params, body }) =>
    changeProvider(tx, deps, { id: params.provider_id, organization_id: principal.organizationId }, body),
  )
  implement.inTenant(`DELETE ${one}`, ({ tx, params }) => removeProvider(tx, deps, params.provider_id))

  implement(`POST ${one}test/`, async ({ principal, params }) => {
    const settings = await database.tenant(principal.organizationId, async (tx) => {
      await requireProvider(tx, deps, params.provider_id)
      return findSettings(tx, config, params.provider_id)
    })
    if (settings === undefined) throw new AppError('not_found')
    // Outside any transaction, because the provider may take seconds.
    return client.test(settings)
  })

  implement.inTenant('GET /organizations/provider_links/', async ({ tx, page }) => {
    const asked = tx
      .selectFrom('provider_links')
      .select(['id', 'provider_id', 'user_id', 'created_at'])
      .where('state', '=', 'asked')
    return (await page.read(tx, asked)).map((row) => ({ ...row, created_at: row.created_at.toISOString() }))
  })

  implement.inTenant(
    'POST /organizations/provider_links/{link_id}/approve/',
    async ({ tx, params }): Promise<undefined> => {
      const link = await requireLink(tx, params.link_id)
      if (link.state === 'linked') throw new AppError('conflict')
      const other = await tx
        .selectFrom('provider_links')
        .select('id')
        .where('provider_id', '=', link.provider_id)
        .where('user_id', '=', link.user_id)
        .where('state', '=', 'linked')
        .executeTakeFirst()
      // The account is somebody's already.
      if (other !== undefined) throw new AppError('conflict')
      await tx
        .updateTable('provider_links')
        .set({ state: 'linked', agreed_by: 'owner', linked_at: clock.now() })
        .where('id', '=', link.id)
        .execute()
    },
  )
  implement.inTenant('DELETE /organizations/provider_links/{link_id}/', async ({ tx, params }): Promise<undefined> => {
    const { id, provider_id, user_id, state } = await requireLink(tx, params.link_id)
    if (state === 'linked') await endProvided(tx, provider_id, { user_id }, clock.now(), 'provider_removed')
    await tx.deleteFrom('provider_links').where('id', '=', id).execute()
  })

  implement.inTenant('GET /organizations/sign_in_policy/', ({ tx, principal }) =>
    describePolicy(tx, principal.organizationId),
  )
  implement.inTenant('PATCH /organizations/sign_in_policy/', async ({ tx, principal, body }) => {
    await setPolicy(tx, principal.organizationId, body.break_glass_user_id, clock.now())
    return describePolicy(tx, principal.organizationId)
  })
}

async function requireLink(tx: Tx, id: ProviderLinkId) {
  const found = await tx
    .selectFrom('provider_links')
    .select(['id', 'provider_id', 'user_id', 'state'])
    .where('id', '=', id)
    .forUpdate()
    .executeTakeFirst()
  if (found === undefined) throw new AppError('not_found')
  return found
}
