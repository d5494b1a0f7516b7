import { randomUUID } from 'node:crypto'
import type { OrganizationId } from '@fonema/contract'
import { sql } from 'kysely'
import { backgroundTasks } from '../../../apps/server/src/platform/background.ts'
import { openQueue, type QueueName, queueOptions } from '../../../apps/server/src/platform/jobs/queue.ts'
import { type Clinic, openClinic } from '../clinic.ts'
import type { Scenario } from '../scenario.ts'
import { until } from './jobs.ts'

/** Jobs for objects that do not exist: each completes as soon as it does not fail. */
const payloads: Record<QueueName, (id: string, organization_id: OrganizationId) => object> = {
  'measure-take': (id, organization_id) => ({ organization_id, take_id: id }),
  'compute-index': (id, organization_id) => ({ organization_id, protocol_response_id: id }),
  'transcribe-take': (id, organization_id) => ({ organization_id, take_id: id }),
  'compute-population': (id, organization_id) => ({ organization_id, population_id: id }),
  'download-model': (id) => ({ name: id }),
  'send-password-mail': (id) => ({ user_id: id, purpose: 'reset' }),
  'make-takeout': (id, organization_id) => ({ organization_id, takeout_id: id }),
  'compress-take': (id, organization_id) => ({ organization_id, take_id: id }),
  'remove-replaced': (id) => ({ id }),
  'remove-objects': (id) => ({ keys: [id] }),
  scrub: (id) => ({ id }),
  'forget-deliveries': (id) => ({ id }),
  'forget-tokens': (id) => ({ id }),
  'plan-reminders': (id) => ({ id }),
  'send-reminder': (id, organization_id) => ({
    user_id: id,
    organization_id,
    kind: 'visits_today',
    day: '2026-01-01',
  }),
}

/** Each background task (from the product's own list) and a job of each queue fail at first. */
export const background: Scenario = {
  name: 'background',
  title: 'Each background task and a job of each queue fail: the process stays up, and all of them succeed later',
  async run() {
    // The demonstration data would disturb the other scenarios.
    const clinic = await openClinic()
    const failures: string[] = []
    try {
      const environment = { DEMO: 'on', RATE_LIMITS: '' }
      const server = await clinic.startServer({ role: 'all', plant: 'failing-tasks', environment })
      const has = (event: string, task: string) =>
        server.output.text.split('\n').some((line) => line.includes(`"event":"${event}","task":"${task}"`))
      const isAlive = () => server.process.exitCode === null && server.process.signalCode === null

      const jobs = await addJobs(clinic)
      for (const task of backgroundTasks) {
        await until(async () => !isAlive() || has('background_task_recovered', task))
        if (!has('background_task_failed', task)) failures.push(`${task} was not made to fail`)
        if (!has('background_task_recovered', task)) failures.push(`${task} did not recover`)
      }
      for (const [queue, id] of Object.entries(jobs)) {
        const state = await stateOnceDone(clinic, id, isAlive)
        if (state?.state !== 'completed') failures.push(`the job of ${queue} is ${state?.state}`)
        if (state?.retry_count !== 1) failures.push(`the job of ${queue} was retried ${state?.retry_count} times`)
      }
      if (!isAlive()) failures.push(`the process ended: ${server.output.text.slice(-600)}`)
      if (server.output.text.includes('unhandled_rejection')) failures.push('an unhandled rejection')
      const counts = { 'background tasks': backgroundTasks.length, queues: Object.keys(queueOptions).length }
      return { counts, failures }
    } finally {
      await clinic.close()
    }
  },
}

/** @returns by queue, the id of its job */
async function addJobs({ databaseUrl, database, organizationId }: Clinic): Promise<Record<string, string>> {
  const queue = await openQueue(databaseUrl, () => {})
  const added: Record<string, string> = {}
  for (const name of Object.keys(queueOptions) as QueueName[]) {
    added[name] = randomUUID()
    const payload = payloads[name](added[name], organizationId)
    await database.shared.transaction().execute((tx) => queue.add(tx, name, payload))
  }
  await queue.stop()
  return added
}

type State = { state: string; retry_count: number }

/** The next attempt is due at once. */
async function stateOnceDone({ database }: Clinic, id: string, isAlive: () => boolean): Promise<State | undefined> {
  let found: State | undefined
  await until(async () => {
    const own = sql`data::text like ${`%${id}%`}`
    await sql`update pgboss.job set start_after = now() where state = 'retry' and ${own}`.execute(database.shared)
    const { rows } = await sql<State>`select state, retry_count from pgboss.job where ${own}`.execute(database.shared)
    found = rows[0]
    return !isAlive() || found?.state === 'completed' || found?.state === 'failed'
  })
  return found
}
