import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { ask, userIdOf } from '../../../testing/second-factor.ts'
import { buildTestApp } from '../../../testing/test-app.ts'
import { dayIn } from '../../platform/clock.ts'
import type { Mail } from '../../platform/mail/mailer.ts'
import { planReminders, ReminderMail } from './plan.ts'
import { sendReminder } from './send.ts'

const email = 'examiner@demo.example'
const clinic = 'America/Argentina/Buenos_Aires'
const publicUrl = 'https://clinic.example'

async function prepare(choices: object = { visits_today: true, visits_overdue: true }) {
  const demo = await buildTestApp()
  const { clock, database } = demo
  const send = async (method: 'GET' | 'POST' | 'PATCH', path: string, payload?: object) => {
    const headers = await demo.signIn(email)
    const { status, answer } = await ask(demo, path, { method, headers, ...(payload && { payload }) })
    expect(status, JSON.stringify(answer)).toBeLessThan(300)
    return answer
  }
  /** To the next time that a clock in this time zone shows the hour. */
  function advanceTo(hour: number, timeZone = clinic) {
    const style = { timeZone, hour: 'numeric', minute: 'numeric', hourCycle: 'h23' } as const
    const [hours, minutes] = new Intl.DateTimeFormat('en', style).format(clock.now()).split(':').map(Number)
    clock.advance((((hour - hours! + 24) % 24) * 60 - minutes!) * 60)
  }
  const today = () => dayIn(clinic, clock.now())
  const inDays = (days: number) => dayIn(clinic, new Date(clock.now().getTime() + days * 86_400_000))
  const mails: Mail[] = []
  const deliver = async (mail: Mail) => {
    mails.push(mail)
    return 'sent' as const
  }
  const jobs = async (): Promise<ReminderMail[]> => {
    const { rows } = await sql<{ data: unknown }>`
      select data from pgboss.job where name = 'send-reminder' order by created_on`.execute(database.shared)
    return rows.map(({ data }) => ReminderMail.parse(data))
  }
  /** What the workers do: plan, and run every job that was ever queued once more. */
  async function work(deliverer = deliver) {
    await planReminders(demo)
    for (const job of await jobs()) await sendReminder({ ...demo, send: deliverer, publicUrl }, job)
    return mails.splice(0)
  }
  const statesOf = () =>
    database.tenant(demo.organizationId, (tx) => tx.selectFrom('reminder_mails').select(['kind', 'state']).execute())

  // Before the first morning, so that each test decides about its hour.
  advanceTo(1)
  clock.advance(86_400)
  await send('PATCH', '/user/reminders/', choices)
  const participant = await send('POST', '/user/participants/', {
    code: 'P-1',
    first_name: 'Ana',
    locale: demo.localeId('es-AR'),
  })
  const plan = (date: string, more: object = {}) =>
    send('POST', `/visits/${participant.id}/`, { date, time: '10:30', note: 'Ana', ...more })
  return { ...demo, send, advanceTo, today, inDays, deliver, jobs, work, statesOf, plan, participant, mails }
}

test('both mails are off at first, and each is chosen by itself', async () => {
  const demo = await buildTestApp()
  const headers = await demo.signIn(email)
  const choose = (payload: object) => ask(demo, '/user/reminders/', { method: 'PATCH', headers, payload })
  expect((await ask(demo, '/user/reminders/', { headers })).answer).toEqual({
    visits_today: false,
    visits_overdue: false,
  })
  expect((await choose({ visits_overdue: true })).answer).toEqual({ visits_today: false, visits_overdue: true })
  expect((await choose({ visits_today: true })).answer).toEqual({ visits_today: true, visits_overdue: true })
  expect((await choose({ visits_overdue: false })).answer).toEqual({ visits_today: true, visits_overdue: false })
  expect((await choose({})).answer).toEqual({ non_field_errors: ['empty_data'] })
  expect((await choose({ visits_today: 'yes' })).answer).toEqual({ visits_today: ['invalid'] })
})

test('on the morning of a day with visits one mail names their hours and codes, and nobody', async () => {
  const { plan, today, inDays, advanceTo, work, clock } = await prepare({ visits_today: true })
  await plan(today())
  await plan(inDays(1))
  expect(await work()).toEqual([])
  advanceTo(7)
  const [mail, ...more] = await work()
  expect(more).toEqual([])
  expect(mail).toMatchObject({ to: { address: email }, subject: '1 visita hoy · Fonema' })
  expect(mail!.text).toContain('10:30  P-1')
  expect(mail!.text).toContain('https://clinic.example/account/#notifications')
  expect(mail!.text).not.toContain('Ana')
  expect(await work()).toEqual([])
  clock.advance(86_400)
  expect(await work()).toHaveLength(1)
  clock.advance(86_400)
  expect(await work()).toEqual([])
})

