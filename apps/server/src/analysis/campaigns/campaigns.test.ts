// @module-tag long
import type { Campaign, TakeId } from '@fonema/contract'
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { formOf, startTestSession, toneWav } from '../../../testing/recordings.ts'
import { buildTestApp } from '../../../testing/test-app.ts'
import { dayIn } from '../../platform/clock.ts'
import { measureTake } from '../jobs.ts'
import { MeasureTake } from '../plan.ts'
import { feedCampaigns } from './feed.ts'
import { giveUpOfCampaign, measureOfCampaign } from './measure.ts'

/** A clinic with a session of two recorded items, and what its managers and workers do. */
async function prepareClinic() {
  const demo = await buildTestApp()
  const { app, database, organizationId } = demo
  const examiner = await demo.signIn('examiner@demo.example')
  const manager = await demo.signIn('owner@demo.example')
  const session = await startTestSession(demo, examiner)
  const record = async (place: number) => {
    demo.clock.advance(60)
    const form = formOf(toneWav(6))
    const headers = { ...examiner, ...form.headers }
    const url = session.itemUrl(session.items[place]!)
    const answer = await app.inject({ method: 'POST', url, headers, payload: form.payload })
    expect(answer.statusCode).toBe(201)
  }
  for (const place of [0, 1]) await record(place)
  const takes = async (): Promise<TakeId[]> => {
    const rows = await database.tenant(organizationId, (tx) =>
      tx.selectFrom('takes').select('id').orderBy('stored_at', 'desc').orderBy('id', 'desc').execute(),
    )
    return rows.map(({ id }) => id)
  }
  const measureAll = async () => {
    for (const take_id of await takes()) await measureTake(demo, { organization_id: organizationId, take_id })
  }
  const clearQueue = () => sql`delete from pgboss.job`.execute(database.shared)
  /** The jobs that wait, in the order in which a worker takes them. */
  const waiting = async () => {
    const { rows } = await sql<{ data: object }>`select data from pgboss.job where name = 'measure-take'
      and state < 'active' order by priority desc, created_on, id`.execute(database.shared)
    return rows.map(({ data }) => MeasureTake.parse(data))
  }
  /** Does what a worker does with the waiting jobs. */
  const work = async (deliveries = 1) => {
    const jobs = await waiting()
    await clearQueue()
    for (const { campaign_id, ...job } of jobs)
      for (let delivery = 0; delivery < deliveries; delivery++)
        await (campaign_id === undefined ? measureTake(demo, job) : measureOfCampaign(demo, { ...job, campaign_id }))
  }
  const ask = (method: 'GET' | 'POST', url: string, payload?: object, headers = manager) =>
    app.inject({ method, url: `/api/measuring/campaigns/${url}`, headers, ...(payload && { payload }) })
  const start = async (scope: object = {}): Promise<Campaign> => {
    demo.clock.advance(1)
    const answer = await ask('POST', '', scope)
    expect(answer.statusCode).toBe(201)
    return answer.json()
  }
  const newest = async (): Promise<Campaign> => (await ask('GET', '')).json()[0]
  const setPitch = (value: number) =>
    database.tenant(organizationId, (tx) =>
      tx
        .updateTable('feature_results')
        .set({ scores: JSON.stringify({ f0_mean_hz: value }) })
        .where('entry', '=', 'prosody')
        .execute(),
    )
  const pitches = async () => {
    const rows = await database.tenant(organizationId, (tx) =>
      tx
        .selectFrom('feature_results')
        .select(['take_id', 'status', 'scores'])
        .where('entry', '=', 'prosody')
        .orderBy('take_id')
        .execute(),
    )
    return rows.map(({ status, scores }) => [status, scores.f0_mean_hz])
  }
  const made = { demo, session, examiner, manager, record, takes, measureAll, clearQueue, waiting, work }
  return {
    ...made,
    ask,
    start,
    newest,
    setPitch,
    pitches,
    feed: (limits?: { most: number; batch: number }) => feedCampaigns(demo, limits),
  }
}

