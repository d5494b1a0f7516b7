import { createHmac } from 'node:crypto'
import type { ScimTokenId } from '@fonema/contract'
import { sql } from 'kysely'
import { hashOfToken } from '../auth/tokens.ts'
import type { Tx } from '../platform/database/database.ts'
import { AppError, InvalidFields } from '../platform/http/errors.ts'
import { once } from '../platform/http/idempotency.ts'
import type { Implement } from '../platform/http/implement.ts'
import { newId } from '../platform/ids.ts'
import type { KeyRing } from '../platform/keys.ts'
import { applyRules, type RuleDeps } from './rules.ts'
import './tables.ts'

type Deps = RuleDeps & { keys: KeyRing; publicUrl: string }

/** The token of an id. It is random to anybody without the key, and made again for a repeated call. */
const tokenOf = (key: Buffer, id: ScimTokenId) => `scim_${createHmac('sha256', key).update(id).digest('base64url')}`

/** The managers' side: tokens of directories, and what their groups mean. */
export function scimSettingRoutes(implement: Implement, deps: Deps) {
  const { clock, keys, publicUrl } = deps

  implement.inTenant('GET /organizations/scim/', async ({ tx }) => {
    const groups = await tx.selectFrom('scim_groups').select('display_name').orderBy('display_name').execute()
    return { address: `${publicUrl}/scim/v2`, groups: groups.map(({ display_name }) => display_name) }
  })

  const tokens = (tx: Tx) => tx.selectFrom('scim_tokens').select(['id', 'name', 'created_at', 'last_used_at'])
  type Row = Awaited<ReturnType<ReturnType<typeof tokens>['execute']>>[number]
  const view = ({ created_at, last_used_at, ...row }: Row) => ({
    ...row,
    created_at: created_at.toISOString(),
    last_used_at: last_used_at?.toISOString() ?? null,
  })
  implement.inTenant('GET /organizations/scim/tokens/', async ({ tx, page }) =>
    (await page.read(tx, tokens(tx))).map(view),
  )
  implement.inTenant('POST /organizations/scim/tokens/', async ({ tx, principal, body, request }) => {
    const { organizationId: organization_id, userId: created_by } = principal
    const made = await once(tx, clock, request, principal, async () => {
      const now = clock.now()
      const id = newId<ScimTokenId>(now)
      const row = { id, organization_id, name: body.name, created_at: now, created_by }
      await tx
        .insertInto('scim_tokens')
        .values({ ...row, hash: hashOfToken(tokenOf(keys[0], id)) })
        .execute()
      return view(await tokens(tx).where('id', '=', id).executeTakeFirstOrThrow())
    })
    const stored = await tx.selectFrom('scim_tokens').select('hash').where('id', '=', made.id).executeTakeFirst()
    // Revoked meanwhile, or made with a key that is not known any more.
    const token = keys.map((key) => tokenOf(key, made.id)).find((each) => stored?.hash.equals(hashOfToken(each)))
    if (token === undefined) throw new AppError('conflict')
    return { ...made, token }
  })
  implement.inTenant(
    'DELETE /organizations/scim/tokens/{scim_token_id}/',
    async ({ tx, params }): Promise<undefined> => {
      const { numDeletedRows } = await tx
        .deleteFrom('scim_tokens')
        .where('id', '=', params.scim_token_id)
        .executeTakeFirstOrThrow()
      if (numDeletedRows === 0n) throw new AppError('not_found')
    },
  )

  const rules = (tx: Tx) => tx.selectFrom('scim_group_rules').select(['group_name as group', 'role', 'tags'])
  implement.inTenant('GET /organizations/scim/rules/', ({ tx, page }) => page.read(tx, rules(tx)))
  implement.inTenant('PATCH /organizations/scim/rules/', async ({ tx, principal, body }) => {
    await tx.selectFrom('organizations').select('id').forNoKeyUpdate().execute()
    const keyOf = (name: string) => name.toLowerCase()
    if (new Set(body.map(({ group }) => keyOf(group))).size < body.length)
      throw new InvalidFields({ group: ['already_exists'] })
    const present = await rules(tx).execute()
    const ofManagers = (list: typeof present) =>
      list
        .filter(({ role }) => role === 'manager')
        .map(({ group }) => keyOf(group))
        .sort()
        .join('\n')
    // Only the owner appoints and dismisses managers.
    if (ofManagers(present) !== ofManagers(body) && !principal.roles.is_owner) throw new AppError('permission_denied')
    const names = body.map(({ group }) => keyOf(group))
    await sql`delete from scim_group_rules where lower(group_name) <> all(${names}::text[])`.execute(tx)
    for (const { group, role, tags } of body)
      await sql`insert into scim_group_rules (id, organization_id, group_name, role, tags)
        values (${newId()}, ${principal.organizationId}, ${group}, ${role}, ${tags})
        on conflict (organization_id, lower(group_name))
        do update set group_name = excluded.group_name, role = excluded.role, tags = excluded.tags`.execute(tx)
    await applyRules(deps, tx, principal.organizationId)
    return rules(tx).orderBy('group').execute()
  })
}
