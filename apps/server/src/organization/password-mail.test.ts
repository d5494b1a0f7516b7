// @module-tag long
import type { UserId } from '@fonema/contract'
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { confirm, email, newPassword, post, queuedMails, requestReset, tokenIn } from '../../testing/password-mails.ts'
import { userIdOf } from '../../testing/second-factor.ts'
import { buildBeside, buildTestApp, cookieFrom, password, type TestApp } from '../../testing/test-app.ts'
import { PasswordMail } from '../auth/password-tokens.ts'
import type { Tx } from '../platform/database/database.ts'
import type { Mail } from '../platform/mail/mailer.ts'
import { sendPasswordMail } from './password-mail.ts'

const publicUrl = 'https://clinic.example'

const signIn = (demo: TestApp, secret: string) => post(demo, 'api/token', { email, password: secret })

/** Sends a queued mail and returns it; undefined if it has no recipient. */
async function mailOf(demo: TestApp, job: PasswordMail | undefined): Promise<Mail | undefined> {
  const mails: Mail[] = []
  const send = async (mail: Mail) => {
    mails.push(mail)
    return 'sent' as const
  }
  await sendPasswordMail({ ...demo, send, publicUrl }, PasswordMail.parse(job))
  return mails[0]
}

async function resetToken(demo: TestApp): Promise<string> {
  await requestReset(demo, email)
  return tokenIn((await mailOf(demo, (await queuedMails(demo)).at(-1)))?.text)
}

test('a new user gets a welcome mail, whose link sets a password', async () => {
  const demo = await buildTestApp()
  const created = await demo.app.inject({
    method: 'POST',
    url: '/api/organizations/user/',
    headers: await demo.signIn('manager@demo.example'),
    payload: { first_name: 'Eva', last_name: 'Díaz', email: 'eva@demo.example', locale: demo.localeId('pt-BR') },
  })
  const [job] = await queuedMails(demo)
  expect(job).toMatchObject({ user_id: created.json().id, purpose: 'welcome' })
  const mail = await mailOf(demo, job)
  expect(mail?.to).toEqual({ name: 'Eva Díaz', address: 'eva@demo.example' })
  expect(mail?.text).toMatch(/set_password\/[\w-]+\/true/)
  expect((await confirm(demo, tokenIn(mail?.text))).statusCode).toBe(200)
  const answer = await post(demo, 'api/token', { email: 'eva@demo.example', password: newPassword })
  expect(answer.statusCode).toBe(200)
})

test('a mail uses the product’s name at the address of its link, in each language', async () => {
  const demo = await buildTestApp()
  const { app, localeId, database, organizationId } = demo
  const subjects: string[] = []
  for (const code of ['es-AR', 'en-US', 'pt-BR', 'fr-FR']) {
    await database.tenant(organizationId, (tx) =>
      tx
        .updateTable('users')
        .set({ locale_id: localeId(code) })
        .where('email', '=', email)
        .execute(),
    )
    await app.inject({ method: 'POST', url: '/api/user/password_reset/', payload: { email } })
    const send = async ({ subject, text }: Mail) => {
      subjects.push(subject, /https\S+/.exec(text)![0].slice(0, 31))
      return 'sent' as const
    }
    const [job] = await queuedMails(demo)
    await sendPasswordMail({ ...demo, send, publicUrl: 'https://neuro.clinic.example' }, job!)
  }
  const link = 'https://neuro.clinic.example/se'
  expect(subjects).toEqual([
    'Restablecer la contraseña de Fonema Neuro',
    link,
    'Reset your Fonema Neuro password',
    link,
    'Redefinir a senha do Fonema Neuro',
    link,
    'Réinitialiser le mot de passe Fonema Neuro',
    link,
  ])
})

test('a mailed link sets a new password once, and ends every session', async () => {
  const demo = await buildTestApp()
  const signedIn = await signIn(demo, password)
  const before = signedIn.json()
  const answered = await requestReset(demo, ' Examiner@DEMO.example', { host: 'evil.example' })
  expect([answered.statusCode, answered.json()]).toEqual([200, {}])
  const mail = await mailOf(demo, (await queuedMails(demo))[0])
  expect(mail).toMatchObject({ to: { address: email }, subject: 'Restablecer la contraseña de Fonema' })
  expect(mail?.text).toContain(`${publicUrl}/set_password/`)
  const token = tokenIn(mail?.text)
  expect((await post(demo, 'password_reset/validate_token', { token })).statusCode).toBe(200)

  const answers = await Promise.all(Array.from({ length: 20 }, () => confirm(demo, token)))
  expect(answers.filter(({ statusCode }) => statusCode === 200)).toHaveLength(1)
  expect(answers.filter(({ statusCode }) => statusCode === 400)).toHaveLength(19)
  for (const refused of answers.filter(({ statusCode }) => statusCode === 400))
    expect(refused.json()).toEqual({ code: 'invalid_token' })
  expect((await signIn(demo, password)).statusCode).toBe(401)
  expect((await signIn(demo, newPassword)).statusCode).toBe(200)
  const refreshed = await demo.app.inject({
    method: 'POST',
    url: '/api/user/api/token/refresh/',
    headers: { cookie: cookieFrom(signedIn) },
    payload: { refresh: before.refresh },
  })
  expect(refreshed.statusCode).toBe(401)
  const used = await demo.app.inject({
    url: '/api/user/user_info/',
    headers: { authorization: `Bearer ${before.access}` },
  })
  expect(used.statusCode).toBe(401)
})

