import { sql } from 'kysely'
import type { Database } from '../database/database.ts'

/**
 * After the database's clock is set back, times stored before lie in the future: jobs would wait for them, jobs of dead
 * workers would not be taken over, and the queues would not be monitored until then. This sets all of them to now.
 */
export async function resetFutureTimes({ shared }: Database): Promise<void> {
  await sql`update pgboss.job set
      created_on = least(created_on, pgboss.job_now()), start_after = least(start_after, pgboss.job_now()),
      started_on = least(started_on, pgboss.job_now()), heartbeat_on = least(heartbeat_on, pgboss.job_now())
    where state < 'completed'
      and greatest(created_on, started_on, heartbeat_on) > pgboss.job_now() + interval '1 minute'`.execute(shared)
  await sql`update pgboss.queue set monitor_on = null, monitor_claim_on = null
    where greatest(monitor_on, monitor_claim_on) > pgboss.job_now() + interval '1 minute'`.execute(shared)
  await sql`update pgboss.version set cron_on = null
    where cron_on > pgboss.job_now() + interval '1 minute'`.execute(shared)
}