test('a campaign measures each recording once, keeps the results that it replaces, and ends', async () => {
  const { demo, measureAll, clearQueue, work, start, newest, feed, setPitch, pitches } = await prepareClinic()
  await measureAll()
  await clearQueue()
  const first = await pitches()
  await setPitch(1)
  expect(await start()).toMatchObject({ state: 'running', takes: 2, done: 0, failed: 0, changed: 0, left: 2 })
  await Promise.all([feed(), feed()])
  await work(2)
  expect(await newest()).toMatchObject({ state: 'running', done: 2, changed: 2, left: 0 })
  expect(await pitches()).toEqual(first)
  await feed()
  expect(await newest()).toMatchObject({ state: 'ended', takes: 2, done: 2, failed: 0, changed: 2, left: 0 })
  const replaced = () =>
    demo.database.tenant(demo.organizationId, (tx) =>
      sql<{ entry: string; scores: object }>`select entry, scores from replaced_results`.execute(tx),
    )
  const old = { entry: 'prosody', scores: { f0_mean_hz: 1 } }
  expect((await replaced()).rows).toEqual([old, old])

  // Measured once more, the results are equal, so that nothing is replaced.
  await start()
  await feed()
  await work()
  await feed()
  expect((await replaced()).rows).toEqual([old, old])
  expect(await newest()).toMatchObject({ state: 'ended', done: 2, changed: 0 })

  // The participant is erased while a third campaign waits: nothing of the recordings stays, and the campaign ends.
  await start()
  await feed()
  await demo.database.tenant(demo.organizationId, (tx) =>
    sql`select erase_participant(id) from participants where code = 'P-1'`.execute(tx),
  )
  expect((await replaced()).rows).toEqual([])
  await work()
  await feed()
  expect(await newest()).toMatchObject({ state: 'ended', takes: 0, done: 0, failed: 0, left: 0 })
})

test('a recording that an examiner just sent is measured before those of a campaign', async () => {
  const { demo, record, takes, measureAll, clearQueue, waiting, start, feed } = await prepareClinic()
  await measureAll()
  await clearQueue()
  const before = new Set<string>(await takes())
  await start()
  await feed()
  await record(2)
  expect(await waiting()).toHaveLength(3)
  const first = await new Promise<string>((resolve) => {
    void demo.queue.work('measure-take', MeasureTake, 1, async ({ take_id }) => resolve(take_id))
  })
  expect(before.has(first)).toBe(false)
})

test('a paused campaign measures nothing, continues where it was, and a cancelled one ends', async () => {
  const { demo, measureAll, clearQueue, waiting, work, ask, start, newest, feed } = await prepareClinic()
  await measureAll()
  await clearQueue()
  const { id } = await start()
  await feed({ most: 1, batch: 10 })
  expect(await waiting()).toHaveLength(1)
  expect((await ask('POST', `${id}/pause/`)).json()).toMatchObject({ state: 'paused', left: 2, expected_end: null })
  expect((await ask('POST', `${id}/pause/`)).statusCode).toBe(409)
  await work()
  await feed()
  expect(await waiting()).toEqual([])
  expect(await newest()).toMatchObject({ state: 'paused', done: 0 })

  expect((await ask('POST', `${id}/resume/`)).json()).toMatchObject({ state: 'running' })
  await feed()
  expect(await waiting()).toHaveLength(2)
  const [next] = await waiting()
  await clearQueue()
  // Every attempt killed its worker.
  await giveUpOfCampaign(demo, { ...next!, campaign_id: id })
  expect(await newest()).toMatchObject({ done: 0, failed: 1, left: 1 })
  expect((await ask('POST', `${id}/cancel/`)).json()).toMatchObject({ state: 'cancelled', failed: 1, left: 1 })
  for (const change of ['pause', 'resume', 'cancel'])
    expect((await ask('POST', `${id}/${change}/`)).statusCode).toBe(409)
  await feed()
  expect(await waiting()).toEqual([])
})

