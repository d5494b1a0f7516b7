import { randomUUID } from 'node:crypto'
import { contract, type Route } from '@fonema/contract'
import { afterAll, beforeAll, expect, inject, onTestFinished, test } from 'vitest'
import { startStandby } from '../../../scripts/failover/standby.ts'
import { withClient } from '../testing/database-setup.ts'
import { buildTestApp } from '../testing/test-app.ts'
import { lists } from './lists.ts'
import { runtimeRole } from './platform/database/database.ts'
import { openReplica } from './platform/database/replica.ts'

/** The replica applies each commit five seconds later. Nothing here depends on how long that is. */
const delaySeconds = 5
const password = randomUUID()
const METRICS_TOKEN = 'the token of the metrics'
const primaryUrl = inject('templateUrl')
const patience = { timeout: 60_000, interval: 200 }
let standby: Awaited<ReturnType<typeof startStandby>>

beforeAll(async () => {
  await withClient(primaryUrl, (client) => client.query(`alter role ${runtimeRole} login password '${password}'`))
  standby = await startStandby(primaryUrl, delaySeconds)
}, 120_000)

afterAll(async () => {
  await standby.stop()
  await withClient(primaryUrl, (client) => client.query(`alter role ${runtimeRole} nologin password null`))
})

const readUrlOf = (url: string) => Object.assign(new URL(standby.urlOf(url)), { username: runtimeRole, password }).href

const onStandby = (url: string, statement: string) =>
  withClient(standby.urlOf(url), (client) => client.query(statement))

/** Two web processes with a replica that has the clinic, and what they counted. */
async function openClinic() {
  const clinic = await buildTestApp((url) => ({ DATABASE_URL: url, DATABASE_READ_URL: readUrlOf(url), METRICS_TOKEN }))
  const { app, signIn } = clinic
  const examiner = await signIn('examiner@demo.example')
  const manager = await signIn('manager@demo.example')
  async function counts() {
    const sums: Record<string, number> = {}
    for (const _ of ['one process', 'the other']) {
      const { body } = await app.inject({
        url: '/api/metrics',
        headers: { authorization: `Bearer ${METRICS_TOKEN}` },
      })
      for (const [, database, reason, count] of body.matchAll(
        /^fonema_list_reads_total\{database="(\w+)",reason="(\w+)"\} (\d+)$/gm,
      )) {
        const name = `${database} ${reason}`
        sums[name] = (sums[name] ?? 0) + Number(count)
      }
    }
    return sums
  }
  /** Reads a list in each process. Returns what it has, and where it was read. */
  async function read(url: string, headers: Record<string, string>) {
    const before = await counts()
    const texts: string[] = []
    for (const _ of ['one process', 'the other']) {
      const answer = await app.inject({ url, headers })
      expect(answer.statusCode).toBe(200)
      texts.push(answer.body)
    }
    const after = await counts()
    const from = Object.keys(after).filter((name) => after[name] !== before[name])
    return { texts, from }
  }
  const isFollowed = (url: string, headers: Record<string, string>) =>
    expect.poll(async () => (await read(url, headers)).from, patience).toEqual(['replica none'])
  return { ...clinic, examiner, manager, read, isFollowed }
}

const hasLima = (text: string) => text.includes('LIMA-1')
const participants = '/api/user/participants/'
const events = '/api/organizations/events/'

const register = ({ app, examiner, localeId }: Clinic, code: string) =>
  app.inject({ method: 'POST', url: participants, headers: examiner, payload: { code, locale: localeId('es-AR') } })

type Clinic = Awaited<ReturnType<typeof openClinic>>

/** The replica applies nothing until it is resumed, at the latest at the end of the test. */
async function pause(url: string) {
  await onStandby(url, 'select pg_wal_replay_pause()')
  const resume = async () => void (await onStandby(url, 'select pg_wal_replay_resume()').catch(() => {}))
  onTestFinished(resume)
  return resume
}

