import type { User } from '@fonema/contract'
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { confirm, newPassword, post, queuedMails, tokenIn } from '../../testing/password-mails.ts'
import { buildTestApp, type TestApp } from '../../testing/test-app.ts'
import type { Mail, SendMail } from '../platform/mail/mailer.ts'
import { sendPasswordMail } from './password-mail.ts'

const publicUrl = 'https://clinic.example'
const address = 'eva@demo.example'

async function prepare() {
  const demo = await buildTestApp()
  const manager = await demo.signIn('manager@demo.example')
  const owner = await demo.signIn('owner@demo.example')
  const ask = async (method: 'GET' | 'POST' | 'PATCH', path: string, payload?: object, headers = manager) => {
    const url = `/api/organizations/${path}`
    return demo.app.inject({ method, url, headers, ...(payload !== undefined && { payload }) })
  }
  const person = { first_name: 'Eva', last_name: 'Díaz', email: address, locale: demo.localeId('es-AR') }
  const { id } = (await ask('POST', 'user/', person)).json() as User
  const eva = async () => ((await ask('GET', 'user/')).json() as User[]).find((user) => user.id === id)!
  const deliver = async (send: SendMail, isLast = false) => {
    const job = (await queuedMails(demo)).at(-1)!
    return sendPasswordMail({ ...demo, send, publicUrl }, job, isLast)
  }
  return { demo, owner, ask, id, eva, deliver }
}

const refusal = Object.assign(new Error('x'), { code: 'EENVELOPE', response: '550 No such\r\nmailbox' })

test('an invited user is invited, then opened, then active, and a locked or deactivated one is shown so', async () => {
  const { demo, ask, id, eva, deliver } = await prepare()
  const mails: Mail[] = []
  const send = async (mail: Mail) => {
    mails.push(mail)
    return 'sent' as const
  }
  expect(await eva()).toMatchObject({
    state: 'invited',
    last_sign_in: null,
    invited_at: expect.any(String),
    invitation_mail: { state: 'queued', reason: null },
  })
  await deliver(send)
  expect(await eva()).toMatchObject({ state: 'invited', invitation_mail: { state: 'sent', reason: null } })
  const token = tokenIn(mails[0]?.text)
  await post(demo, 'password_reset/validate_token', { token })
  expect(await eva()).toMatchObject({ state: 'opened' })
  await confirm(demo, token)
  expect(await eva()).toMatchObject({ state: 'active', last_sign_in: null })
  await post(demo, 'api/token', { email: address, password: newPassword })
  expect(await eva()).toMatchObject({ state: 'active', last_sign_in: demo.clock.now().toISOString() })
  for (let i = 0; i < 5; i++) await post(demo, 'api/token', { email: address, password: 'wrong' })
  expect(await eva()).toMatchObject({ state: 'locked' })
  await ask('PATCH', `user/${id}/`, { is_active: false })
  expect(await eva()).toMatchObject({ state: 'deactivated' })
})

test('a copied link replaces the mailed one, and enters the audit log without its token', async () => {
  const { demo, ask, id, deliver } = await prepare()
  const mails: Mail[] = []
  await deliver(async (mail) => {
    mails.push(mail)
    return 'sent'
  })
  const { link, expires_at } = (await ask('POST', `user/${id}/invitation/link/`)).json()
  expect(expires_at).toBe(new Date(demo.clock.now().getTime() + 7 * 24 * 3600_000).toISOString())
  const token = (text: string | undefined) => ({ token: tokenIn(text) })
  expect((await post(demo, 'password_reset/validate_token', token(mails[0]?.text))).statusCode).toBe(400)
  expect((await post(demo, 'password_reset/validate_token', token(link))).statusCode).toBe(200)
  const { rows } = await sql`select action, new from audit_entries where subject = 'invitations' and action = 'request'
    and object_id = ${id}`.execute(demo.database.shared)
  const seen = await demo.database.tenant(demo.organizationId, (tx) =>
    tx.selectFrom('audit_entries').selectAll().where('subject', '=', 'invitations').execute(),
  )
  expect(rows).toEqual([]) // outside of an organisation nothing is visible
  expect(seen.filter(({ action }) => action === 'request')).toMatchObject([{ object_id: id, new: null }])
  expect(JSON.stringify(seen, (_, value) => (typeof value === 'bigint' ? `${value}` : value))).not.toContain(
    token(link).token,
  )
})

test('nobody is invited again who has a password or is deactivated; only the owner copies the link of a manager', async () => {
  const { demo, owner, ask, id } = await prepare()
  const paths = [`user/${id}/invitation/`, `user/${id}/invitation/link/`]
  const statuses = async (headers = owner) => {
    const answers = []
    for (const path of paths) answers.push((await ask('POST', path, undefined, headers)).statusCode)
    return answers
  }
  expect(await statuses()).toEqual([201, 200])
  await ask('POST', 'managers/', { user_id: id }, owner)
  expect(await statuses(await demo.signIn('manager@demo.example'))).toEqual([201, 403])
  expect(await statuses()).toEqual([201, 200])
  await ask('PATCH', `user/${id}/`, { is_active: false }, owner)
  expect(await statuses()).toEqual([409, 409])
  await ask('PATCH', `user/${id}/`, { is_active: true }, owner)
  const { link } = (await ask('POST', paths[1]!, undefined, owner)).json()
  await confirm(demo, tokenIn(link))
  expect(await statuses()).toEqual([409, 409])
})

