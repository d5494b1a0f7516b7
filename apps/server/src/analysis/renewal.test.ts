import type { TakeId } from '@fonema/contract'
import { functionVersions } from '@fonema/speech'
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { formOf, startTestSession, toneWav } from '../../testing/recordings.ts'
import { buildTestApp, type TestApp } from '../../testing/test-app.ts'
import { measureTake } from './jobs.ts'
import { findPending } from './queries.ts'
import { planRenewal } from './renewal.ts'

/** A session whose first answers are measured, oldest first. */
async function prepareSession(test: TestApp, email: string, recordings: number) {
  const headers = await test.signIn(email)
  const session = await startTestSession(test, headers)
  for (const item of session.items.slice(0, recordings)) {
    test.clock.advance(60)
    const form = formOf(toneWav(4))
    await test.app.inject({
      method: 'POST',
      url: session.itemUrl(item),
      headers: { ...headers, ...form.headers },
      payload: form.payload,
    })
  }
  const read = async (index: number) => {
    const { responses } = (await test.app.inject({ url: session.sessionUrl, headers })).json()
    const results: { feature_extraction_func: { entry: string }; status: string; outdated_version?: number }[] =
      responses[index].feature_extraction_res
    return Object.fromEntries(results.map((result) => [result.feature_extraction_func.entry, result]))
  }
  return { ...session, read }
}

const takesOf = (test: TestApp) =>
  test.database.tenant(test.organizationId, (tx) =>
    tx.selectFrom('takes').select('id').orderBy('recorded_at').execute(),
  )

const measureAll = async (test: TestApp) => {
  for (const { id } of await takesOf(test))
    await measureTake(test, { organization_id: test.organizationId, take_id: id })
}

const pendingOf = (test: TestApp, takeId: TakeId) =>
  test.database.tenant(test.organizationId, (tx) => findPending(tx, takeId))

/** Simulates an older release: every prosody result has the previous version and another value. */
const makeOlder = (test: TestApp) =>
  test.database.tenant(test.organizationId, (tx) =>
    tx
      .updateTable('feature_results')
      .set({ function_version: functionVersions.prosody - 1, scores: JSON.stringify({ f0_mean_hz: 1 }) })
      .where('entry', '=', 'prosody')
      .execute(),
  )

test('a newer version of a function measures stored takes again; until then the old scores are marked', async () => {
  const demo = await buildTestApp()
  const session = await prepareSession(demo, 'examiner@demo.example', 1)
  await measureAll(demo)
  const first = await session.read(0)
  await makeOlder(demo)
  await planRenewal(demo)
  await planRenewal(demo) // another worker starts too

  const old = { status: 'ready', scores: { f0_mean_hz: 1 }, outdated_version: functionVersions.prosody - 1 }
  expect((await session.read(0)).prosody).toMatchObject(old)
  expect((await session.read(0)).timing).toEqual(first.timing)
  const [take] = await takesOf(demo)
  expect(await pendingOf(demo, take!.id)).toMatchObject([{ entry: 'prosody' }])

  await measureAll(demo)
  expect(await session.read(0)).toEqual(first)
})

test('a new function measures stored takes', async () => {
  const demo = await buildTestApp()
  const session = await prepareSession(demo, 'examiner@demo.example', 1)
  await measureAll(demo)
  const first = await session.read(0)
  // Moves its rows to a version below every release's, as if the function had never run.
  await demo.database.tenant(demo.organizationId, (tx) =>
    tx.updateTable('feature_results').set({ function_version: 0 }).where('entry', '=', 'spectrum').execute(),
  )
  await planRenewal(demo)
  await measureAll(demo)
  expect(await session.read(0)).toEqual(first)
})

test('stored takes are measured again newest first, at the lowest priority, in every organisation', async () => {
  const demo = await buildTestApp()
  await prepareSession(demo, 'examiner@demo.example', 3)
  await measureAll(demo)
  await makeOlder(demo)
  await sql`delete from pgboss.job`.execute(demo.database.shared)
  await planRenewal(demo)
  const { rows } = await sql<{ take: string; priority: number }>`
    select data ->> 'take_id' as take, priority from pgboss.job where name = 'measure-take'
    order by priority desc, created_on, id`.execute(demo.database.shared)
  expect(rows.map(({ take }) => take)).toEqual((await takesOf(demo)).map(({ id }) => id).reverse())
  expect(Math.max(...rows.map(({ priority }) => priority))).toBeLessThan(0)
})

test('results that are up to date are left alone', async () => {
  const demo = await buildTestApp()
  await prepareSession(demo, 'examiner@demo.example', 1)
  await measureAll(demo)
  await sql`delete from pgboss.job`.execute(demo.database.shared)
  await planRenewal(demo)
  const { rows } = await sql`select from pgboss.job where name = 'measure-take'`.execute(demo.database.shared)
  expect(rows).toHaveLength(0)
  const [take] = await takesOf(demo)
  expect(await pendingOf(demo, take!.id)).toEqual([])
})

test('only as many renewals wait in the queue as fit, and the others follow', async () => {
  const demo = await buildTestApp()
  await prepareSession(demo, 'examiner@demo.example', 3)
  await measureAll(demo)
  await makeOlder(demo)
  await sql`delete from pgboss.job`.execute(demo.database.shared)
  const waiting = async () => {
    const { rows } = await sql<{ take: string }>`
      select data ->> 'take_id' as take from pgboss.job where name = 'measure-take' order by created_on`.execute(
      demo.database.shared,
    )
    return rows.map(({ take }) => take)
  }
  const takes = (await takesOf(demo)).map(({ id }) => id).reverse()
  expect(takes.length).toBeGreaterThan(1)
  const stopping = new AbortController()
  const planning = planRenewal({ ...demo, signal: stopping.signal }, { most: 1, batch: 1, everyMs: 10 })
  await expect.poll(waiting).toEqual(takes.slice(0, 1))
  for (let look = 0; look < 20; look++) expect(await waiting()).toEqual(takes.slice(0, 1))
  // A worker takes the first one.
  await sql`update pgboss.job set state = 'active' where data ->> 'take_id' = ${takes[0]}`.execute(demo.database.shared)
  await expect.poll(waiting).toEqual(takes)
  await sql`update pgboss.job set state = 'active'`.execute(demo.database.shared)
  await planning

  // A worker that stops while the queue is full.
  const again = planRenewal({ ...demo, signal: stopping.signal }, { most: 0, batch: 1, everyMs: 60_000 })
  stopping.abort()
  await again
})
