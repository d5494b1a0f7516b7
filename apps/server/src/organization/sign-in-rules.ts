import type { SignInRules } from '@fonema/contract'
import { minPasswordLength } from '@fonema/contract/password-rules'
import { sql } from 'kysely'
import type { Config } from '../config.ts'
import type { Tx } from '../platform/database/database.ts'
import type { Implement } from '../platform/http/implement.ts'
import './tables.ts'

type Deps = { config: Pick<Config, 'lockout' | 'session'> }

export function signInRuleRoutes(implement: Implement, { config }: Deps) {
  implement.inTenant('GET /organizations/sign_in_rules/', ({ tx }) => describe(tx, config))
  implement.inTenant('PATCH /organizations/sign_in_rules/', async ({ tx, body }) => {
    const { examiner, manager } = body.second_factor_required_from
    await tx
      .updateTable('organizations')
      .set({ examiner_factor_from: examiner, manager_factor_from: manager })
      .execute()
    return describe(tx, config)
  })
}

async function describe(tx: Tx, { lockout, session }: Deps['config']): Promise<SignInRules> {
  const counts = await sql<{ users: number; with_factor: number }>`
    select count(*)::int as users, count(f.user_id)::int as with_factor
    from credentials c left join second_factors f on f.user_id = c.user_id
    where c.organization_id = current_organization() and c.is_active`.execute(tx)
  const required = await tx
    .selectFrom('organizations')
    .select(['examiner_factor_from as examiner', 'manager_factor_from as manager'])
    .executeTakeFirstOrThrow()
  return {
    password: { min_length: minPasswordLength },
    lockout: {
      attempts: lockout.attempts,
      minutes: lockout.seconds / 60,
      all_attempts: lockout.ofAllNetworks.attempts,
      all_minutes: lockout.ofAllNetworks.seconds / 60,
    },
    session: { idle_minutes: session.idleSeconds / 60, absolute_hours: session.absoluteSeconds / 3600 },
    second_factor: { ...counts.rows[0]!, required_from: required },
  }
}
