import { expect, test } from 'vitest'
import { ask } from '../../testing/second-factor.ts'
import { buildTestApp } from '../../testing/test-app.ts'
import { dayIn } from '../platform/clock.ts'

const clinic = 'America/Argentina/Buenos_Aires'
/** So far ahead of the clinic that the day differs for more than half of it. */
const ahead = 'Pacific/Kiritimati'

test('a user’s own time zone decides about their day and agenda, and not about the clinic’s records', async () => {
  const demo = await buildTestApp()
  const { clock, localeId } = demo
  // To 20:00 in the clinic, when Kiritimati has the next day.
  const hour = Number(
    new Intl.DateTimeFormat('en', { timeZone: clinic, hour: 'numeric', hourCycle: 'h23' }).format(clock.now()),
  )
  clock.advance(((20 - hour + 24) % 24) * 3600)
  const [here, there] = [dayIn(clinic, clock.now()), dayIn(ahead, clock.now())]
  expect(there > here).toBe(true)
  const headers = await demo.signIn('examiner@demo.example')
  const send = async (method: 'GET' | 'POST' | 'PATCH', path: string, payload?: object) =>
    (await ask(demo, path, { method, headers, ...(payload && { payload }) })).answer
  const { id } = await send('POST', '/user/participants/', { code: 'P-1', locale: localeId('es-AR') })
  const visit = await send('POST', `/visits/${id}/`, { date: here, time: '23:00' })
  expect((await send('GET', '/today/')).day).toBe(here)

  expect((await send('PATCH', '/user/user_info/', { time_zone: 'Nowhere/Else' })).time_zone).toEqual(['invalid'])
  expect(await send('PATCH', '/user/user_info/', { time_zone: ahead })).toMatchObject({
    time_zone: ahead,
    organization: { time_zone: clinic },
  })
  const today = await send('GET', '/today/')
  expect([today.day, today.visits.rows]).toEqual([there, [{ ...visit, date: there, time: '16:00' }]])
  expect(await send('GET', `/visits/?from=${there}&to=${there}`)).toHaveLength(1)
  expect(await send('GET', `/visits/?to=${here}`)).toEqual([])
  // Planned in the user's time zone: a day that has begun for them.
  const planned = await send('POST', `/visits/${id}/`, { date: there, time: '17:00' })
  expect(planned.planned_at).toBe(`${there}T03:00:00.000Z`)
  // A date of the record lies in the clinic's calendar.
  expect(await send('PATCH', `/user/participants/${id}/`, { birthday: there })).toEqual({ birthday: ['in_future'] })

  expect((await send('PATCH', '/user/user_info/', { time_zone: null })).time_zone).toBeNull()
  expect((await send('GET', '/today/')).day).toBe(here)
})