test('overdue visits are mailed when another one became overdue, and not each day', async () => {
  const { plan, today, inDays, advanceTo, work, clock, send, participant } = await prepare({ visits_overdue: true })
  await plan(today())
  const later = await plan(inDays(1), { tolerance_days: 2 })
  advanceTo(7)
  expect(await work()).toEqual([])
  const subjects: string[][] = []
  for (let day = 0; day < 6; day++) {
    clock.advance(86_400)
    subjects.push((await work()).map(({ subject }) => subject.split(' · ')[0]!))
  }
  expect(subjects).toEqual([['1 visita atrasada'], [], [], ['2 visitas atrasadas'], [], []])
  await send('PATCH', `/visits/${participant.id}/${later.id}/`, { state: 'done' })
  clock.advance(86_400)
  expect(await work()).toEqual([])
})

test('a mail comes in the morning of the user’s own time zone and in the language of their mails', async () => {
  const { plan, today, advanceTo, work, send, localeId } = await prepare({ visits_today: true })
  await plan(today())
  await send('PATCH', '/user/user_info/', { time_zone: 'America/Los_Angeles', locale: localeId('en-US') })
  advanceTo(7)
  // Before dawn in California.
  expect(await work()).toEqual([])
  advanceTo(7, 'America/Los_Angeles')
  const [mail] = await work()
  expect(mail).toMatchObject({ subject: '1 visit today · Fonema' })
  // Buenos Aires' 10:30, which is not later than that.
  expect(mail!.text).toMatch(/0[56]:30 {2}P-1/)
})

test('no mail comes after noon, without the choice, after a change of mind, or to a deactivated account', async () => {
  const demo = await prepare({ visits_today: true })
  const { plan, inDays, today, advanceTo, work, send, clock, statesOf, jobs, deliver, mails } = demo
  await plan(today())
  for (const days of [1, 2, 3]) await plan(inDays(days))
  advanceTo(12)
  expect(await work()).toEqual([])

  advanceTo(7)
  await planReminders(demo)
  await send('PATCH', '/user/reminders/', { visits_today: false })
  expect(await work()).toEqual([])
  expect(await statesOf()).toEqual([{ kind: 'visits_today', state: 'dropped' }])
  await send('PATCH', '/user/reminders/', { visits_today: true })

  clock.advance(86_400)
  await planReminders(demo)
  const owner = await demo.signIn('owner@demo.example')
  const payload = { is_active: false }
  const path = `/organizations/user/${await userIdOf(demo, email)}/`
  await ask(demo, path, { method: 'PATCH', headers: owner, payload })
  expect(await work()).toEqual([])
  clock.advance(86_400)
  await planReminders(demo)
  expect(await jobs()).toHaveLength(2)
  // A job that waited until the next day.
  for (const job of await jobs()) await sendReminder({ ...demo, send: deliver, publicUrl }, job)
  expect(mails).toEqual([])
})

test('machines that plan at the same time queue one mail, and a job that runs again sends none', async () => {
  const demo = await prepare({ visits_today: true })
  const { plan, today, advanceTo, jobs, deliver, mails } = demo
  await plan(today())
  advanceTo(7)
  await Promise.all([planReminders(demo), planReminders(demo), planReminders(demo)])
  const queued = await jobs()
  expect(queued).toHaveLength(1)
  const run = () => sendReminder({ ...demo, send: deliver, publicUrl }, queued[0]!)
  await Promise.all([run(), run(), run()])
  await run()
  expect(mails).toHaveLength(1)
})

test('after a kill during the sending no second mail leaves; after a refusal the mail is sent again', async () => {
  const demo = await prepare({ visits_today: true })
  const { plan, today, advanceTo, jobs, deliver, mails, statesOf, clock, inDays } = demo
  await plan(today())
  await plan(inDays(1))
  advanceTo(7)
  await planReminders(demo)
  const [job] = await jobs()
  // The mail server has the mail, and the process never learns it.
  const killed = Promise.withResolvers<never>()
  const started = Promise.withResolvers<void>()
  const dying = async (mail: Mail) => {
    mails.push(mail)
    started.resolve()
    return killed.promise
  }
  void sendReminder({ ...demo, send: dying, publicUrl }, job!)
  await started.promise
  await sendReminder({ ...demo, send: deliver, publicUrl }, job!)
  expect(mails).toHaveLength(1)

  clock.advance(86_400)
  await planReminders(demo)
  const next = (await jobs()).find(({ day }) => day === today())!
  const refuse = async () => {
    throw new Error('450 busy')
  }
  await expect(sendReminder({ ...demo, send: refuse, publicUrl }, next)).rejects.toThrow('busy')
  await sendReminder({ ...demo, send: deliver, publicUrl }, next)
  expect(mails).toHaveLength(2)
  expect(await statesOf()).toEqual([
    { kind: 'visits_today', state: 'sending' },
    { kind: 'visits_today', state: 'sent' },
  ])
})
