import { expect, test } from 'vitest'
import { withClient } from '../../testing/database-setup.ts'
import { buildTestApp } from '../../testing/test-app.ts'
import { surveyIdOf } from '../content/load.ts'

async function prepare() {
  const demo = await buildTestApp()
  const { app, localeId, clock } = demo
  const headers = await demo.signIn('examiner@demo.example')
  const send = async (method: 'GET' | 'POST' | 'PATCH', url: string, payload?: object) => {
    const answer = await app.inject({ method, url: `/api${url}`, headers, ...(payload && { payload }) })
    expect(answer.statusCode, answer.body).toBeLessThan(300)
    return answer.json()
  }
  const register = async (code: string): Promise<string> =>
    (await send('POST', '/user/participants/', { code, first_name: 'Ana', locale: localeId('es-AR') })).id
  const [{ id: protocolId, name: protocolName }] = await send('GET', '/protocols/examiner/')
  const record = async (participantId: string): Promise<string> =>
    (await send('POST', `/protocols/responses/${participantId}/`, { protocol_id: protocolId })).id
  const surveyId = surveyIdOf({ key: 'voice', wording_version: 1, locale: 'es-ES' })
  const ask = async (participantId: string): Promise<string> =>
    (await send('POST', `/surveys/responses/${participantId}/`, { survey_id: surveyId, response: voice })).id
  const list = (query = '') => send('GET', `/calendar_events/${query}`)
  return { demo, clock, send, register, record, ask, list, protocolName }
}

const statements = ['tired', 'noise', 'effort', 'changes', 'throat', 'repeat', 'phone', 'people', 'work', 'worry']
const voice = Object.fromEntries(statements.map((name) => [name, 'often']))
const minute = 60_000

test('sessions and surveys are listed, latest first, and filtered by time', async () => {
  const { clock, register, record, ask, list, protocolName } = await prepare()
  const participantId = await register('P-1')
  const start = clock.now().getTime()
  const session = await record(participantId)
  clock.advance(120)
  const survey = await ask(participantId)

  const participant = { id: participantId, code: 'P-1', first_name: 'Ana', last_name: null }
  const events = await list()
  expect(events).toEqual([
    {
      id: survey,
      kind: 'surveyres',
      title: expect.any(String),
      date: new Date(start + 2 * minute).toISOString(),
      participant,
      is_completed: true,
    },
    {
      id: session,
      kind: 'protocolres',
      title: protocolName,
      date: new Date(start).toISOString(),
      participant,
      is_completed: false,
    },
  ])
  const at = (minutes: number) => new Date(start + minutes * minute).toISOString()
  expect(await list(`?from=${at(0)}&to=${at(2)}`)).toEqual([events[1]])
  expect(await list(`?from=${at(1)}`)).toEqual([events[0]])
  expect(await list(`?to=${at(0)}`)).toEqual([])
})

test('a date as a bound is in the clinic’s calendar, and the last day is included', async () => {
  const { demo, register, record, list } = await prepare()
  const participantId = await register('P-1')
  const recordAt = async (time: string) => {
    const id = await record(participantId)
    const change = 'update protocol_responses set date_created = $1 where id = $2'
    await withClient(demo.url, (client) => client.query(change, [time, id]))
    return id
  }
  // Buenos Aires is three hours behind UTC: both times are on 2 March there.
  const early = await recordAt('2025-03-02T03:00:00Z')
  const late = await recordAt('2025-03-03T02:59:59Z')
  const idsOf = async (query: string) => (await list(query)).map((event: { id: string }) => event.id)
  expect(await idsOf('?from=2025-03-02&to=2025-03-02')).toEqual([late, early])
  expect(await idsOf('?from=2025-03-03')).toEqual([])
  expect(await idsOf('?to=2025-03-01')).toEqual([])
})

test('archived sessions and surveys, and those of archived participants, are not listed', async () => {
  const { send, register, record, ask, list } = await prepare()
  const [first, second] = [await register('P-1'), await register('P-2')]
  const session = await record(first)
  const survey = await ask(first)
  const other = await record(second)
  const ids = async () => (await list()).map(({ id }: { id: string }) => id).sort()
  expect(await ids()).toEqual([session, survey, other].sort())
  await send('PATCH', `/protocols/responses/${first}/${session}/inactivate/`)
  await send('PATCH', `/surveys/responses/${first}/${survey}/inactivate/`)
  expect(await ids()).toEqual([other])
  await send('PATCH', `/user/participants/${second}/inactivate/`)
  expect(await ids()).toEqual([])
})

test('another examiner’s events are not listed, and an invalid time is refused', async () => {
  const { demo, register, record } = await prepare()
  await record(await register('P-1'))
  for (const email of ['colleague@demo.example', 'examiner@other.example']) {
    const seen = await demo.app.inject({ url: '/api/calendar_events/', headers: await demo.signIn(email) })
    expect([email, seen.statusCode, seen.json()]).toEqual([email, 200, []])
  }
  const headers = await demo.signIn('examiner@demo.example')
  const refused = await demo.app.inject({ url: '/api/calendar_events/?from=yesterday', headers })
  expect([refused.statusCode, refused.json()]).toEqual([400, { from: ['invalid'] }])
})
