import { expect, test } from 'vitest'
import { buildTestApp } from '../../testing/test-app.ts'
import { surveyIdOf } from '../content/load.ts'
import { addDays, seriesDays } from './visit-days.ts'

const statements = ['tired', 'noise', 'effort', 'changes', 'throat', 'repeat', 'phone', 'people', 'work', 'worry']
const timeZone = 'America/Argentina/Buenos_Aires'
const dayOf = (time: Date) => new Intl.DateTimeFormat('en-CA', { timeZone }).format(time)

async function prepare() {
  const demo = await buildTestApp()
  const { app, localeId, clock } = demo
  let headers = await demo.signIn('examiner@demo.example')
  const ask = (method: 'GET' | 'POST' | 'PATCH' | 'DELETE', url: string, payload?: object, as?: object) =>
    app.inject({ method, url: `/api${url}`, headers: { ...(as ?? headers) }, ...(payload && { payload }) })
  const send = async (method: 'GET' | 'POST' | 'PATCH', url: string, payload?: object) => {
    const answer = await ask(method, url, payload)
    expect(answer.statusCode, answer.body).toBeLessThan(300)
    return answer.json()
  }
  const register = async (code: string): Promise<string> =>
    (await send('POST', '/user/participants/', { code, first_name: 'Ana', locale: localeId('es-AR') })).id
  const assigned = await send('GET', '/protocols/examiner/')
  const protocols = assigned.filter(({ is_practice }: { is_practice: boolean }) => !is_practice)
  const record = async (participantId: string, more: object = {}, index = 0): Promise<string> =>
    (await send('POST', `/protocols/responses/${participantId}/`, { protocol_id: protocols[index].id, ...more })).id
  const surveyId = surveyIdOf({ key: 'voice', wording_version: 1, locale: 'es-ES' })
  const response = Object.fromEntries(statements.map((name) => [name, 'often']))
  const fillIn = async (participantId: string): Promise<string> =>
    (await send('POST', `/surveys/responses/${participantId}/`, { survey_id: surveyId, response })).id
  const today = () => dayOf(clock.now())
  const inDays = (days: number) => addDays(today(), days)
  // Sessions of users end meanwhile.
  const advanceDays = async (days: number) => {
    clock.advance(days * 86_400)
    headers = await demo.signIn('examiner@demo.example')
  }
  const plan = (participantId: string, more: object = {}) =>
    send('POST', `/visits/${participantId}/`, { date: today(), time: '10:30', ...more })
  const statesOf = async (participantId: string) =>
    (await send('GET', `/visits/${participantId}/`)).map(({ state }: { state: string }) => state)
  return {
    ...demo,
    ask,
    send,
    register,
    record,
    fillIn,
    plan,
    statesOf,
    inDays,
    advanceDays,
    protocols,
    surveyId,
  }
}

test('a visit is planned in the clinic’s calendar and listed by day', async () => {
  const { register, plan, send, inDays, protocols, surveyId } = await prepare()
  const participant = await register('P-1')
  const [protocol] = protocols
  const made = await plan(participant, {
    date: inDays(3),
    protocol_id: protocol.id,
    survey_id: surveyId,
    duration_min: 45,
    note: ' Traer gafas ',
  })
  expect(made).toEqual({
    id: expect.any(String),
    participant: { id: participant, code: 'P-1', first_name: 'Ana', last_name: null },
    protocol: { id: protocol.id, name: protocol.name },
    survey: { id: surveyId, name: expect.any(String) },
    // Buenos Aires is three hours behind UTC.
    planned_at: `${inDays(3)}T13:30:00.000Z`,
    date: inDays(3),
    time: '10:30',
    tolerance_days: 0,
    duration_min: 45,
    note: 'Traer gafas',
    state: 'planned',
    series: null,
    fulfilled_by: null,
  })
  expect(await send('GET', `/visits/?from=${inDays(3)}&to=${inDays(3)}`)).toEqual([made])
  expect(await send('GET', `/visits/?from=${inDays(4)}`)).toEqual([])
  expect(await send('GET', `/visits/?to=${inDays(2)}`)).toEqual([])
  expect(await send('GET', `/visits/${participant}/`)).toEqual([made])
})

