import { readFile } from 'node:fs/promises'
import { setTimeout as sleep } from 'node:timers/promises'
import { sql } from 'kysely'
import '../../../apps/server/src/analysis/tables.ts'
import { type Examiner, recordingOf, signIn, startSession, upload } from '../client.ts'
import type { Clinic } from '../clinic.ts'

/** Lets leases expire: jobs in progress have had no heartbeat for a minute. The next check finds them. */
export async function letLeasesPass({ database }: Clinic) {
  await sql`update pgboss.job set heartbeat_on = heartbeat_on - interval '1 minute' where state = 'active'`.execute(
    database.shared,
  )
  await sql`update pgboss.queue set monitor_claim_on = null, monitor_on = null`.execute(database.shared)
}

/** Deletes jobs that other scenarios left: their recordings and mails wait until a worker runs. */
export async function forgetJobs({ database }: Clinic) {
  await sql`delete from pgboss.job`.execute(database.shared)
}

export async function countJobs({ database }: Clinic, name: string, states: readonly string[]): Promise<number> {
  const { rows } = await sql<{ count: number }>`select count(*)::int as count from pgboss.job
    where state::text = any(${states}) and name = ${name}`.execute(database.shared)
  return rows[0]!.count
}

/** The unfinished jobs, for the message of a failure. */
export async function describeJobs({ database }: Clinic): Promise<string> {
  const { rows } = await sql`select name, state, retry_count, start_after, heartbeat_on, output, now()
    from pgboss.job where state < 'completed'`.execute(database.shared)
  return JSON.stringify(rows)
}

export async function until(isSo: () => Promise<boolean>, seconds = 180): Promise<boolean> {
  for (const end = Date.now() + seconds * 1000; Date.now() < end; await sleep(50)) if (await isSo()) return true
  return false
}

type Results = { responses: { feature_extraction_res: { status: string; error: string | null }[] }[] }

/** Every function's result of a session, as the page shows it. */
export async function resultsOf(examiner: Examiner, sessionPath: string) {
  const { status, body } = await examiner.get(sessionPath)
  if (status === 401) await examiner.renew()
  if (status !== 200) return [{ status: 'pending', error: null }]
  return (body as unknown as Results).responses.flatMap(({ feature_extraction_res }) => feature_extraction_res)
}

export const allDone = async (examiner: Examiner, sessionPath: string) => {
  const results = await resultsOf(examiner, sessionPath)
  return results.length > 0 && results.every(({ status }) => status !== 'pending')
}

/** All results in the database. */
export const readResults = (clinic: Clinic) =>
  clinic.database.tenant(clinic.organizationId, (tx) =>
    tx
      .selectFrom('feature_results')
      .select(['id', 'take_id', 'entry', 'function_version', 'status', 'error', 'scores', 'updated_at'])
      .orderBy('id')
      .execute(),
  )

/** Counts results of the same function and version for one take: there must be none. */
export async function countDoubled(clinic: Clinic): Promise<number> {
  const rows = await readResults(clinic)
  return rows.length - new Set(rows.map((row) => [row.take_id, row.entry, row.function_version].join())).size
}

export async function childrenOf(pid: number): Promise<number[]> {
  const text = await readFile(`/proc/${pid}/task/${pid}/children`, 'utf8').catch(() => '')
  return text.split(' ').filter(Boolean).map(Number)
}

/** A recording with a planned measurement. */
export async function recordOne(clinic: Clinic, seconds = 4) {
  const examiner = await signIn(clinic.baseUrl)
  const session = await startSession(examiner)
  const item = session.items[0]!
  const recording = recordingOf(item.min_duration + seconds)
  const { status } = await upload(clinic.baseUrl, examiner, session.pathOf(item), recording)
  if (status !== 201) throw new Error(`the recording was not accepted: ${status}`)
  return { examiner, path: session.path }
}
