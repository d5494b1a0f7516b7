// @module-tag long
import { functionVersions } from '@fonema/speech'
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { formOf, startTestSession, toneWav } from '../../../testing/recordings.ts'
import { buildTestApp } from '../../../testing/test-app.ts'
import { measureTake } from '../jobs.ts'
import { failed } from '../measurement.ts'
import { MeasureTake } from '../plan.ts'
import { addresses, type Lease } from './wire.ts'
import { measureRemotely, WorkerRefused } from './worker.ts'

const key = 'a-key-for-workers-of-at-least-32-characters'
const retiringKey = 'the-key-before-it-of-at-least-32-characters'

/** A clinic with one recording that waits to be measured, and a worker that has nothing of it but an address and a key. */
async function prepareClinic(environment: Record<string, string> = { WORKER_KEYS: `${key}, ${retiringKey}` }) {
  const demo = await buildTestApp(environment)
  const examiner = await demo.signIn('examiner@demo.example')
  const session = await startTestSession(demo, examiner)
  const record = async (place: number, second?: Buffer) => {
    const form = formOf(toneWav(6), {}, 'speech', second)
    const headers = { ...examiner, ...form.headers }
    const url = session.itemUrl(session.items[place]!)
    expect((await demo.app.inject({ method: 'POST', url, headers, payload: form.payload })).statusCode).toBe(201)
  }
  await record(0)
  const url = await demo.app.listen({ port: 0, host: '127.0.0.1' })
  const post = async (address: string, payload: object, bearer = key) => {
    const headers = { authorization: `Bearer ${bearer}` }
    return demo.app.inject({ method: 'POST', url: address, headers, payload })
  }
  const lease = async (): Promise<Lease> => {
    const answer = await post(addresses.lease, { versions: functionVersions })
    expect(answer.statusCode).toBe(200)
    return answer.json()
  }
  const results = () =>
    demo.database.tenant(demo.organizationId, (tx) =>
      tx
        .selectFrom('feature_results')
        .innerJoin('takes', 'takes.id', 'feature_results.take_id')
        .select(['entry', 'status', 'error', 'scores', 'quality', 'updated_at'])
        .where('entry', 'in', Object.keys(functionVersions))
        .orderBy('entry')
        .orderBy('feature_results.id')
        .execute(),
    )
  const jobs = async (state: string) => {
    const { rows } = await sql<{ data: object }>`
      select data from pgboss.job where name = 'measure-take' and state = ${state}`.execute(demo.database.shared)
    return rows.map(({ data }) => MeasureTake.parse(data))
  }
  /** Another worker takes the job over, as after 30 s without a word. */
  const loseLease = () =>
    sql`update pgboss.job set state = 'retry', retry_count = retry_count + 1, start_after = now()
      where name = 'measure-take' and state = 'active'`.execute(demo.database.shared)
  /** Runs a worker until every result is there. */
  const work = async (bearer = key) => {
    const stopping = new AbortController()
    const failures: Error[] = []
    const watched = { signal: stopping.signal, onFailure: (error: Error) => failures.push(error) }
    const timing = { idleMs: 10, longestIdleMs: 50, callMs: 10_000, downloadMs: 10_000 }
    const working = measureRemotely({ url, key: bearer }, watched, timing)
    const refused = working.then(
      () => false,
      () => true,
    )
    await expect
      .poll(async () => (await results()).every(({ status }) => status !== 'pending'), { timeout: 60_000 })
      .toBe(true)
    stopping.abort()
    expect(await refused).toBe(false)
    return failures
  }
  return { demo, record, url, post, lease, results, jobs, loseLease, work }
}

test('a worker without the database measures a recording, with the same results as one beside it', async () => {
  const { demo, work, results, jobs } = await prepareClinic()
  const [job] = await jobs('created')
  expect(await work()).toEqual([])
  expect(await jobs('completed')).toHaveLength(1)
  const remote = await results()
  expect(remote.find(({ entry }) => entry === 'prosody')).toMatchObject({
    status: 'ready',
    quality: { verdict: expect.any(String) },
  })

  await demo.database.tenant(demo.organizationId, async (tx) => {
    await sql`update feature_results set status = 'pending', scores = '{}', missing = '{}', data = '{}'`.execute(tx)
    await tx
      .updateTable('takes')
      .set({ quality: null as never })
      .execute()
  })
  await measureTake(demo, job!)
  expect(await results()).toEqual(remote)
})

