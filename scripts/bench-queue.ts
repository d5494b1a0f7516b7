/**
 * `npm run tool -- bench-queue [--pending 10000000] [--fetches 2000]`: how fast a worker gets its next job while that
 * many recordings wait to be measured again. They wait in the product's own rows: a campaign and the renewal of measures
 * fill the queue up to their limits, and again while jobs are fetched. Prints milliseconds.
 */
import { parseArgs } from 'node:util'
import type { CampaignId } from '@fonema/contract'
import { sql } from 'kysely'
import pg from 'pg'
import { PgBoss } from 'pg-boss'
import { feedCampaigns } from '../apps/server/src/analysis/campaigns/feed.ts'
import { countTakes, insertCampaign } from '../apps/server/src/analysis/campaigns/queries.ts'
import { planRenewal } from '../apps/server/src/analysis/renewal.ts'
import { runtimeRole } from '../apps/server/src/platform/database/database.ts'
import { newId } from '../apps/server/src/platform/ids.ts'
import { openQueue, queueSchema } from '../apps/server/src/platform/jobs/queue.ts'
import { findRoom } from '../apps/server/src/platform/jobs/rounds.ts'
import { recordingOf, signIn, startSession, upload } from '../tests/faults/client.ts'
import { type Clinic, openClinic } from '../tests/faults/clinic.ts'
import { quantile } from './load/watch.ts'

const { values } = parseArgs({
  options: { pending: { type: 'string', default: '10000000' }, fetches: { type: 'string', default: '2000' } },
})
const [pending, fetches] = [values.pending, values.fetches].map(Number) as [number, number]
/** The queue is filled again after so many fetches: a worker does this every five seconds. */
const refillEvery = 100

const clinic = await openClinic()
const queue = await openQueue(clinic.databaseUrl, () => {})
const boss = new PgBoss({
  connectionString: clinic.databaseUrl,
  schema: queueSchema,
  options: `-c role=${runtimeRole}`,
  migrate: false,
  createSchema: false,
  supervise: false,
  schedule: false,
})
boss.on('error', (error) => console.error(error))
try {
  await fill(clinic)
  await startCampaign(clinic)
  const deps = { database: clinic.database, queue, clock: { now: () => new Date() } }
  const stopping = new AbortController()
  const renewing = planRenewal({ ...deps, signal: stopping.signal })
  await feedCampaigns(deps)
  while ((await findRoom(clinic.database.shared, 'renewal of measures')) > 0) await new Promise(setImmediate)
  stopping.abort()
  await renewing
  await boss.start()
  const waiting = await count("select count(*)::int as count from pgboss.job where state < 'active'")
  const found = { fetch: [] as number[], feed: [] as number[] }
  for (let i = 0; i < fetches; i++) {
    const began = performance.now()
    const [job] = await boss.fetch('measure-take', { batchSize: 1, includeMetadata: true })
    found.fetch.push(performance.now() - began)
    if (job === undefined) throw new Error('the queue is empty')
    await boss.complete('measure-take', job.id)
    if (i % refillEvery === 0) {
      const feeding = performance.now()
      await feedCampaigns(deps)
      found.feed.push(performance.now() - feeding)
    }
  }
  console.log(`${pending} recordings wait in our rows, ${waiting} jobs in the queue`)
  for (const [name, times] of Object.entries(found))
    console.log(
      `${name.padEnd(6)} ${times.length} times: median ${quantile(times, 0.5).toFixed(1)} ms, ` +
        `p99 ${quantile(times, 0.99).toFixed(1)} ms, longest ${Math.max(...times).toFixed(1)} ms`,
    )
} finally {
  await boss.stop({ graceful: false })
  await queue.stop()
  await clinic.close()
}

async function count(text: string): Promise<number> {
  const { rows } = await sql.raw<{ count: number }>(text).execute(clinic.database.shared)
  return rows[0]!.count
}

/** Takes of one recorded item, with one measured function each: the others are to be measured. */
async function fill({ databaseUrl, baseUrl, startServer }: Clinic) {
  const server = await startServer()
  const examiner = await signIn(baseUrl)
  const session = await startSession(examiner)
  const item = session.items[0]!
  const { status } = await upload(baseUrl, examiner, session.pathOf(item), recordingOf(item.min_duration + 1))
  if (status !== 201) throw new Error(`the recording was not accepted: ${status}`)
  await server.kill()
  const client = new pg.Client({ connectionString: databaseUrl })
  await client.connect()
  // Consistent by construction, so that it is not checked again; and not audited.
  await client.query('set session_replication_role = replica')
  await client.query('delete from pgboss.job')
  // Ids in order, so that every index grows at its end: with random ones the filling takes hours.
  const changed: Record<string, string> = {
    id: orderedId('1'),
    take: 'n + 1',
    sent_take: 'n + 1',
    counts: 'false',
    object_key: "'bench/' || lpad(n::text, 12, '0')",
    stored_at: "stored_at - n * interval '1 second'",
  }
  const { rows } = await client.query<{ name: string }>(
    `select quote_ident(column_name) as name from information_schema.columns
     where table_schema = 'public' and table_name = 'takes' and is_generated = 'NEVER'`,
  )
  const columns = rows.map(({ name }) => name)
  await client.query(
    `insert into takes (${columns}) select ${columns.map((name) => changed[name] ?? name)}
     from takes cross join generate_series(1, $1::int - 1) n`,
    [pending],
  )
  await client.query(`delete from feature_results`)
  await client.query(`insert into feature_results (id, organization_id, take_id, entry, function_version, status, updated_at)
    select ${orderedId('2')}, organization_id, id, 'recording_quality', 1, 'ready', now()
    from (select *, row_number() over (order by id) as n from takes) take`)
  await client.query('vacuum analyze takes')
  await client.query('vacuum analyze feature_results')
  await client.end()
}

/** An identifier made of the row's number, which sorts by it. */
function orderedId(kind: string): string {
  return `('00000000-0000-7000-800${kind}-' || lpad(to_hex(n), 12, '0'))::uuid`
}

async function startCampaign({ database, organizationId }: Clinic) {
  const now = new Date()
  await database.tenant(organizationId, async (tx) => {
    const { id: requested_by } = await tx.selectFrom('users').select('id').executeTakeFirstOrThrow()
    const scope = { organization_id: organizationId, protocol_id: null, from_day: null, to_day: null, time_zone: 'UTC' }
    const row = { ...scope, id: newId<CampaignId>(now), requested_by, created_at: now, ended_at: null }
    await insertCampaign(tx, { ...row, state: 'running' }, await countTakes(tx, scope, now))
  })
}
