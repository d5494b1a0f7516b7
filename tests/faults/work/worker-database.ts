import { setTimeout as sleep } from 'node:timers/promises'
import { sql } from 'kysely'
import { signIn } from '../client.ts'
import type { Clinic, Server } from '../clinic.ts'
import { takeAllConnections } from '../database/refusals.ts'
import type { Scenario } from '../scenario.ts'
import { allDone, childrenOf, countDoubled, describeJobs, letLeasesPass, recordOne, until } from './jobs.ts'

const recordings = 3

/** The database fails under a worker that measures a campaign: each recording is measured again once. */
export const workerDatabase: Scenario = {
  name: 'worker-database',
  longOnly: true,
  title: 'PostgreSQL restarts, ends the backends or has no connection while a worker measures: every result once',
  async run({ clinic, short, random }) {
    const times = short ? 1 : 20
    const failures: string[] = []
    const web = await clinic.startServer()
    const worker = await clinic.startServer({ role: 'worker' })
    for (let i = 0; i < recordings; i++) {
      const { examiner, path } = await recordOne(clinic)
      if (!(await until(() => allDone(examiner, path)))) failures.push('a recording was not measured')
    }
    const takes = await countTakes(clinic)
    let hits = 0
    for (const [name, hinder] of Object.entries({ restart, killBackends, exhaust }))
      for (let i = 0; i < times; i++) {
        await spoilResults(clinic)
        const campaign = await startCampaign(clinic)
        await until(() => isMeasuring(worker), 60)
        await sleep(random() * 500)
        if (await isMeasuring(worker)) hits++
        await hinder(clinic, random)
        await letLeasesPass(clinic)
        const isOver = await until(async () => (await stateOf(clinic, campaign)).state === 'ended')
        const { done, failed, replaced } = await stateOf(clinic, campaign)
        if (!isOver) failures.push(`${name}: the campaign does not end: ${await describeJobs(clinic)}`)
        if (done !== takes || failed !== 0) failures.push(`${name}: ${done} measured and ${failed} failed of ${takes}`)
        if (replaced !== takes) failures.push(`${name}: ${replaced} results were replaced, not ${takes}`)
      }
    const doubled = await countDoubled(clinic)
    if (doubled > 0) failures.push(`${doubled} results are stored twice`)
    if (worker.process.exitCode !== null) failures.push(`the worker ended: ${worker.output.text.slice(-600)}`)
    if (worker.output.text.includes('unhandled_rejection')) failures.push('an unhandled rejection')
    await worker.kill()
    await web.kill()
    return { counts: { 'times each': times, 'during work': hits, recordings: takes, doubled }, failures }
  },
}

const isMeasuring = async ({ process: { pid } }: Server) => (await childrenOf(pid!)).length > 0

async function restart(clinic: Clinic, random: () => number) {
  await clinic.crashPostgres()
  await sleep(random() * 1_000)
  await clinic.startPostgres()
}

async function killBackends({ database }: Clinic) {
  await sql`select pg_terminate_backend(pid) from pg_stat_activity
    where backend_type = 'client backend' and pid <> pg_backend_pid()`.execute(database.shared)
}

async function exhaust(clinic: Clinic, random: () => number) {
  const end = await takeAllConnections(clinic)
  await sleep(random() * 2_000)
  await end()
}

const countTakes = ({ database, organizationId }: Clinic) =>
  database.tenant(organizationId, async (tx) => {
    const { rows } = await sql<{
      count: number
    }>`select count(distinct take_id)::int as count from feature_results`.execute(tx)
    return rows[0]!.count
  })

/** One result of each recording becomes another one, so that measuring again replaces it. */
const spoilResults = ({ database, organizationId }: Clinic) =>
  database.tenant(organizationId, (tx) =>
    sql`update feature_results set scores = '{"f0_mean_hz": 1}' where entry = 'prosody'`.execute(tx),
  )

/** The web process may still be without a connection. */
async function startCampaign({ baseUrl }: Clinic): Promise<string> {
  let id: unknown
  await until(async () => {
    const owner = await signIn(baseUrl).catch(() => undefined)
    if (owner === undefined) return false
    const { status, body } = await owner.post('/measuring/campaigns/', {})
    id = body.id
    return status === 201
  }, 60)
  return String(id)
}

type State = { state: string; done: number; failed: number; replaced: number }

/** The connections of this process may have ended, too. */
async function stateOf({ database, organizationId }: Clinic, id: string): Promise<State> {
  const none = { state: 'unknown', done: 0, failed: 0, replaced: 0 }
  const read = database.tenant(organizationId, async (tx) => {
    const { rows } = await sql<State>`select state, done, failed,
        (select count(*)::int from replaced_results where campaign_id = c.id) as replaced
      from measuring_campaigns c join measuring_campaign_progress p on p.campaign_id = c.id where c.id = ${id}`.execute(
      tx,
    )
    return rows[0] ?? none
  })
  return read.catch(() => none)
}
