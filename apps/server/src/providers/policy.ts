import type { OrganizationId, SignInPolicy, UserId } from '@fonema/contract'
import { sql } from 'kysely'
import { forgetTokens } from '../auth/password-tokens.ts'
import type { Tx } from '../platform/database/database.ts'
import { AppError, InvalidFields } from '../platform/http/errors.ts'
import './tables.ts'

const shownUses = 20

export async function describePolicy(tx: Tx, organizationId: OrganizationId): Promise<SignInPolicy> {
  const policy = await tx.selectFrom('sign_in_policies').selectAll().executeTakeFirst()
  // Raw, because the audit log belongs to a domain above this one.
  const uses = await sql<{ at: Date }>`select at from audit_entries where action = 'break_glass'
    order by id desc limit ${shownUses}`.execute(tx)
  const { rows } = await sql<{ count: number }>`select count(*)::int as count from credentials c
    where c.organization_id = ${organizationId} and c.is_active and not exists
      (select from provider_links l where l.user_id = c.user_id and l.state = 'linked')`.execute(tx)
  return {
    passwords_off_at: policy?.passwords_off_at?.toISOString() ?? null,
    break_glass_user_id: policy?.break_glass_user_id ?? null,
    break_glass_uses: uses.rows.map(({ at }) => at.toISOString()),
    unconnected: rows[0]!.count,
  }
}

/** Turns passwords off except one account's, or on again. */
export async function setPolicy(tx: Tx, organizationId: OrganizationId, breakGlass: UserId | null, now: Date) {
  // Waits for simultaneous changes.
  await tx.selectFrom('organizations').select('id').forNoKeyUpdate().execute()
  if (breakGlass !== null) await requireUsable(tx, organizationId, breakGlass)
  const earlier = await tx.selectFrom('sign_in_policies').selectAll().executeTakeFirst()
  const values = {
    passwords_off_at: breakGlass === null ? null : (earlier?.passwords_off_at ?? now),
    break_glass_user_id: breakGlass,
  }
  await tx
    .insertInto('sign_in_policies')
    .values({ organization_id: organizationId, ...values })
    .onConflict((conflict) => conflict.column('organization_id').doUpdateSet(values))
    .execute()
  const ofAll = tx.updateTable('credentials').where('organization_id', '=', organizationId)
  await ofAll.set({ password_use: breakGlass === null ? 'allowed' : 'off' }).execute()
  if (breakGlass === null) return
  await ofAll.set({ password_use: 'break_glass' }).where('user_id', '=', breakGlass).execute()
  const others = await tx
    .selectFrom('credentials')
    .select('user_id')
    .where('organization_id', '=', organizationId)
    .where('user_id', '<>', breakGlass)
    .execute()
  for (const { user_id } of others) await forgetTokens(tx, user_id)
}

/** The account must let a manager in: active, with a password of its own, and a way for the others to sign in. */
async function requireUsable(tx: Tx, organizationId: OrganizationId, userId: UserId) {
  const provider = await tx
    .selectFrom('identity_providers')
    .innerJoin('provider_domains', 'provider_domains.provider_id', 'identity_providers.id')
    .select('identity_providers.id')
    .where('is_on', '=', true)
    .limit(1)
    .executeTakeFirst()
  if (provider === undefined) throw new AppError('conflict')
  const { rows } = await sql`select from credentials c join managers m on m.user_id = c.user_id
    left join invitations i on i.user_id = c.user_id
    where c.organization_id = ${organizationId} and c.user_id = ${userId} and c.is_active and c.has_password
      and (i.user_id is null or i.accepted_at is not null)`.execute(tx)
  if (rows.length === 0) throw new InvalidFields({ break_glass_user_id: ['invalid'] })
}
