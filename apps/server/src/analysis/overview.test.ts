import type { Overview } from '@fonema/contract'
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { formOf, startTestSession, toneWav } from '../../testing/recordings.ts'
import { buildTestApp } from '../../testing/test-app.ts'

const url = '/api/organizations/overview/'

async function prepare() {
  const demo = await buildTestApp()
  const { app, database, organizationId, clock } = demo
  const examiner = await demo.signIn('examiner@demo.example')
  const manager = await demo.signIn('manager@demo.example')
  const { participant, session, items, itemUrl } = await startTestSession(demo, examiner, 'OVER-1')
  const settings = { device_label: '=Micrófono' }
  for (const take of items.slice(0, 3)) {
    const form = formOf(toneWav(take.min_duration + 1), { settings: JSON.stringify(settings) })
    const answer = await app.inject({
      method: 'POST',
      url: itemUrl(take),
      payload: form.payload,
      headers: { ...form.headers, ...examiner },
    })
    expect(answer.statusCode, answer.body).toBe(201)
  }
  const run = (query: ReturnType<typeof sql>) => database.tenant(organizationId, (tx) => query.execute(tx))
  const complete = (at: Date) =>
    run(sql`update protocol_responses set completed_at = ${at} where id = ${session.id as string}`)
  const read = async (headers = manager) => (await app.inject({ url, headers })).json() as Overview
  return { demo, app, clock, manager, examiner, participantId: participant.id as string, run, complete, read }
}

test('completed sessions count in their month, in the organisation’s calendar', async () => {
  const { clock, run, complete, read, demo } = await prepare()
  const before = await read()
  expect(before.months).toHaveLength(12)
  expect(before.months.at(-1)).toBe(clock.now().toISOString().slice(0, 7))
  expect(before.sessions).toEqual([])
  // In Buenos Aires, this is still the last evening of the month before.
  const firstDay = `${before.months.at(-1)}-01T01:00:00.000Z`
  await complete(new Date(firstDay))
  expect((await read()).sessions).toMatchObject([{ month: before.months.at(-2), count: 1 }])
  await run(sql`update organizations set time_zone = 'UTC'`)
  expect((await read()).sessions).toMatchObject([{ month: before.months.at(-1), count: 1 }])
  await complete(new Date(clock.now().getTime() - 400 * 24 * 3600_000))
  expect((await read()).sessions).toEqual([])
  expect(await read(await demo.signIn('examiner@other.example'))).toMatchObject({
    sessions: [],
    quality: [],
    overdue: [],
    waiting: 0,
    storage: { used_bytes: 0 },
  })
})

test('poor recordings are counted by examiner and microphone, among those with a verdict', async () => {
  const { app, manager, run, read } = await prepare()
  const rowOf = async () => (await read()).quality
  expect(await rowOf()).toMatchObject([{ device: '=Micrófono', recordings: 3, judged: 0, poor: 0 }])
  const quality = (verdict: string) => sql`${JSON.stringify({ verdict, reasons: [] })}::jsonb`
  await run(sql`update takes set quality = ${quality('good')}`)
  await run(sql`update takes set quality = ${quality('poor')} where id = (select min(id::text)::uuid from takes)`)
  await run(sql`update takes set quality = null where id = (select max(id::text)::uuid from takes)`)
  expect(await rowOf()).toMatchObject([{ recordings: 3, judged: 2, poor: 1 }])
  const { storage, waiting } = await read()
  expect(storage.used_bytes).toBeGreaterThan(1000)
  expect(waiting).toBe(3)

  const csv = await app.inject({ url: `${url}?part=quality&format=csv`, headers: manager })
  expect(csv.headers['content-type']).toBe('text/csv; charset=utf-8')
  const [header, line] = csv.body.slice(1).split('\r\n')
  expect(header).toBe('examiner_id,last_name,first_name,microphone,recordings,judged,poor,share_poor')
  // The name of a microphone that begins like a formula is text.
  expect(line).toMatch(/"'=Micrófono",3,2,1,0.5$/)
  const sessions = await app.inject({ url: `${url}?part=sessions&format=csv`, headers: manager })
  expect(sessions.body.slice(1).trim()).toBe('examiner_id,last_name,first_name,month,sessions')
})

test('overdue visits of active participants are counted by examiner, with the oldest day', async () => {
  const { app, clock, manager, examiner, participantId, run, read } = await prepare()
  const dayBefore = (days: number) => {
    const moment = new Date(clock.now().getTime() - days * 86_400_000)
    return new Intl.DateTimeFormat('en-CA', { timeZone: 'America/Argentina/Buenos_Aires' }).format(moment)
  }
  const plan = async () => {
    const payload = { date: dayBefore(0), time: '09:00', tolerance_days: 2 }
    const answer = await app.inject({
      method: 'POST',
      url: `/api/visits/${participantId}/`,
      payload,
      headers: examiner,
    })
    expect(answer.statusCode, answer.body).toBe(201)
    return answer.json().id as string
  }
  const postpone = (id: string, days: number) =>
    run(sql`update visits set planned_at = planned_at - make_interval(days => ${days}) where id = ${id}`)
  const [one, other] = [await plan(), await plan()]
  await postpone(one, 2)
  expect((await read()).overdue).toEqual([])
  await postpone(one, 1)
  await postpone(other, 5)
  expect((await read()).overdue).toMatchObject([{ last_name: 'Prueba', count: 2, oldest: dayBefore(5) }])

  const csv = await app.inject({ url: `${url}?part=overdue&format=csv`, headers: manager })
  const [header, line] = csv.body.slice(1).split('\r\n')
  expect(header).toBe('examiner_id,last_name,first_name,overdue_visits,oldest')
  expect(line).toMatch(new RegExp(`,Prueba,examiner,2,${dayBefore(5)}$`))

  const done = await app.inject({
    method: 'PATCH',
    url: `/api/visits/${participantId}/${other}/`,
    payload: { state: 'done' },
    headers: examiner,
  })
  expect(done.statusCode, done.body).toBe(200)
  expect((await read()).overdue).toMatchObject([{ count: 1, oldest: dayBefore(3) }])
  await run(sql`update participants set active = false where id = ${participantId}`)
  expect((await read()).overdue).toEqual([])
})
