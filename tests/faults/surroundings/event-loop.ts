import { randomUUID } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import { sql } from 'kysely'
import { createDatabase, withApp } from '../../../scripts/load/product.ts'
import { type CallCost, measureWidestCalls, seedWidest } from '../../../scripts/load/widest-calls.ts'
import { type Examiner, signIn, startSession } from '../client.ts'
import type { Clinic } from '../clinic.ts'
import type { Scenario } from '../scenario.ts'
import { callingTimes, quantile } from './times.ts'

const most = { blockMs: 200, bytes: 2_000_000 }
/** Calls that the specification lets grow with a clinic: a plain list without a limit, or a download. Pages may not. */
const growing = new Set([
  'GET /calendar_events/',
  'GET /user/participants/',
  'GET /protocols/responses/{participant_id}/evolution/',
  'GET /organizations/audit/?format=csv',
])

/** F31: other calls are answered while an expensive call runs. */
export const eventLoop: Scenario = {
  name: 'event-loop',
  longOnly: true,
  title: 'Every reading call in a large clinic, hostile texts and JSON: other calls are answered meanwhile',
  async run({ clinic, short }) {
    const [participants, times] = [10_000, short ? 2 : 50]
    const server = await clinic.startServer()
    const examiner = await signIn(clinic.baseUrl)
    const session = await startSession(examiner)
    await multiply(clinic, session.participantId, participants)
    const failures = new Set<string>()
    const idleMs = await idleTime(clinic)
    // The short form runs on machines that are busy with other work.
    const longestMs = short ? 500 + 5 * idleMs : 200
    const counts: Record<string, number | string> = { participants, 'times each': times }
    counts['health p99 before'] = `${idleMs.toFixed(0)} ms`
    for (const [name, burden] of Object.entries(burdensOn(examiner))) {
      const health: number[] = []
      const took: number[] = []
      for (let i = 0; i < times; i++) {
        const running = { isSo: true }
        const done = callingTimes(burden)
          .then(({ status, milliseconds }) => {
            took.push(milliseconds)
            if (status >= 500) failures.add(`${name}: answered ${status}`)
          })
          .catch(() => {}) // the server closes the connection of a head that is too long
          .finally(() => {
            running.isSo = false
          })
        while (running.isSo) {
          const { milliseconds } = await callingTimes(() => fetch(`${clinic.baseUrl}/api/health`))
          health.push(milliseconds)
          await sleep(5)
        }
        await done
      }
      const p99 = quantile(health, 0.99)
      if (p99 >= longestMs) failures.add(`${name}: the process answered no call for ${p99.toFixed(0)} ms`)
      counts[name] = `${quantile(took, 0.5).toFixed(0)} ms, health p99 ${p99.toFixed(0)} ms of ${health.length}`
    }
    if (server.process.exitCode !== null) failures.add(`the process ended: ${server.output.text}`)
    await server.kill()
    for (const { call, status, bytes, processorMs, blockMs } of await costsOf(clinic, short ? 2_000 : 100_000)) {
      counts[call] = `${bytes} bytes, ${processorMs.toFixed(0)} ms of processor, longest block ${blockMs.toFixed(0)} ms`
      if (status !== 200) failures.add(`${call}: answered ${status}`)
      if (blockMs > most.blockMs) failures.add(`${call}: held the event loop for ${blockMs.toFixed(0)} ms`)
      if (bytes > most.bytes && !growing.has(call)) failures.add(`${call}: answered ${bytes} bytes`)
    }
    return { counts, failures: [...failures] }
  },
}

/** The cost of each reading call in a clinic with this many items, in its own database. */
async function costsOf({ databaseUrl, dataDir }: Clinic, items: number): Promise<CallCost[]> {
  const widest = await createDatabase(databaseUrl, `widest_${items}`)
  await seedWidest(widest, items)
  return withApp({ databaseUrl: widest, dataDir }, ({ app }) => measureWidestCalls(app))
}

/** How long an answer takes while the process is idle. */
async function idleTime({ baseUrl }: Clinic): Promise<number> {
  const health: number[] = []
  for (let i = 0; i < 100; i++, await sleep(5))
    health.push((await callingTimes(() => fetch(`${baseUrl}/api/health`))).milliseconds)
  return quantile(health, 0.99)
}

/** Gives the examiner this many more participants, copies of one. */
const multiply = (clinic: Clinic, like: string, count: number) =>
  clinic.database.tenant(clinic.organizationId, (tx) =>
    sql`insert into participants
      select (jsonb_populate_record(p, jsonb_build_object('id', gen_random_uuid(), 'code', 'M-' || n,
        'first_name', 'Nombre ' || n, 'last_name', 'Apellido ' || n))).*
      from participants p, generate_series(1, ${count}::int) n where p.id = ${like}`.execute(tx),
  )

function burdensOn(examiner: Examiner): Record<string, () => Promise<{ status: number }>> {
  const backtracking = `${'a'.repeat(50_000)}!${'('.repeat(50_000)}`
  const register = (value: object) => examiner.post('/user/participants/', value)
  return {
    'the list': () => examiner.get('/user/participants/'),
    'a code of 100 kB': () => register({ code: backtracking, locale: randomUUID() }),
    'an e-mail of 100 kB': () => examiner.post('/user/password_reset/', { email: `${backtracking}@a.b` }),
    'a password of 100 kB': () =>
      examiner.post('/user/password_reset/confirm/', { token: 'x'.repeat(43), password: backtracking }),
    'a query of 7 kB': () => examiner.get(`/user/participants/?search=${encodeURIComponent('('.repeat(7_000))}`),
    'JSON 4,000 deep': () => register(JSON.parse(`${'{"a":'.repeat(4_000)}1${'}'.repeat(4_000)}`)),
    'JSON with 20,000 names': () =>
      register(Object.fromEntries(Array.from({ length: 20_000 }, (_, n) => [`n${n}`, n]))),
  }
}