test('refuses a day in the past, an unassigned protocol and a window wider than the interval', async () => {
  const { register, ask, inDays } = await prepare()
  const url = `/visits/${await register('P-1')}/`
  const plan = { date: inDays(1), time: '10:30' }
  const wrong = async (more: object) => (await ask('POST', url, { ...plan, ...more })).json()
  expect(await wrong({ date: inDays(-1) })).toEqual({ date: ['out_of_range'] })
  expect(await wrong({ time: '24:00' })).toEqual({ time: ['invalid'] })
  expect(await wrong({ protocol_id: '01a1998e-4400-79f8-8df2-000000000001' })).toEqual({ protocol_id: ['invalid'] })
  expect(await wrong({ survey_id: '01a1998e-4400-79f8-8df2-000000000001' })).toEqual({ survey_id: ['invalid'] })
  const repeat = { every: 1, unit: 'week', times: 3 }
  expect(await wrong({ repeat, tolerance_days: 4 })).toEqual({ tolerance_days: ['out_of_range'] })
})

test('a series has single visits, each counted from the first day', async () => {
  expect(seriesDays('2027-01-31', { every: 1, unit: 'month', times: 4 })).toEqual([
    ...['2027-01-31', '2027-02-28', '2027-03-31', '2027-04-30'],
  ])
  expect(seriesDays('2027-01-31', { every: 2, unit: 'week', times: 3 })).toEqual([
    ...['2027-01-31', '2027-02-14', '2027-02-28'],
  ])
  const { register, plan, send, inDays } = await prepare()
  const participant = await register('P-1')
  const repeat = { every: 2, unit: 'week', times: 4 }
  await plan(participant, { date: inDays(0), repeat, tolerance_days: 3 })
  const visits = await send('GET', `/visits/${participant}/`)
  expect(visits.map(({ date }: { date: string }) => date)).toEqual([0, 14, 28, 42].map(inDays))
  expect(visits[1].series).toEqual({ id: visits[0].series.id, position: 2, count: 4 })
  expect(visits[3]).toMatchObject({ time: '10:30', tolerance_days: 3 })
})

test('one visit of a series is moved alone, or with the following ones', async () => {
  const { register, plan, send, ask, inDays } = await prepare()
  const participant = await register('P-1')
  await plan(participant, { repeat: { every: 2, unit: 'week', times: 4 } })
  const days = async () =>
    (await send('GET', `/visits/${participant}/`)).map(
      (visit: { date: string; time: string }) => `${visit.date} ${visit.time}`,
    )
  const visits = await send('GET', `/visits/${participant}/`)
  const urlOf = (position: number) => `/visits/${participant}/${visits[position - 1].id}/`
  await send('PATCH', urlOf(2), { date: inDays(15) })
  expect(await days()).toEqual([0, 15, 28, 42].map((day) => `${inDays(day)} 10:30`))
  await send('PATCH', urlOf(3), { date: inDays(30), time: '09:00', scope: 'following' })
  expect(await days()).toEqual([
    `${inDays(0)} 10:30`,
    `${inDays(15)} 10:30`,
    `${inDays(30)} 09:00`,
    `${inDays(44)} 09:00`,
  ])
  await send('PATCH', urlOf(3), { state: 'cancelled', scope: 'following' })
  const states = (await send('GET', `/visits/${participant}/`)).map(({ state }: { state: string }) => state)
  expect(states).toEqual(['planned', 'planned', 'cancelled', 'cancelled'])
  expect((await ask('PATCH', urlOf(1), { state: 'done', scope: 'following' })).json()).toEqual({ scope: ['invalid'] })
  expect((await ask('PATCH', urlOf(1), { scope: 'one' })).json()).toEqual({ non_field_errors: ['empty_data'] })
})

test('a session within the window fulfils the visit; a later one of the day leaves the next appointment', async () => {
  const { register, plan, send, record, statesOf, inDays, advanceDays, protocols } = await prepare()
  const participant = await register('P-1')
  // The windows of the first two overlap on the third day.
  await plan(participant, { date: inDays(2), tolerance_days: 5 })
  await plan(participant, { date: inDays(6), tolerance_days: 5, protocol_id: protocols[1].id })
  await plan(participant, { date: inDays(30) })
  await advanceDays(3)
  const session = await record(participant)
  expect(await statesOf(participant)).toEqual(['done', 'planned', 'planned'])
  const [first] = await send('GET', `/visits/${participant}/`)
  expect(first.fulfilled_by).toEqual({ kind: 'protocolres', id: session })
  await record(participant, {}, 1)
  expect(await statesOf(participant)).toEqual(['done', 'planned', 'planned'])
  await advanceDays(1)
  await record(participant, {}, 1)
  expect(await statesOf(participant)).toEqual(['done', 'done', 'planned'])
})

