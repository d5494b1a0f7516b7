import { minPasswordLength } from '@fonema/contract/password-rules'
import { sql } from 'kysely'
import type { Config } from '../config.ts'
import type { Implement } from '../platform/http/implement.ts'

export function signInRuleRoutes(implement: Implement, { config }: { config: Pick<Config, 'lockout' | 'session'> }) {
  implement.inTenant('GET /organizations/sign_in_rules/', async ({ tx, principal }) => {
    const { rows } = await sql<{ users: number; with_factor: number }>`
      select count(*)::int as users, count(f.user_id)::int as with_factor
      from credentials c left join second_factors f on f.user_id = c.user_id
      where c.organization_id = ${principal.organizationId} and c.is_active`.execute(tx)
    const { lockout, session } = config
    return {
      password: { min_length: minPasswordLength },
      lockout: {
        attempts: lockout.attempts,
        minutes: lockout.seconds / 60,
        all_attempts: lockout.ofAllNetworks.attempts,
        all_minutes: lockout.ofAllNetworks.seconds / 60,
      },
      session: { idle_minutes: session.idleSeconds / 60, absolute_hours: session.absoluteSeconds / 3600 },
      second_factor: rows[0]!,
    }
  })
}