test('a refused mail waits for its next attempt with the reason, and the last attempt ends it', async () => {
  const { demo, deliver, eva, id, ask } = await prepare()
  const refuse = () => Promise.reject(refusal)
  await expect(deliver(refuse)).rejects.toThrow()
  const reason = { reason: 'refused', detail: '550 No such mailbox' }
  expect((await eva()).invitation_mail).toMatchObject({ state: 'queued', ...reason })
  await expect(deliver(refuse, true)).rejects.toThrow()
  expect((await eva()).invitation_mail).toMatchObject({ state: 'failed', ...reason })
  demo.clock.advance(1)
  await ask('POST', `user/${id}/invitation/`)
  await deliver(async () => 'written')
  expect((await eva()).invitation_mail).toMatchObject({ state: 'written', reason: null, detail: null })
  demo.clock.advance(1)
  await ask('POST', `user/${id}/invitation/`)
  await ask('PATCH', `user/${id}/`, { is_active: false })
  await deliver(async () => 'sent')
  expect((await eva()).invitation_mail).toMatchObject({ state: 'failed', reason: 'account_inactive' })
})

test('a test mail goes to the caller, has one attempt, and keeps no address of the network', async () => {
  const { demo, ask, deliver, owner } = await prepare()
  expect((await ask('GET', 'mail_test/')).json()).toBeNull()
  expect((await ask('POST', 'mail_test/')).json()).toMatchObject({ state: 'queued' })
  await deliver(() => Promise.reject(Object.assign(new Error('connect 10.0.0.7:25'), { code: 'ESOCKET' })))
  const failed = { state: 'failed', reason: 'unreachable', detail: null }
  expect((await ask('GET', 'mail_test/')).json()).toMatchObject(failed)
  demo.clock.advance(1)
  await ask('POST', 'mail_test/')
  const mails: Mail[] = []
  await deliver(async (mail) => {
    mails.push(mail)
    return 'sent'
  })
  expect(mails).toMatchObject([{ to: { address: 'manager@demo.example' }, subject: 'Correo de prueba de Fonema' }])
  expect(mails[0]?.text).not.toContain('set_password')
  expect((await ask('GET', 'mail_test/')).json()).toMatchObject({ state: 'sent', reason: null })
  expect((await ask('GET', 'mail_test/', undefined, owner)).json()).toBeNull()
})

test('a manager changes the name and the time zone of the organisation', async () => {
  const { ask } = await prepare()
  const changed = await ask('PATCH', '', { name: ' Clínica Sur ', time_zone: 'Europe/Lisbon' })
  expect([changed.statusCode, changed.json()]).toMatchObject([200, { name: 'Clínica Sur', time_zone: 'Europe/Lisbon' }])
  const settings = { settings: { semaphore_column: false } }
  expect((await ask('PATCH', '', settings)).json()).toMatchObject({ name: 'Clínica Sur', ...settings })
  for (const [body, answer] of [
    [{ time_zone: '+03:00' }, { time_zone: ['invalid'] }],
    [{ time_zone: 'Mars/Olympus' }, { time_zone: ['invalid'] }],
    [{ name: '  ' }, { name: ['required'] }],
    [{}, { non_field_errors: ['empty_data'] }],
  ] as const)
    expect((await ask('PATCH', '', body)).json()).toEqual(answer)
})

test('a mail that still waits does not end a link that was copied meanwhile', async () => {
  const { demo, ask, id, eva, deliver } = await prepare()
  await expect(deliver(() => Promise.reject(refusal))).rejects.toThrow()
  const { link } = (await ask('POST', `user/${id}/invitation/link/`)).json()
  await deliver(() => Promise.reject(new Error('a replaced mail was sent')))
  expect((await eva()).invitation_mail).toMatchObject({ state: 'failed', reason: 'replaced' })
  expect((await confirm(demo, tokenIn(link))).statusCode).toBe(200)
})

test('a mail that is being prepared does not end a link that was copied meanwhile', async () => {
  const { demo, ask, id, eva } = await prepare()
  const links: string[] = []
  const tenant: TestApp['database']['tenant'] = async (...transaction) => {
    const result = await demo.database.tenant(...transaction)
    if (links.length === 0) links.push((await ask('POST', `user/${id}/invitation/link/`)).json().link)
    return result
  }
  const [job] = await queuedMails(demo)
  const send: SendMail = async () => 'sent'
  await sendPasswordMail({ ...demo, database: { ...demo.database, tenant }, send, publicUrl }, job!)
  expect((await eva()).invitation_mail).toMatchObject({ state: 'failed', reason: 'replaced' })
  expect((await confirm(demo, tokenIn(links[0]))).statusCode).toBe(200)
})