test('who wrote sees it at once, others when the replica has it, and nobody what was taken away', async () => {
  const clinic = await openClinic()
  const { app, url, database, organizationId, examiner, manager, read, isFollowed } = clinic
  const owner = await clinic.signIn('owner@demo.example')
  await isFollowed(events, owner)
  for (const key of lists) {
    const { access } = contract[key] as Route
    const headers = access !== 'public' && access.role === 'examiner' ? examiner : owner
    expect([key, (await read(`/api${key.slice('GET '.length)}`, headers)).from]).toEqual([key, ['replica none']])
  }

  const resume = await pause(url)
  expect((await register(clinic, 'LIMA-1')).statusCode).toBe(201)
  const own = await read(participants, examiner)
  expect([own.from, own.texts.map(hasLima)]).toEqual([['primary own_write'], [true, true]])
  const ofOthers = await read(events, manager)
  expect([ofOthers.from, ofOthers.texts.map(hasLima)]).toEqual([['replica none'], [false, false]])
  await resume()
  await isFollowed(participants, examiner)
  expect((await read(participants, examiner)).texts.map(hasLima)).toEqual([true, true])
  expect((await read(events, manager)).texts.map(hasLima)).toEqual([true, true])

  await pause(url)
  const [colleague, former] = await database.tenant(organizationId, (tx) =>
    tx
      .selectFrom('examiners')
      .innerJoin('users', 'users.id', 'examiners.user_id')
      .select('examiners.id')
      .where('users.first_name', 'in', ['colleague', 'examiner'])
      .orderBy('users.first_name')
      .execute(),
  )
  const transferred = await app.inject({
    method: 'POST',
    url: `/api/organizations/examiners/${former!.id}/transfer/`,
    headers: manager,
    payload: { examiner_id: colleague!.id },
  })
  expect([transferred.statusCode, transferred.json()]).toEqual([200, { transferred: 1 }])
  const left = await read(participants, examiner)
  expect([left.from, left.texts]).toEqual([['primary own_write'], ['[]', '[]']])
}, 120_000)

test('a replica that is behind, is of another role, was promoted or has ended is not used', async () => {
  const clinic = await openClinic()
  const { database, organizationId, url, examiner, read, isFollowed } = clinic
  await isFollowed(participants, examiner)
  const resume = await pause(url)
  await register(clinic, 'LIMA-1')
  // This process has not seen the primary before the write.
  const replica = await openReplica(readUrlOf(url), database)
  onTestFinished(replica.close)
  const codesFor = (lastWrite: string | null) =>
    replica.read(organizationId, lastWrite, (tx) => tx.selectFrom('participants').select('code').execute())
  expect(await codesFor('0/0')).toEqual([{ code: 'LIMA-1' }])
  expect(await codesFor(null)).toEqual([{ code: 'LIMA-1' }])
  expect(replica.counts()).toEqual([
    { database: 'primary', reason: 'behind', count: 1 },
    { database: 'primary', reason: 'no_session', count: 1 },
  ])
  const ofOwner = openReplica(standby.urlOf(url), database)
  await expect(ofOwner).rejects.toThrow(/DATABASE_READ_URL must lead to .* fonema_app/)

  await resume()
  await isFollowed(participants, examiner)
  // It has everything so far, and receives nothing more.
  await onStandby(url, 'select pg_promote(false)')
  const isReplica = async () => (await onStandby(url, 'select pg_is_in_recovery() as is_replica')).rows[0].is_replica
  await expect.poll(isReplica, patience).toBe(false)
  expect((await read(participants, examiner)).from).toEqual(['primary failed'])
  await standby.kill()
  expect((await read(participants, examiner)).from).toEqual(['primary failed'])
  // A process also starts without it.
  const later = await openReplica(readUrlOf(url), database)
  onTestFinished(later.close)
  const codes = await later.read(organizationId, '0/0', (tx) => tx.selectFrom('participants').select('code').execute())
  expect([codes, later.counts()]).toEqual([[{ code: 'LIMA-1' }], [{ database: 'primary', reason: 'failed', count: 1 }]])
}, 120_000)