test('only as many recordings of a campaign wait in the queue as fit', async () => {
  const { takes, waiting, work, start, newest, feed, clearQueue } = await prepareClinic()
  await clearQueue()
  await start()
  const [newer, older] = await takes()
  const one = { most: 1, batch: 1 }
  await Promise.all(Array.from({ length: 8 }, () => feed(one)))
  expect((await waiting()).map(({ take_id }) => take_id)).toEqual([newer])
  await work()
  await feed(one)
  expect((await waiting()).map(({ take_id }) => take_id)).toEqual([older])
  await work()
  await feed(one)
  // Nothing was measured before: a campaign also measures what failed or waits.
  expect(await newest()).toMatchObject({ state: 'ended', done: 2, changed: 2 })
})

test('a recording whose job is lost is queued again, and no other one', async () => {
  const { demo, takes, waiting, start, feed } = await prepareClinic()
  await sql`delete from pgboss.job`.execute(demo.database.shared)
  await start()
  await feed()
  const [lost, kept] = await takes()
  await sql`delete from pgboss.job where data ->> 'take_id' = ${lost}`.execute(demo.database.shared)
  await feed()
  await feed()
  expect((await waiting()).map(({ take_id }) => take_id)).toEqual([kept, lost])
})

test('a recording that cannot be measured any more keeps its results and counts as failed', async () => {
  const { demo, measureAll, clearQueue, work, start, newest, feed, pitches } = await prepareClinic()
  await measureAll()
  await clearQueue()
  const before = await pitches()
  const keys = await demo.database.tenant(demo.organizationId, (tx) =>
    tx.selectFrom('takes').select('object_key').execute(),
  )
  await demo.store.remove(keys[0]!.object_key)
  await start()
  await feed()
  await work()
  await feed()
  expect(await newest()).toMatchObject({ state: 'ended', takes: 2, done: 1, failed: 1, changed: 0 })
  expect(await pitches()).toEqual(before)
})

test('a campaign has the scope that was asked for, and there is one at a time', async () => {
  const { demo, session, examiner, ask, start, newest, feed, waiting, clearQueue } = await prepareClinic()
  await clearQueue()
  const size = async (query: string) => (await ask('GET', `size/?${query}`)).json().takes
  const { organization } = (await demo.app.inject({ url: '/api/user/user_info/', headers: examiner })).json()
  const today = dayIn(organization.time_zone, demo.clock.now())
  const other = (await demo.app.inject({ url: '/api/protocols/examiner/', headers: examiner }))
    .json()
    .find(({ id }: { id: string }) => id !== session.protocol.id)
  expect(await size('')).toBe(2)
  expect(await size(`protocol_id=${session.protocol.id}&from=${today}&to=${today}`)).toBe(2)
  expect(await size(`protocol_id=${other.id}`)).toBe(0)
  expect(await size('from=2100-01-01')).toBe(0)
  expect(await size('to=2000-01-01')).toBe(0)

  expect((await ask('POST', '', { to: '2000-01-01' })).json()).toEqual({ non_field_errors: ['empty_data'] })
  expect((await ask('POST', '', { from: '2026-02-01', to: '2026-01-01' })).json()).toMatchObject({
    code: 'invalid_range',
  })
  const unknown = '019ab000-0000-7000-8000-00000000ffff'
  expect((await ask('POST', '', { protocol_id: unknown })).json()).toEqual({ protocol_id: ['invalid'] })
  expect((await ask('POST', '', {}, examiner)).statusCode).toBe(403)

  const { id } = await start({ protocol_id: session.protocol.id })
  expect(await newest()).toMatchObject({
    id,
    protocol: 'Sesión breve',
    requested_by: { first_name: expect.any(String) },
  })
  expect((await ask('POST', '', {})).statusCode).toBe(409)
  await feed()
  expect((await waiting()).map(({ campaign_id }) => campaign_id)).toEqual([id, id])
})