test('a survey fulfils a visit too, and prefers the visit that names it', async () => {
  const { register, plan, fillIn, statesOf, surveyId } = await prepare()
  const participant = await register('P-1')
  await plan(participant, { time: '08:00' })
  await plan(participant, { time: '18:00', survey_id: surveyId })
  await fillIn(participant)
  expect(await statesOf(participant)).toEqual(['planned', 'done'])
})

test('after its window a visit is overdue, until a session is started from it or a person finishes it', async () => {
  const { register, plan, send, ask, record, statesOf, inDays, advanceDays, protocols } = await prepare()
  const participant = await register('P-1')
  const [first, second] = [await plan(participant, { tolerance_days: 1 }), await plan(participant, { date: inDays(1) })]
  await advanceDays(1)
  expect(await statesOf(participant)).toEqual(['planned', 'planned'])
  await advanceDays(1)
  expect(await statesOf(participant)).toEqual(['overdue', 'overdue'])
  expect((await send('GET', '/visits/?state=overdue')).map(({ id }: { id: string }) => id)).toEqual([
    first.id,
    second.id,
  ])
  await record(participant)
  expect(await statesOf(participant)).toEqual(['overdue', 'overdue'])
  await record(participant, { visit_id: first.id })
  expect(await statesOf(participant)).toEqual(['done', 'overdue'])
  const url = `/visits/${participant}/${second.id}/`
  expect(await send('PATCH', url, { state: 'done' })).toMatchObject({ state: 'done', fulfilled_by: null })
  expect(await send('PATCH', url, { state: 'planned' })).toMatchObject({ state: 'overdue' })
  // An overdue visit stays editable, and its day may stay.
  expect(await send('PATCH', url, { date: inDays(-1), note: 'x' })).toMatchObject({ note: 'x' })
  const other = await register('P-2')
  const body = { protocol_id: protocols[0].id, visit_id: second.id }
  const refused = await ask('POST', `/protocols/responses/${other}/`, body)
  expect([refused.statusCode, refused.json()]).toEqual([400, { visit_id: ['invalid'] }])
})

test('an archived participant’s visits are hidden, and a transfer moves them', async () => {
  const { register, plan, send, ask, signIn, inDays } = await prepare()
  const participant = await register('P-1')
  const { id } = await plan(participant, { date: inDays(1) })
  await send('PATCH', `/user/participants/${participant}/inactivate/`)
  expect(await send('GET', '/visits/')).toEqual([])
  const refused = await ask('PATCH', `/visits/${participant}/${id}/`, { note: 'x' })
  expect([refused.statusCode, refused.json().code]).toEqual([409, 'participant_archived'])
  await send('PATCH', `/user/participants/${participant}/activate/`)

  const [manager, colleague] = [await signIn('manager@demo.example'), await signIn('colleague@demo.example')]
  const examiners = (await ask('GET', '/organizations/examiners/', undefined, manager)).json()
  const users = (await ask('GET', '/organizations/user/', undefined, manager)).json()
  const examinerOf = (email: string) => {
    const user = users.find((one: { email: string }) => one.email === email)
    return examiners.find(({ user_id }: { user_id: string }) => user_id === user.id).id
  }
  const [from, to] = [examinerOf('examiner@demo.example'), examinerOf('colleague@demo.example')]
  await ask('POST', `/organizations/examiners/${from}/transfer/`, { examiner_id: to }, manager)
  expect(await send('GET', '/visits/')).toEqual([])
  const theirs = (await ask('GET', '/visits/', undefined, colleague)).json()
  expect(theirs.map((visit: { id: string }) => visit.id)).toEqual([id])
})

test('the erasure of a participant removes the visits', async () => {
  const { register, plan, ask, signIn, database, organizationId } = await prepare()
  const participant = await register('P-1')
  await plan(participant, { repeat: { every: 1, unit: 'week', times: 2 }, note: 'Traer gafas' })
  const owner = await signIn('owner@demo.example')
  const erased = await ask('DELETE', `/user/participants/${participant}/`, { code: 'P-1' }, owner)
  expect(erased.statusCode).toBe(204)
  const left = await database.tenant(organizationId, async (tx) => [
    await tx.selectFrom('visits').selectAll().execute(),
    await tx.selectFrom('visit_series').selectAll().execute(),
  ])
  expect(left).toEqual([[], []])
})

test('the activity of participants names the last session and the unfinished one', async () => {
  const { register, record, send } = await prepare()
  const participant = await register('P-1')
  await register('P-2')
  expect(await send('GET', '/visits/activity/')).toEqual([])
  const session = await record(participant)
  expect(await send('GET', '/visits/activity/')).toEqual([
    { participant, last_session: expect.any(String), unfinished: session },
  ])
})
