import { sql } from 'kysely'
import type { Database } from '../database/database.ts'

/**
 * When the database's clock is set back, a job that was added before would wait until its time comes again, a dead
 * worker's one be missed as late, and the queues be looked at no sooner. All of it becomes due now.
 */
export async function forgetTheFuture({ shared }: Database): Promise<void> {
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
