// @module-tag long
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { freshDraft, setCompleted, signWith } from '../testing/clinical-report.ts'
import { withClient } from '../testing/database-setup.ts'
import { formOf, startTestSession, toneWav } from '../testing/recordings.ts'
import type { TestApp } from '../testing/test-app.ts'
import { openWebhooks } from '../testing/webhooks.ts'
import { measureTake } from './analysis/jobs.ts'

const name = 'Zoraida-Inconfundible'

async function prepare() {
  const hooks = await openWebhooks()
  const { database, organizationId, signIn } = hooks
  await hooks.create('http://127.0.0.1:9/')
  const examiner = await signIn('examiner@demo.example')
  const owner = await signIn('owner@demo.example')
  const events = () =>
    database.tenant(organizationId, (tx) =>
      tx.selectFrom('webhook_deliveries').select(['event', 'data']).orderBy('created_at').execute(),
    )
  return { ...hooks, examiner, owner, events }
}

test('completing a session, its last measure, a signature, a withdrawn consent and an erasure each make one event with ids only', async () => {
  const demo = await prepare()
  const { app, examiner, owner, events } = demo
  const { ids, participant, url } = await freshDraft(demo, examiner)
  const { participant_id, protocol_res_id: session_id, report_id } = ids
  const ofParticipant = `/api/user/participants/${participant_id}/`
  const patch = (path: string, payload: object) =>
    app.inject({ method: 'PATCH', url: `${ofParticipant}${path}`, headers: examiner, payload })
  expect((await signWith(demo, examiner, url)).statusCode).toBe(200)
  await patch('', { first_name: name })
  for (const consent_research of [true, true, false, false]) await patch('consent/', { consent_research })
  const erased = { method: 'DELETE', url: ofParticipant, headers: owner, payload: { code: participant.code } } as const
  expect((await app.inject(erased)).statusCode).toBe(204)
  expect(await events()).toEqual([
    { event: 'session.completed', data: { participant_id, session_id } },
    { event: 'results.ready', data: { participant_id, session_id } },
    { event: 'report.signed', data: { participant_id, session_id, report_id } },
    { event: 'consent.withdrawn', data: { participant_id } },
    { event: 'participant.erased', data: { participant_id } },
  ])
})

test('an endpoint gets only the events that it asks for, and another organisation none', async () => {
  const { create, examiner, database, organizationId, otherOrganizationId, ...demo } = await prepare()
  const { id } = await create('http://127.0.0.1:9/', ['consent.withdrawn'])
  await freshDraft({ database, organizationId, otherOrganizationId, ...demo }, examiner)
  await freshDraft(
    { database, organizationId, otherOrganizationId, ...demo },
    await demo.signIn('examiner@other.example'),
  )
  const rowsOf = (organization: typeof organizationId) =>
    database.tenant(organization, (tx) => tx.selectFrom('webhook_deliveries').select(['endpoint_id', 'data']).execute())
  expect(await rowsOf(otherOrganizationId)).toEqual([])
  const rows = await rowsOf(organizationId)
  expect(rows).toHaveLength(2)
  expect(rows.filter(({ endpoint_id }) => endpoint_id === id)).toEqual([])
})

test('an event exists only if its change is committed', async () => {
  const { database, organizationId, examiner, events, ...demo } = await prepare()
  const { ids } = await freshDraft({ database, organizationId, ...demo }, examiner)
  const before = await events()
  const rolledBack = database.tenant(organizationId, async (tx) => {
    await tx.updateTable('clinical_reports').set({ state: 'signed' }).where('id', '=', ids.report_id).execute()
    throw new Error('rolled back')
  })
  await expect(rolledBack).rejects.toThrow()
  expect(await events()).toEqual(before)
})

test('results are ready when the session is complete and its last take is measured, once for the same takes', async () => {
  const demo = await prepare()
  const { app, examiner, events, clock, database, organizationId: organization_id } = demo
  const { session, participant, items, itemUrl } = await startTestSession(demo, examiner)
  const ids = { participant_id: participant.id, protocol_res_id: session.id }
  const form = formOf(toneWav(4))
  const url = itemUrl(items[0]!)
  await app.inject({ method: 'POST', url, payload: form.payload, headers: { ...examiner, ...form.headers } })
  const [take] = await database.tenant(organization_id, (tx) => tx.selectFrom('takes').select('id').execute())
  const ready = async () => (await events()).filter(({ event }) => event === 'results.ready').length
  await setCompleted(demo, examiner, ids, clock.now())
  expect(await ready()).toBe(0)
  await measureTake(demo, { organization_id, take_id: take!.id })
  expect(await ready()).toBe(1)
  // A later version of a measure is not news.
  const renew = (status: 'pending' | 'ready') =>
    database.tenant(organization_id, (tx) => tx.updateTable('feature_results').set({ status }).execute())
  await renew('pending')
  await renew('ready')
  expect(await ready()).toBe(1)
  // Another take is.
  const retake = formOf(toneWav(5), { take: '2' })
  const headers = { ...examiner, ...retake.headers }
  const stored = await app.inject({ method: 'POST', url, payload: retake.payload, headers })
  expect(stored.json()).toMatchObject({ take: 2 })
  await renew('ready')
  expect(await ready()).toBe(2)
})

/** Until a transaction waits for the lock of a session. */
async function untilOneWaits({ database }: TestApp) {
  const waiting = sql`select 1 from pg_locks where locktype = 'advisory' and not granted
    and database = (select oid from pg_database where datname = current_database())`
  while ((await waiting.execute(database.shared)).rows.length === 0);
}

test('two workers that end the last two measures at the same time make one event', async () => {
  const demo = await prepare()
  const { app, examiner, events, clock, url } = demo
  const { session, participant, items, itemUrl } = await startTestSession(demo, examiner)
  for (const item of [items[0]!, items[1]!]) {
    const form = formOf(toneWav(6))
    const headers = { ...examiner, ...form.headers }
    await app.inject({ method: 'POST', url: itemUrl(item), payload: form.payload, headers })
  }
  await setCompleted(demo, examiner, { participant_id: participant.id, protocol_res_id: session.id }, clock.now())
  await withClient(url, (first) =>
    withClient(url, async (second) => {
      const { rows } = await first.query<{ id: string }>('select id from takes order by id')
      for (const [place, client] of [first, second].entries()) {
        await client.query('begin')
        await client.query(`update feature_results set status = 'failed', error = 'crashed' where take_id = $1`, [
          rows[place]!.id,
        ])
      }
      // Both have changed their rows, and neither sees the other's. Both check before either commits.
      const check = 'set constraints all immediate'
      await first.query(check)
      const checked = second.query(check)
      await Promise.race([checked, untilOneWaits(demo)])
      await first.query('commit')
      await checked
      await second.query('commit')
    }),
  )
  expect((await events()).map(({ event }) => event)).toEqual(['session.completed', 'results.ready'])
})

test('a practice makes no event', async () => {
  const demo = await prepare()
  const { examiner, clock, events, url } = demo
  const { session, participant, protocol } = await startTestSession(demo, examiner)
  await withClient(url, (client) =>
    client.query('update protocols set is_practice = true where id = $1', [protocol.id]),
  )
  await setCompleted(demo, examiner, { participant_id: participant.id, protocol_res_id: session.id }, clock.now())
  expect(await events()).toEqual([])
})