test('a lease gives what measuring needs and nothing of the person', async () => {
  const { lease } = await prepareClinic()
  const { audio, references, examiner, request, lease: sealed } = await lease()
  expect(audio).toMatch(/^\/api\/links\//)
  expect([references, examiner]).toEqual([[], null])
  expect(Object.keys(request).toSorted()).toEqual([
    'category',
    'functions',
    'gaps',
    'isUndecided',
    'longestSeconds',
    'people',
    'settings',
    'sha256',
    'speaker',
    'track',
    'window',
  ])
  expect(sealed).toMatch(/^[\w-]+$/)
})

test("a worker elsewhere reads the examiner's channel too, and says what it found", async () => {
  const { demo, record, work } = await prepareClinic()
  await record(2, toneWav(6))
  const takes = () =>
    demo.database.tenant(demo.organizationId, (tx) =>
      tx
        .selectFrom('examiner_channels')
        .innerJoin('takes', 'takes.id', 'take_id')
        .select(['state', 'people'])
        .execute(),
    )
  expect(await takes()).toEqual([{ state: 'unread', people: 2 }])
  expect(await work()).toEqual([])
  expect(await takes()).toEqual([{ state: 'same', people: 1 }])
})

test("a take whose examiner's channel is gone fails with that reason, and nothing is guessed of its speakers", async () => {
  const { demo, record, work, results } = await prepareClinic()
  await record(2, toneWav(6, 220))
  const { object_key, take_id } = await demo.database.tenant(demo.organizationId, (tx) =>
    tx.selectFrom('examiner_channels').select(['object_key', 'take_id']).executeTakeFirstOrThrow(),
  )
  await demo.store.remove(object_key)
  expect(await work()).toEqual([])
  expect(new Set((await results()).map(({ error }) => error))).toEqual(new Set([null, 'audio_missing']))
  const take = await demo.database.tenant(demo.organizationId, (tx) =>
    tx.selectFrom('takes').select('people').where('id', '=', take_id).executeTakeFirst(),
  )
  expect(take).toEqual({ people: 2 })
})

test('a worker that was silent too long loses its job, and its late result is refused', async () => {
  const { post, lease, loseLease, results, work } = await prepareClinic()
  const { lease: dead, request } = await lease()
  expect((await post(addresses.extend, { lease: dead })).statusCode).toBe(204)
  await loseLease()
  const late = { lease: dead, measurement: failed(request.functions, 'crashed') }
  for (const [address, body] of [
    [addresses.extend, { lease: dead }],
    [addresses.result, late],
    [addresses.giveBack, { lease: dead, reason: 'late' }],
  ] as const)
    expect((await post(address, body)).statusCode).toBe(410)
  await work()
  const before = await results()
  expect(before.every(({ status }) => status === 'ready')).toBe(true)
  expect((await post(addresses.result, late)).statusCode).toBe(410)
  expect(await results()).toEqual(before)
})

test('the verdict arrives before the measures, and a job that is given back is measured again', async () => {
  const { post, lease, results, loseLease, work } = await prepareClinic()
  const { lease: held } = await lease()
  const quality = { snr_db: 30, clipped_ratio: 0, peak_dbfs: -6, rms_dbfs: -20, sample_rate: 44_100 }
  const verdict = { lease: held, quality: { ...quality, verdict: 'fair', reasons: [] } }
  expect((await post(addresses.verdict, verdict)).statusCode).toBe(204)
  expect((await results()).map(({ status, quality }) => [status, quality?.verdict])).toContainEqual(['pending', 'fair'])
  expect((await post(addresses.giveBack, { lease: held, reason: 'no disk' })).statusCode).toBe(204)
  await loseLease()
  await work()
  expect((await results()).every(({ status }) => status === 'ready')).toBe(true)
})

test('a recording whose file is gone fails with that reason', async () => {
  const { demo, results, work } = await prepareClinic()
  const [take] = await demo.database.tenant(demo.organizationId, (tx) =>
    tx.selectFrom('takes').select('object_key').execute(),
  )
  await demo.store.remove(take!.object_key)
  await work()
  expect(new Set((await results()).map(({ error }) => error))).toEqual(new Set(['audio_missing']))
})

test('nothing opens without a key, with another release, or with an altered lease', async () => {
  const { demo, url, post, lease, jobs } = await prepareClinic()
  const asked = { versions: functionVersions }
  expect((await post(addresses.lease, asked, 'x'.repeat(40))).statusCode).toBe(401)
  const { authorization } = await demo.signIn('owner@demo.example')
  expect((await post(addresses.lease, asked, authorization.replace('Bearer ', ''))).statusCode).toBe(401)
  expect((await post(addresses.lease, { versions: { ...functionVersions, prosody: 1 } })).json()).toEqual({
    code: 'other_release',
  })
  expect((await post(addresses.lease, { versions: {}, more: 1 })).statusCode).toBe(400)
  const signal = AbortSignal.timeout(60_000)
  const refused = measureRemotely({ url, key: 'y'.repeat(40) }, { signal, onFailure: () => {} })
  await expect(refused).rejects.toThrow(WorkerRefused)

  // The retiring key still works, so that workers can change to the new one.
  expect((await post(addresses.lease, asked, retiringKey)).statusCode).toBe(200)
  await sql`update pgboss.job set state = 'created' where name = 'measure-take'`.execute(demo.database.shared)
  const { lease: held, request } = await lease()
  const altered = `${held[0] === 'A' ? 'B' : 'A'}${held.slice(1)}`
  expect((await post(addresses.result, { lease: altered, measurement: failed([], 'crashed') })).statusCode).toBe(410)
  const invented = { outcomes: { prosody: { status: 'ready', scores: { x: 'NaN' }, missing: {}, data: {} } } }
  expect((await post(addresses.result, { lease: held, measurement: { ...invented, quality: null } })).statusCode).toBe(
    400,
  )
  expect(request.functions.length).toBeGreaterThan(0)
  expect(await jobs('active')).toHaveLength(1)
})

test('without keys there is no address for workers', async () => {
  const { post } = await prepareClinic({})
  expect((await post(addresses.lease, { versions: functionVersions })).statusCode).toBe(404)
})
