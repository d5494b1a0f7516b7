import { expect, test } from 'vitest'
import { startTestSession } from '../../testing/recordings.ts'
import { buildTestApp } from '../../testing/test-app.ts'
import { noteMail, queueSeenMail } from './mails.ts'
import { findUser } from './queries.ts'

test('each first step is done when it has happened, in one organisation only', async () => {
  const demo = await buildTestApp()
  const { app, database, organizationId, clock, queue } = demo
  const manager = await demo.signIn('manager@demo.example')
  const other = await demo.signIn('examiner@other.example')
  const ask = async (headers = manager) =>
    (await app.inject({ method: 'GET', url: '/api/organizations/first_day/', headers })).json()
  const nothing = {
    is_dismissed: false,
    has_invited: false,
    has_tested_mail: false,
    has_participant: false,
    has_session: false,
  }
  expect(await ask(other)).toEqual(nothing)

  const { id } = await database.tenant(organizationId, async (tx) => {
    const user = await tx.selectFrom('users').selectAll().where('email', '=', 'manager@demo.example').executeTakeFirst()
    await queueSeenMail(tx, { queue, clock }, { user_id: user!.id, organization_id: organizationId }, 'test')
    return (await findUser(tx, user!.id))!
  })
  expect((await ask()).has_tested_mail).toBe(false)
  await database.tenant(organizationId, async (tx) => {
    const mail = await tx.selectFrom('mails').select('id').where('user_id', '=', id).executeTakeFirstOrThrow()
    await noteMail(tx, mail.id, { state: 'sent', reason: null, detail: null }, clock.now())
  })
  expect((await ask()).has_tested_mail).toBe(true)

  const person = { first_name: 'Eva', last_name: 'Díaz', email: 'eva@demo.example', locale: demo.localeId('es-AR') }
  const post = { method: 'POST', url: '/api/organizations/user/', headers: manager, payload: person } as const
  await app.inject(post)
  await startTestSession(demo, await demo.signIn('examiner@demo.example'), 'FIRST-1')
  expect(await ask()).toMatchObject({ has_invited: true, has_participant: true })

  const put = (is_dismissed: unknown) =>
    app.inject({
      method: 'PATCH',
      url: '/api/organizations/first_day/',
      headers: manager,
      payload: { is_dismissed },
    })
  expect((await put('yes')).json()).toEqual({ is_dismissed: ['invalid'] })
  expect((await put(true)).json()).toMatchObject({ is_dismissed: true })
  expect(await ask(other)).toEqual(nothing)
})
