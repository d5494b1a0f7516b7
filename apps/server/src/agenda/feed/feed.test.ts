import { expect, test } from 'vitest'
import { ask, userIdOf } from '../../../testing/second-factor.ts'
import { buildTestApp } from '../../../testing/test-app.ts'

const email = 'examiner@demo.example'
const dayIn = (timeZone: string, time: Date) => new Intl.DateTimeFormat('en-CA', { timeZone }).format(time)

async function prepare() {
  const demo = await buildTestApp()
  const headers = await demo.signIn(email)
  const send = async (method: 'POST' | 'PATCH' | 'DELETE', path: string, payload?: object, as: object = headers) => {
    const { status, answer } = await ask(demo, path, { method, headers: { ...as }, ...(payload && { payload }) })
    expect(status, JSON.stringify(answer)).toBeLessThan(300)
    return answer
  }
  const register = async (code: string): Promise<string> =>
    (await send('POST', '/user/participants/', { code, first_name: 'Ana', locale: demo.localeId('es-AR') })).id
  const today = () => dayIn('America/Argentina/Buenos_Aires', demo.clock.now())
  const plan = (participant: string, more: object = {}) =>
    send('POST', `/visits/${participant}/`, { date: today(), time: '10:30', note: 'Ana llega tarde', ...more })
  const makeFeed = async (as?: object): Promise<string> =>
    new URL((await send('POST', '/user/calendar_feed/', undefined, as)).address).pathname
  /** Without headers, as another program reads it. */
  const read = (path: string) => demo.app.inject({ method: 'GET', url: path })
  const linesOf = async (path: string) => (await read(path)).body.replaceAll('\r\n ', '').split('\r\n')
  return { ...demo, headers, send, register, today, plan, makeFeed, read, linesOf }
}

test('another program reads the visits without a sign-in: codes and times, no names', async () => {
  const { register, plan, makeFeed, read, linesOf, today } = await prepare()
  const participant = await register('P;1')
  const visit = await plan(participant, { tolerance_days: 14 })
  const feed = await makeFeed()
  const answer = await read(feed)
  expect([answer.statusCode, answer.headers['content-type'], answer.headers['cache-control']]).toEqual([
    200,
    'text/calendar; charset=utf-8',
    'private, no-store',
  ])
  const lines = await linesOf(feed)
  expect(lines).toContain('SUMMARY:Visita P\\;1')
  expect(lines).toContain('DESCRIPTION:Margen: ± 14 días')
  expect(lines).toContain(`UID:${visit.id}`)
  // Buenos Aires is three hours behind UTC.
  expect(lines).toContain(`DTSTART:${today().replaceAll('-', '')}T133000Z`)
  expect(lines).toContain(`DTEND:${today().replaceAll('-', '')}T140000Z`)
  expect(answer.body).not.toContain('Ana')
  expect((await read(feed)).body).toBe(answer.body)
})

test('a change keeps the event, with a higher sequence; a cancelled visit stays as cancelled', async () => {
  const { register, plan, makeFeed, linesOf, send, clock } = await prepare()
  const participant = await register('P-1')
  const visit = await plan(participant)
  const feed = await makeFeed()
  const stamps = (lines: string[]) => lines.filter((line) => /^(UID|SEQUENCE|STATUS|DTSTAMP)/.test(line))
  const before = stamps(await linesOf(feed))
  clock.advance(60)
  await send('PATCH', `/visits/${participant}/${visit.id}/`, { time: '11:00' })
  await send('PATCH', `/visits/${participant}/${visit.id}/`, { state: 'cancelled' })
  const stamp = `DTSTAMP:${clock
    .now()
    .toISOString()
    .replace(/[-:]|\.\d{3}/g, '')}`
  expect(before).toEqual([`UID:${visit.id}`, expect.any(String), 'SEQUENCE:0', 'STATUS:CONFIRMED'])
  expect(stamps(await linesOf(feed))).toEqual([`UID:${visit.id}`, stamp, 'SEQUENCE:2', 'STATUS:CANCELLED'])
})

test('only the visits of the user’s own active participants are in it', async () => {
  const { register, plan, makeFeed, linesOf, send, signIn, localeId, today } = await prepare()
  const [mine, archived] = [await register('P-1'), await register('P-2')]
  await plan(mine)
  await plan(archived)
  await send('PATCH', `/user/participants/${archived}/inactivate/`)
  const other = await signIn('colleague@demo.example')
  const theirs = await send('POST', '/user/participants/', { code: 'P-3', locale: localeId('es-AR') }, other)
  await send('POST', `/visits/${theirs.id}/`, { date: today(), time: '10:00' }, other)
  const codes = (await linesOf(await makeFeed())).filter((line) => line.startsWith('SUMMARY'))
  expect(codes).toEqual(['SUMMARY:Visita P-1'])
  // A user without the role of an examiner has an empty calendar.
  const manager = await signIn('manager@demo.example')
  const lines = await linesOf(await makeFeed(manager))
  expect([lines[0], lines.filter((line) => line === 'BEGIN:VEVENT')]).toEqual(['BEGIN:VCALENDAR', []])
})

test('a renewed, removed or unknown address is not found, nor one of a locked or deactivated account', async () => {
  const demo = await prepare()
  const { makeFeed, read, send, signIn, headers } = demo
  const state = async () => (await ask(demo, '/user/calendar_feed/', { headers })).answer
  expect(await state()).toEqual({ created_at: null })
  const first = await makeFeed()
  const second = await makeFeed()
  expect(await state()).toEqual({ created_at: demo.clock.now().toISOString() })
  const statusesOf = async (...paths: string[]) =>
    Promise.all(paths.map(async (path) => [(await read(path)).statusCode, (await read(path)).body.slice(0, 15)]))
  const gone = [404, '{"code":"not_fo']
  expect(await statusesOf(first, second, `${second}x`, '/api/calendar_feed/x/visits.ics')).toEqual([
    gone,
    [200, 'BEGIN:VCALENDAR'],
    gone,
    gone,
  ])

  const wrong = { method: 'POST', payload: { email, password: 'wrong' } } as const
  for (let turn = 0; turn < 6; turn++) await ask(demo, '/user/api/token/', wrong)
  expect(await statusesOf(second)).toEqual([gone])
  demo.clock.advance(86_400)
  expect((await read(second)).statusCode).toBe(200)

  const owner = await signIn('owner@demo.example')
  const user = `/organizations/user/${await userIdOf(demo, email)}/`
  await send('PATCH', user, { is_active: false }, owner)
  expect(await statusesOf(second)).toEqual([gone])
  await send('PATCH', user, { is_active: true }, owner)
  expect((await read(second)).statusCode).toBe(200)
  await send('DELETE', '/user/calendar_feed/', undefined, await signIn(email))
  expect(await statusesOf(second)).toEqual([gone])
})

test('no table and no audit entry contains the token', async () => {
  const { makeFeed, database, organizationId } = await prepare()
  const token = (await makeFeed()).split('/').at(-2)!
  const [feeds, entries] = await database.tenant(organizationId, async (tx) => [
    await tx.selectFrom('calendar_feeds').selectAll().execute(),
    await tx.selectFrom('audit_entries').selectAll().where('subject', '=', 'calendar_feeds').execute(),
  ])
  expect([feeds!.length, entries!.length]).toEqual([1, 1])
  expect(JSON.stringify([feeds, entries])).not.toContain(token)
})
