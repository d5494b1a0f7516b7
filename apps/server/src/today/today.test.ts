import { expect, test } from 'vitest'
import { endAnalyses, freshDraft, setCompleted } from '../../testing/clinical-report.ts'
import { formOf, startTestSession, toneWav } from '../../testing/recordings.ts'
import { buildTestApp } from '../../testing/test-app.ts'
import { dayIn } from '../platform/clock.ts'

const nothing = { count: 0, rows: [] }

async function prepare() {
  const demo = await buildTestApp()
  const headers = await demo.signIn('examiner@demo.example')
  const ask = (method: 'GET' | 'POST' | 'PATCH', url: string, payload?: object, as: object = headers) =>
    demo.app.inject({ method, url: `/api${url}`, headers: { ...as }, ...(payload && { payload }) })
  const today = async (as?: object) => (await ask('GET', '/today/', undefined, as)).json()
  const day = dayIn('America/Argentina/Buenos_Aires', demo.clock.now())
  /** A session with one recorded item. */
  const recorded = async (code: string) => {
    const started = await startTestSession(demo, headers, code)
    const form = formOf(toneWav(4))
    const url = started.itemUrl(started.items[0]!)
    await demo.app.inject({ method: 'POST', url, payload: form.payload, headers: { ...headers, ...form.headers } })
    return { participant_id: started.participant.id, protocol_res_id: started.session.id }
  }
  return { demo, headers, ask, today, day, recorded }
}

test('a day without anything to do is empty', async () => {
  const { today, day } = await prepare()
  expect(await today()).toEqual({ day, visits: nothing, unfinished: nothing, unread: nothing, drafts: nothing })
})

test('visits of today and unfinished sessions are listed, of active participants only', async () => {
  const { ask, today, day, recorded } = await prepare()
  const ids = await recorded('P-1')
  const visit = (await ask('POST', `/visits/${ids.participant_id}/`, { date: day, time: '10:00' })).json()
  const participant = { id: ids.participant_id, code: 'P-1', first_name: null, last_name: null }
  const { visits, unfinished, unread } = await today()
  expect(visits).toEqual({ count: 1, rows: [visit] })
  expect(unfinished).toEqual({
    count: 1,
    rows: [
      {
        session: ids.protocol_res_id,
        participant,
        protocol: 'Sesión breve',
        started_at: expect.any(String),
        answered: 1,
        items: expect.any(Number),
      },
    ],
  })
  expect(unread).toEqual(nothing)
  await ask('PATCH', `/user/participants/${ids.participant_id}/inactivate/`)
  expect(await today()).toMatchObject({ visits: nothing, unfinished: nothing })
})

test('results are unread once nothing is being measured, until this user opens them', async () => {
  const { demo, headers, ask, today, recorded } = await prepare()
  const ids = await recorded('P-1')
  await setCompleted(demo, headers, ids, demo.clock.now())
  expect((await today()).unread).toEqual(nothing)
  await endAnalyses(demo, headers)
  const { unread, unfinished } = await today()
  expect([unread.count, unread.rows[0].session, unfinished]).toEqual([1, ids.protocol_res_id, nothing])
  const url = `/protocols/responses/${ids.participant_id}/${ids.protocol_res_id}/read/`
  for (const _ of ['first', 'again']) expect((await ask('POST', url)).statusCode).toBe(204)
  expect((await today()).unread).toEqual(nothing)
  const reads = await demo.database.tenant(demo.organizationId, (tx) =>
    tx.selectFrom('result_reads').select(['protocol_response_id', 'read_at']).execute(),
  )
  expect(reads).toEqual([{ protocol_response_id: ids.protocol_res_id, read_at: demo.clock.now() }])
})

test('results of more than thirty days ago are not offered as unread', async () => {
  const { demo, headers, today, recorded } = await prepare()
  const ids = await recorded('P-1')
  await endAnalyses(demo, headers)
  const daysAgo = (days: number) => new Date(demo.clock.now().getTime() - days * 86_400_000)
  await setCompleted(demo, headers, ids, daysAgo(29))
  expect((await today()).unread.count).toBe(1)
  await setCompleted(demo, headers, ids, daysAgo(31))
  expect((await today()).unread.count).toBe(0)
})

test('drafts of reports are listed; a mode that may not read results sees neither them nor unread results', async () => {
  const { demo, headers, ask, today } = await prepare()
  const draft = await freshDraft(demo, headers)
  const { drafts, unread } = await today()
  expect(drafts).toMatchObject({ count: 1, rows: [{ report: draft.ids.report_id, number: draft.number }] })
  expect(unread.count).toBe(1)

  const manager = await demo.signIn('manager@demo.example')
  const users = (await ask('GET', '/organizations/user/', undefined, manager)).json()
  const userOf = (email: string) => users.find((one: { email: string }) => one.email === email)
  const grant = [{ examiner_id: userOf('examiner@demo.example').roles.examiner_id, mode: 'recording' }]
  const colleague = userOf('colleague@demo.example')
  await ask('PATCH', `/organizations/impersonification/${colleague.id}/`, grant, manager)
  const theirs = await demo.signIn('colleague@demo.example')
  const started = await ask('POST', `/user/impersonification/${grant[0]!.examiner_id}/recording/`, undefined, theirs)
  expect(started.statusCode, started.body).toBeLessThan(300)
  expect(await today(theirs)).toMatchObject({ unread: nothing, drafts: nothing })
})
