import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { buildHouse, type House } from '../../testing/house.ts'
import { queuedMails } from '../../testing/password-mails.ts'
import { password } from '../../testing/template.ts'
import { sendPasswordMail } from '../organization/password-mail.ts'
import type { Mail } from '../platform/mail/mailer.ts'

async function setPolicy(house: House, break_glass_user_id: string | null) {
  const url = '/api/organizations/sign_in_policy/'
  const headers = await house.owner()
  return (await house.demo.app.inject({ method: 'PATCH', url, headers, payload: { break_glass_user_id } })).json()
}

async function ownersId({ demo, owner }: House): Promise<string> {
  return (await demo.app.inject({ url: '/api/user/user_info/', headers: await owner() })).json().id
}

const entries = ({ demo }: House, action: string) =>
  demo.database.tenant(demo.organizationId, (tx) =>
    sql<{ user_id: string; subject: string }>`select user_id, subject from audit_entries where action = ${action}`
      .execute(tx)
      .then(({ rows }) => rows),
  )

test('with passwords off, each sign-in with the break-glass account has an entry that managers see', async () => {
  const house = await buildHouse()
  const id = await ownersId(house)
  expect(await setPolicy(house, id)).toMatchObject({ break_glass_user_id: id, break_glass_uses: [], unconnected: 5 })
  expect(await entries(house, 'break_glass')).toEqual([])
  const browser = house.browser()
  const credentials = { email: 'owner@demo.example', password }
  expect((await browser.send('POST', '/user/api/token/', credentials)).status).toBe(200)
  expect(await entries(house, 'break_glass')).toEqual([{ user_id: id, subject: 'credentials' }])
  const { body } = await browser.send('GET', '/organizations/sign_in_policy/')
  expect(body.break_glass_uses).toHaveLength(1)
  // With passwords on again, the account is one like the others.
  await setPolicy(house, null)
  const before = await entries(house, 'break_glass')
  await house.demo.signIn('owner@demo.example')
  expect(await entries(house, 'break_glass')).toEqual(before)
})

test('passwords are turned off and on again without a change of any password', async () => {
  const house = await buildHouse()
  await setPolicy(house, await ownersId(house))
  await setPolicy(house, null)
  expect((await house.demo.signIn('examiner@demo.example')).authorization).not.toContain('undefined')
})

test('where passwords are off, the mail for a forgotten one is not sent', async () => {
  const house = await buildHouse()
  await setPolicy(house, await ownersId(house))
  const user = house.demo.database.shared
    .selectFrom('credentials')
    .selectAll()
    .where('email_key', '=', 'examiner@demo.example')
  const sent: unknown[] = []
  const { user_id } = await user.executeTakeFirstOrThrow()
  const deps = {
    ...house.demo,
    publicUrl: 'http://localhost',
    send: async (mail: unknown) => {
      sent.push(mail)
      return 'sent' as const
    },
  }
  await sendPasswordMail(deps, { user_id, purpose: 'reset' })
  expect(sent).toEqual([])
  await setPolicy(house, null)
  await sendPasswordMail(deps, { user_id, purpose: 'reset' })
  expect(sent).toHaveLength(1)
})

test('passwords stay on while there is no provider to sign in with', async () => {
  const house = await buildHouse()
  const url = `/api/organizations/providers/${house.provider.id}/`
  await house.demo.app.inject({ method: 'DELETE', url, headers: await house.owner() })
  expect(await setPolicy(house, await ownersId(house))).toEqual({ code: 'conflict' })
})

test('each sign-in with the break-glass account is mailed to every manager, also to those without a password', async () => {
  const house = await buildHouse()
  const id = await ownersId(house)
  await setPolicy(house, id)
  const { demo } = house
  const mailed = async () => (await queuedMails(demo)).filter(({ purpose }) => purpose === 'break_glass')
  expect(await mailed()).toEqual([])
  // A wrong password opens nothing, so nothing is mailed.
  await house.browser().send('POST', '/user/api/token/', { email: 'owner@demo.example', password: 'Wrong-one-1' })
  expect(await mailed()).toEqual([])
  const now = demo.clock.now()
  await house.browser().send('POST', '/user/api/token/', { email: 'owner@demo.example', password })
  const { rows } = await demo.database.tenant(demo.organizationId, (tx) =>
    sql<{ user_id: string }>`select m.user_id from managers m join credentials c using (user_id)
      where c.is_active`.execute(tx),
  )
  const mails = await mailed()
  expect(mails.map(({ user_id }) => user_id).sort()).toEqual(rows.map(({ user_id }) => user_id).sort())
  expect(mails.length).toBeGreaterThan(1)
  const sent: Mail[] = []
  const send = async (mail: Mail) => {
    sent.push(mail)
    return 'sent' as const
  }
  for (const mail of mails) await sendPasswordMail({ ...demo, publicUrl: 'https://clinic.example', send }, mail)
  expect(sent).toHaveLength(mails.length)
  const { time_zone } = await demo.database.tenant(demo.organizationId, (tx) =>
    tx.selectFrom('organizations').select('time_zone').executeTakeFirstOrThrow(),
  )
  const format = new Intl.DateTimeFormat('es-AR', { dateStyle: 'long', timeStyle: 'short', timeZone: time_zone })
  for (const { text } of sent) {
    expect(text).toContain('https://clinic.example/admin/sign-in/')
    expect(text).toContain(format.format(now))
  }
})

test('where passwords are off, a sign-in on a new device is still mailed', async () => {
  const house = await buildHouse()
  await setPolicy(house, await ownersId(house))
  const { demo } = house
  const { user_id } = await demo.database.shared
    .selectFrom('credentials')
    .select('user_id')
    .where('email_key', '=', 'examiner@demo.example')
    .executeTakeFirstOrThrow()
  const sent: Mail[] = []
  const send = async (mail: Mail) => {
    sent.push(mail)
    return 'sent' as const
  }
  const sign_in = { at: demo.clock.now().toISOString(), user_agent: null }
  await sendPasswordMail({ ...demo, publicUrl: 'http://localhost', send }, { user_id, purpose: 'new_device', sign_in })
  await sendPasswordMail({ ...demo, publicUrl: 'http://localhost', send }, { user_id, purpose: 'webhook_paused' })
  expect(sent).toHaveLength(2)
})