test('refuses forged, expired and replaced tokens', async () => {
  const demo = await buildTestApp()
  const older = await resetToken(demo)
  const newer = await resetToken(demo)
  for (const token of ['x', older, `${newer}=`, newer.slice(0, -1)]) {
    const response = await post(demo, 'password_reset/validate_token', { token })
    expect([response.statusCode, response.json()]).toEqual([400, { code: 'invalid_token' }])
  }
  demo.clock.advance(3601)
  expect((await confirm(demo, newer)).json()).toEqual({ code: 'invalid_token' })
  expect((await signIn(demo, password)).statusCode).toBe(200)
})

test('an unknown address gets the same answer, and no mail is sent', async () => {
  const demo = await buildTestApp()
  const [known, unknown] = [await requestReset(demo, email), await requestReset(demo, 'nobody@demo.example')]
  expect([unknown.statusCode, unknown.body]).toEqual([known.statusCode, known.body])
  const jobs = await queuedMails(demo)
  expect(jobs).toHaveLength(2)
  expect(await mailOf(demo, jobs[1])).toBeUndefined()
  expect(JSON.stringify(jobs)).not.toContain('demo.example')
})

/** The number of mails due at once, and the delays of the others in seconds, by the database's clock. */
async function mailsTo({ database }: TestApp, userId: UserId | undefined) {
  const { rows } = await sql<{ seconds: number }>`
    select greatest(0, extract(epoch from start_after - created_on))::float as seconds from pgboss.job
    where name = 'send-password-mail' and (data ->> 'user_id' = ${userId ?? null} or ${userId === undefined})
    order by start_after`.execute(database.shared)
  const delays = rows.map(({ seconds }) => seconds)
  return { atOnce: delays.filter((seconds) => seconds === 0).length, later: delays.filter((seconds) => seconds > 0) }
}

test('many requests lead to few mails, and to one within ten minutes of each request', async () => {
  const demo = await buildTestApp()
  const beside = { ...demo, app: await buildBeside(demo) }
  for (let i = 0; i < 3; i++) expect((await requestReset(demo, email)).statusCode).toBe(200)
  const userId = await userIdOf(demo)
  expect(await mailsTo(demo, userId)).toEqual({ atOnce: 3, later: [] })
  const answers = await Promise.all(Array.from({ length: 40 }, (_, i) => requestReset(i % 2 ? demo : beside, email)))
  for (const { statusCode, body } of answers) expect([statusCode, body]).toEqual([200, '{}'])
  const { atOnce, later } = await mailsTo(demo, userId)
  // Five if a period of ten minutes ended during the test.
  expect([4, 5]).toContain(atOnce)
  expect(later).toHaveLength(1)
  expect(later[0]).toBeLessThanOrEqual(600)
})

test('the mails of an unknown address are spaced like those of a known one', async () => {
  const demo = await buildTestApp()
  for (let i = 0; i < 8; i++) await requestReset(demo, 'nobody@demo.example')
  const { atOnce, later } = await mailsTo(demo, undefined)
  expect([[4, 5].includes(atOnce), later.length]).toEqual([true, 1])
})

test('a request from a known device is mailed at once, whatever the number of other requests', async () => {
  const demo = await buildTestApp()
  const cookie = cookieFrom(await signIn(demo, password))
  for (let i = 0; i < 8; i++) await requestReset(demo, email)
  const userId = await userIdOf(demo)
  const before = (await mailsTo(demo, userId)).atOnce
  await requestReset(demo, email, { cookie })
  expect((await mailsTo(demo, userId)).atOnce).toBe(before + 1)
})

test('mails about a lock use the account’s language and keep the token of another mail valid', async () => {
  const demo = await buildTestApp()
  const token = await resetToken(demo)
  const locked = { user_id: await userIdOf(demo), purpose: 'locked' } as const
  const subjects: string[] = []
  for (const code of ['es-AR', 'en-US', 'pt-BR', 'fr-FR']) {
    const users = (tx: Tx) => tx.updateTable('users').set({ locale_id: demo.localeId(code) })
    await demo.database.tenant(demo.organizationId, (tx) => users(tx).where('email', '=', email).execute())
    const mail = (await mailOf(demo, locked))!
    subjects.push(mail.subject)
    expect(mail.to.address).toBe(email)
    expect(mail.text).toContain(`\n\n${publicUrl}/reset_password/\n\n`)
    expect(mail.text).not.toContain('/set_password/')
  }
  expect(subjects).toEqual([
    'Su cuenta de Fonema se bloqueó por un tiempo',
    'Your Fonema account was locked for a while',
    'Sua conta do Fonema foi bloqueada por um tempo',
    'Votre compte Fonema a été bloqué pour un moment',
  ])
  expect((await confirm(demo, token)).statusCode).toBe(200)
})

