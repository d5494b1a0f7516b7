import { sql } from 'kysely'
import { PasswordMail } from '../src/auth/password-tokens.ts'
import type { TestApp } from './test-app.ts'

export const email = 'examiner@demo.example'
export const newPassword = 'Molino-verde-82!'

export const post = ({ app }: TestApp, name: string, payload: object, headers = {}) =>
  app.inject({ method: 'POST', url: `/api/user/${name}/`, payload, headers })
export const requestReset = (demo: TestApp, address: string, headers = {}) =>
  post(demo, 'password_reset', { email: address }, headers)
export const confirm = (demo: TestApp, token: string, chosen = newPassword) =>
  post(demo, 'password_reset/confirm', { token, password: chosen })

/** The queued mails. */
export async function queuedMails({ database }: TestApp): Promise<PasswordMail[]> {
  const { rows } = await sql<{ data: unknown }>`
    select data from pgboss.job where name = 'send-password-mail' order by created_on`.execute(database.shared)
  return rows.map(({ data }) => PasswordMail.parse(data))
}

export const tokenIn = (text: string | undefined) => /set_password\/([\w-]+)\/(?:true|false)/.exec(text ?? '')![1]!