test('a deactivated account is never mailed', async () => {
  const demo = await buildTestApp()
  await requestReset(demo, email)
  await demo.database.shared.updateTable('credentials').set({ is_active: false }).execute()
  expect(await mailOf(demo, (await queuedMails(demo))[0])).toBeUndefined()
})

test('refuses a password with the codes of all rules that it breaks, and the link stays valid', async () => {
  const demo = await buildTestApp()
  const token = await resetToken(demo)
  const refused = await confirm(demo, token, 'abc')
  expect([refused.statusCode, refused.json()]).toEqual([
    400,
    { password: ['too_short', 'missing_uppercase', 'missing_number', 'missing_special', 'too_common'] },
  ])
  expect((await confirm(demo, token, 'Examiner-verde-82!')).json()).toEqual({ password: ['too_similar_to_email'] })
  expect((await confirm(demo, token)).statusCode).toBe(200)
})

test('refuses a form with missing fields, by field', async () => {
  const { app } = await buildTestApp()
  const answer = async (path: string, payload: object) => {
    const { statusCode, body } = await app.inject({ method: 'POST', url: `/api/user/password_reset/${path}`, payload })
    return [statusCode, JSON.parse(body)]
  }
  expect(await answer('', {})).toEqual([400, { email: ['required'] }])
  expect(await answer('confirm/', { token: 'nope' })).toEqual([400, { password: ['required'] }])
  expect(await answer('validate_token/', {})).toEqual([400, { token: ['required'] }])
})

test('a password is stored as typed, up to 256 characters of any script', async () => {
  const demo = await buildTestApp()
  const ofLength = (length: number) => `${'Ñandú-Ωμέγα-голос-声-قول-7!'.repeat(20).slice(0, length - 1)}ß`
  for (const chosen of [ofLength(64), ofLength(256)]) {
    expect((await confirm(demo, await resetToken(demo), chosen)).statusCode).toBe(200)
    // Each of these would be accepted if the password were truncated, case-folded or normalised.
    const others = [chosen.slice(0, -1), `${chosen.slice(0, -1)}s`, chosen.toLowerCase(), chosen.normalize('NFKD')]
    // A text longer than any password is a malformed sign-in.
    for (const other of others)
      expect([other, (await signIn(demo, other)).statusCode]).toEqual([other, other.length > 256 ? 400 : 401])
    expect([chosen, (await signIn(demo, chosen)).statusCode]).toEqual([chosen, 200])
  }
  const { password_hash } = await demo.database.shared
    .selectFrom('credentials')
    .select('password_hash')
    .where('email_key', '=', email)
    .executeTakeFirstOrThrow()
  expect(password_hash).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$/)
  const refused = await confirm(demo, await resetToken(demo), ofLength(257))
  expect([refused.statusCode, refused.json()]).toEqual([400, { password: ['too_long'] }])
})

test('a sign-in on a new device is mailed with its time and browser, but not the first one nor those on known devices', async () => {
  const demo = await buildTestApp()
  const signIn = async (cookie?: string) => {
    const answer = await demo.app.inject({
      method: 'POST',
      url: '/api/user/api/token/',
      headers: { 'user-agent': 'Mozilla/5.0 (Windows NT 10.0) Firefox/141.0', ...(cookie && { cookie }) },
      payload: { email, password },
    })
    return answer.cookies.map(({ name, value }) => `${name}=${value}`).join('; ')
  }
  const mails = async () => (await queuedMails(demo)).filter(({ purpose }) => purpose === 'new_device')
  await demo.database.shared.deleteFrom('refresh_tokens').execute()
  const cookie = await signIn()
  const before = (await mails()).length
  await signIn(cookie)
  expect(await mails()).toHaveLength(before)
  await signIn()
  const all = await mails()
  expect(all).toHaveLength(before + 1)
  const mail = (await mailOf(demo, all.at(-1)))!
  expect(mail.subject).toBe('Inicio de sesión en un dispositivo nuevo – Fonema')
  expect(mail.text).toContain('Firefox, Windows')
  expect(mail.text).toContain(`\n\n${publicUrl}/account/`)
  expect(mail.text).toContain('cambie su contraseña')

  // Who signs in by the house alone has none to change.
  await demo.database.shared.updateTable('credentials').set({ has_password: false }).execute()
  const { text } = (await mailOf(demo, all.at(-1)))!
  expect(text).toContain('cierre esa sesión')
  expect(text).not.toContain('contraseña')
})
